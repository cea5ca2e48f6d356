/// The state of one reading of an XML source.
///
/// The reading functions are in extensions: the source around elements in `+Markup`, tags in `+Tags`, attributes in
/// `+Attributes`, values in `+Values`, entities in `+Entities`, and guesses about what was meant in `+Recovery`. Each
/// begins at ``position`` and leaves it after what it read; each moves it forward.
struct XMLScanner {
    /// An element that is not closed yet.
    struct OpenElement {
        let name: SyntaxTree.NameID
        let nameStart: UInt32
        let nameEnd: UInt32
        /// The end of the start tag.
        let tagEnd: UInt32
        /// Whether a problem that was reported already explains a missing end tag.
        var isForgiven: Bool
    }

    let bytes: SourceBytes
    let file: SourceFile
    let options: XMLReader.Options
    var diagnostics: DiagnosticList
    var builder: SyntaxTreeBuilder
    /// The offset at which reading continues.
    var position = 0
    /// Whether an error was reported by this reading.
    var hasErrors = false
    /// Whether the source has bytes that are not UTF-8.
    var hasInvalidUTF8 = false

    /// The open elements, the innermost last.
    var open: [OpenElement] = []
    /// The names of the attributes of the tag that is being read.
    var uses = NameUses()
    /// For each name, how many open elements have it; `nil` until an end tag does not fit.
    var openCounts: [SyntaxTree.NameID: Int]?
    /// For each name, the number of elements that were closed because their end tag was missing; it may still follow.
    var overdue: [SyntaxTree.NameID: Int] = [:]
    /// The texts that look like start tags without their `<`, by their names; each with the number of open elements.
    var lostTags: [String: [(start: Int, depth: Int)]] = [:]
    /// The position of the first root's name.
    var firstRoot: Range<Int>?
    /// Whether a second root was reported.
    var hasReportedSecondRoot = false
    /// The start of the last DOCTYPE.
    var doctype: Range<Int>?

    /// Whether the tag that is being read runs into the end of the source for a reason that was reported.
    var isTagForgiven = false
    /// The value that is being decoded.
    var scratch: [UInt8] = []

    init(bytes: SourceBytes, file: SourceFile, options: XMLReader.Options, diagnostics: DiagnosticList) {
        self.bytes = bytes
        self.file = file
        self.options = options
        self.diagnostics = diagnostics
        builder = SyntaxTreeBuilder(file: file)
        open.reserveCapacity(16)
    }

    /// Reads everything.
    mutating func readSource() {
        guard bytes.count <= min(options.maximumSize, Int(clamping: UInt32.max)) else {
            return report(.fileTooLarge(bytes.count, limit: options.maximumSize), at: 0..<0)
        }
        guard !reportsOtherEncoding() else { return }
        if bytes.has("\u{FEFF}", at: 0) { position = 3 }
        reportInvalidUTF8()
        readDeclaration()
        while position < bytes.count {
            let start = position
            position = bytes.skipSpace(from: position)
            if bytes[position] == UInt8(ascii: "<") { readMarkup() } else { readText() }
            assert(position > start, "the reader must advance")
            if position <= start { position = start + 1 }
        }
        closeAtEnd()
        if firstRoot == nil, !hasErrors { report(.noRoot, at: bytes.count..<bytes.count) }
    }

    /// Returns the finished tree.
    consuming func takeTree() -> SyntaxTree {
        let end = span(bytes.count..<bytes.count)
        return builder.finish(at: end)
    }
}

// MARK: - Reporting

extension XMLScanner {
    /// Reports a problem.
    mutating func report(
        _ message: XMLMessage,
        at range: Range<Int>,
        noteAt second: Range<Int>? = nil,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) {
        if message.severity == .error { hasErrors = true }
        let second = second.map { SourceRange(file, $0) }
        diagnostics.add(
            Diagnostic(message, at: SourceRange(file, range), noteAt: second, notes: notes, fixIts: fixIts)
        )
    }

