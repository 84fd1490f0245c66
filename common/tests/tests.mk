# tests.mk - tests of the workbook itself, and what it is held against; a
# chapter of the Makefile.
#
# Picked up: unit/test_*.c, cli/*.bats, programs/*.cu, diagnostics/*.cu,
# fuzz/fuzz_*.c; of a lab LAB/tests/test_*.c and LAB/tests/*.bats.

# ---- make test ----

UNIT := $(patsubst common/tests/unit/%.c,$(BUILD)/tests/unit/%,\
	$(wildcard common/tests/unit/test_*.c))
# Those of common/course, which takes libraries of its own.
COURSE_UNIT := $(filter $(BUILD)/tests/unit/test_course_%,$(UNIT))
UNIT := $(if $(HAVE_COURSE),$(UNIT),$(filter-out $(COURSE_UNIT),$(UNIT)))
LAB_UNIT := $(patsubst %.c,$(BUILD)/%,\
	$(foreach l,$(LABS),$(wildcard $(l)/tests/test_*.c)))
CLI := $(if $(SANITIZE),common/tests/sanitized.bats,\
	$(wildcard common/tests/cli/*.bats) \
	$(foreach l,$(LABS),$(wildcard $(l)/tests/*.bats)))
# TEST=lex or TEST="lex check" runs only those, TEST=lab2_shared all of a lab.
tests_of = $(filter %/test_$(1) %/$(1).bats $(1)/tests/% \
	$(BUILD)/$(1)/tests/%,$(UNIT) $(LAB_UNIT) $(CLI))
NO_TEST := $(strip $(foreach t,$(TEST),$(if $(call tests_of,$(t)),,$(t))))
TESTS := $(if $(TEST),$(if $(NO_TEST),,$(foreach t,$(TEST),\
	$(call tests_of,$(t)))),$(if $(HAVE_CMOCKA),$(UNIT) $(LAB_UNIT)) $(CLI))

no-test:
	@echo 'no test $(NO_TEST): TEST=X runs test_X.c, X.bats,' \
		'and all of a lab X' >&2; exit 2

# What a test includes, a lab.c or remote.c, is known from its .d, and not
# compiled twice.
# What takes time in them is the libraries' code, which is as it always is.
define unit_test
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -O1 -I common/emulator -I common/harness -I $(EMULATOR_INCLUDE) \
		-I common/tests/unit $(filter-out %/tests/../lab.c \
		%/device/remote.c,\
		$(filter %.c,$(wildcard $^))) \
		$(filter %.o,$^) $(unit_archives) \
		$(HARNESS)/libharness.a $(EMULATOR)/libemulator.a -lcmocka \
		$(EMULATOR_LIBS) $(LIBS) $(BOX_LIBS) -o $@
endef

TESTED := $(HARNESS)/libharness.a $(EMULATOR)/libemulator.a
$(UNIT): $(BUILD)/tests/unit/%: common/tests/unit/%.c $(TESTED)
	$(unit_test)

$(LAB_UNIT): $(BUILD)/%: %.c $(TESTED)
	$(unit_test)

# Of all labs.
$(BUILD)/tests/unit/test_parallel: $(BUILD)/labs.o $(LAB_O)
$(BUILD)/tests/unit/test_parallel: C += $(OPENMP)

$(COURSE_UNIT): C += -I common/course
$(COURSE_UNIT): LIBS += $(COURSE_LIBS)
$(COURSE_UNIT): $(BUILD)/course/libcourse.a $(BUILD)/labs.o $(LAB_O)
$(COURSE_UNIT): unit_archives = $(BUILD)/course/libcourse.a

# The runner's parts, without its main.
$(BUILD)/tests/unit/test_time: C += $(foreach f,$(RUNNER_WRAPPED),\
	-Wl$(comma)--wrap=$(f) -Wl$(comma)-u$(comma)$(f))
$(BUILD)/tests/unit/test_time: $(BUILD)/launchers.o $(filter-out %/runner.o \
	%/statistics.o,$(call RUNNER_O,clang))

# Who looks at the order of calls.
$(BUILD)/tests/unit/test_wire: common/harness/judge/calls.c

# A driver of its own.
$(BUILD)/tests/unit/test_steady: C += $(addprefix -Wl$(comma)--wrap=,\
	dlopen dlsym)

# Machines with other walls.
$(BUILD)/tests/unit/test_course_isolation: C += -Wl$(comma)--wrap=box_kind

COURSE_CLI := $(patsubst %,common/tests/cli/%.bats,\
	engine formats grade handout intake slurm)

# It needs the program that keeps a box.
$(BUILD)/tests/unit/test_box: | $(BOX_PROGRAM)

# It belongs to a program of its own.
$(BUILD)/tests/unit/test_recorded: $(HARNESS)/replay/recorded.o

# Tests made of several files.
$(BUILD)/tests/unit/test_ops: $(wildcard common/tests/unit/ops_*.c)
$(patsubst %,$(BUILD)/tests/unit/test_%,access ops grid module silence \
	stopwatch tape timing): \
	common/tests/unit/ptx_harness.c

$(patsubst %,$(BUILD)/tests/unit/test_course_%,class collect similar): \
	common/tests/unit/class_records.c

# Its allocations fail when it wants them to.
$(BUILD)/tests/unit/test_no_memory: C += $(addprefix -Wl$(comma)--wrap=,\
	malloc calloc realloc aligned_alloc arena_alloc arena_grow)

# Nor does it start a program.
$(BUILD)/tests/unit/test_check: C += $(addprefix -Wl$(comma)--wrap=,\
	program_exists session_worker worker_send worker_wait run_free \
	problem_expect)
$(BUILD)/tests/unit/test_check: $(BUILD)/labs.o $(LAB_O)

# What FAILED=1 runs again.
TEST_STATE := $(BUILD)/tests/state

# Several at a time: each works in a folder of its own (classroom.bash), and
# what several need is built before.  The longest come first, so that no core
# waits for one of them in the end.
LONG := $(foreach l,$(LABS),$(l)/tests/%.bats) $(patsubst %,\
	common/tests/cli/%.bats,attacks diagnostics exercise grader handout \
	mutants odd_path report)
test: $(if $(filter %/programs.bats %/diagnostics.bats,$(TESTS)),\
		test-programs) \
		$(filter $(UNIT) $(LAB_UNIT),$(TESTS)) \
		$(if $(SANITIZE),$(EMULATOR)/libcudart.so) \
		$(if $(filter-out %/sanitized.bats,$(filter %.bats,$(TESTS))),\
		emulator $(call needed,student reference) $(LAUNCHERS_O) \
		$(ACCESS)) \
		$(if $(and $(HAVE_COURSE),$(filter $(COURSE_CLI),$(TESTS))),course) \
	| $(if $(NO_TEST),no-test) $(if $(filter %.bats,$(TESTS)),compiler)
test: ## Maintain: all tests, TEST="lex check", what FAILED=1; [DEVICE=gpu]
	$(if $(HAVE_CMOCKA),,@echo 'no cmocka here: no unit tests' \
		'(apt-get install libcmocka-dev)')
	$(Q)$(if $(FAILED),grep -qs 'last_result: [1-9]' $(TEST_STATE) || \
		{ echo 'test: nothing failed the last time' >&2; exit 2; },\
		mkdir -p $(dir $(TEST_STATE)) && rm -f $(TEST_STATE))
	$(Q)env -u MAKEFLAGS -u MAKELEVEL \
		TEST_DEVICE='$(if $(filter gpu,$(DEVICE)),gpu,emu)' \
		SANITIZED='$(if $(SANITIZE),$(BUILD))' NVCC_LOT='$(NVCC_LOT)' \
		$(if $(filter %.bats,$(TESTS)),PTXRUN_BUILT=1) \
		prove --failures --comments --exec 'sh common/tests/run.sh' \
		--statefile=$(TEST_STATE) $(if $(FAILED),\
		--state=failed$(comma)save --verbose,\
		--state=save --jobs $$(($(PROCESSORS) + 2)) \
		$(filter $(LONG),$(TESTS)) $(filter-out $(LONG),$(TESTS)))

# A driver of the emulated device, for what is replayed.
DRIVER := $(BUILD)/tests/driver/libcuda.so.1
$(DRIVER): common/tests/course/driver.c $(EMULATOR)/libemulator.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(C) -fPIC -shared -I common -I common/emulator \
		-I $(EMULATOR_INCLUDE) $(filter %.c %.a,$^) $(EMULATOR_LIBS) -o $@

# Those that take long or need much: Slurm with a class, a browser, another
# system.  One after the other; TEST="slurm" runs that alone.
HEAVY := $(wildcard common/tests/course/*.bats)
test-course: course $(REPLAY) $(DRIVER) $(call needed,student reference) ## Maintain: the long tests of class grading [TEST="slurm"]
	$(Q)env -u MAKEFLAGS -u MAKELEVEL prove --failures --comments \
		--exec 'sh common/tests/run.sh' \
		$(if $(TEST),$(TEST:%=common/tests/course/%.bats),$(HEAVY))

# Programs that the emulated device is held against (programs.bats) and wrong
# ones (diagnostics.bats): each by clang and by nvcc, which takes the former
# all in one, and in the ways that it knows.
TEST_CU := $(wildcard common/tests/programs/*.cu common/tests/diagnostics/*.cu)
TEST_CLANG := $(TEST_CU:common/%.cu=$(BUILD)/%.clang)
$(TEST_CLANG): $(BUILD)/%.clang: common/%.cu | $(EMULATOR)/libcudart.so \
		$(COMPILE_CONF) $(CUDA_HEADERS)
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(compile) clang $< $@

TEST_ALL := $(BUILD)/tests/programs/all
TEST_ARCHS := $(filter $(addprefix compute_,50 52 60 61 70 80 86 90),\
	$(NVCC_ARCHS))
TEST_NVCC := $(addprefix $(TEST_ALL).nvcc-,\
	lineinfo compressed debug default $(TEST_ARCHS))
$(TEST_NVCC): NVCC_FLAGS = -arch=$(@:$(TEST_ALL).nvcc-%=%) -lineinfo
$(TEST_ALL).nvcc-lineinfo: NVCC_FLAGS = -arch=compute_75 -no-compress \
	-lineinfo -O1
$(TEST_ALL).nvcc-compressed: NVCC_FLAGS = -arch=compute_75 -O3
$(TEST_ALL).nvcc-debug: NVCC_FLAGS = -arch=compute_75 -G
$(TEST_ALL).nvcc-compute_80: NVCC_FLAGS = -arch=compute_80 -O0 \
	-Xfatbin -compress-all
# Versions before 12.8 have no modes.
$(TEST_ALL).nvcc-compute_90: NVCC_FLAGS = -arch=compute_90 -O2 \
	$(NVCC_MODES:%=%=size)
$(TEST_ALL).nvcc-default: NVCC_FLAGS =

$(TEST_ALL).cu: common/tests/programs/all.sh \
		$(wildcard common/tests/programs/*.cu)
	@mkdir -p $(@D)
	$(Q)sh $< >$@

$(TEST_NVCC): $(TEST_ALL).cu common/tests/programs/check.h $(NVCC_ID)
	$(call say,NVCC,$@)
	$(Q)'$(NVCC)' $(NVCC_FLAGS) --cudart=shared -I common/tests/programs $< \
		-o $@

# What the toolkit's own headers make of a program.
TEST_TOOLKIT := $(patsubst common/tests/programs/toolkit/%.cu,\
	$(BUILD)/tests/programs/%.nvcc,\
	$(wildcard common/tests/programs/toolkit/*.cu))
$(TEST_TOOLKIT): NVCC_FLAGS = -arch=compute_75
$(BUILD)/tests/programs/async.nvcc: NVCC_FLAGS = -arch=compute_80
$(BUILD)/tests/programs/barriers.nvcc: NVCC_FLAGS = -arch=compute_90
$(TEST_TOOLKIT): $(BUILD)/tests/programs/%.nvcc: \
		common/tests/programs/toolkit/%.cu common/tests/programs/check.h \
		$(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -std=c++17 $(NVCC_FLAGS) -lineinfo --cudart=shared $< \
		-o $@

# A program of several files, linked on the device as well.
LINKED := $(BUILD)/tests/programs/linked.nvcc
$(LINKED): $(wildcard common/tests/programs/linked/*) \
		common/tests/programs/check.h $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$@)
	$(Q)'$(NVCC)' -arch=compute_75 -rdc=true -lineinfo --cudart=shared \
		$(filter %.cu,$^) -o $@

# What a template leaves out where it is right is no mistake (177).  To streams,
# orders and textures it is all the same who compiles the kernels.
TEST_WRONG := $(patsubst common/%.cu,$(BUILD)/%.nvcc,\
	$(filter-out %/streams.cu %/orders.cu \
	%/textures.cu,$(wildcard common/tests/diagnostics/*.cu)))
$(TEST_WRONG): WRONG_ARCH = compute_75
$(BUILD)/tests/diagnostics/bulk.nvcc: WRONG_ARCH = compute_90
$(TEST_WRONG): $(BUILD)/%.nvcc: common/%.cu $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -arch=$(WRONG_ARCH) -lineinfo -g --cudart=shared \
		-Xcudafe --diag_suppress=177 -MMD -MF $@.d -MT $@ $< -o $@

# nvcc takes ten seconds and more for one of these: some of them by lot, all of
# them with EVERY=1.  Tests are told which, as the others may be old.
EVERY ?=
by_lot = $(if $(filter 1,$(EVERY))$(filter gpu,$(DEVICE)),$(2),\
	$(shell shuf -n $(1) -e $(2)))
NVCC_LOT := $(and $(NVCC_VERSION),$(filter test test-programs,$(MAKECMDGOALS)),\
	$(filter %/programs.bats,$(TESTS)),\
	$(if $(HAVE_CUB),$(call by_lot,2,$(TEST_TOOLKIT) $(LINKED))) \
	$(call by_lot,3,$(TEST_NVCC)))

# What takes longest first: half a minute of Thrust would be left in the end.
test-programs: $(NVCC_LOT) $(if $(NVCC_VERSION),$(TEST_WRONG)) \
		$(if $(CLANG),$(TEST_CLANG)) $(EMULATOR)/libcudart.so

# libFuzzer on what reads what others wrote, and runs it: make fuzz
# SECONDS=600 [TARGET="blas serve"]
SECONDS ?= 60
FUZZ := $(patsubst common/tests/fuzz/fuzz_%.c,%,\
	$(wildcard common/tests/fuzz/fuzz_*.c))
TARGET ?= $(FUZZ)
FRONT_C := common/emulator/base/arena.c $(wildcard common/emulator/ptx/*.c)
FUZZ_O = $(patsubst common/%.c,$(BUILD)/fuzz/o/%.o,$(1))
FUZZ_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(BUILD)/fuzz/o/%.o: common/%.c | $(FEATURES)
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(or $(CLANG),clang) -std=c17 -D_GNU_SOURCE -g -O1 -I $(BUILD) \
		$(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP \
		-I common/emulator -I $(EMULATOR_INCLUDE) -c $< -o $@
$(FUZZ:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: \
		$(BUILD)/fuzz/o/tests/fuzz/fuzz_%.o $(call FUZZ_O,$(FRONT_C))
	$(call say,LINK,$@)
	$(Q)$(or $(CLANG),clang) $(FUZZ_FLAGS) -fsanitize=fuzzer $^ \
		$(EMULATOR_LIBS) -lstdc++ -o $@
$(BUILD)/fuzz/parse $(BUILD)/fuzz/module: $(BUILD)/fuzz/o/tests/fuzz/text.o
# Others need all of the emulated device, less what they include themselves.
FUZZ_DEVICE := $(filter-out parse fatbin linked,$(FUZZ))
$(FUZZ_DEVICE:%=$(BUILD)/fuzz/%): $(BUILD)/gpus.o \
	$(BUILD)/fuzz/o/tests/fuzz/device.o \
	$(call FUZZ_O,$(filter-out $(FRONT_C) %/suppress.c %/sarif.c %/events.c,\
		$(EMULATOR_C)))
tell_but = $(call FUZZ_O,$(filter-out $(1:%=common/emulator/tell/%.c),\
	$(addprefix common/emulator/tell/,suppress.c sarif.c events.c)))
$(BUILD)/fuzz/suppress: $(call tell_but,suppress)
$(BUILD)/fuzz/report: $(call tell_but,sarif events)
$(filter-out %/suppress %/report,$(FUZZ_DEVICE:%=$(BUILD)/fuzz/%)): \
	$(call tell_but)
$(BUILD)/fuzz/blas: $(call FUZZ_O,$(BLAS_C)) $(EMULATOR)/blas/kernels.o
-include $(wildcard $(BUILD)/fuzz/o/*/*.d $(BUILD)/fuzz/o/*/*/*.d \
	$(BUILD)/fuzz/o/*/*/*/*.d)

fuzz: $(TARGET:%=$(BUILD)/fuzz/%) ## Maintain: fuzz what others can write: PTX, calls, messages, files [TARGET]
	$(Q)for target in $(TARGET); do \
	    mkdir -p $(BUILD)/fuzz/new/$$target && \
	    $(BUILD)/fuzz/$$target -max_total_time=$(SECONDS) -timeout=20 \
	        -artifact_prefix=$(BUILD)/fuzz/ -dict=common/tests/fuzz/ptx.dict \
	        $(BUILD)/fuzz/new/$$target common/tests/fuzz/corpus/$$target \
	        || exit; \
	done

# Faults made by machine, one at a time, in every reference: each must cost
# points.  LIMIT=5 tries so many only.  LAB/tests/mutants.md is replaced when
# all of a lab's were tried.
LIMIT ?=
MUTANTS := $(BUILD)/mutants
mutants_at = $(patsubst %.cu,%.$(CUDACC),\
	$(wildcard $(MUTANTS)/*/$(1)/*/student.cu))
SPOILED := $(call mutants_at,[0-9]*)
UNSPOILED := $(call mutants_at,[a-z]*)
$(foreach l,$(LABS),$(if $(SPOILED)$(UNSPOILED),$(call launches,$(l),\
	$(filter %/$(l)/student.$(CUDACC),$(SPOILED) $(UNSPOILED)))))
$(SPOILED) $(UNSPOILED): %.$(CUDACC): %.cu $(call RUNNER_O,$(CUDACC)) \
		$(EMULATOR)/libcudart.so | $(COMPILE_CONF)
	$(Q)PTX_ONLY=1 $(compile) --lab $(CUDACC) $< $@
	$(Q)sh common/maintain/mutants.sh judge \
		'$(patsubst %/,%,$(dir $(@D)))' '$(CUDACC)'
$(SPOILED): | $(UNSPOILED)
verdicts: $(SPOILED)

mutants: $(call needed,reference) | compiler ## Maintain: does every fault cost points? [LAB] [EX] [LIMIT=5]
	$(Q)sh common/maintain/mutants.sh write '$(MUTANTS)' \
		$(call quoted,$(EX)) $(call quoted,$(LIMIT)) $(chosen)
	$(Q)$(MAKE) verdicts
	$(Q)sh common/maintain/mutants.sh report '$(MUTANTS)' \
		'$($(if $(filter nvcc,$(CUDACC)),NVCC,CLANG))'

# All wrong solutions and all right ones; writes LAB/tests/causes.md.
causes: $(call needed,student reference) | compiler ## Maintain: is a mistake's cause what is said first? [LAB]
	$(Q)bash common/maintain/causes.bash '$(BUILD)/causes' $(chosen)

# ---- held against others ----

bench: $(if $(HAVE_COURSE),course)
RATES := $(BUILD)/bench/rates.clang
$(RATES): common/tests/bench/rates.cu | $(EMULATOR)/libcudart.so \
		$(COMPILE_CONF) $(CUDA_HEADERS)
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(compile) clang $< $@

bench: $(BUILD)/bin/bench $(if $(CLANG),$(RATES)) | compiler ## Measure: how fast the emulated device is, what a class costs
	$(Q)LD_LIBRARY_PATH='$(EMULATOR)' BUILD='$(BUILD)' sh common/maintain/bench.sh

$(BUILD)/bin/bench: common/tests/bench/bench.c $(BUILD)/labs.o $(LAB_O) \
		$(BUILD)/launchers.o $(LAUNCHERS_O) $(HARNESS)/clang/runner/launch.o \
		$(LABS:%=$(BUILD)/%/reference.$(CUDACC)) \
		$(HARNESS)/libharness.a $(EMULATOR)/libcudart.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -MF $@.d -I common/harness -I common/emulator -I $(EMULATOR_INCLUDE) $< \
		$(LABS:%=$(BUILD)/%/reference.$(CUDACC).o) $(filter %.o %.a,$^) \
		-L $(EMULATOR) -lcudart $(LIBS) -Wl,--as-needed -lstdc++ -o $@

# The references, with steps on their way, and NVIDIA's libraries.  All launches
# go to the thread's own stream, which can be captured into a graph.
LIBRARY_NVCC := -arch=native -O3 --default-stream per-thread
LIBRARY_O := $(LABS:%=$(BUILD)/%/steps.o)
$(LIBRARY_O): $(BUILD)/%/steps.o: common/tests/library/steps/%.cu \
		common/tests/library/steps/steps.h %/reference.cu %/kernels.h \
		$(NVCC_ID) | compiler
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' $(LIBRARY_NVCC) -c $< -o $@

$(BUILD)/bin/library: common/tests/library/library.cu $(LIBRARY_O) \
		$(BUILD)/harness/run/statistics.o $(NVCC_ID) | compiler
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' $(LIBRARY_NVCC) -MMD -MF $@.d -MT $@ -I common/harness $< \
		$(LIBRARY_O) $(BUILD)/harness/run/statistics.o -lcublas -o $@

# A table that there is stays, until there is another: kernels may differ (1).
random: $(if $(HAS_GPU),$(EMULATOR)/libcudart.so,no-gpu) ## Maintain: random kernels against a GPU, bit for bit
	@mkdir -p $(BUILD)/results
	$(Q)table=$(BUILD)/results/random; \
		BUILD='$(BUILD)' sh common/tests/random/random.sh $(SEED) >$$table.new; \
		status=$$?; [ $$status -le 1 ] || { rm $$table.new; exit $$status; }; \
		mv $$table.new $$table.md && cat $$table.md && exit $$status

library: CUDACC := nvcc
library: $(if $(HAS_GPU),$(BUILD)/bin/library,no-gpu) ## Measure: the champions against cuBLAS and CUB (needs a GPU)
	@mkdir -p $(BUILD)/results
	$(Q)sh common/tests/library/library.sh $(BUILD)/bin/library \
		$(BUILD)/results && cat $(BUILD)/results/champions.md

# The set: kernels whose times were recorded, and are modelled.  The files that
# are a lab's read its kernels.h.
TIMES := $(patsubst common/tests/times/%.cu,$(BUILD)/times/%,\
	$(wildcard common/tests/times/*.cu))
TIMES_READ := common/tests/times/times.h \
	$(wildcard common/tests/times/*.def) \
	$(wildcard $(LABS:%=%/reference.cu) $(LABS:%=%/tests/*/*.cu))
