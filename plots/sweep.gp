# sweep.gp - time of one exercise against the size, the CPU's in a panel of its
# own; beside it what counters say.  Of kernels that time their blocks, clocks
# in place of time; of those that make many FLOP of a byte, GFLOP/s.
#
#   gnuplot -e "data='X.csv'; sources='X.gp'; title_text='...'; picture='X'" \
#       plots/sweep.gp
#
# X.csv and X.gp come from sweep.awk.  Columns of X.csv, each with the ends of
# its bars after it:
at = 4
time = 8
block_clocks = 14
gflops = 19

load sources
load 'plots/curves.gp'

# A curve's style by what it shows; attempts fade with age; other numbers of
# threads have colors of their own.
array faded[5] = [0xE2935B, 0xEBAF86, 0xF2C9AD, 0xF7DECC, 0xF9E8DC]
color(s) = s eq "student" ? 0xD55E00 : s eq "reference" ? 0x0072B2 : \
           s eq "serial" ? 0x555555 : s eq "openmp" ? 0xCC79A7 : \
           s eq "before" ? 0x8C6D1F : 0x009E73
array other[5] = [0x56B4E9, 0xE69F00, 0xCC79A7, 0x7A4B2A, 0x5B3A8E]
color_of(i) = variant_of[i] ? other[(variant_of[i] - 1) % 5 + 1] : \
              age_of[i] ? faded[age_of[i] > 5 ? 5 : age_of[i]] \
                        : color(style_of[i])
marker(s) = s eq "student" ? 9 : s eq "reference" ? 7 : \
            s eq "serial" ? 5 : s eq "openmp" ? 11 : s eq "recorded" ? 12 : \
            s eq "before" ? 10 : 8
dashes(s) = s eq "student" ? 4 : s eq "reference" || s eq "attempt" ? 1 : \
            s eq "serial" ? 3 : s eq "openmp" ? 5 : 2
mark_size(i) = style_of[i] eq "recorded" || style_of[i] eq "before" \
               ? 2.0 * open_scale \
               : (style_of[i] eq "attempt" ? 1.0 : 1.4) * mark_scale

do for [i=1:curves] {
    set style line i linecolor rgb color_of(i) \
        linewidth (style_of[i] eq "attempt" ? 1.0 : 1.5) \
        dashtype dashes(style_of[i]) pointtype marker(style_of[i])
}

# All attempts look alike: the youngest stands in the key.
keyed = curves - attempts + (attempts > 0)
bars = 1

# Which part of the large panel the CPU has: above where less is better, so that
# what is faster stands lower, else below.
cpu_above = main ne "gflops"

