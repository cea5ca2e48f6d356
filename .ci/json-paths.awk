# Prints a pretty-printed JSON document as `path=value` lines, one for each scalar: .targets[3].name=VirtualView

{
    rest = $0
    while (match(rest, /^[ \t\r]*("([^"\\]|\\.)*"|[{}\[\],:]|[^ \t\r{}\[\],:"]+)/)) {
        token = substr(rest, 1, RLENGTH)
        sub(/^[ \t\r]+/, "", token)
        rest = substr(rest, RLENGTH + 1)
        take(token)
    }
}

function take(token) {
    if (token == "{" || token == "[") {
        depth++
        kind[depth] = token
        index_of[depth] = 0
        prefix[depth] = path
        enter()
    } else if (token == "}" || token == "]") {
        path = prefix[depth]
        depth--
    } else if (token == ",") {
        index_of[depth]++
        enter()
    } else if (token == ":") {
        path = prefix[depth] "." key
        expects_key = 0
    } else {
        if (token ~ /^"/) token = substr(token, 2, length(token) - 2)
        if (expects_key) key = token
        else print path "=" token
    }
}

function enter() {
    expects_key = kind[depth] == "{"
    path = expects_key ? prefix[depth] : prefix[depth] "[" index_of[depth] "]"
}
