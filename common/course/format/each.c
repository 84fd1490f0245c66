/*
 * each.c - see each.h.
 */
#include "each.h"

#include "files/publish.h"

bool each_write(const struct sheets *class, const char *folder,
                const char *ending,
                bool (*put)(FILE *file, const struct sheet *sheet))
{
    for (size_t i = 0; i < class->count; i++) {
        const struct sheet *sheet = &class->sheets[i];
        struct publication file;
        char path[PUBLISH_PATH];
        if (!publish_path(path, "%s/%s.%s", folder, sheet->key, ending) ||
            !publish_open(&file, path))
            return false;
        if (!put(file.file, sheet)) {
            publish_abandon(&file);
            return false;
        }
        if (!publish_close(&file))
            return false;
    }
    return true;
}

bool each_write_json(const struct sheets *class, const char *folder,
                     const char *name,
                     cJSON *(*make)(const struct sheets *class,
                                    const struct sheet *sheet))
{
    bool written = true;
    for (size_t i = 0; i < class->count && written; i++) {
        const struct sheet *sheet = &class->sheets[i];
        char path[PUBLISH_PATH];
        cJSON *json = make(class, sheet);
        written = publish_path(path, "%s/%s", folder, sheet->key) &&
                  publish_folder(path) &&
                  publish_path(path, "%s/%s/%s", folder, sheet->key, name) &&
                  json_write(path, json);
        cJSON_Delete(json);
    }
    return written;
}
