# emulator.mk - the emulated device; a chapter of the Makefile.
#
# Picked up: common/emulator/*/*.c; place_of.c and supported/ are programs
# of their own.

EMULATOR := $(BUILD)/emulator
EMULATOR_INCLUDE := common/emulator/include
PLACE_OF := $(EMULATOR)/place_of
EMULATOR_C := $(filter-out %/place_of.c %/remote.c \
	common/emulator/supported/% common/emulator/blas/%,$(wildcard common/emulator/*/*.c))
EMULATOR_O := $(EMULATOR_C:common/emulator/%.c=$(EMULATOR)/%.o)
# IEEE arithmetic as PTX has it: no fused multiply-add that was not written.
EXACT := -ffp-contract=off -fno-math-errno
# What runs for every instruction or access of a kernel.
HOT_O := $(filter $(patsubst %,$(EMULATOR)/%.o,$(addprefix machine/,execute \
	lanes matrix warp frame control sync access%) $(addprefix memory/,transactions \
	shadow race%) timing/tape),$(EMULATOR_O))
NO_HOLES := -Wl,-z,defs
LIBCUDART := $(foreach v,11.0 12 13,$(EMULATOR)/libcudart.so.$(v))
# The host's side alone: the device is in another process.
CLIENT := $(EMULATOR)/client
CLIENT_O := $(filter $(EMULATOR)/runtime/% $(EMULATOR)/base/%,$(EMULATOR_O)) \
	$(addprefix $(EMULATOR)/,tell/caller.o device/remote.o \
	device/shared_pages.o)
LIBCLIENT := $(foreach v,11.0 12 13,$(CLIENT)/libcudart.so.$(v))

$(EMULATOR)/%.o: common/emulator/%.c | $(FEATURES)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) -fPIC -I common/emulator -I $(EMULATOR_INCLUDE) \
		-c $< -o $@

$(EMULATOR_O) $(EMULATOR)/device/remote.o: C += $(EXACT)
$(HOT_O): C += -O3
# In a switch of hundreds of cases what one case computed is never at hand in
# the next: no time spent on looking for it.
$(EMULATOR)/machine/execute.o: C += -fno-gcse -fno-gcse-after-reload

# Remade when a profile came or went.
GPUS := $(patsubst common/gpus/%.def,%,$(sort $(wildcard common/gpus/*.def)))
$(BUILD)/gpus.c: FORCE
	@mkdir -p $(@D)
	@{ \
	    echo '/* Generated from common/gpus. */'; \
	    echo '#include "base/gpu.h"'; \
	    echo 'const struct gpu all_gpus[] = {'; \
	    for gpu in $(GPUS); do printf '{.id = "%s",\n' $$gpu; \
	        echo "#include \"gpus/$$gpu.def\""; echo '},'; done; \
	    echo '};'; \
	    echo 'const size_t gpu_count = $(words $(GPUS));'; \
	} $(if_other)

$(BUILD)/gpus.o: $(BUILD)/gpus.c
	$(Q)$(C) -fPIC -I common -I common/emulator -c $< -o $@

$(EMULATOR)/libemulator.a: $(EMULATOR_O) $(BUILD)/gpus.o
	$(Q)rm -f $@ && ar qc $@ $^

# For ptxrun --gpu.
$(EMULATOR)/gpus: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(GPUS) $(if_other)

# One set of objects; a soname and a version node for each major version:
# $(call versioned,LIBRARY,WHAT IT EXPORTS,WHAT IT IS LINKED WITH)
define versioned
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)printf '$(1).so.%s {\n global: $(2); local: *;\n};\n' '$*' >$@.map
	$(Q)$(CC) -shared $(or $(SANITIZERS),$(NO_HOLES)) \
		-Wl,-soname,$(1).so.$* -Wl,--version-script=$@.map $^ $(3) -o $@
endef

$(EMULATOR)/libcudart.so.%: $(EMULATOR_O) $(BUILD)/gpus.o \
		common/emulator/runtime/aliases.ld
	$(call versioned,libcudart,cuda*; __cuda*,$(EMULATOR_LIBS))

$(LIBCLIENT): $(CLIENT)/libcudart.so.%: $(CLIENT_O) $(BUILD)/gpus.o \
		common/emulator/runtime/aliases.ld
	$(call versioned,libcudart,cuda*; __cuda*,-lm -ldl -pthread)

# cuBLAS: a library on top of these, whose kernels are compiled as a program's.
BLAS_C := $(wildcard common/emulator/blas/*.c)
BLAS_O := $(BLAS_C:common/emulator/%.c=$(EMULATOR)/%.o)
LIBCUBLAS := $(foreach v,11 12 13,$(EMULATOR)/libcublas.so.$(v))
$(EMULATOR)/blas/kernels.o: common/emulator/blas/kernels.cu \
		$(wildcard common/emulator/blas/*h) $(BUILD)/compile.conf
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)sh common/harness/compile.sh $(CUDACC) --object $< $@

$(EMULATOR)/libcublas.so: $(LIBCUBLAS)
	$(Q)ln -sf libcublas.so.13 $@

$(LIBCUBLAS): $(EMULATOR)/libcublas.so.%: $(BLAS_O) \
		$(EMULATOR)/blas/kernels.o | $(LIBCUDART)
	$(call versioned,libcublas,cublas*,$(EMULATOR)/libcudart.so.$(if \
		$(filter 11,$*),11.0,$*) -Wl$(comma)--as-needed -lstdc++)

blas: $(EMULATOR)/libcublas.so ## Maintain: the emulated cuBLAS

# A program of its own: it reads the debug information of others.
$(PLACE_OF): common/emulator/tell/place_of.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(C) $< -ldw -o $@

$(EMULATOR)/libcudart.so: $(LIBCUDART) $(LIBCLIENT) $(EMULATOR)/gpus \
		$(if $(HAVE_DW),$(PLACE_OF))
	$(Q)ln -sf libcudart.so.13 $@

emulator: $(EMULATOR)/libcudart.so ## Maintain: the emulated device alone

# What is found from anywhere: ptxrun and ptxcc look for it beside themselves,
# so that the folder may be moved.  DESTDIR as packagers know it.
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
install: emulator $(if $(CLANG)$(NVCC),blas) ## Maintain: ptxrun and ptxcc for all programs: PREFIX=$HOME/.local
	$(Q)sh common/emulator/install.sh '$(EMULATOR)' $(call quoted,$(INSTALLED))

# Asks the tables, and the library for what it exports.
SUPPORTED_C := $(wildcard common/emulator/supported/*.c)
SUPPORTED_O := $(SUPPORTED_C:common/emulator/%.c=$(EMULATOR)/%.o)
$(BUILD)/bin/supported: $(SUPPORTED_O) $(EMULATOR)/libemulator.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(SANITIZERS) $^ $(EMULATOR_LIBS) -o $@

$(EMULATOR)/SUPPORTED.md: $(BUILD)/bin/supported $(EMULATOR)/libcudart.so \
		$(addprefix common/emulator/,supported/page.md \
		supported/isa.txt runtime/aliases.ld)
	$(Q)nm -D --defined-only $(EMULATOR)/libcudart.so | $< $(wordlist 3,5,$^) >$@

# Nothing is lost when it fails: the page is replaced when it is whole.
supported: $(EMULATOR)/SUPPORTED.md ## Maintain: the page of what runs and what is refused
	$(Q)cp $< common/emulator/SUPPORTED.md

.PHONY: blas emulator install supported
