/*
 * memories.cu - mapped, managed, registered and stream-ordered memory, memory
 * of the device's own malloc, copies of every direction.
 */
#include "check.h"

enum { N = 300 };

struct node {
    int value;
    node *next;
};

__global__ void twice(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= 2;
}

/* Each thread builds a list of its own and adds it up. */
__global__ void lists(int *sums)
{
    node *head = NULL;
    for (int i = 0; i <= (int)threadIdx.x; i++) {
        node *fresh = (node *)malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    int sum = 0;
    while (head) {
        node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    sums[threadIdx.x] = sum;
}

__global__ void sum_list(const node *head, int *sum)
{
    *sum = 0;
    for (; head; head = head->next)
        *sum += head->value;
}

static void mapped(void)
{
    int *host, *device;
    unsigned flags;
    CUDA(cudaHostAlloc(&host, N * sizeof *host, cudaHostAllocMapped));
    CUDA(cudaHostGetDevicePointer(&device, host, 0));
    CUDA(cudaHostGetFlags(&flags, host));
    CHECK(flags & cudaHostAllocMapped);
    for (int i = 0; i < N; i++)
        host[i] = i;
    twice<<<3, 128>>>(device, N);
    LAUNCHED();
    for (int i = 0; i < N; i++)
        CHECK(host[i] == 2 * i);
    CUDA(cudaFreeHost(host));
}

static void managed(void)
{
    node *nodes;
    int *sum;
    cudaPointerAttributes attributes;
    CUDA(cudaMallocManaged(&nodes, 10 * sizeof *nodes));
    CUDA(cudaMallocManaged(&sum, sizeof *sum));
    for (int i = 0; i < 10; i++) {
        nodes[i].value = i * i;
        nodes[i].next = i ? &nodes[i - 1] : NULL;
    }
    sum_list<<<1, 1>>>(nodes + 9, sum);
    LAUNCHED();
    CHECK(*sum == 285);
    CUDA(cudaPointerGetAttributes(&attributes, sum));
    CHECK(attributes.type == cudaMemoryTypeManaged);
    CUDA(cudaFree(nodes));
    CUDA(cudaFree(sum));
}

/* Memory of malloc that kernels use where it is. */
static void mapped_later(void)
{
    int *host = (int *)malloc(N * sizeof *host), *device;
    for (int i = 0; i < N; i++)
        host[i] = i;
    CUDA(cudaHostRegister(host, N * sizeof *host, cudaHostRegisterMapped));
    CHECK(cudaHostRegister(host, N * sizeof *host, cudaHostRegisterMapped) ==
          cudaErrorHostMemoryAlreadyRegistered);
    CHECK(cudaGetLastError() == cudaErrorHostMemoryAlreadyRegistered);
    CUDA(cudaHostGetDevicePointer(&device, host, 0));
    twice<<<3, 128>>>(device, N);
    LAUNCHED();
    CUDA(cudaHostUnregister(host));
    for (int i = 0; i < N; i++)
        CHECK(host[i] == 2 * i);
    free(host);
}

/* Memory of malloc, pinned for the time of a copy. */
static void registered(void)
{
    int *host = (int *)malloc(N * sizeof *host);
    int *device = on_device<int>(NULL, N);
    for (int i = 0; i < N; i++)
        host[i] = -i;
    CUDA(cudaHostRegister(host, N * sizeof *host, cudaHostRegisterDefault));
    CUDA(cudaMemcpyAsync(device, host, N * sizeof *host,
                         cudaMemcpyHostToDevice));
    twice<<<3, 128>>>(device, N);
    CUDA(cudaMemcpyAsync(host, device, N * sizeof *host,
                         cudaMemcpyDeviceToHost));
    LAUNCHED();
    CUDA(cudaHostUnregister(host));
    CUDA(cudaFree(device));
    for (int i = 0; i < N; i++)
        CHECK(host[i] == -2 * i);
    free(host);
}

static void copies(void)
{
    int h[N], back[N], *a, *b;
    for (int i = 0; i < N; i++)
        h[i] = noise(i);
    CUDA(cudaMalloc(&a, sizeof h));
    CUDA(cudaMallocAsync(&b, sizeof h, 0));
    CUDA(cudaMemcpy(a, h, sizeof h, cudaMemcpyDefault));
    CUDA(cudaMemcpy(b, a, sizeof h, cudaMemcpyDeviceToDevice));
    CUDA(cudaMemset(b + 10, 0, 40));
    CUDA(cudaMemcpy(back, b, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        CHECK(back[i] == (i >= 10 && i < 20 ? 0 : h[i]));
    CUDA(cudaFree(a));
    CUDA(cudaFreeAsync(b, 0));
    CUDA(cudaFree(NULL));
}

int main(void)
{
    size_t available, total;
    int sums[40], *d = on_device<int>(NULL, 40);
    CUDA(cudaMemGetInfo(&available, &total));
    CHECK(available > 0 && available <= total);
    mapped();
    managed();
    registered();
    mapped_later();
    copies();
    lists<<<1, 40>>>(d);
    LAUNCHED();
    take_back(sums, d, 40);
    for (int i = 0; i < 40; i++)
        CHECK(sums[i] == i * (i + 1) / 2);
    puts("memory: of every kind");
    return 0;
}
