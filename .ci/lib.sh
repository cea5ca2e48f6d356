# What the scripts in this folder share. It is sourced, never run.
#
# A check is a script that defines `check` and `self_test` and ends with `run_check "$@"`:
#   check      prints one violation a line, as `path:line: message`, for the tree at $root, and nothing when all is well
#   self_test  plants violations in a sandbox and states what `check` must say about them (plant, expect, expect_clean)

ci_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repo_dir=$(dirname "$ci_dir")
root=$repo_dir
script=$(basename "$0")

# The backtracer can hang a crashing program whose output is piped; a byte-wise locale keeps awk and sort the same everywhere.
export SWIFT_BACKTRACE=enable=no
export LC_ALL=C

# Nothing here asks a question; a caller may have closed standard input.
exec </dev/null

# A script that stops says where; `set -e` alone is silent.
set -E
trap 'printf "%s: error: line %s failed: %s\n" "$script" "$LINENO" "$BASH_COMMAND" >&2' ERR

# Flags of every debug build. The Makefile passes the same ones, so that nothing is built twice.
read -r -a swift_flags <<<"${SWIFTFLAGS:--Xswiftc -warnings-as-errors}"

heading() {
    printf '\n==> %s\n' "$*"
}

die() {
    printf '%s: error: %s\n' "$script" "$*" >&2
    exit 1
}

# Prints the files of the tree at $root, relative to it, one a line: what is committed or about to be.
list_files() {
    if [ -e "$root/.git" ]; then
        git -C "$root" -c core.quotePath=off -c core.excludesFile= ls-files --cached --others --exclude-standard "$@" | while IFS= read -r file; do
            if [ -f "$root/$file" ]; then printf '%s\n' "$file"; fi
        done
    else
        (
            cd "$root"
            for place in "${@:-.}"; do
                if [ -e "$place" ]; then find "$place" -type f -not -path '*/.build/*'; fi
            done | sed 's|^\./||' | sort
        )
    fi
}

# Prints `path:line:code` for each line of the Swift files under the given folders, comments and string contents removed.
swift_code() {
    list_files "$@" | awk '/\.swift$/' | in_root xargs_lines awk -f "$ci_dir/swift-code.awk"
}

# Runs a command in the tree, so that paths print relative to it.
in_root() {
    (cd "$root" && "$@")
}

# xargs over lines, whatever the lines contain; does nothing when there are none.
xargs_lines() {
    tr '\n' '\0' | while IFS= read -r -d '' first; do
        { printf '%s\0' "$first"; cat; } | xargs -0 "$@"
    done
}

# Prints the manifest of the tree at $root as `path=value` lines.
manifest() {
    swift package --package-path "$root" dump-package | awk -f "$ci_dir/json-paths.awk"
}

# --- the frame of a check ---------------------------------------------------------------------------------------------

run_check() {
    local violations
    case "${1-}" in
    "")
        violations=$(set -e; check)
        if [ -n "$violations" ]; then
            printf '%s\n' "$violations"
            die "$(printf '%s\n' "$violations" | wc -l | tr -d ' ') violation(s)"
        fi
        printf '%s: ok\n' "$script"
        ;;
    --self-test)
        sandbox_parent=$(mktemp -d)
        trap 'rm -rf "$sandbox_parent"' EXIT
        expectations=0
        self_test
        [ "$expectations" -gt 0 ] || die "the self-test expects nothing"
        printf '%s: self-test ok (%d expectations)\n' "$script" "$expectations"
        ;;
    *)
        die "usage: $script [--self-test]"
        ;;
    esac
}

# Starts an empty tree whose path has a space in it.
sandbox() {
    root="$sandbox_parent/a tree"
    rm -rf "$root"
    mkdir -p "$root"
}

# Writes standard input to a file of the sandbox.
plant() {
    mkdir -p "$root/$(dirname "$1")"
    cat >"$root/$1"
}

# States that the check reports a violation containing each of the texts.
expect() {
    local found text
    found=$(set -e; check)
    for text in "$@"; do
        expectations=$((expectations + 1))
        case "$found" in
        *"$text"*) ;;
        *) die "self-test: expected a violation with '$text', got: ${found:-none}" ;;
        esac
    done
}

# States that the check has nothing to say about the sandbox.
expect_clean() {
    local found
    found=$(set -e; check)
    expectations=$((expectations + 1))
    [ -z "$found" ] || die "self-test: expected no violation, got: $found"
}

# Prints the objects of the library modules in a folder of build products; those of deleted sources may lie there too.
library_objects() {
    local module map object
    for module in $(library_modules); do
        map=$1/$module.build/output-file-map.json
        if [ -f "$map" ]; then
            awk -f "$ci_dir/json-paths.awk" "$map" | sed -n 's/^.*\.object=//p' | sed 's|\\/|/|g' | sort -u |
                while IFS= read -r object; do if [ -f "$object" ]; then printf '%s\n' "$object"; fi; done
        fi
    done
}

# --- documentation ----------------------------------------------------------------------------------------------------

# Prints the package's library modules, one a line.
library_modules() {
    manifest | awk -F= '
        /^\.targets\[[0-9]+\]\.name=/ { name = $2; folder = "" }
        /^\.targets\[[0-9]+\]\.path=/ { folder = $2 }
        /^\.targets\[[0-9]+\]\.type=regular$/ && folder !~ /^Tests\// { print name }
    '
}

# Writes the symbol graphs of a module's public declarations: MODULE, the folder of the built modules, the folder to fill,
# and further flags. They come from the modules of an ordinary build, so that nothing is compiled twice.
extract_symbols() {
    local module=$1 modules=$2 folder=$3 triple sdk=()
    shift 3
    triple=$(swift -print-target-info | awk -f "$ci_dir/json-paths.awk" | sed -n 's/^\.target\.triple=//p')
    if [ "$(uname)" = Darwin ]; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
    # What is newer than the module is of an earlier check in the same run.
    # The comments and the places are in files of their own.
    local made=$folder/$module.symbols.json built=$modules/$module
    if [ $# = 0 ] && [ "$made" -nt "$built.swiftmodule" ] && [ "$made" -nt "$built.swiftdoc" ] &&
        [ "$made" -nt "$built.swiftsourceinfo" ]; then
        return
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" -I "$modules" -target "$triple" ${sdk[@]+"${sdk[@]}"} \
        -minimum-access-level public -skip-synthesized-members -pretty-print -output-dir "$folder" "$@"
}

# Prints the symbol graphs in a folder as `path=value` lines, each graph after a line `graph=`. They are kept beside the
# graphs, because that takes most of the time of a check that reads them.
symbol_paths() {
    local graph
    for graph in "$1"/*.symbols.json; do
        if [ ! "${graph%.json}.paths" -nt "$graph" ]; then
            awk -f "$ci_dir/json-paths.awk" "$graph" >"${graph%.json}.paths"
        fi
        printf 'graph=\n'
        cat "${graph%.json}.paths"
    done
}
