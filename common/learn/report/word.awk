# word.awk - texts in the language of a report, for awk -f word.awk -f ...
#
#   words  FILE, which catalogue.sh made of report_template/LANG.po; "": none
#
# word(text) is the text in that language, or the text itself; xgettext finds
# what is to be translated by that name.  put_in(text, name, value) puts a value
# in the place {name} of a text.

BEGIN {
    while (words != "" && (getline pair_text < words) > 0)
        if (split(pair_text, pair, "\t") == 2)
            translated[pair[1]] = pair[2]
}

function word(text) {
    return text in translated ? translated[text] : text
}

function put_in(text, name, given,    place, done) {
    name = "{" name "}"
    done = ""
    while (place = index(text, name)) {
        done = done substr(text, 1, place - 1) given
        text = substr(text, place + length(name))
    }
    return done text
}
