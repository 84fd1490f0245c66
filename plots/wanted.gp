# wanted.gp - of which kinds a picture is to be made, and how numbers are
# written in it: make report says both, by the variables kinds and lang.

set encoding utf8
if (!exists("kinds")) { kinds = "png svg pdf" }
if (exists("lang") && lang eq "ru") { set decimalsign "," }
