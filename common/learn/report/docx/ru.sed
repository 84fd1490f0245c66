# GOST 7.32-2017, 6.1: Times New Roman of 14 pt, 1.5 lines, an indent of
# 1.25 cm, margins of 30, 15, 20 and 20 mm, headings bold; program text and
# tables may be smaller.
s|@FONT@|Times New Roman|
s|@EAST@|SimSun|
s|@HEADING@|Times New Roman|
s|@EASTHEAD@|SimHei|
s|@CODEFONT@|Courier New|
s|@LANG@|ru-RU|
s|@EASTLANG@|zh-CN|
s|@SIZE@|28|
s|@SMALL@|24|
s|@TABLE@|20|
s|@CODE@|12|
s|@H1@|28|
s|@H2@|28|
s|@NAME@|32|
s|@COLOR@|000000|
s|@LINE@|360|
s|@GAP@|0|
s|@INDENT@|709|
s|@JUSTIFY@|both|
s|@TOP@|1134|
s|@BOTTOM@|1134|
s|@LEFT@|1701|
s|@RIGHT@|851|
s|@TITLEPAGE@|<w:titlePg/>|
s|@HEADINDENT@|709|
s|@TOPGAP@|0|
s|@TOPSIZE@|28|
