# What the scripts in this folder share. It is sourced, never run, and leads to the top of the tree.

ci_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
script=$(basename "$0")
cd "$ci_dir/.."

# The backtracer can hang a crashing program whose output is piped; a byte-wise locale keeps awk and sort the same everywhere.
export SWIFT_BACKTRACE=enable=no
export LC_ALL=C

# Nothing here asks a question; a caller may have closed standard input.
exec </dev/null

# A script that stops says where; `set -e` alone is silent.
set -E
trap 'printf "%s: error: line %s failed: %s\n" "$script" "$LINENO" "$BASH_COMMAND" >&2' ERR

# Flags of builds. The Makefile passes the same ones, so that nothing is built twice. What a debugger needs takes an eighth of
# the time, so it is left out.
read -r -a swift_flags <<<"${SWIFTFLAGS:--Xswiftc -warnings-as-errors -debug-info-format none}"
# For Package.swift: the libraries that the tests are busy with are optimised.
export VV_OPTIMISED=1

# Builds vvc for release: .build/static/release/vvc. In Linux the Swift runtime and the library of C++ are in the program, where
# the machine has them: without those to load, addresses to adjust and names to export, it starts in a third of the time. The C
# library stays the system's, because only that can load libcrypto. FLAG…
build_vvc() {
    local build=(swift build -c release --product vvc --scratch-path .build/static "${swift_flags[@]}" "$@")
    if [ "$(uname)" != Darwin ]; then
        # In a folder where the linker looks first, and finds no shared ones.
        mkdir -p .build/static/cxx
        ln -sf "$(clang -print-file-name=libstdc++.a)" .build/static/cxx/libstdc++.a
        ln -sf "$(clang -print-file-name=libgcc_eh.a)" .build/static/cxx/libgcc_s.a
        "${build[@]}" --static-swift-stdlib -Xswiftc "-L$PWD/.build/static/cxx" \
            -Xlinker -no-pie -Xlinker --no-export-dynamic && return
    fi
    "${build[@]}"
}

heading() {
    printf '\n==> %s\n' "$*"
}

die() {
    printf '%s: error: %s\n' "$script" "$*" >&2
    exit 1
}

# Ends a check: prints the violations in a file, one a line, if there are any.
conclude() {
    if [ -s "$1" ]; then
        cat "$1"
        die "$(wc -l <"$1" | tr -d ' ') violation(s)"
    fi
    printf '%s: ok\n' "$script"
}

# Prints what of the tree is committed or about to be: files under the given places, one a line.
list_files() {
    git -c core.quotePath=off -c core.excludesFile= ls-files --cached --others --exclude-standard "$@" |
        while IFS= read -r file; do if [ -f "$file" ]; then printf '%s\n' "$file"; fi; done
}

# Prints the package's library modules, one a line.
library_modules() {
    find Sources -maxdepth 1 -name 'VirtualView*' | sed 's|.*/||' | sort
}

# Prints the objects of the library modules in a folder of build products; those of deleted sources may lie there too.
library_objects() {
    local module
    for module in $(library_modules); do
        sed -n 's|\\/|/|g; s/^.*"object" *: *"\(.*\)".*$/\1/p' "$1/$module.build/output-file-map.json" 2>/dev/null
    done | sort -u | while IFS= read -r file; do if [ -f "$file" ]; then printf '%s\n' "$file"; fi; done
}

# Builds products for debugging, and sets `products` to the folder with what was made. Only with names of products: a build of
# everything is one of the plugins too, and for those SwiftPM compiles all libraries a second time, as tools of the host.
build_debug() {
    local product
    # What the compiler remarks for each optimised library is nobody's fault.
    for product in "$@"; do
        swift build --quiet --product "$product" "${swift_flags[@]}" 2>&1 |
            sed '/^remark: Incremental compilation has been disabled/d' >&2 || return
    done
    products=$(swift build "${swift_flags[@]}" --show-bin-path)
}

# Flags of builds of packages that use this one: into its folder, where its libraries are built already.
guest_flags=(--scratch-path "$PWD/.build" "${swift_flags[@]}")

# Lets the next build plan anew, before and after those with `guest_flags`: SwiftPM takes the plan of another package for its own.
forget_plan() {
    rm -f .build/*.yaml
}

# The folder with the module map of the C headers that libraries import, for compilers that SwiftPM does not start.
c_modules=Sources/CVirtualViewSystem/include

# Writes the symbol graphs of a module's public declarations, made from its built module: MODULE FOLDER, and further flags.
extract_symbols() {
    local module=$1 folder=$2 triple sdk=()
    shift 2
    triple=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p')
    if [ "$(uname)" = Darwin ]; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" "$@" -I "$products/Modules" -I "$c_modules" -target "$triple" ${sdk[@]+"${sdk[@]}"} \
        -minimum-access-level public -skip-synthesized-members -output-dir "$folder"
}

# Prints the name that package access needs, under which SwiftPM compiled: the plan of a build.
package_name() {
    sed -n '/"-package-name"/ { s/.*"-package-name","\([^"]*\)".*/\1/p; q; }' "$1"
}

# Finds what the toolchain has for WebAssembly: sets `wasm`, `tools` and `embedded`. Ends the script with one sentence if it has
# not even the named tools.
find_wasm_tools() {
    local needed
    wasm=wasm32-unknown-none-wasm
    tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
    embedded=$(swift -print-target-info | sed -n 's|\\/|/|g; s/^ *"runtimeResourcePath": "\(.*\)".*$/\1/p')/embedded/$wasm
    for needed in "${@/#/$tools/}" "$embedded"; do
        if [ ! -e "$needed" ]; then
            echo "skipped: the toolchain has no $(basename "$needed")"
            exit 0
        fi
    done
}

# Whether there is a browser for the tests that need one.
has_browser() {
    # An empty name says that there is none.
    if [ -n "${VV_BROWSER+set}" ]; then
        [ -n "$VV_BROWSER" ]
        return
    fi
    # The names that `vvc serve` knows too; InstalledBrowser.swift and chrome.mjs have the same list.
    command -v chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome google-chrome-stable >/dev/null
}

# Runs a program that makes claims and prints `ok` or `not ok` for each, and prints how many hold; ends the script with those that do
# not: LOG NAME COMMAND…
claims() {
    local log=$1 name=$2
    shift 2
    "$@" >"$log" 2>&1 || { grep -A 12 '^not ok' "$log" || tail -20 "$log"; die "the claims of $name"; }
    echo "$name: $(grep -c '^ok' "$log") claims hold"
}
