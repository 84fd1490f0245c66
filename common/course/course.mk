# course.mk - what grades a class; a chapter of the Makefile.
#
# Picked up: common/course/*/*.c; course.c has the main of all subcommands.

COURSE_C := common/course/course.c $(wildcard common/course/*/*.c)
COURSE_O := $(COURSE_C:common/%.c=$(BUILD)/%.o)
COURSE := $(BUILD)/bin/course
COURSE_LIBS := -larchive -lyaml -lnettle

$(BUILD)/course/%.o: common/course/%.c | $(FEATURES)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -I common/course -I common/harness -I common/emulator -c $< -o $@

$(BUILD)/course/libcourse.a: $(filter-out $(BUILD)/course/course.o,\
		$(COURSE_O))
	$(Q)rm -f $@ && ar rc $@ $^

$(COURSE): $(BUILD)/course/course.o $(BUILD)/course/libcourse.a \
		$(BUILD)/labs.o $(LAB_O) $(HARNESS)/libharness.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(LIBS) $(BOX_LIBS) $(COURSE_LIBS) -o $@
$(COURSE): | $(BUILD)/bin/unpack $(BUILD)/bin/box

# Opens archives of strangers, in a box: as little of ours as can be.
$(BUILD)/bin/unpack: $(BUILD)/course/unpack.o $(BUILD)/course/intake/path.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ -larchive -o $@

# What decides points, by name and hash: of a change each result says so.
EDITION := $(BUILD)/edition.txt
$(EDITION): $(COMPILE_CONF) FORCE
	@BUILD='$(BUILD)' sh common/course/grade/edition.sh $(LABS) $(if_other)

# All that grading takes, without make and without the references.
course: $(COURSE) $(GRADER) $(EMULATOR)/libcudart.so $(EDITION) \
	$(COMPILE_CONF) $(CUDA_HEADERS) $(call RUNNER_O,clang) $(LAUNCHERS_O)

# ---- a class ----

CLASS ?=
CLASS_OUT ?=
JOBS ?=
ENGINE ?=
DEADLINE ?=
PAST ?=
FORMAT ?=
SANDBOX ?=
OVERRIDES ?=
export SLURM_OPTIONS SLURM_CHUNK SLURM_AT_ONCE

# --NAME VALUE, if the variable has one.
option = $(if $($(2)),--$(1) $(call quoted,$($(2))))

# Which class, and how it is graded.
of_class = --out $(call quoted,$(or $(CLASS_OUT),$(BUILD)/class)) \
	$(call option,class,CLASS) $(call option,lab,lab) \
	$(call option,jobs,JOBS) $(call option,seed,SEED) \
	$(call option,sandbox,SANDBOX) $(call option,deadline,DEADLINE) \
	$(call option,overrides,OVERRIDES)

# Said here, before the C compiler's complaints.
course-tools:
	@[ '$(HAVE_COURSE)' ] || { echo 'to grade a class, libarchive, libyaml,' \
	    'nettle and cJSON are needed: sh common/setup.sh grade' \
	    'installs them' >&2; exit 2; }

ifneq ($(filter grade course leaderboard,$(MAKECMDGOALS)),)
$(if $(HAVE_COURSE),,$(COURSE_O) $(COURSE)): | course-tools
endif

grade: course | course-tools ## Teach: a class: CLASS=folder [LAB] [JOBS] [SEED] [DEADLINE] [OVERRIDES] [PAST] [FORMAT] [ENGINE=slurm]
	$(Q)umask 077; BUILD='$(BUILD)' $(COURSE) grade $(of_class) \
		$(call option,engine,ENGINE) $(call option,past,PAST) \
		$(call option,format,FORMAT)

# With nvcc there, what it makes is measured.
leaderboard: course replay $(if $(NVCC),$(call RUNNER_O,nvcc)) | course-tools ## Teach: who is the fastest: CLASS=folder [EX] [DEVICE=gpu|emu|pack|recorded] [LAB] [CLASS_OUT]
	$(Q)umask 077; BUILD='$(BUILD)' $(COURSE) leaderboard $(of_class) \
		$(call option,ex,EX) $(call option,device,DEVICE)

.PHONY: course course-tools grade leaderboard

FOR ?=
autograder: ## Teach: what a platform takes: FOR=gradescope|classroom50|autolab|vpl [LAB] [SEED]
	$(Q)BUILD='$(BUILD)' FOR=$(call quoted,$(FOR)) LAB=$(call quoted,$(lab)) \
		SEED=$(call quoted,$(SEED)) SANDBOX=$(call quoted,$(SANDBOX)) \
		sh common/course/autograder/pack.sh

.PHONY: autograder
