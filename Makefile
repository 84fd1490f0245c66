# Makefile - the one entry point; `make` alone prints what there is to type.
#
# Idea: everything generated stands under build/, and what a machine has is
# asked once, by common/config.sh, into build/config.mk.
#
#   build/emulator/libcudart.so.*   the emulated device (common/emulator)
#   build/emulator/place_of         the source line of a call, for its messages
#   build/LAB/IMPL.COMPILER         the programs of a lab: LAB/IMPL.cu, kernels.h
#   build/bin/grader                what `make check` runs
#
# Chapters: below, what the user may set, what this machine has, how things are
# built, and the goals to learn, measure, teach and maintain; beside what they
# build, emulator.mk, harness.mk and tests.mk.
# New files are picked up by their place, as the chapters say.  Paths are
# relative, so that the repository may stand in a folder with spaces in its
# name.

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
GPU ?=
FULL ?=
SHARED ?=
PROBLEMS ?=
FILE ?=
V ?=
CASE ?=
AGAIN ?=
DRAFT ?=
QUESTIONS ?=
# Of make handout; what there is is LABS, below.
WANTED_LABS := $(LABS)

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
# Those this make may run on, which taskset or a container may have limited:
# not kept, as the next make may have others.
PROCESSORS := $(or $(shell OMP_NUM_THREADS= nproc 2>/dev/null),1)
# A make that another make runs has its jobs from that one.
ifeq ($(findstring j,$(filter-out --%,$(MAKEFLAGS)))$(filter-out 0,$(MAKELEVEL)),)
MAKEFLAGS += -j$(PROCESSORS)
endif
endif

build/config.mk: export NVCC_WANTED := $(NVCC_WANTED)
build/config.mk: common/config.sh $(wildcard /var/lib/dpkg/status)
	@mkdir -p $(@D)
	@NVCC="$$NVCC_WANTED" sh common/config.sh >$@.$$$$ && mv $@.$$$$ $@

