#!/bin/sh
# run.sh - runs one test file so that it speaks TAP to prove.

case $1 in
*.bats) exec bats --tap "$1" ;;
*) exec "$1" ;;
esac
