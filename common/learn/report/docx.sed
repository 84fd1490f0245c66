# docx.sed - pandoc's own reference.docx, styles.xml and document.xml, for a
# report on A4: rules, small letters and narrow margins in tables, code of 80
# columns in a line, and a bar beside each question, which stays on the page of
# its answer.

s|<w:sectPr */>|<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1021" w:bottom="1134" w:left="1021" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>|

/<w:docDefaults>/,/<\/w:docDefaults>/ {
    s/w:val="24"/w:val="22"/
}

/styleId="VerbatimChar"/,/<\/w:style>/ {
    s/<w:sz w:val="22"/<w:sz w:val="18"/
}

/styleId="BlockText"/,/<\/w:style>/ {
    s|<w:pPr>|<w:pPr><w:keepNext/><w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="0072B2"/></w:pBdr>|
    s|w:left="480" w:right="480"|w:left="240" w:right="0"|
}

/styleId="Table"/,/<w:tblCellMar>/ {
    s|<w:tblPr>|<w:rPr><w:sz w:val="17"/><w:szCs w:val="17"/></w:rPr><w:tblPr>|
    s|<w:tblCellMar>|<w:tblBorders><w:top w:val="single" w:sz="8" w:color="444444"/><w:bottom w:val="single" w:sz="8" w:color="444444"/><w:insideH w:val="single" w:sz="4" w:color="BBBBBB"/></w:tblBorders><w:tblCellMar>|
}

/styleId="Table"/,/<\/w:tblCellMar>/ {
    s/w:w="108"/w:w="57"/
}
