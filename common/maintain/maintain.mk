# maintain.mk - goals of who teaches with the workbook or works on it, that
# need solutions or look at the sources; a chapter of the Makefile.  The student
# edition has none of them.

diff: ## Learn: student.cu against reference.cu [LAB=lab1_global] [EX=matvec]
	$(Q)EX=$(call quoted,$(EX)) BUILD='$(BUILD)' sh common/learn/diff.sh \
		$(if $(lab),$(call quoted,$(lab)),$(LABS))

# The program of a GPU that is here; its parts are compiled at the same time.
CONSTANTS := $(BUILD)/constants
CONSTANTS_O := $(patsubst common/maintain/constants/%.cu,$(CONSTANTS)/%.o,\
	$(wildcard common/maintain/constants/*.cu))
$(CONSTANTS_O): $(CONSTANTS)/%.o: common/maintain/constants/%.cu \
		common/maintain/constants/constants.h common/learn/check.h \
		$(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -std=c++17 -O3 -arch=native -c $< -o $@
$(CONSTANTS)/constants: $(CONSTANTS_O)
	$(Q)'$(NVCC)' -arch=native $^ -o $@

no-gpu:
	@echo 'no GPU or no nvcc here, and only on a GPU can this be measured;' \
		'make doctor says more' >&2; exit 2

ID ?=
unexport ID
gpu: $(if $(HAS_GPU),$(STEADY) $(CONSTANTS)/constants,no-gpu) ## Maintain: measure the GPU here: its profile, common/gpus/ID.def [ID=h100]
	$(Q)BUILD='$(BUILD)' sh common/maintain/gpu.sh $(call quoted,$(ID)) $(CONSTANTS)/constants

EVENTS := $(BUILD)/events/events
$(EVENTS): common/maintain/events.cu lab1_global/reference.cu \
		lab1_global/kernels.h
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)$(NVCC) -O3 -arch=native -I lab1_global $(filter %.cu,$^) -o $@

events: $(if $(HAS_GPU),$(EVENTS),no-gpu) ## Maintain: lab 1's times between events, on the GPU here [ID=h200]
	$(Q)$(EVENTS) >$(BUILD)/events/new && \
	    cp $(BUILD)/events/new plots/recorded/events_$(ID).md

before: $(if $(HAS_GPU),$(call needed,reference),no-gpu) | compiler ## Maintain: times of first kernels that exercises ask for, on the GPU here [ID=h200]
	$(Q)BUILD='$(BUILD)' MAKE='$(MAKE)' sh common/maintain/before.sh \
	    $(call quoted,$(ID)) $(LABS)

numbers: ## Maintain: times in handouts as plots/recorded has them [LAB]
	$(Q)for lab in $(chosen); do awk -f common/learn/csv.awk \
	    -f common/maintain/numbers.awk \
	    $(LABS:%=plots/recorded/%_h200.csv) \
	    $(wildcard plots/recorded/clocks_h200.txt) $$lab/README.md \
	    >$(BUILD)/README.new && { cmp -s $(BUILD)/README.new \
	    $$lab/README.md || cp $(BUILD)/README.new $$lab/README.md; } || \
	    exit; done

stubs: ## Teach: student.cu anew from reference.cu (asks before it overwrites)
	$(Q)sh common/maintain/stubs.sh $(if $(lab),$(call quoted,$(lab)),$(LABS))

# What reads the symbols of objects needs all of them.
lint: $(EMULATOR_O) $(CLIENT_O) $(SUPPORTED_O) $(HARNESS_O) $(JUDGE_O) \
		$(call RUNNER_O,clang) $(if $(HAVE_COURSE),$(COURSE_O))
lint: ## Maintain: layers, layout, C, shell, forbidden things
	$(Q)OBJECTS='$(BUILD)' sh common/maintain/lint.sh

format: ## Maintain: lay out C and CUDA C as .clang-format says
	$(Q)git ls-files -z -- '*.c' '*.cu' | xargs -0 clang-format -i

# Of what was recorded of a GPU and of the model as it is: of the sweeps of the
# best rungs alone, on the emulated device.
medals: $(call needed,reference) | compiler ## Maintain: what times of open exercises are held against [GPU=h200]
	$(Q)BUILD='$(BUILD)' GPU=$(call quoted,$(GPU)) CUDACC=$(call quoted,$(CUDACC)) \
		sh common/maintain/medals.sh $(LABS)

.PHONY: gpu no-gpu events before numbers diff medals stubs lint format
