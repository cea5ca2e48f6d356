/// The comments of a source, found in one pass.
///
/// Text that looks like a comment inside a value, an instruction or a CDATA section is not a comment.
struct LintComments {
    /// One comment.
    struct Comment {
        /// The comment with what opens and closes it.
        let whole: Range<Int>
        /// The text of the comment without its delimiters.
        let text: Range<Int>
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var found: [Comment] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Finds the comments of a source, in its order.
    ///
    /// - Complexity: O(*n*) in the size of the source.
    static func find(in file: SourceFile) -> [Comment] {
        var scan = LintComments(file.bytes)
        if file.isAssemble { scan.readAssemble() } else { scan.readXML() }
        return scan.found
    }

    private func isAt(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Moves after the next occurrence of a text, or to the end if there is none.
    ///
    /// - Returns: The start of the text.
    private mutating func skip(past text: StaticString) -> Int {
        while offset < bytes.count {
            if isAt(text) {
                defer { offset += text.utf8CodeUnitCount }
                return offset
            }
            offset += 1
        }
        return offset
    }

    private mutating func keep(from start: Int, opener: Int, end: Int) {
        found.append(Comment(whole: start..<offset, text: min(start + opener, end)..<end))
    }
}

// MARK: - XML

extension LintComments {
    private mutating func readXML() {
        while offset < bytes.count {
            let start = offset
            if isAt("<!--") {
                offset += 4
                let end = skip(past: "-->")
                keep(from: start, opener: 4, end: end)
            } else if isAt("<?") {
                _ = skip(past: "?>")
            } else if isAt("<![CDATA[") {
                _ = skip(past: "]]>")
            } else if bytes[offset] == UInt8(ascii: "<"), !isAt("<!") {
                skipTag()
            } else {
                offset += 1
            }
        }
    }

    private mutating func skipTag() {
        var quote: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
    }
}

// MARK: - The assemble language

extension LintComments {
    private mutating func readAssemble() {
        while offset < bytes.count {
            let start = offset
            if isAt("//") {
                while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
                keep(from: start, opener: 2, end: offset)
            } else if isAt("/*") {
                offset += 2
                let end = skip(past: "*/")
                keep(from: start, opener: 2, end: end)
            } else if isAt("@\"") || bytes[offset] == UInt8(ascii: "\\") {
                // The text of the old wrapper has comments of its own; an escaped quote opens nothing.
                offset += 2
            } else if bytes[offset] == UInt8(ascii: "\"") {
                skipString()
            } else {
                offset += 1
            }
        }
    }

    /// A string ends on its line; a quote that does not close is a character.
    private mutating func skipString() {
        var end = offset + 1
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
            if bytes[end] == UInt8(ascii: "\"") {
                offset = end + 1
                return
            }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        // Nor does any other quote up to the end of the line close, except for those after a backslash.
        offset += 1
    }
}
