# handout.mk - the student edition; a chapter of the Makefile.

# What graphs and pictures show of the references there, where none is: their
# counters and modelled times, for each GPU that is known, and what a warp of
# them asks of memory.
RECORDED := $(BUILD)/recorded
RECORDS := $(patsubst %,$(RECORDED)/%.done,\
	$(or $(filter $(WANTED_LABS:%/=%),$(LABS)),$(LABS)))
$(RECORDS): $(RECORDED)/%.done: $(BUILD)/%/reference.$(CUDACC) $(GRADER) \
		$(ACCESS) $(EMULATOR)/libcudart.so common/course/record.sh
	$(call say,RECORD,$*/reference.cu)
	$(Q)BUILD='$(BUILD)' CUDACC='$(CUDACC)' sh common/course/record.sh $*
	@touch $@

OUT ?=
handout: $(RECORDS) $(EDITION) | compiler ## Teach: the student edition [OUT=folder] [LABS="lab1_global ..."]
	$(Q)BUILD='$(BUILD)' OUT=$(call quoted,$(OUT)) \
		sh common/course/handout.sh $(call quoted,$(WANTED_LABS))

.PHONY: handout
