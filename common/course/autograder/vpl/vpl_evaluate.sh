#!/bin/bash
# vpl_evaluate.sh - makes vpl_execution, whose output VPL reads as grade and
# comment.
#
# What it needs is kept in a folder of its own, as VPL removes the activity's
# files before it runs vpl_execution.

# shellcheck source=/dev/null # VPL puts it here
. common_script.sh
sh vpl_run.sh
number='^[0-9]+([.][0-9]+)?$'
{
    echo '#!/bin/sh'
    for name in VPL_GRADEMIN VPL_GRADEMAX; do
        [[ ${!name:-} =~ $number ]] && echo "export $name=${!name}"
    done
    echo 'sh .cuda-labs/grade.sh vpl .cuda-labs/submission - 2>&1'
    echo 'exit 0'
} >vpl_execution
chmod +x vpl_execution
