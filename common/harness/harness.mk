# harness.mk - the grader, and the programs of the labs; a chapter of the
# Makefile.
#
# Picked up: LAB/lab.c, LAB/kernels.h, common/harness/*/*.c.  grader.c and
# access.c have mains; runner.c and runner/ call the CUDA Runtime and go into
# the labs' programs; judge.c and judge/ have the emulated device.

# Lists of labs: remade when a lab folder came or went.
define list_of_labs
	@mkdir -p $(@D)
	@{ \
	    echo '/* Generated from the lab folders. */'; \
	    echo '#include "$(strip $(1))"'; \
	    for lab in $(6); do echo "extern $(strip $(2));"; done; \
	    echo '$(strip $(3))[] = {'; \
	    for lab in $(6); do echo "    $(strip $(4)),"; done; \
	    echo '};'; \
	    echo 'const size_t $(strip $(5)) = $(words $(6));'; \
	} $(if_other)
endef

$(BUILD)/labs.c: FORCE
	$(call list_of_labs, lab/lab.h, const struct lab $$lab,\
	const struct lab *const all_labs, &$$lab, lab_count,$(LABS))

# A case is a folder of a lab with a program of its own.  Its name in C:
# lab1_global_cases_NAME.
name_of = $(subst /,_,$(1))

# Of labs that a program does not have, nothing.
$(BUILD)/launchers.c: FORCE
	$(call list_of_labs, runner/launchers.h, const struct launcher \
	$${lab}_launchers[] __attribute__((weak)),\
	const struct launcher *const all_launchers, $${lab}_launchers,\
	launcher_tables,$(LABS) $(call name_of,$(CASES)))

$(BUILD)/labs.o $(BUILD)/launchers.o: %.o: %.c
	$(Q)$(C) -I common/harness -c $< -o $@

LAB_O := $(LABS:%=$(BUILD)/%/lab.o)
$(LAB_O): $(BUILD)/%/lab.o: %/lab.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/harness -c $< -o $@

# What lab.c says stays out of a student's program; this does not.
LAUNCHERS_O := $(patsubst %,$(BUILD)/%/launchers.o,$(LABS) $(CASES))
$(LAUNCHERS_O): $(BUILD)/%/launchers.o: common/harness/runner/launchers.c \
		%/kernels.h
	@mkdir -p $(@D)
	$(call say,CC,$*/kernels.h)
	$(Q)$(C) -D LAUNCHERS=$(call name_of,$*)_launchers -I common/harness -I $* -c $< -o $@

