import VirtualViewFormat

/// The state of one reading of an assemble source.
///
/// The language is modal: the form of a value depends on its place, so there is no stream of tokens, and each
/// function scans what it expects. Each begins at ``position``, leaves it after what it read, and moves it forward; no
/// loop repeats without consuming something. The functions are in extensions: fragments, root and wrapper in
/// `+Document`, assembles and parts in `+Blocks`, lists in `+Attributes`, values in `+Values`.
struct AssembleParser {
    /// The maximum number of brackets and braces that may be open at once.
    static let maximumDepth = 64

    let bytes: SourceBytes
    /// The number of the file.
    let file: UInt16
    var reports: AssembleReports
    /// The offset at which reading continues.
    var position = 0
    /// The offset at which reading ends: the end of the file, or of a wrapper's text.
    var limit: Int
    /// The end of the last thing that was neither white space nor a comment.
    var lastEnd = 0
    /// The number of open brackets and braces.
    var depth = 0
    /// Whether a reported problem already explains everything that is missing at the end.
    var isCut = false
    /// The end of the last string that was cut at its line's end.
    var cutStringEnd: Int?
    /// How many more `{` than `}` the source has, without the `{` of assembles that were closed early.
    lazy var missingBraces = countMissingBraces()
    /// The attributes of a part that were read in its assemble, which was closed before them.
    var listOfPart: AssembleAttributeList?
    /// The comments that belong to what comes next.
    var pendingComments: [AssembleComment] = []
    /// The places of all comments so far.
    private(set) var commentSpans: [SourceSpan] = []
    /// The arguments that the `%@` of a wrapper stand for.
    var wrapper: Wrapper?

    /// The arguments of the wrapper that is being read.
    struct Wrapper {
        var arguments: [AssembleReference] = []
        /// The number of `%@` that were read.
        var used = 0
        /// Whether the arguments could not be read, so that missing ones are not reported.
        var isDamaged = false
    }

    init(bytes: SourceBytes, file: UInt16, reports: AssembleReports) {
        self.bytes = bytes
        self.file = file
        self.reports = reports
        limit = bytes.count
    }
}

// MARK: - Looking

extension AssembleParser {
    /// The byte at the position; 0 at the end.
    @inline(__always)
    var next: UInt8 { byte(at: position) }

    /// Whether everything was read.
    @inline(__always)
    var isAtEnd: Bool { position >= limit }

    /// Whether a reported problem already explains what is missing here: a string without an end may have swallowed it.
    var isExplained: Bool { isCut || lastEnd == cutStringEnd }

    /// Returns the byte at an offset; 0 at and after the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 { offset < limit ? bytes[offset] : 0 }

    /// Returns the scalar at an offset; `nil` at the end and where there is no valid UTF-8.
    func scalar(at offset: Int) -> (value: UInt32?, length: Int) {
        guard offset < limit else { return (nil, 0) }
        return bytes.scalar(at: offset)
    }

    /// Returns the offset after the name that starts at an offset; the same offset if there is none.
    func endOfName(at start: Int) -> Int { bytes.endOfName(at: start, upTo: limit) }

    /// Returns the first offset at or after one that is not white space.
    func endOfSpace(at start: Int) -> Int { bytes.endOfSpace(at: start, upTo: limit) }

    /// Whether `name:` is at the position.
    var isAtAttribute: Bool {
        let end = endOfName(at: position)
        return end > position && byte(at: endOfSpace(at: end)) == UInt8(ascii: ":")
    }

    /// Whether `%@` is at the position.
    var isAtSplice: Bool { next == UInt8(ascii: "%") && byte(at: position + 1) == UInt8(ascii: "@") }

    /// Returns whether a word is at the position and ends there.
    func isAtWord(_ word: StaticString) -> Bool {
        bytes.has(word, at: position) && endOfName(at: position) == position + word.utf8CodeUnitCount
    }

    func text(_ range: Range<Int>) -> String { bytes.text(range) }

    func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(range, file: file) }

    /// The place between two characters at the end of what was read last.
    var spanAfterLast: SourceSpan { span(lastEnd..<lastEnd) }

    /// The span of the text at the position: a name or one character.
    var foundSpan: SourceSpan {
        guard !isAtEnd else { return span(limit..<limit) }
        let end = endOfName(at: position)
        return span(position..<(end > position ? end : position + max(1, scalar(at: position).length)))
    }

    /// The text at the position as a message names it.
    var found: String {
        guard !isAtEnd else { return limit < bytes.count ? "the end of the string" : "the end of the file" }
        let span = foundSpan
        let text = bytes.text(span.offsets.lowerBound..<min(span.offsets.upperBound, span.offsets.lowerBound + 260))
        return "'\(MessageText.shortened(text))'"
    }
}