$(TIMES:%=%.clang): $(BUILD)/times/%.clang: common/tests/times/%.cu \
		$(TIMES_READ) $(EMULATOR)/libcudart.so | $(COMPILE_CONF)
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)CPATH='$(or $(filter $*_%,$(LABS)),common)' $(compile) clang $< $@
$(TIMES:%=%.nvcc): $(BUILD)/times/%.nvcc: common/tests/times/%.cu \
		$(TIMES_READ) $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -std=c++17 -arch=native -O3 -default-stream per-thread \
		-I $(or $(filter $*_%,$(LABS)),common) $< -o $@

times: $(TIMES:%=%.$(CUDACC)) | compiler ## Measure: modelled times of the set against those recorded [GPU] [DEVICE=gpu]
	$(Q)BUILD='$(BUILD)' sh common/tests/times/times.sh \
		$(if $(filter gpu,$(DEVICE)),gpu,$(or $(GPU),h200)) $(TIMES:%=%.$(CUDACC))

# What the time model takes loops for, beside what they become.
$(BUILD)/bin/regions: common/tests/loops/regions.c $(EMULATOR)/libemulator.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/emulator -I common $(filter %.c %.a,$^) \
		$(EMULATOR_LIBS) -o $@

loops: $(BUILD)/bin/regions | compiler $(COMPILE_CONF) ## Maintain: loops by nvcc, by clang, and as modelled (needs nvcc, nvdisasm)
	$(Q)BUILD='$(BUILD)' sh common/tests/loops/loops.sh $< $(BUILD)/loops \
		>$(BUILD)/loops.new
	$(Q)mv $(BUILD)/loops.new plots/recorded/loops.md
	$(Q)cat plots/recorded/loops.md

.PHONY: loops test no-test test-course test-programs fuzz verdicts mutants causes bench library random times
