# emulator.mk - the emulated device; a chapter of the Makefile.
#
# Picked up: common/emulator/*/*.c; place_of.c is a program of its own.

EMULATOR := $(BUILD)/emulator
EMULATOR_INCLUDE := common/emulator/include
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

$(EMULATOR)/%.o: common/emulator/%.c | $(FEATURES)
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

.PHONY: emulator supported