HARNESS := $(BUILD)/harness
HARNESS_C := $(filter-out $(addprefix common/harness/,runner/% judge/% \
	replay/%),$(wildcard common/harness/*/*.c))
HARNESS_O := $(HARNESS_C:common/harness/%.c=$(HARNESS)/%.o)
RUNNER_C := common/harness/runner.c $(filter-out %/launchers.c,\
	$(wildcard common/harness/runner/*.c))

$(HARNESS)/%.o: common/harness/%.c | $(FEATURES)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/harness -I common/emulator -c $< -o $@

$(HARNESS)/measure/parallel.o $(HARNESS)/box/filter.o: $(FEATURES)
$(HARNESS)/measure/parallel.o: C += $(OPENMP)

$(HARNESS)/libharness.a: $(HARNESS_O) $(EMULATOR)/base/gpu.o $(BUILD)/gpus.o
	$(Q)rm -f $@ && ar rc $@ $^

# Which nvcc it was: what one built is no test of another.
NVCC_ID := $(BUILD)/nvcc.id
$(NVCC_ID): FORCE
	@mkdir -p $(@D)
	@echo '$(NVCC) $(NVCC_VERSION)' | cmp -s - $@ || { \
	    rm -f $(TEST_ALL).nvcc-* $(BUILD)/tests/*/*.nvcc; \
	    echo '$(NVCC) $(NVCC_VERSION)' >$@; }

# The runner, against our headers and against NVIDIA's.
$(HARNESS)/clang/%.o: common/harness/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -MD -I common/harness -I common/emulator -I $(EMULATOR_INCLUDE) \
		-c $< -o $@

$(HARNESS)/nvcc/%.o: common/harness/%.c $(NVCC_ID) | compiler
	@mkdir -p $(@D)
	$(call say,CC,$< (CUDA Toolkit))
	$(Q)$(C) -I common/harness -I common/emulator \
		$(if $(CUDA_INCLUDE),-isystem '$(CUDA_INCLUDE)') -c $< -o $@

GRADER := $(BUILD)/bin/grader
$(GRADER): $(HARNESS)/grader.o $(BUILD)/labs.o $(LAB_O) \
		$(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $(OPENMP) $^ $(LIBS) $(BOX_LIBS) -o $@

# Runs the compilers below, and keeps what a student wrote apart from all else.
BOX_PROGRAM := $(BUILD)/bin/box
$(BOX_PROGRAM): $(HARNESS)/box.o $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) $(BOX_LIBS) -o $@

# The emulated device, and a student's program against it.
JUDGE := $(BUILD)/bin/judge
JUDGE_C := common/harness/judge.c $(wildcard common/harness/judge/*.c)
JUDGE_O := $(JUDGE_C:common/harness/%.c=$(HARNESS)/%.o)
$(JUDGE_O): C += -I $(EMULATOR_INCLUDE)
$(JUDGE): $(JUDGE_O) $(HARNESS)/libharness.a $(EMULATOR)/libemulator.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(EMULATOR_LIBS) $(BOX_LIBS) -o $@
$(GRADER): | $(JUDGE) $(BUILD)/bin/box

# Launches made again on a GPU, for the leaderboard; our kernels beside them.
REPLAY := $(BUILD)/bin/replay
REPLAY_C := common/harness/replay.c $(wildcard common/harness/replay/*.c)
REPLAY_O := $(REPLAY_C:common/harness/%.c=$(HARNESS)/%.o)
$(REPLAY): $(REPLAY_O) $(BUILD)/labs.o $(LAB_O) $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) $(BOX_LIBS) -ldl -o $@
$(REPLAY): | $(HARNESS)/replay/kernels.ptx

replay: $(REPLAY)
.PHONY: replay

# Runs what measures a GPU again, where it was not steady.
STEADY := $(BUILD)/bin/steady
$(STEADY): $(HARNESS)/steady.o $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) -o $@

# What a warp did, for gnuplot.
ACCESS := $(BUILD)/bin/access
$(ACCESS): $(HARNESS)/access.o $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) -o $@

# Student code that does not compile is a result, not an error of make: what
# the compiler said stays in the .log, there is no program, the grader says so.
# How it is compiled, and in which box: compile.sh; and with what, here.
RUNNER_CLANG = $(call RUNNER_O,clang)
RUNNER_NVCC = $(call RUNNER_O,nvcc)
# Calls of a launcher that runner/stream.c passes on.
RUNNER_WRAPPED := cudaLaunchKernel __cudaLaunchKernel \
	cudaLaunchCooperativeKernel cudaLaunchKernelExC cudaMemset \
	cudaMemsetAsync cudaMemcpyAsync cudaDeviceSynchronize \
	cudaStreamSynchronize
RUNNER_WRAPS := $(addprefix -Xlinker --wrap=,$(RUNNER_WRAPPED))
COMPILE_CONF := $(BUILD)/compile.conf
$(COMPILE_CONF): CLANG := $(or $(CLANG),clang)
$(COMPILE_CONF): NVCC := $(or $(NVCC),nvcc)
# A student's program needs the C library's alone.
$(COMPILE_CONF): LIBS := $(filter-out -lcjson,$(LIBS))
$(COMPILE_CONF): FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(foreach s,CC CLANG CLANG_LOOPS CLANG_TOGETHER NVCC GPU_ARCH \
		CUDA_LIBRARIES \
		SANITIZERS LIBS EMULATOR EMULATOR_INCLUDE BOX_PROGRAM \
		RUNNER_CLANG RUNNER_NVCC RUNNER_WRAPS,\
		$(call quoted,$(s)=$(call quoted,$($(s))))) $(if_other)

COMPILE_SECONDS := 60
compile = BUILD='$(BUILD)' V='$(V)' COMPILE_SECONDS='$(COMPILE_SECONDS)' \
	sh common/harness/compile.sh

$(HARNESS)/replay/kernels.ptx: common/harness/replay/kernels.cu \
		common/harness/replay/kernels.h | $(COMPILE_CONF)
	@mkdir -p $(@D)
	$(call say,PTX,$<)
	$(Q)$(compile) $(if $(CLANG),clang,nvcc) --ptx $< $@

# What clang reads before each source, read once: of no other clang.
CUDA_HEADERS := $(EMULATOR)/headers/clang_host
$(CUDA_HEADERS): common/harness/compile.sh common/emulator/clang.sh \
		$(wildcard $(EMULATOR_INCLUDE)/*.h) \
		$(if $(CLANG),$(wildcard $(shell command -v '$(CLANG)'))) \
		| $(COMPILE_CONF)
	@mkdir -p $(@D)
	$(call say,CLANG,$(EMULATOR_INCLUDE)/*.h)
	$(Q)$(compile) --headers $(@D)
-include $(CUDA_HEADERS).d

RUNNER_O = $(RUNNER_C:common/harness/%.c=$(HARNESS)/$(1)/%.o) \
	$(HARNESS)/run/statistics.o $(BUILD)/launchers.o

programs = $(foreach l,$(LABS) $(CASES),$(BUILD)/$(l)/student.$(1) \
	$(BUILD)/$(l)/reference.$(1))

# of LAB,PROGRAMS: they have the launchers of this lab.
launches = $(eval $(2): $(BUILD)/$(1)/launchers.o)
$(foreach l,$(LABS) $(CASES),$(foreach c,clang nvcc,$(call launches,$(l),\
	$(BUILD)/$(l)/student.$(c) $(BUILD)/$(l)/reference.$(c))))

$(call programs,clang) $(call programs,nvcc): $(BOX_PROGRAM)
$(call programs,clang) $(call programs,nvcc): | $(COMPILE_CONF)
$(call programs,clang): | $(CUDA_HEADERS)
$(call programs,clang): $(BUILD)/%.clang: %.cu $(call RUNNER_O,clang) \
		$(EMULATOR)/libcudart.so
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(compile) --lab --boxed clang $< $@

$(call programs,nvcc): $(BUILD)/%.nvcc: %.cu $(call RUNNER_O,nvcc) $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)$(compile) --lab --boxed nvcc $< $@

# Its time says nothing where it is no file, such as a link: it is looked at
# by each make, and refused.
ODD := $(shell find $(patsubst %,%/student.cu,$(LABS) $(CASES)) -maxdepth 0 ! -type f 2>/dev/null)
$(foreach c,clang nvcc,$(ODD:%.cu=$(BUILD)/%.$(c))): FORCE

# Nor where it is another one than the program was made of, handed in with a
# time of long ago.
OTHERS := $(shell for sum in $(foreach l,$(filter-out $(ODD:/student.cu=),\
	$(LABS) $(CASES)),$(wildcard $(BUILD)/$(l)/student.*.cksum)); do \
	read -r was <$$sum; lab=$${sum%/*}; \
	[ "$$was" = "$$(cksum <$${lab#$(BUILD)/}/student.cu)" ] || \
	echo $${sum%.cksum}; done 2>/dev/null)
$(OTHERS): FORCE

# A file that is missing is reported as one that does not compile.
$(foreach l,$(LABS) $(CASES),$(l)/student.cu $(l)/reference.cu): ;
