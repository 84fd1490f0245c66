#!/bin/sh
# run.sh - runs one test file so that it speaks TAP to prove.

case $1 in
*.bats) exec bats --tap "$1" ;;
esac

# prove shows comments, as they say why a test failed.  This one says that none
# did.
text=$("$1")
status=$?
printf '%s\n' "$text" | sed '/^# ok - /d'
exit $status
