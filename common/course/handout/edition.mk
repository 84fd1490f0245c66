# edition.mk - goals that the student edition does not have; a chapter of the
# Makefile, written by `make handout`.

# Those of the whole workbook that are in none of the chapters here.
NOT_HERE := @GOALS@

$(NOT_HERE):
	@echo 'make $@ needs solutions, or tests of the workbook itself:' \
		'your instructor has it' >&2; exit 2

# No program can be made of it, so nothing is built for it either.
ifeq ($(IMPL),reference)
ifneq ($(filter-out help clean doctor $(NOT_HERE),$(or $(MAKECMDGOALS),help)),)
$(error IMPL=reference is the solution: your instructor has it)
endif
endif

.PHONY: $(NOT_HERE)
