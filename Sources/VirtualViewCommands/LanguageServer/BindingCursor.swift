import VirtualViewFormat

/// Where an offset is in a data binding that may be half-written: `${a.b[0].c}`, or `<a.b>` in an assemble source; or in a path
/// of an event program that begins with `data`.
struct BindingCursor {
    /// The names and numbers of the path around the offset, each with its place; those behind the offset too, but not the `data`
    /// of a program.
    let steps: [(text: String, range: Range<Int>)]
    /// The index of the step at the offset.
    let current: Int
    /// Whether the binding is computed, `${= … }`, so that functions may stand there.
    let isComputed: Bool

    /// The steps before that at the offset.
    var base: [String] { steps.prefix(current).map { $0.text } }
    /// The path up to the step at the offset.
    var path: [String] { steps.prefix(current + 1).map { $0.text } }
    /// The step at the offset.
    var range: Range<Int> { steps[current].range }

    /// Looks for an offset in a value; fails if it is not where a path may be.
    ///
    /// - Parameters:
    ///   - bytes: The source.
    ///   - value: The place of the value.
    ///   - target: The offset, in the value.
    ///   - isAssemble: Whether `<` begins a binding, where the value is not in quotes.
    ///   - isProgram: Whether the value is an event program.
    init?(_ bytes: [UInt8], in value: Range<Int>, at target: Int, isAssemble: Bool, isProgram: Bool) {
        let found =
            isProgram ? Self.start(ofProgram: bytes, value, target) : Self.start(bytes, value, target, isAssemble)
        guard let start = found else { return nil }
        isComputed = start.isComputed
        let hasOperators = start.isComputed || isProgram
        let isPathPart = hasOperators ? Self.isComputedPathPart : Self.isPathPart
        var lower = target
        while lower > start.offset, isPathPart(bytes[lower - 1]) { lower -= 1 }
        var upper = target
        while upper < value.upperBound, isPathPart(bytes[upper]) { upper += 1 }
        if !hasOperators, !Self.isClosed(bytes, upper..<value.upperBound, bytes[start.offset - 1]) {
            // What is not closed yet ends with its word: the rest is the text behind it.
            upper = target
            while upper < value.upperBound, Self.isComputedPathPart(bytes[upper]) { upper += 1 }
        }
        // Blanks belong to a name only between its letters.
        while lower < target, bytes[lower] == 0x20 { lower += 1 }
        while upper > target, bytes[upper - 1] == 0x20 { upper -= 1 }
        // What stands in quotes is a text.
        if hasOperators {
            var isText = false
            var place = start.offset
            while place < lower {
                if bytes[place] == UInt8(ascii: "'") { isText.toggle() }
                place += isText && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            if isText { return nil }
        }
        var steps: [(text: String, range: Range<Int>)] = []
        var current = 0
        var offset = lower
        while true {
            let first = offset
            while offset < upper, !Self.isSeparator(bytes[offset]) { offset += 1 }
            // Between `]` and a point there is nothing.
            let isGap = first == offset && first > lower && bytes[first - 1] == UInt8(ascii: "]")
            if !isGap {
                var step = first..<offset
                while let byte = bytes[step].first, byte == 0x20, step.lowerBound != target {
                    step = step.lowerBound + 1..<step.upperBound
                }
                while let byte = bytes[step].last, byte == 0x20, step.upperBound != target {
                    step = step.lowerBound..<step.upperBound - 1
                }
                steps.append((String(decoding: bytes[step], as: UTF8.self), step))
                if first <= target { current = steps.count - 1 }
            }
            guard offset < upper else { break }
            offset += 1
        }
        if isProgram {
            guard steps.first?.text == "data", current > 0 else { return nil }
            steps.removeFirst()
            current -= 1
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
        self.current = current
    }

    /// Finds the program that an offset is in.
    private static func start(
        ofProgram bytes: [UInt8],
        _ value: Range<Int>,
        _ target: Int
    ) -> (offset: Int, isComputed: Bool)? {
        let start = value.lowerBound + 2
        return start <= target && bytes[value].starts(with: "${".utf8) ? (start, false) : nil
    }

    /// Finds the binding that an offset is in.
    private static func start(
        _ bytes: [UInt8],
        _ value: Range<Int>,
        _ target: Int,
        _ isAssemble: Bool
    ) -> (offset: Int, isComputed: Bool)? {
        let isShort = isAssemble && bytes[value].first == UInt8(ascii: "<") && !isQuoted(bytes, value)
        var offset = min(target, value.upperBound)
        while offset > value.lowerBound {
            offset -= 1
            switch bytes[offset] {
            case UInt8(ascii: "}"): return nil
            case UInt8(ascii: ">") where isShort: return nil
            case UInt8(ascii: "<") where isShort && offset == value.lowerBound: return (offset + 1, false)
            case UInt8(ascii: "{"):
                guard offset > value.lowerBound else { return nil }
                // `@{` takes words, and paths only in a binding of their own.
                guard bytes[offset - 1] == UInt8(ascii: "$") else { return nil }
                let isComputed = offset + 1 < target && bytes[offset + 1] == UInt8(ascii: "=")
                return (offset + (isComputed ? 2 : 1), isComputed)
            default: break
            }
        }
        return nil
    }

    /// Whether a value of an assemble source is in quotes, where bindings are those of the other language.
    static func isQuoted(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
        value.lowerBound > 0 && bytes[value.lowerBound - 1] == UInt8(ascii: "\"")
    }

    /// Whether a binding that an opening sign begins is closed before another one begins.
    private static func isClosed(_ bytes: [UInt8], _ rest: Range<Int>, _ opening: UInt8) -> Bool {
        // `{` and `}`, `<` and `>` are two apart in ASCII.
        let closing = opening + 2
        return bytes[rest].first { $0 == closing || $0 == opening } == closing
    }

    /// Whether an offset is in a choice, `@{…}`, but in no binding inside it.
    static func isInChoice(_ bytes: [UInt8], _ value: Range<Int>, _ target: Int) -> Bool {
        var depth = 0
        for offset in (value.lowerBound..<min(target, value.upperBound)).reversed() {
            if bytes[offset] == UInt8(ascii: "}") { depth += 1 }
            guard bytes[offset] == UInt8(ascii: "{") else { continue }
            if depth == 0 { return offset > value.lowerBound && bytes[offset - 1] == UInt8(ascii: "@") }
            depth -= 1
        }
        return false
    }

    /// Whether a `${` is open at the end of a part of a value; what is in quotes closes nothing.
    static func isInBraces(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isOpen = false
        var isQuoted = false
        var last: UInt8 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "'") where isOpen: isQuoted.toggle()
            case UInt8(ascii: "{") where !isQuoted && last == UInt8(ascii: "$"): isOpen = true
            case UInt8(ascii: "}") where !isQuoted: isOpen = false
            default: break
            }
            last = byte
        }
        return isOpen
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }

    /// Where no operators are, a name has everything but what has a meaning in bindings, or ends the value.
    private static func isPathPart(_ byte: UInt8) -> Bool {
        byte >= 0x20 && !"?:{}<>\"'".utf8.contains(byte)
    }

    private static func isComputedPathPart(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte >= 0x80 || isSeparator(byte)
    }
}
