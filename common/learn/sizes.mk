# sizes.mk - make sizes: what becomes of a kernel when its matrix leaves the
# cache; a chapter of the Makefile.
#
# Picked up: LAB/sizes/main.cu, a program that calls the lab's launchers.
# Without a GPU what was recorded of one is shown.

SIZES_LAB := $(firstword $(patsubst %/sizes/main.cu,%,\
	$(wildcard */sizes/main.cu)))
SIZES := $(BUILD)/$(SIZES_LAB)/sizes_$(IMPL)

# The launches' stream is then one that can be captured.
$(SIZES): $(SIZES_LAB)/sizes/main.cu $(SIZES_LAB)/$(IMPL).cu \
		$(SIZES_LAB)/kernels.h common/learn/check.h $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$(SIZES_LAB)/sizes)
	$(Q)'$(NVCC)' -std=c++17 -O3 -arch=native -default-stream per-thread \
		$(filter %.cu,$^) -o $@

sizes: $(if $(HAS_GPU),$(SIZES)) ## Measure: from the L2 cache to memory: A x V from 2 MB to 4 GB [GPU=h200]
	$(Q)BUILD='$(BUILD)' GPU=$(call quoted,$(GPU)) \
		sh common/learn/sizes.sh $(if $(HAS_GPU),$(SIZES))

.PHONY: sizes
