# Prints `path:line:code` for each line of Swift: comments are gone, a string literal is left as "" and the code in its
# interpolations is kept. The state is a stack, since an interpolation may hold a string that holds an interpolation.

FNR == 1 { depth = 0; mode[0] = "code"; comment = 0 }

{
    rest = $0
    out = ""
    while (rest != "") {
        if (comment > 0) skip_comment()
        else if (mode[depth] == "code") take_code()
        else take_string()
    }
    # A string of one line that is still open at its end is not Swift; start afresh and keep the damage to one line.
    while (depth > 0 && !inside_multiline()) depth--
    print FILENAME ":" FNR ":" out
}

function inside_multiline(    level) {
    for (level = depth; level > 0; level--) if (mode[level] == "string" && multiline[level]) return 1
    return 0
}

function advance(count) { rest = substr(rest, count + 1) }

function skip_comment() {
    if (!match(rest, /\/\*|\*\//)) { rest = ""; return }
    comment += substr(rest, RSTART, 2) == "/*" ? 1 : -1
    advance(RSTART + 1)
}

function take_code() {
    if (!match(rest, /["#\/()]/)) { out = out rest; rest = ""; return }
    out = out substr(rest, 1, RSTART - 1)
    advance(RSTART - 1)
    if (substr(rest, 1, 2) == "//") { rest = ""; return }
    if (substr(rest, 1, 2) == "/*") { comment = 1; out = out " "; advance(2); return }
    if (match(rest, /^#*"/)) { open_string(RLENGTH - 1); return }
    first = substr(rest, 1, 1)
    if (first == "(") parens[depth]++
    if (first == ")") {
        if (depth > 0 && parens[depth] == 0) { depth--; out = out " "; advance(1); return }
        parens[depth]--
    }
    out = out first
    advance(1)
}

function open_string(count) {
    depth++
    mode[depth] = "string"
    hashes[depth] = substr("################", 1, count)
    multiline[depth] = substr(rest, count + 1, 3) == "\"\"\""
    out = out "\"\""
    advance(count + (multiline[depth] ? 3 : 1))
}

function take_string(    closing, escape) {
    if (!match(rest, /["\\]/)) { rest = ""; return }
    advance(RSTART - 1)
    closing = (multiline[depth] ? "\"\"\"" : "\"") hashes[depth]
    escape = "\\" hashes[depth]
    if (substr(rest, 1, length(closing)) == closing) {
        advance(length(closing))
        depth--
    } else if (substr(rest, 1, length(escape)) == escape) {
        advance(length(escape))
        if (substr(rest, 1, 1) == "(") {
            depth++
            mode[depth] = "code"
            parens[depth] = 0
            out = out " "
        }
        advance(1)
    } else {
        advance(1)
    }
}