    /// Whether guesses are still useful: not when the diagnostics of this source are full.
    var mayGuess: Bool { !diagnostics.isFull(file) }

    func insertion(_ text: String, at offset: Int) -> Diagnostic.FixIt {
        Diagnostic.FixIt("insert '\(text)'", [edit(offset..<offset, text)])
    }

    func removal(of what: String, _ range: Range<Int>) -> Diagnostic.FixIt {
        Diagnostic.FixIt("remove \(what)", [edit(range, "")])
    }

    func replacement(_ range: Range<Int>, with text: String) -> Diagnostic.FixIt {
        Diagnostic.FixIt("replace with '\(text)'", [edit(range, text)])
    }

    func edit(_ range: Range<Int>, _ text: String) -> Diagnostic.FixIt.Edit {
        Diagnostic.FixIt.Edit(SourceRange(file, range), with: text)
    }
}

// MARK: - Names and places

extension XMLScanner {
    @inline(__always)
    func span(_ range: Range<Int>) -> SourceSpan {
        // Sources whose offsets do not fit are refused before anything is read.
        SourceSpan(
            lower: UInt32(truncatingIfNeeded: range.lowerBound),
            upper: UInt32(truncatingIfNeeded: range.upperBound)
        )
    }

    /// Returns the text of a name as a message quotes it.
    func quoted(_ range: Range<Int>) -> String {
        // A scalar has at most four bytes, so this prefix is enough for the sixty that are shown.
        let end = min(range.upperBound, range.lowerBound + 260)
        return MessageText.shortened(bytes.text(range.lowerBound..<end))
    }

    /// Returns the number of a name.
    @inline(__always)
    mutating func nameID(_ range: Range<Int>) -> SyntaxTree.NameID { builder.nameID(bytes.slice(range)) }
}

/// The names that the attributes of one start tag have, to find a name that appears twice.
///
/// The first sixty-four names of a source, which is nearly always all of them, cost a bit each. Whether the others are
/// used, and the first use of a name, is computed from the tree on demand.
struct NameUses {
    /// The names of smaller numbers that are used.
    private var low: UInt64 = 0
    /// For each name, the last tag that was looked at closely and had it, and its attribute there.
    private var places: [(tag: Int, attribute: Int)] = []
    /// The number of the tag that is being read.
    private var tag = 0
    /// The number of the tree's attributes that are in `places`.
    private var known = 0

    /// Begins the next tag.
    @inline(__always)
    mutating func begin() {
        low = 0
        tag &+= 1
    }

    /// Records a name.
    ///
    /// - Returns: Whether nothing else has to be done: the name is surely the first of its kind.
    @inline(__always)
    mutating func note(_ id: SyntaxTree.NameID) -> Bool {
        guard id < 64 else { return false }
        let bit: UInt64 = 1 &<< UInt64(id)
        let isNew = low & bit == 0
        low |= bit
        return isNew
    }

    /// Looks for a name among the attributes of the tag that are in the tree.
    ///
    /// - Parameters:
    ///   - id: A name that ``note(_:)`` could not decide on.
    ///   - builder: The tree as far as it was read; the name itself is not in it yet.
    /// - Returns: The first attribute with this name, if there is one.
    /// - Complexity: O(*n*) for all the calls about one tag, *n* being its attributes.
    mutating func firstUse(of id: SyntaxTree.NameID, in builder: SyntaxTreeBuilder) -> Range<Int>? {
        let attributes = builder.attributesOfLastElement
        known = max(known, attributes.lowerBound)
        while places.count < builder.nameCount { places.append((0, 0)) }
        for attribute in known..<attributes.upperBound {
            let name = Int(builder.nameID(ofAttribute: attribute))
            if places[name].tag != tag { places[name] = (tag, attribute) }
        }
        known = attributes.upperBound
        let place = places[Int(id)]
        return place.tag == tag ? builder.nameRange(ofAttribute: place.attribute) : nil
    }
}
