# places.awk - a panel of wide x high parts with logarithmic axes, x_low to
# x_high and y_low to y_high, and names on it that cover nothing: what stands
# there already, and whether there is room for a text.

function log10(x) {
    return log(x) / log(10)
}

function across(x) {
    return wide * log10(x / x_low) / log10(x_high / x_low)
}

function up(y) {
    return high * log10(y / y_low) / log10(y_high / y_low)
}

# From left to right, from low to top.
function take(left, right, low, top) {
    taken++
    from_x[taken] = left
    to_x[taken] = right
    from_y[taken] = low
    to_y[taken] = top
}

function take_point(x, y, radius) {
    take(x - radius, x + radius, y - radius, y + radius)
}

# A text from left to right, at this height.
function is_free(left, right, y,    k) {
    if (left < 8 || right > wide - 8 || y < 16 || y > high - 16)
        return 0
    for (k = 1; k <= taken; k++)
        if (left < to_x[k] && from_x[k] < right && y - 13 < to_y[k] && \
            from_y[k] < y + 13)
            return 0
    return 1
}

# Beside a point, right or left of it, or somewhat farther if that is taken: in
# found_x and found_y, the left end of the text; found_edge is its end towards
# the point, found_far how far away.  False if there is no room.
function find_place(x, y, size, gap, farthest,    far, aside, k) {
    for (far = 0; far <= farthest; far += 8)
        for (aside = 0; aside <= far; aside += 8)
            for (k = 0; k <= 3; k++) {
                found_x = k % 2 ? x - gap - size - aside : x + gap + aside
                found_y = k < 2 ? y - (far - aside) : y + (far - aside)
                if (!is_free(found_x, found_x + size, found_y))
                    continue
                take(found_x, found_x + size, found_y - 12, found_y + 12)
                found_edge = k % 2 ? found_x + size : found_x
                found_far = far
                return 1
            }
    return 0
}
