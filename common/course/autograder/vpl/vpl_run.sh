#!/bin/sh
# vpl_run.sh - makes vpl_execution, which shows what an evaluation would say.

rm -rf .cuda-labs
mkdir .cuda-labs .cuda-labs/submission
for entry in ./*; do
    case ${entry#./} in
    vpl_* | common_script.sh | default_evaluate_textingui.sh) ;;
    grade.sh | prepare.sh | settings.sh | workbook.tar)
        cp "$entry" .cuda-labs/
        ;;
    *) cp -RP "$entry" .cuda-labs/submission/ ;;
    esac
done
cat >vpl_execution <<'EOF'
#!/bin/sh
sh .cuda-labs/grade.sh vpl .cuda-labs/submission - 2>&1 |
    sed -e '/^<|--$/d' -e '/^--|>$/d' -e '/^# /d' -e 's/^>/    /' -e 's/^-//' \
        -e 's/^Grade :=>>/Grade: /'
EOF
chmod +x vpl_execution
