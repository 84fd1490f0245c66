# Makefile - the one entry point; `make` alone prints what there is to type.
#
# Idea: everything generated stands under build/, and what a machine has is
# asked once, by common/config.sh, into build/config.mk.
#
#   build/emulator/libcudart.so.*   the emulated device (common/emulator)
#   build/emulator/place_of         the source line of a call, for its messages
#   build/LAB/IMPL.COMPILER         the programs of a lab: LAB/IMPL.cu, lab.c
#   build/bin/grader                what `make check` runs
#
# New files are picked up by their place: common/emulator/*/*.c,
# common/harness/*/*.c (runner.c and runner/ call the CUDA Runtime and go into
# the labs' programs; grader.c and access.c have mains), LAB/lab.c,
# common/tests/unit/test_*.c, common/tests/cli/*.bats.  Paths are relative, so
# that the repository may stand in a folder with spaces in its name.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# make -s says nothing.  Asked before options are added, whose names have an s.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
MAKEFLAGS += --no-builtin-rules --no-print-directory

# ---- what the user may set -------------------------------------------------

LAB ?=
EX ?=
IMPL ?= student
DEVICE ?= auto
CUDACC ?=
NVCC ?=
SANITIZE ?=
TEST ?=
SEED ?=
V ?=
DRAFT ?=

comma := ,
BUILD := build$(if $(SANITIZE),/sanitize-$(subst $(comma),-,$(SANITIZE)))

# ---- what this machine has -------------------------------------------------

# Not for goals that must work where nothing is installed.
ifneq ($(filter-out help clean doctor,$(or $(MAKECMDGOALS),help)),)
NVCC_WANTED := $(NVCC)
-include build/config.mk
# Asked again when packages came or went, another PATH may find other tools,
# or another nvcc is wanted.
ifneq ($(MAKE_RESTARTS)$(CONFIG_FOR),$(PATH) $(NVCC_WANTED))
ifeq ($(MAKE_RESTARTS),)
build/config.mk: FORCE
endif
endif
# A make that another make runs has its jobs from that one.
ifeq ($(findstring j,$(filter-out --%,$(MAKEFLAGS)))$(filter-out 0,$(MAKELEVEL)),)
MAKEFLAGS += -j$(or $(PROCESSORS),1)
endif
endif

build/config.mk: export NVCC_WANTED := $(NVCC_WANTED)
build/config.mk: common/config.sh $(wildcard /var/lib/dpkg/status)
	@mkdir -p $(@D)
	@NVCC="$$NVCC_WANTED" sh common/config.sh >$@.$$$$ && mv $@.$$$$ $@

LABS := $(sort $(patsubst %/lab.c,%,$(wildcard */lab.c)))
GPU := $(and $(NVCC),$(wildcard /dev/nvidia0 /dev/nvidiactl))
ifeq ($(origin CUDACC) $(CUDACC),file )
CUDACC := $(if $(or $(filter gpu,$(DEVICE)),\
	$(and $(filter auto,$(DEVICE)),$(GPU)),\
	$(and $(NVCC),$(if $(CLANG),,1))),nvcc,clang)
endif

# ---- how things are built --------------------------------------------------

# make V=1 shows the commands; otherwise a word and the file.
Q := $(if $(V),,@)
say = $(if $(V)$(SILENT),,@printf '  %-6s %s\n' '$(1)' '$(2)')

CC := gcc
WARNINGS := -Wall -Wextra -Wpedantic -Werror
SANITIZERS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) \
	-fno-sanitize-recover=all -fno-omit-frame-pointer)
FEATURES := $(foreach f,CJSON LZ4 ZSTD,$(if $(HAVE_$(f)),-DHAVE_$(f)))
CFLAGS := -O2 -g
C = $(CC) -std=c17 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS) $(FEATURES) \
	$(SANITIZERS) -MMD -MP -pthread
LIBS := $(if $(HAVE_CJSON),-lcjson) -lm -ldl -pthread
EMULATOR_LIBS := $(if $(HAVE_LZ4),-llz4) $(if $(HAVE_ZSTD),-lzstd) \
	$(if $(HAVE_CJSON),-lcjson) -lm -pthread
# Of parallel.c only.  The thread sanitizer does not know its runtime.
OPENMP := $(if $(findstring thread,$(SANITIZE)),,$(if $(HAVE_OPENMP),-fopenmp))
EMULATOR_INCLUDE := common/emulator/include

