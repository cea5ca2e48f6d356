/// Finds the tag or line that follows a comment and that the comment is about.
///
/// Comments are looked up in their order, so that all of them together cost one pass.
struct LintPlaces {
    private enum Source {
        case tags(SyntaxTree)
        case lines([UInt8], [LintComments.Comment])
    }

    private let source: Source
    /// The first element that may follow the next comment.
    private var element = 0
    /// The start of the line that `lineScan` is in.
    private var lineStart = 0
    private var lineScan = 0
    /// The start of the code on the line that was found last, and the end of that line.
    private var lastLine: (code: Int, end: Int)?

    init(tags tree: SyntaxTree) {
        source = .tags(tree)
    }

    init(lines bytes: [UInt8], _ comments: [LintComments.Comment]) {
        source = .lines(bytes, comments)
    }

    /// Returns the bytes that a comment is about.
    ///
    /// - Parameters:
    ///   - index: The comment's place among all comments; not smaller than that of an earlier call.
    ///   - comment: The comment.
    /// - Returns: The range; an empty one when nothing follows.
    mutating func range(after index: Int, _ comment: LintComments.Comment) -> Range<Int> {
        switch source {
        case .tags(let tree):
            while element < tree.elements.count, Int(tree.elements[element].openTag.lower) < comment.whole.upperBound {
                element += 1
            }
            let end = comment.whole.upperBound
            return element < tree.elements.count ? tree.elements[element].openTag.offsets : end..<end
        case .lines(let bytes, let comments):
            let start = startOfLine(comment.whole.lowerBound, bytes)
            return start..<endOfNextLine(after: index, bytes, comments)
        }
    }

    private mutating func startOfLine(_ offset: Int, _ bytes: [UInt8]) -> Int {
        while lineScan < offset {
            if bytes[lineScan] == 0x0A || bytes[lineScan] == 0x0D { lineStart = lineScan + 1 }
            lineScan += 1
        }
        return lineStart
    }

    /// Returns the end of the next line, after that of the comment, that holds more than comments.
    private mutating func endOfNextLine(after index: Int, _ bytes: [UInt8], _ comments: [LintComments.Comment]) -> Int {
        var offset = comments[index].whole.upperBound
        // If there are only comments between several comments, the first finds the line for all of them.
        if let line = lastLine, offset <= line.code { return line.end }
        var index = index
        var code: Int?
        var isNextLine = false
        while offset < bytes.count {
            while index < comments.count, comments[index].whole.upperBound <= offset { index += 1 }
            if index < comments.count, comments[index].whole.contains(offset) {
                offset = comments[index].whole.upperBound
                continue
            }
            let byte = bytes[offset]
            if byte == 0x0A || byte == 0x0D {
                if code != nil { break }
                isNextLine = true
            } else if isNextLine, code == nil, byte != 0x20, byte != 0x09 {
                code = offset
            }
            offset += 1
        }
        lastLine = (code ?? offset, offset)
        return offset
    }
}