do for [kind in kinds] {
    load 'plots/page.gp'
    gap = has_cpu && has_gpu ? 66 * px : 0
    height = panel_top - panel_bottom - gap
    cpu_share = !has_cpu ? 0 : !has_gpu ? 1 : \
                0.3 * height > 110 * px ? 0.3 : 110 * px / height
    frame_left = 0.078
    frame_right = cards > 0 ? 0.64 : 0.985

    # The GPU's.
    if (has_gpu) {
        shown(i) = !cpu_of[i]
        frame_bottom = panel_bottom + (cpu_above ? 0 : cpu_share * height + gap)
        frame_top = panel_top - (cpu_above ? cpu_share * height + gap : 0)
        named = cpu_above || !has_cpu
        heading = quantity . (has_cpu ? ", GPU" : "")
        load 'plots/frame.gp'
        if (main eq "clocks") {
            set yrange [0:*]
            set format y "%g"
            drawn = block_clocks
        } else {
            low = gpu_low
            high = gpu_high
            load 'plots/log.gp'
            drawn = main eq "gflops" ? gflops : time
        }
        if (peak == peak) {
            set arrow 1 from graph 0, first peak to graph 1, first peak nohead \
                back linecolor rgb 0x000000 dashtype 2 linewidth 0.9
            set label 3 peak_title at graph 0.02, first peak offset 0,-0.8 \
                noenhanced font tic_font
        }
        if (main eq "time" && floor_seen) {
            do for [i=1:sizes] {
                if (floor_of[i] == floor_of[i] && floor_of[i] > low) {
                    set arrow 10 + i from i - 0.3,floor_of[i] \
                        to i + 0.3,floor_of[i] nohead back \
                        linecolor rgb 0x000000 dashtype 3 linewidth 1.2
                }
            }
        }
        load 'plots/panel.gp'
        unset arrow
        unset label 3
    }

    # The CPU's.
    if (has_cpu) {
        shown(i) = cpu_of[i]
        frame_bottom = cpu_above ? panel_top - cpu_share * height : panel_bottom
        frame_top = frame_bottom + cpu_share * height
        named = !cpu_above || !has_gpu
        heading = quantity . ", CPU"
        load 'plots/frame.gp'
        drawn = main eq "gflops" ? gflops : time
        low = cpu_low
        high = cpu_high
        load 'plots/log.gp'
        load 'plots/panel.gp'
    }

    # Cards, one under the other; numbers as parts of 32, which is the most.
    card_pitch = 70 * px
    frame_left = 0.745
    frame_right = 0.985
    unset logscale y
    frame_top = panel_top
    tall = 0
    do for [k=1:cards] { tall = tall + card_panel[k] }
    do for [k=1:cards] {
        heading = card_title[k]
        if (card_panel[k]) {
            others = 0
            do for [j=1:cards] {
                others = others + (card_panel[j] ? 0 \
                    : 85 * px + card_pitch * (card_last[j] - card_first[j] + 1))
            }
            card_height = (panel_top - panel_bottom - others) / tall - \
                (tall > 1 ? 40 * px : 0)
            frame_bottom = frame_top - card_height
            named = 1
            do for [j=k + 1:cards] { named = named && !card_panel[j] }
            load 'plots/frame.gp'
            shown(i) = !cpu_of[i]
            drawn = card_column[k]
            if (card_log[k]) {
                low = gpu_low
                high = gpu_high
                load 'plots/log.gp'
            } else {
                unset logscale y
                least_step = card_high[k] / 3.0 # four of them fit
                decade = 10.0**floor(log10(least_step))
                step = least_step / decade
                step = decade * (step <= 1 ? 1 : step <= 2 ? 2 \
                    : step <= 5 ? 5 : 10)
                set ytics 0,step
                set format y "%g"
                set yrange [0:card_high[k] * 1.1]
                bars = 0
            }
            load 'plots/panel.gp'
            bars = 1
            frame_top = frame_bottom - 72 * px
        } else {
            unset border
            unset tics
            unset label 8
            set yrange [0:1]
            set lmargin at screen frame_left
            set rmargin at screen frame_right
            set tmargin at screen frame_top
            set bmargin at screen frame_top - 50 * px
            set label 9 heading at screen frame_left,frame_top + 24 * px left \
                noenhanced font tic_font textcolor rgb 0x222222
            do for [j=card_first[k]:card_last[k]] {
                line = frame_top - 20 * px - card_pitch * (j - card_first[k])
                set label 20 + j card_text[j] at screen frame_left,line \
                    left noenhanced textcolor rgb color_of(card_curve[j])
                set object 2*j rectangle from screen frame_left,line - 34 * px \
                    to screen frame_right,line - 22 * px \
                    fillstyle solid noborder fillcolor rgb 0xEEEEEE
                set object 2*j + 1 rectangle \
                    from screen frame_left,line - 34 * px to screen \
                    frame_left + (frame_right - frame_left) * \
                    card_bar[j] / 32,line - 22 * px \
                    fillstyle solid noborder \
                    fillcolor rgb color_of(card_curve[j])
            }
            plot NaN notitle
            do for [j=card_first[k]:card_last[k]] {
                unset label 20 + j
                unset object 2*j
                unset object 2*j + 1
            }
            unset label 9
            set border 3 linecolor rgb 0x666666
            set tics out scale 0.6 textcolor rgb 0x222222
            set ytics nomirror font tic_font
            frame_top = frame_top - 85 * px - \
                card_pitch * (card_last[k] - card_first[k] + 1)
        }
    }
    unset multiplot
    unset output
}