# ---- the emulated device ---------------------------------------------------

EMULATOR := $(BUILD)/emulator
PLACE_OF := $(EMULATOR)/place_of
EMULATOR_C := $(filter-out %/place_of.c,$(wildcard common/emulator/*/*.c))
EMULATOR_O := $(EMULATOR_C:common/emulator/%.c=$(EMULATOR)/%.o)
# IEEE arithmetic as PTX has it: no fused multiply-add that was not written.
EXACT := -ffp-contract=off -fno-math-errno
# What runs for every instruction or access of a kernel.
HOT_O := $(filter $(patsubst %,$(EMULATOR)/%.o,$(addprefix machine/,execute \
	lanes warp frame control sync access%) $(addprefix memory/,transactions \
	shadow race%)),$(EMULATOR_O))
NO_HOLES := -Wl,-z,defs
LIBCUDART := $(foreach v,11.0 12 13,$(EMULATOR)/libcudart.so.$(v))

$(EMULATOR)/%.o: common/emulator/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -fPIC -I common/emulator -I $(EMULATOR_INCLUDE) \
		-c $< -o $@

$(EMULATOR_O): C += $(EXACT)
$(HOT_O): C += -O3
# In a switch of hundreds of cases what one case computed is never at hand in
# the next: no time spent on looking for it.
$(EMULATOR)/machine/execute.o: C += -fno-gcse -fno-gcse-after-reload

$(EMULATOR)/libemulator.a: $(EMULATOR_O)
	$(Q)rm -f $@ && ar qc $@ $^

# One set of objects; a soname and a version node for each major version.
$(EMULATOR)/libcudart.so.%: $(EMULATOR_O) common/emulator/runtime/aliases.ld
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)printf 'libcudart.so.%s {\n global: cuda*; __cuda*; local: *;\n};\n' \
		'$*' >$@.map
	$(Q)$(CC) -shared $(or $(SANITIZERS),$(NO_HOLES)) -Wl,-soname,libcudart.so.$* \
		-Wl,--version-script=$@.map $^ $(EMULATOR_LIBS) -o $@

# A program of its own: it reads the debug information of others.
$(PLACE_OF): common/emulator/tell/place_of.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) $< -ldw -o $@

$(EMULATOR)/libcudart.so: $(LIBCUDART) $(if $(HAVE_DW),$(PLACE_OF))
	$(Q)ln -sf libcudart.so.13 $@

emulator: $(EMULATOR)/libcudart.so ## Maintain: the emulated device alone

# Nothing is lost when it fails: the page is replaced when it is whole.
supported: $(EMULATOR)/libcudart.so ## Maintain: the page of what runs and what is refused
	$(Q)sh common/emulator/supported.sh '$(abspath $<)' \
		>$(EMULATOR)/supported.md
	$(Q)cp $(EMULATOR)/supported.md common/emulator/SUPPORTED.md

# ---- the labs --------------------------------------------------------------

# List of labs: remade when a lab folder came or went, by as many makes at once
# as there are.
$(BUILD)/labs.c: FORCE
	@mkdir -p $(@D)
	@{ \
	    echo '/* Generated from the lab folders. */'; \
	    echo '#include "lab/lab.h"'; \
	    for lab in $(LABS); do echo "extern const struct lab $$lab;"; done; \
	    echo 'const struct lab *const all_labs[] = {'; \
	    for lab in $(LABS); do echo "    &$$lab,"; done; \
	    echo '};'; \
	    echo 'const size_t lab_count = $(words $(LABS));'; \
	} >$@.$$$$ || exit; \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(BUILD)/labs.o: $(BUILD)/labs.c
	$(Q)$(C) -I common/harness -c $< -o $@

LAB_O := $(LABS:%=$(BUILD)/%/lab.o)
$(LAB_O): $(BUILD)/%/lab.o: %/lab.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/harness -c $< -o $@

HARNESS := $(BUILD)/harness
HARNESS_C := $(filter-out common/harness/runner/%,\
	$(wildcard common/harness/*/*.c))
HARNESS_O := $(HARNESS_C:common/harness/%.c=$(HARNESS)/%.o)
RUNNER_C := common/harness/runner.c $(wildcard common/harness/runner/*.c)

$(HARNESS)/%.o: common/harness/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/harness -I common/emulator -c $< -o $@

$(HARNESS)/measure/parallel.o: C += $(OPENMP)

$(HARNESS)/libharness.a: $(HARNESS_O)
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
	$(Q)$(CC) $(SANITIZERS) $(OPENMP) $^ $(LIBS) -o $@

# What a warp did, for gnuplot.
ACCESS := $(BUILD)/bin/access
$(ACCESS): $(HARNESS)/access.o $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) -o $@

# Student code that does not compile is a result, not an error of make: what
# the compiler said stays in the .log, there is no program, the grader says so.
# The checksum is of what was compiled, or older; so is the program's time, so
# that what was saved meanwhile is newer than it.
attempt = { cksum >$(1).cksum <$<; } 2>$(1).log; \
	if { $(2); } >>$(1).log 2>&1; then touch -r $(1).cksum $(1); \
	else rm -f $(1) $(1).o $(1).d; fi

# Newer clangs embed PTX without the zero that ends a string: it is added here.
# As with nvcc, cuda_runtime.h need not be asked for.
# Said to be CUDA 11, so that <<<>>> becomes cudaLaunchKernel; strictly C++17,
# since GCC 13's GNU dialect has a __float128 that no GPU has.
CLANG_CUDA := -x cuda -std=c++17 --cuda-gpu-arch=sm_70 -nocudainc \
	-nocudalib --cuda-path=$(EMULATOR_INCLUDE) -Wno-unknown-cuda-version \
	-Xclang -target-sdk-version=11.0 -I $(EMULATOR_INCLUDE) \
	-include cuda_runtime.h
define clang_two_steps
$(or $(CLANG),clang) $(CLANG_CUDA) --cuda-device-only -S -Xclang -target-feature \
	-Xclang +ptx70 -O3 -gline-tables-only $(CLANG_WARNINGS) $< -o $@.ptx && \
printf '\0' >>$@.ptx && \
$(or $(CLANG),clang) $(CLANG_CUDA) --cuda-host-only -c -O2 -g -MD -MP -MT $@ \
	-MF $@.d -Xclang -fcuda-include-gpubinary -Xclang $@.ptx \
	$< -o $@.o && \
$(CC) $(SANITIZERS) $@.o $(filter %.o %.a,$^) -L $(EMULATOR) \
	-Wl,-rpath,'$$ORIGIN/../emulator:$$ORIGIN/../../emulator' -lcudart $(LIBS) \
	-Wl,--as-needed -lstdc++ -o $@
endef

NVCC_ARCH = -gencode arch=compute_75,code=compute_75 \
	$(if $(GPU_ARCH),\
	-gencode arch=compute_$(GPU_ARCH)$(comma)code=sm_$(GPU_ARCH))
define nvcc_two_steps
'$(or $(NVCC),nvcc)' $(NVCC_ARCH) -no-compress -lineinfo -g -O3 -c \
	-MMD -MF $@.d -MT $@ $< -o $@.o && \
'$(or $(NVCC),nvcc)' --cudart=shared $@.o $(filter %.o %.a,$^) \
	$(if $(CUDA_LIBRARIES),-Xlinker -rpath -Xlinker '$(CUDA_LIBRARIES)') \
	-lpthread $(LIBS:-pthread=) \
	-o $@
endef

RUNNER_O = $(RUNNER_C:common/harness/%.c=$(HARNESS)/$(1)/%.o) \
	$(BUILD)/labs.o $(LAB_O) $(HARNESS)/libharness.a

programs = $(foreach l,$(LABS),$(BUILD)/$(l)/student.$(1) \
	$(BUILD)/$(l)/reference.$(1))

$(call programs,clang): private CLANG_WARNINGS := -Wall -Wconditional-uninitialized
$(call programs,clang): $(BUILD)/%.clang: %.cu $(call RUNNER_O,clang) \
		$(EMULATOR)/libcudart.so
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(call attempt,$@,$(clang_two_steps))

$(call programs,nvcc): $(BUILD)/%.nvcc: %.cu $(call RUNNER_O,nvcc) $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)$(call attempt,$@,$(nvcc_two_steps))

# A file that is missing is reported as one that does not compile.
$(foreach l,$(LABS),$(l)/student.cu $(l)/reference.cu): ;

# ---- grading, measuring, teaching ------------------------------------------

# A trailing slash comes from completing the name of the folder.
lab := $(patsubst %/,%,$(LAB))
chosen := $(or $(filter $(lab),$(LABS)),$(LABS))
grade = $(GRADER) $(1) $(if $(lab),--lab '$(lab)') $(if $(EX),--ex '$(EX)') \
	--impl '$(IMPL)' --device '$(DEVICE)' --compiler '$(CUDACC)' \
	$(if $(SEED),--seed '$(SEED)')
# The programs that graded implementations need; unknown names need none, as
# the grader lists the known ones.
needed = $(GRADER) $(EMULATOR)/libcudart.so $(foreach c,\
	$(filter clang nvcc,$(CUDACC)),$(filter $(foreach l,$(chosen),\
	$(foreach i,$(1),$(BUILD)/$(l)/$(i).$(c))),$(call programs,$(c))))

check: $(call needed,$(IMPL)) | compiler ## Learn: grade student.cu [LAB=lab1_global] [EX=matvec]
	$(Q)$(call grade,check)

hint: $(GRADER) ## Learn: one step at a time: LAB=lab1_global EX=matvec
	$(Q)$(GRADER) hint $(if $(lab),--lab '$(lab)') $(if $(EX),--ex '$(EX)')

status: $(GRADER) ## Learn: points of all labs, and what comes next
	$(Q)BUILD='$(BUILD)' sh common/status.sh $(if $(lab),'$(lab)')

# What takes long to build is built where it is said.
watch: $(GRADER) $(EMULATOR)/libcudart.so ## Learn: check again whenever student.cu is saved [LAB] [EX]
	$(Q)exec env MAKE='$(MAKE)' BUILD='$(BUILD)' EX='$(EX)' \
		sh common/watch.sh $(if $(lab),'$(lab)')

# What is not met yet; missing points and Ctrl-C are no errors of make.
watched: $(call needed,student) | compiler
	$(Q)trap 'exit 0' INT; $(call grade,check) --brief || [ $$? = 1 ]

diff: ## Learn: student.cu against reference.cu
	$(Q)sh common/diff.sh $(if $(lab),'$(lab)',$(LABS))

# EX alone: the lab that has it, as the others need not have been measured.
plot: sweep ## Measure: time, bandwidth and sectors against the matrix size
	$(Q)sh common/plot.sh $(if $(lab),'$(lab)',$(if $(EX),\
		$$(BUILD='$(BUILD)' sh common/lab_of.sh '$(EX)'),$(LABS)))

# Threads that spin while they wait for each other spend whole time slices
# where another program wants the core: a loop of 1 us then takes 20 ms.
sweep: export OMP_WAIT_POLICY ?= passive
sweep: $(call needed,student reference) | compiler
	$(Q)$(call grade,sweep)

# On the emulated device whatever is here: there, times are modelled.  Sizes
# that only a GPU sweeps take a while.
model: override DEVICE := emu
model: $(call needed,reference) | compiler ## Measure: modelled times against those recorded on a GPU
	$(Q)$(call grade,model) --limit 200
	$(Q)sh common/model.sh $(if $(lab),'$(lab)',$(LABS))

profile: $(call needed,$(IMPL)) | compiler ## Measure: the counters of each kernel
	$(Q)$(call grade,profile)

access: $(call needed,$(IMPL) reference) $(ACCESS) | compiler ## Measure: pictures of what a warp does to memory [EX=matvec]
	$(Q)BUILD='$(BUILD)' IMPL='$(IMPL)' EX='$(EX)' CUDACC='$(CUDACC)' \
		sh common/access.sh $(if $(lab),'$(lab)',$(LABS))

# Answers stand in report_template, which only the first run writes to.
report: $(GRADER) ## Learn: docx, html and pdf to hand in [LAB=lab1_global] [DRAFT=1]
	$(Q)MAKE='$(MAKE)' BUILD='$(BUILD)' IMPL='$(IMPL)' DRAFT='$(DRAFT)' \
		CUDACC='$(if $(filter nvcc,$(CUDACC)),$(NVCC),$(CLANG))' \
		sh common/report.sh $(if $(lab),'$(lab)')

# What is not to be had, such as the profile of what does not compile, the
# report says in its place.
report-data: $(call needed,$(IMPL)) | compiler
	@mkdir -p $(BUILD)/report
	$(Q)$(call grade,report) >'$(BUILD)/report/$(lab).points' || [ $$? = 1 ]
	$(Q)$(call grade,profile) --markdown >'$(BUILD)/report/$(lab).profile' \
		2>/dev/null || :

bench: $(BUILD)/bin/bench | compiler ## Measure: how fast the emulated device is
	$(Q)LD_LIBRARY_PATH='$(EMULATOR)' BUILD='$(BUILD)' sh common/bench.sh

$(BUILD)/bin/bench: common/tests/bench/bench.c $(BUILD)/labs.o $(LAB_O) \
		$(LABS:%=$(BUILD)/%/reference.$(CUDACC)) \
		$(HARNESS)/libharness.a $(EMULATOR)/libcudart.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -MF $@.d -I common/harness -I $(EMULATOR_INCLUDE) $< \
		$(LABS:%=$(BUILD)/%/reference.$(CUDACC).o) $(filter %.o %.a,$^) \
		-L $(EMULATOR) -lcudart $(LIBS) -Wl,--as-needed -lstdc++ -o $@

# The runner's parts without its main, the references, and NVIDIA's libraries.
LIBRARY_O := $(filter-out %/runner.o,$(call RUNNER_O,nvcc))
$(BUILD)/bin/library: common/tests/library/library.cu $(LIBRARY_O) \
		$(LABS:%=$(BUILD)/%/reference.nvcc) $(NVCC_ID) | compiler
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -arch=native -O3 -MMD -MF $@.d -MT $@ -I common/harness $< \
		$(LABS:%=$(BUILD)/%/reference.nvcc.o) $(LIBRARY_O) \
		-lcublas $(LIBS:-pthread=) -lpthread -o $@

random: $(EMULATOR)/libcudart.so ## Maintain: random kernels against a GPU, bit for bit
	@mkdir -p $(BUILD)/results
	$(Q)BUILD='$(BUILD)' sh common/tests/random/random.sh $(SEED) \
		>$(BUILD)/results/random.md; \
		status=$$?; cat $(BUILD)/results/random.md; exit $$status

library: CUDACC := nvcc
library: $(BUILD)/bin/library ## Measure: the references against cuBLAS and CUB (needs a GPU)
	@mkdir -p $(BUILD)/results
	$(Q)sh common/tests/library/library.sh $(BUILD)/bin/library \
		>$(BUILD)/results/library.md && cat $(BUILD)/results/library.md

stubs: ## Teach: student.cu anew from reference.cu (asks before it overwrites)
	$(Q)sh common/stubs.sh $(if $(lab),'$(lab)',$(LABS))

doctor: ## Maintain: what is here, and what each missing thing costs
	$(Q)sh common/doctor.sh

# Said here, before hundreds of lines of the shell's.
compiler:
	@command -v $(if $(filter nvcc,$(CUDACC)),'$(or $(NVCC),nvcc)', \
	    '$(or $(CLANG),clang)') >/dev/null || { \
	    echo $(if $(filter nvcc,$(CUDACC)), \
	        'no nvcc here: DEVICE=gpu and CUDACC=nvcc need it;' \
	        'without them clang is used.', \
	        'no clang here to compile CUDA C:' \
	        'sh common/setup.sh installs it.') \
	        "make doctor says more" >&2; exit 2; }

# ---- tests -----------------------------------------------------------------

UNIT := $(patsubst common/tests/unit/%.c,$(BUILD)/tests/unit/%,\
	$(wildcard common/tests/unit/test_*.c))
CLI := $(if $(SANITIZE),common/tests/sanitized.bats,\
	$(wildcard common/tests/cli/*.bats))
# TEST=lex or TEST="lex check" runs only those.
TESTS := $(if $(TEST),$(foreach t,$(TEST),$(filter %/test_$(t) %/$(t).bats,\
	$(UNIT) $(CLI))),$(if $(HAVE_CMOCKA),$(UNIT)) $(CLI))

# A lab.c that a test includes is known from its .d, and not compiled twice.
$(UNIT): $(BUILD)/tests/unit/%: common/tests/unit/%.c \
		$(HARNESS)/libharness.a $(EMULATOR)/libemulator.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/emulator -I common/harness -I $(EMULATOR_INCLUDE) \
		$(filter-out common/tests/unit/../%,$(filter %.c,$^)) \
		$(filter %.o,$^) \
		$(HARNESS)/libharness.a $(EMULATOR)/libemulator.a -lcmocka \
		$(EMULATOR_LIBS) $(LIBS) -o $@

# Of all labs.
$(BUILD)/tests/unit/test_parallel: $(BUILD)/labs.o $(LAB_O)
$(BUILD)/tests/unit/test_parallel: C += $(OPENMP)

# Tests made of several files.
$(BUILD)/tests/unit/test_ops: $(wildcard common/tests/unit/ops_*.c)
$(patsubst %,$(BUILD)/tests/unit/test_%,access ops grid module chain): \
	common/tests/unit/ptx_harness.c

# Its allocations fail when it wants them to.
$(BUILD)/tests/unit/test_no_memory: C += $(addprefix -Wl$(comma)--wrap=,\
	malloc calloc realloc aligned_alloc arena_alloc)

# Tests of the command line share build/ and student.cu: one after the other.
test: $(filter $(UNIT),$(TESTS)) $(if $(SANITIZE),$(EMULATOR)/libcudart.so) \
		$(if $(filter common/tests/cli/%,$(TESTS)),\
		$(call needed,student reference) $(ACCESS)) \
	| $(if $(filter %.bats,$(TESTS)),compiler)
test: ## Maintain: all tests, or TEST="lex check"; [DEVICE=gpu]
	$(if $(HAVE_CMOCKA),,@echo 'no cmocka here: no unit tests' \
		'(apt-get install libcmocka-dev)')
	$(Q)env -u MAKEFLAGS -u MAKELEVEL \
		TEST_DEVICE='$(if $(filter gpu,$(DEVICE)),gpu,emu)' \
		SANITIZED='$(if $(SANITIZE),$(BUILD))' \
		prove --jobs $(or $(PROCESSORS),1) \
		--rules 'seq=common/tests/cli/*' --rules 'par=**' \
		--exec 'sh common/tests/run.sh' $(TESTS)

# Programs that the emulated device is held against (programs.bats) and wrong
# ones (diagnostics.bats): each by clang and by nvcc, which takes the former
# all in one, and in the ways that it knows.
TEST_CU := $(wildcard common/tests/programs/*.cu common/tests/diagnostics/*.cu)
TEST_CLANG := $(TEST_CU:common/%.cu=$(BUILD)/%.clang)
$(TEST_CLANG): $(BUILD)/%.clang: common/%.cu | $(EMULATOR)/libcudart.so
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(clang_two_steps)

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
$(TEST_TOOLKIT): $(BUILD)/tests/programs/%.nvcc: \
		common/tests/programs/toolkit/%.cu common/tests/programs/check.h \
		$(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -std=c++17 $(NVCC_FLAGS) -lineinfo --cudart=shared $< \
		-o $@

# What a template leaves out where it is right is no mistake (177).
TEST_WRONG := $(patsubst common/%.cu,$(BUILD)/%.nvcc,\
	$(wildcard common/tests/diagnostics/*.cu))
$(TEST_WRONG): $(BUILD)/%.nvcc: common/%.cu $(NVCC_ID)
	@mkdir -p $(@D)
	$(call say,NVCC,$<)
	$(Q)'$(NVCC)' -arch=compute_75 -lineinfo -g --cudart=shared \
		-Xcudafe --diag_suppress=177 -MMD -MF $@.d -MT $@ $< -o $@

test-programs: $(if $(CLANG),$(TEST_CLANG)) \
		$(if $(NVCC_VERSION),$(TEST_NVCC) $(TEST_WRONG) \
			$(if $(HAVE_CUB),$(TEST_TOOLKIT))) \
		$(EMULATOR)/libcudart.so

# libFuzzer on what reads PTX and fat binaries, and runs it: make fuzz
# SECONDS=600
SECONDS ?= 60
FUZZ := $(patsubst common/tests/fuzz/fuzz_%.c,%,\
	$(wildcard common/tests/fuzz/fuzz_*.c))
FRONT_C := common/emulator/base/arena.c $(wildcard common/emulator/ptx/*.c)
FUZZ_O = $(patsubst common/%.c,$(BUILD)/fuzz/o/%.o,$(1))
FUZZ_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(BUILD)/fuzz/o/%.o: common/%.c
	@mkdir -p $(@D)
	$(call say,CLANG,$<)
	$(Q)$(or $(CLANG),clang) -std=c17 -D_GNU_SOURCE -g -O1 $(FEATURES) \
		$(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP \
		-I common/emulator -I $(EMULATOR_INCLUDE) -c $< -o $@
$(FUZZ:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: \
		$(BUILD)/fuzz/o/tests/fuzz/fuzz_%.o $(call FUZZ_O,$(FRONT_C))
	$(call say,LINK,$@)
	$(Q)$(or $(CLANG),clang) $(FUZZ_FLAGS) -fsanitize=fuzzer $^ \
		$(EMULATOR_LIBS) -o $@
$(BUILD)/fuzz/parse $(BUILD)/fuzz/module: $(BUILD)/fuzz/o/tests/fuzz/text.o
# What runs kernels needs all of the emulated device.
$(BUILD)/fuzz/module: $(call FUZZ_O,$(filter-out $(FRONT_C),$(EMULATOR_C)))
-include $(wildcard $(BUILD)/fuzz/o/*/*.d $(BUILD)/fuzz/o/*/*/*.d \
	$(BUILD)/fuzz/o/*/*/*/*.d)

fuzz: $(FUZZ:%=$(BUILD)/fuzz/%) ## Maintain: fuzz what reads and runs PTX
	$(Q)for target in $(FUZZ); do \
	    mkdir -p $(BUILD)/fuzz/new/$$target && \
	    $(BUILD)/fuzz/$$target -max_total_time=$(SECONDS) -timeout=20 \
	        -artifact_prefix=$(BUILD)/fuzz/ -dict=common/tests/fuzz/ptx.dict \
	        $(BUILD)/fuzz/new/$$target common/tests/fuzz/corpus/$$target \
	        || exit; \
	done

# Faults made by machine, one at a time, in every reference: each must cost
# points.  LIMIT=5 tries so many only.  The page is replaced when all were
# tried.
LIMIT ?=
MUTANTS := $(BUILD)/mutants
mutants_at = $(patsubst %.cu,%.$(CUDACC),\
	$(wildcard $(MUTANTS)/*/$(1)/*/student.cu))
SPOILED := $(call mutants_at,[0-9]*)
UNSPOILED := $(call mutants_at,[a-z]*)
# Graded on the emulated device, which runs no machine code.
$(SPOILED) $(UNSPOILED): GPU_ARCH :=
$(SPOILED) $(UNSPOILED): %.$(CUDACC): %.cu $(call RUNNER_O,$(CUDACC)) \
		$(EMULATOR)/libcudart.so
	$(Q)$(call attempt,$@,$($(CUDACC)_two_steps))
	$(Q)sh common/mutants.sh judge '$(patsubst %/,%,$(dir $(@D)))' '$(CUDACC)'
$(SPOILED): | $(UNSPOILED)
verdicts: $(SPOILED)

mutants: $(call needed,reference) | compiler ## Maintain: does every fault cost points? [LAB] [EX] [LIMIT=5]
	$(Q)sh common/mutants.sh write '$(MUTANTS)' '$(EX)' '$(LIMIT)' $(chosen)
	$(Q)$(MAKE) verdicts
	$(Q)sh common/mutants.sh report '$(MUTANTS)' \
		common/tests/mutants.equivalent '$($(if $(filter nvcc,\
		$(CUDACC)),NVCC,CLANG))' $(if $(or $(EX),$(LIMIT),$(filter-out \
		$(chosen),$(LABS))),,common/tests/mutants.md)

lint: ## Maintain: layout, C, shell, forbidden things
	$(Q)sh common/lint.sh

format: ## Maintain: lay out C and CUDA C as .clang-format says
	$(Q)git ls-files -z -- '*.c' '*.cu' | xargs -0 clang-format -i

# ---- help, cleaning --------------------------------------------------------

clean: ## Maintain: remove build/
	$(Q)rm -rf build

help:
	@awk -f common/help.awk Makefile

.PHONY: help clean emulator check random hint status watch watched diff plot sweep \
	access profile report report-data bench library stubs doctor compiler \
	test test-programs fuzz \
	verdicts mutants lint \
	format FORCE
FORCE:

-include $(wildcard $(BUILD)/*/*.d $(BUILD)/emulator/*/*.d $(BUILD)/harness/*/*.d \
	$(BUILD)/harness/*/*/*.d $(BUILD)/*.d \
	$(BUILD)/tests/*/*.d)
