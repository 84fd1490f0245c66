# What universities in China ask for: SimSun of 12 pt (xiao si), 1.5 lines,
# two characters of indent, headings in SimHei.
s|@FONT@|Times New Roman|
s|@EAST@|SimSun|
s|@HEADING@|Times New Roman|
s|@EASTHEAD@|SimHei|
s|@CODEFONT@|Consolas|
s|@LANG@|en-US|
s|@EASTLANG@|zh-CN|
s|@SIZE@|24|
s|@SMALL@|21|
s|@TABLE@|18|
s|@CODE@|12|
s|@H1@|30|
s|@H2@|26|
s|@NAME@|52|
s|@COLOR@|000000|
s|@LINE@|330|
s|@GAP@|0|
s|@INDENT@|480|
s|@JUSTIFY@|both|
s|@TOP@|1247|
s|@BOTTOM@|1134|
s|@LEFT@|1361|
s|@RIGHT@|1134|
s|@TITLEPAGE@|<w:titlePg/>|
s|@HEADINDENT@|0|
s|@TOPGAP@|1500|
s|@TOPSIZE@|36|