// MARK: - Moving

extension AssembleParser {
    /// Steps over bytes that mean something.
    @inline(__always)
    mutating func advance(_ count: Int = 1) {
        position = min(position + count, limit)
        lastEnd = position
    }

    /// Steps over white space and comments, and keeps the comments.
    mutating func skipTrivia() {
        while !isAtEnd {
            let start = position
            position = endOfSpace(at: position)
            if next == UInt8(ascii: "/") { skipComment() }
            guard position > start else { return }
        }
    }

    /// Steps over the comment at the position, if there is one.
    private mutating func skipComment() {
        let start = position
        switch byte(at: start + 1) {
        case UInt8(ascii: "/"):
            var end = start + 2
            while end < limit, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            keepComment(start + 2..<end, whole: start..<end)
            position = end
        case UInt8(ascii: "*"):
            let close = bytes.find("*/", from: start + 2) ?? limit
            if close + 2 > limit {
                reports.add(.unterminatedComment, at: span(start..<start + 2))
                isCut = true
                position = limit
            } else {
                keepComment(start + 2..<close, whole: start..<close + 2)
                position = close + 2
            }
        default: break
        }
    }

    private mutating func keepComment(_ text: Range<Int>, whole: Range<Int>) {
        pendingComments.append(AssembleComment(text: bytes.text(text), span: span(whole)))
        commentSpans.append(span(whole))
    }

    /// Returns the comments that were read since the last call.
    mutating func takeComments() -> [AssembleComment] {
        defer { pendingComments = [] }
        return pendingComments
    }

    /// Steps over meaningless text to the next of `[ ] { } (` or the end.
    mutating func skipRun() {
        let start = position
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("):
                if position == start { advance() }
                return
            case UInt8(ascii: "/") where isAtComment:
                skipTrivia()
            case UInt8(ascii: "\\"):
                advance(2)
            case UInt8(ascii: "\""):
                advance((endOfString(at: position) ?? position + 1) - position)
            default:
                advance()
            }
        }
    }

    private var isAtComment: Bool {
        next == UInt8(ascii: "/")
            && (byte(at: position + 1) == UInt8(ascii: "/") || byte(at: position + 1) == UInt8(ascii: "*"))
    }

    /// Steps over balanced text to the next `,` or `)` outside inner parentheses, or to what closes the list anyway.
    ///
    /// - Parameter inner: The number of open inner parentheses.
    mutating func skipValue(inner: Int = 0) {
        var inner = inner
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "("): inner += 1
            case UInt8(ascii: ")"):
                guard inner > 0 else { return }
                inner -= 1
            case UInt8(ascii: ","):
                guard inner > 0 else { return }
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                guard inner > 0 else { return }
            case UInt8(ascii: "\\"): advance()
            case UInt8(ascii: "\""): advance((endOfString(at: position) ?? position + 1) - position - 1)
            default: break
            }
            advance()
        }
    }

    /// Returns how many more `{` than `}` are outside of strings and comments.
    private func countMissingBraces() -> Int {
        var count = 0
        var offset = 0
        var before: UInt8 = 0
        // In a value, `//` begins no comment.
        var isInValue = false
        while offset < limit {
            let byte = bytes[offset]
            var end = offset + 1
            switch byte {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "\"") where before == UInt8(ascii: ":"):
                end = endOfString(at: offset) ?? end
                isInValue = false
            case UInt8(ascii: "/") where !isInValue && bytes.has("//", at: offset):
                while end < limit, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            case UInt8(ascii: "/") where !isInValue && bytes.has("/*", at: offset):
                end = bytes.find("*/", from: offset + 2).map { $0 + 2 } ?? limit
            case UInt8(ascii: ":"): isInValue = true
            case UInt8(ascii: "{"): count += 1
            case UInt8(ascii: "}"): count -= 1
            case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), 0x0A, 0x0D: isInValue = false
            default: break
            }
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { before = byte }
            offset = end
        }
        return count
    }

    /// Returns the offset after the string that starts at an offset; `nil` if it is not closed on its line.
    func endOfString(at start: Int) -> Int? {
        var offset = start + 1
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: "\""): return offset + 1
            case UInt8(ascii: "\\"): offset += 1
            case 0x0A, 0x0D: return nil
            default: break
            }
            offset += 1
        }
        return nil
    }
}