# A lab is a folder with a lab.c.  Its name is one in C too; names of other
# folders are read by nobody, least of all by a shell.
override LABS := $(shell printf '%s\n' */lab.c | sed -n 's|^\([A-Za-z0-9_]*\)/lab\.c$$|\1|p')
# A detective case is a folder of a lab's cases/ (common/README.md).
CASES := $(patsubst %/kernels.h,%,$(wildcard $(LABS:%=%/cases/*/kernels.h)))
# The student edition (make handout) has no reference: what of it is shown was
# recorded.
REFERENCE := $(if $(wildcard .edition),,reference)
# A word for a shell, whatever stands in it.
quoted = '$(subst ','\'',$(1))'
HAS_GPU := $(and $(NVCC),$(wildcard /dev/nvidia0 /dev/nvidiactl))
ifeq ($(origin CUDACC) $(CUDACC),file )
CUDACC := $(if $(or $(filter gpu,$(DEVICE)),\
	$(and $(filter auto,$(DEVICE)),$(HAS_GPU)),\
	$(and $(NVCC),$(if $(CLANG),,1))),nvcc,clang)
endif

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

# Said here, before minutes of nvcc's.  Other devices than NVIDIA's own files
# may be one, of a virtual machine or a board: the grader asks the GPU itself.
gpu-asked:
	@$(if $(wildcard /dev/nvidia* /dev/dxg /dev/nvhost* /dev/nvgpu*),:,\
	    command -v nvidia-smi >/dev/null || { echo 'no GPU here: without' \
	    'one, use DEVICE=emu; make doctor says more' >&2; exit 2; })
asked = $(if $(filter gpu,$(DEVICE)),gpu-asked)

# ---- how things are built --------------------------------------------------

# make V=1 shows the commands; otherwise a word and the file or, to who learns
# at a terminal, one line that counts them and goes away when all are built.
Q := $(if $(V),,@)
LIVE := $(and $(MAKE_TERMOUT),$(filter 0,$(MAKELEVEL)),$(if $(filter dumb,\
	$(or $(TERM),dumb))$(V)$(SILENT)$(filter-out check hint status predict \
	explain plot sweep model profile access report,$(or $(MAKECMDGOALS),help)),,1))
COUNTER = '$(BUILD)'/building.$$PPID
say = $(if $(V)$(SILENT),,@$(if $(LIVE),sh common/building.sh $(COUNTER) \
	'$(TO_BUILD)' '$(2)',printf '  %-6s %s\n' '$(1)' '$(2)'))
all_built = $(if $(LIVE),sh common/building.sh $(COUNTER);)

CC := gcc
WARNINGS := -Wall -Wextra -Wpedantic -Wundef -Werror
SANITIZERS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) \
	-fno-sanitize-recover=all -fno-omit-frame-pointer)
# Lines for a debugger; its variables, too, would take a sixth longer:
# make CFLAGS='-Og -g'
CFLAGS := -O2 -g1
C = $(CC) -std=c17 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS) $(SANITIZERS) \
	-I $(BUILD) -MMD -MP -pthread
LIBS := $(if $(HAVE_CJSON),-lcjson) -lm -ldl -pthread
EMULATOR_LIBS := $(if $(HAVE_LZ4),-llz4) $(if $(HAVE_ZSTD),-lzstd) \
	$(if $(HAVE_CJSON),-lcjson) -lm -ldl -pthread
# Of programs with a box.  Within it there is none of a library that a node of a
# cluster lacks and is brought: it is linked in where that is possible.
BOX_LIBS := $(if $(HAVE_SECCOMP),$(or $(wildcard \
	$(shell $(CC) -print-file-name=libseccomp.a)),-lseccomp))
# Of parallel.c only.  The thread sanitizer does not know its runtime.
OPENMP := $(if $(findstring thread,$(SANITIZE)),,$(if $(HAVE_OPENMP),-fopenmp))

# Behind a command: its output becomes $@ if that differs, so that nothing is
# made anew for it; by as many makes at once as there are.
if_other = >$@.$$$$ || exit; \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

# Written when they differ, so that what asks for one, and nothing else, is
# compiled anew when a library came or went.  -Wundef finds who forgot to
# include it.
FEATURES := $(BUILD)/have.h
$(FEATURES): FORCE
	@mkdir -p $(@D)
	@printf '#define HAVE_%s\n' $(foreach f,CJSON LZ4 ZSTD OPENMP SECCOMP,\
		'$(f) $(or $(HAVE_$(f)),0)') $(if_other)

include common/emulator/emulator.mk
include common/harness/harness.mk

# ---- learn -----------------------------------------------------------------

# A trailing slash comes from completing the name of the folder.
lab := $(patsubst %/,%,$(LAB))
chosen := $(or $(filter $(lab),$(LABS)),$(LABS))
grade = $(all_built) $(grader)
grader = $(GRADER) $(1) \
	$(if $(lab),--lab $(call quoted,$(lab))) $(if $(EX),--ex $(call quoted,$(EX))) \
	--impl $(call quoted,$(IMPL)) --device $(call quoted,$(DEVICE)) --compiler $(call quoted,$(CUDACC)) \
	$(if $(SEED),--seed $(call quoted,$(SEED))) $(if $(GPU),--gpu $(call quoted,$(GPU)))\
	$(if $(FULL),--full) $(if $(PROBLEMS),--problems)
# The programs that graded implementations need; unknown names need none, as
# the grader lists the known ones.
needed = $(GRADER) $(EMULATOR)/libcudart.so $(foreach c,\
	$(filter clang nvcc,$(CUDACC)),$(filter $(foreach l,$(chosen),\
	$(foreach i,$(1),$(BUILD)/$(l)/$(i).$(c))),$(call programs,$(c))))

# Those of cases, each of which is built alone: what was taken up, or was built
# before; where a case or another exercise is named, that one, or none.
of_cases = $(filter $(chosen:%=%/cases/$(or $(EX),%)),$(CASES))
needed_cases = $(foreach c,$(filter clang nvcc,$(CUDACC)),$(foreach k,\
	$(of_cases),$(foreach i,$(1),$(if $(wildcard $(k)/$(i).cu \
	$(BUILD)/$(k)/$(i).$(c)),$(BUILD)/$(k)/$(i).$(c)))))

# What is counted while it is built: more than may be needed, not less.
TO_BUILD := $(if $(LIVE),$(filter-out %/labs.o %/launchers.o %.a,\
	$(EMULATOR_O) $(LIBCUDART) $(HARNESS_O) $(GRADER) $(HARNESS)/grader.o \
	$(LAB_O) $(call RUNNER_O,$(CUDACC)) $(call needed,$(IMPL))) $(LAUNCHERS_O))
TO_BUILD := $(words $(sort $(filter-out $(wildcard $(TO_BUILD)),$(TO_BUILD))))

# ROWS, COLS, INNER: at this size alone.
own_size = $(call given_option,rows,ROWS) $(call given_option,cols,COLS) \
	$(call given_option,inner,INNER)
given_option = $(if $(call given,$(2)),--$(1) $(call quoted,$(call given,$(2))))

check: $(asked) $(call needed,$(IMPL)) $(call needed_cases,$(IMPL)) | compiler ## Learn: grade student.cu [LAB=lab1_global] [EX=matvec] [FULL=1] [ROWS=5 COLS=3]
	$(Q)$(call grade,check) $(own_size)

hint: $(GRADER) ## Learn: one step at a time: LAB=lab1_global EX=matvec
	$(Q)$(all_built) $(GRADER) hint \
		$(if $(lab),--lab $(call quoted,$(lab))) $(if $(EX),--ex $(call quoted,$(EX)))

# A kernel that somebody else wrote, and that is wrong.
case: $(GRADER) $(EMULATOR)/libcudart.so | compiler $(COMPILE_CONF) $(CUDA_HEADERS) ## Learn: a kernel to be mended: CASE=stir, without it the list; [AGAIN=1] as it was found; [SUSPECT="..."]
	$(Q)$(all_built) MAKE='$(MAKE)' BUILD='$(BUILD)' AGAIN=$(call quoted,$(AGAIN)) \
		LAB=$(call quoted,$(lab)) CUDACC='$(CUDACC)' sh common/learn/case.sh $(call quoted,$(CASE))

status: $(GRADER) ## Learn: points of all labs, and what comes next
	$(Q)$(all_built) BUILD='$(BUILD)' sh common/learn/status.sh \
		$(if $(lab),$(call quoted,$(lab)))

# A wrong result is what is to be explained, and no error of make.
explain: $(call needed,$(IMPL)) $(call needed_cases,$(IMPL)) | compiler ## Learn: the run of one warp, step by step: EX=dot [ROWS=5 COLS=3]
	$(Q)$(all_built) BUILD='$(BUILD)' sh common/learn/explain.sh \
		$(call grader,explain) $(own_size)

# What takes long to build is built where it is said.
watch: $(GRADER) $(EMULATOR)/libcudart.so ## Learn: check again whenever student.cu is saved [LAB] [EX]
	$(Q)exec env MAKE='$(MAKE)' BUILD='$(BUILD)' EX=$(call quoted,$(EX)) \
		sh common/learn/watch.sh $(if $(lab),$(call quoted,$(lab)))

# For who says something behind it.
checked: $(call needed,student) $(call needed_cases,student) | compiler
	$(Q)$(call grade,check) || [ $$? = 1 ]

# What is not met yet; missing points and Ctrl-C are no errors of make.
watched: $(call needed,student) $(call needed_cases,student) | compiler
	$(Q)trap 'exit 0' INT; $(call grade,check) --brief || [ $$? = 1 ]

run: $(EMULATOR)/libcudart.so $(BUILD)/compile.conf | compiler ## Learn: a CUDA program of your own: FILE=lab1_global/first.cu
	$(Q)$(all_built) BUILD='$(BUILD)' sh common/learn/run.sh \
		$(call quoted,$(CUDACC)) $(call quoted,$(DEVICE)) $(call quoted,$(FILE))

# Answers stand in report_template, which only the first run writes to.
report: $(GRADER) ## Learn: docx, html and pdf to hand in [LAB=lab1_global] [DRAFT=1] [QUESTIONS=1]
	$(Q)$(all_built) MAKE='$(MAKE)' BUILD='$(BUILD)' IMPL=$(call quoted,$(IMPL)) \
		DRAFT=$(call quoted,$(DRAFT)) QUESTIONS=$(call quoted,$(QUESTIONS)) \
		CUDACC='$(if $(filter nvcc,$(CUDACC)),$(NVCC),$(CLANG))' \
		sh common/learn/report.sh $(if $(lab),$(call quoted,$(lab)))

# Words are taken from the command line only: some shells have a NAME of their
# own.  Nothing in them is make's or a shell's.
given = $(if $(filter command,$(firstword $(origin $(1)))),$(value $(1)))
submit: export STUDENT_NAME := $(call given,NAME)
submit: export STUDENT_NUMBER := $(call given,NUMBER)
case: export SUSPICION := $(call given,SUSPECT)
unexport NAME NUMBER SUSPECT
submit: $(GRADER) ## Learn: one file to hand in, all labs or LAB [NAME="..."] [NUMBER=...]
	$(Q)$(all_built) BUILD='$(BUILD)' sh common/learn/submit.sh \
		$(if $(lab),$(call quoted,$(lab)),$(LABS))

# What is not to be had, such as the profile of what does not compile, the
# report says in its place.
report-data: $(call needed,$(IMPL)) $(call needed_cases,$(IMPL)) | compiler
	@mkdir -p $(BUILD)/report
	$(Q)$(call grade,report) >'$(BUILD)/report/$(lab).points' || [ $$? = 1 ]
	$(Q)$(call grade,profile) --facts >'$(BUILD)/report/$(lab).profile' \
		2>/dev/null || :

# Numbers without a terminal: ANSWERS="16.5 79 2", or a line each on standard
# input.
predict: $(GRADER) ## Learn: say before make profile what it will count: EX=matvec
	$(Q)$(all_built) $(GRADER) predict \
		$(if $(lab),--lab $(call quoted,$(lab))) $(if $(EX),--ex $(call quoted,$(EX))) \
		$(if $(GPU),--gpu $(call quoted,$(GPU))) \
		$(call given_option,answers,ANSWERS)

# ---- measure ---------------------------------------------------------------

# EX alone: the lab that has it, as the others need not have been measured.
plot: sweep ## Measure: time, bandwidth and sectors against the matrix size [GPU=h200]
	$(Q)sh common/learn/plot.sh $(if $(lab),$(call quoted,$(lab)),$(if $(EX),\
		$$(BUILD='$(BUILD)' sh common/learn/lab_of.sh $(call quoted,$(EX))),$(LABS)))

# Threads that spin while they wait for each other spend whole time slices
# where another program wants the core: a loop of 1 us then takes 20 ms.
sweep: export OMP_WAIT_POLICY ?= passive
sweep: $(asked) $(call needed,student $(REFERENCE)) | compiler
	$(Q)$(call grade,sweep) $(if $(REFERENCE),,--impls student,serial,openmp)
	$(if $(REFERENCE),,$(Q)BUILD='$(BUILD)' GPU=$(call quoted,$(GPU)) \
		EX=$(call quoted,$(EX)) sh common/learn/recorded.sh $(LABS))

profile: $(call needed,$(IMPL) $(REFERENCE)) $(call needed_cases,$(IMPL)) | compiler ## Measure: the counters of each kernel
	$(Q)$(call grade,profile)

access: $(call needed,$(IMPL) $(REFERENCE)) $(ACCESS) | compiler ## Measure: pictures of what a warp does to memory [EX=matvec]
	$(Q)$(all_built) BUILD='$(BUILD)' IMPL=$(call quoted,$(IMPL)) EX=$(call quoted,$(EX)) \
		CUDACC=$(call quoted,$(CUDACC)) sh common/learn/access.sh $(if $(lab),$(call quoted,$(lab)),$(LABS))

# ---- maintain --------------------------------------------------------------

doctor: ## Maintain: what is here, and what each missing thing costs
	$(Q)sh common/doctor.sh

# Further chapters, of which the student edition has its own only.
include $(filter-out %/emulator.mk %/harness.mk,$(sort $(wildcard common/*/*.mk)))

clean: ## Maintain: remove build/
	$(Q)rm -rf build

help:
	@awk -f common/help.awk $(filter Makefile %.mk,$(MAKEFILE_LIST))

.PHONY: case check checked hint status watch watched explain run report submit \
	predict report-data plot sweep profile access doctor compiler clean help \
	gpu-asked FORCE
FORCE:

# A source that has moved since: what was made of it is made anew.
common/%.c: ;

-include $(wildcard $(BUILD)/*.d $(BUILD)/*/*.d $(BUILD)/emulator/*/*.d \
	$(BUILD)/harness/*/*.d $(BUILD)/harness/*/*/*.d \
	$(BUILD)/course/*/*.d $(BUILD)/tests/*/*.d \
	$(BUILD)/*/tests/*.d $(BUILD)/*/cases/*/*.d)
