# clocks.mk - make clocks: which clock measures what, and what a GPU waits for;
# a chapter of the Makefile.
#
# Picked up: LAB/clocks/*.cu, a program that calls the lab's launchers.  Without
# a GPU what was recorded of one is shown.

CLOCKS_LAB := $(firstword $(patsubst %/clocks/main.cu,%,\
	$(wildcard */clocks/main.cu)))
CLOCKS := $(BUILD)/$(CLOCKS_LAB)/clocks_$(IMPL)

# The launches' stream is then one that can be captured.
$(CLOCKS): $(wildcard $(CLOCKS_LAB)/clocks/*) $(CLOCKS_LAB)/$(IMPL).cu \
		$(CLOCKS_LAB)/kernels.h common/learn/check.h $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$(CLOCKS_LAB)/clocks)
	$(Q)'$(NVCC)' -std=c++17 -O3 -arch=native -default-stream per-thread \
		$(filter %.cu,$^) -o $@

clocks: $(if $(HAS_GPU),$(CLOCKS)) ## Measure: what each clock measures, latencies, copies [GPU=h200]
	$(Q)BUILD='$(BUILD)' GPU=$(call quoted,$(GPU)) \
		sh common/learn/clocks.sh $(if $(HAS_GPU),$(CLOCKS))

.PHONY: clocks
