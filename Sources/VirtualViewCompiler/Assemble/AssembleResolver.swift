import VirtualViewFormat

/// Replaces names by fragments, types attributes and checks everything that does not depend on the layout.
///
/// A fragment is resolved again for each of its uses, because the attributes of the use win over its own. The total that
/// all uses insert is bounded, and so is the depth, so the size of a source cannot explode.
struct AssembleResolver {
    /// The maximum number of bytes of inserted fragments.
    static let maximumExpansion = 1 << 20
    /// The cost of one use in addition to the bytes of the fragment.
    private static let costOfUse = 16

    var reports: AssembleReports
    let fragments: [AssembleFragment]
    private let fragmentOfName: [ExactText: Int]
    /// The fragments that are being inserted, the innermost last, with the place of their use.
    var active: [(fragment: Int, use: SourceSpan)] = []
    /// The fragments that were inserted somewhere.
    private var reached: Set<Int> = []
    /// The fragments that neither the source nor another fragment before them uses.
    private(set) var unused: [(name: String, span: SourceSpan)] = []
    /// The files of the others, by their numbers.
    private(set) var usedFiles: Set<UInt16> = []
    /// The number of inserted bytes.
    private var expanded = 0
    /// Whether a fragment did not fit, so that no further one is inserted.
    private var isExhausted = false
    private var depth = 0
    /// Whether fragments were found to nest too deep.
    private var isTooDeep = false

    /// Starts a resolution; reports names that are defined twice.
    init(fragments: [AssembleFragment], reports: AssembleReports) {
        self.fragments = fragments
        self.reports = reports
        var fragmentOfName: [ExactText: Int] = [:]
        for (index, fragment) in fragments.enumerated() {
            guard let first = fragmentOfName[ExactText(fragment.name)] else {
                fragmentOfName[ExactText(fragment.name)] = index
                continue
            }
            let earlier = fragments[first].nameSpan
            self.reports.add(.duplicateFragment(fragment.name), at: fragment.nameSpan, noteAt: earlier)
        }
        self.fragmentOfName = fragmentOfName
    }

    /// Resolves what a source shows, then checks the fragments that it does not use.
    mutating func resolve(_ body: AssembleDocument.Body?) -> AssembleLowering.Root? {
        let root: AssembleLowering.Root? =
            switch body {
            case .block(let block): .block(resolve(block))
            case .part(let part): .part(resolve(part, in: nil))
            case .attributes, nil: nil
            }
        usedFiles = Set(reached.map { fragments[$0].nameSpan.file })
        for index in fragments.indices where !reached.contains(index) {
            unused.append((fragments[index].name, fragments[index].nameSpan))
            check(index)
        }
        return root
    }

    /// Checks a fragment that nothing uses.
    private mutating func check(_ index: Int) {
        reached.insert(index)
        active = [(index, fragments[index].nameSpan)]
        defer { active = [] }
        switch fragments[index].body {
        case .block(let block): _ = resolve(block)
        case .part(let part): _ = resolveMixin(part)
        case .attributes(let list): _ = resolve(list, of: .part)
        }
    }
}

// MARK: - Fragments

extension AssembleResolver {
    /// What a reference stands for.
    enum Referent {
        /// The fragment with this index.
        case fragment(Int)
        /// Something that was reported as an error.
        case refused
        /// The name is not a fragment's.
        case unknown
    }

    /// Begins to insert the fragment that a reference names.
    mutating func enter(_ reference: AssembleReference) -> Referent {
        guard let name = reference.name else { return .refused }
        guard let index = fragmentOfName[ExactText(name)] else { return .unknown }
        if let start = active.firstIndex(where: { $0.fragment == index }) {
            reports.add(
                .cyclicFragment(name),
                at: reference.span,
                noteAt: fragments[index].nameSpan,
                notes: active[(start + 1)...].map { reports.note("which is used here", at: $0.use) }
            )
            return .refused
        }
        let cost = fragments[index].length + Self.costOfUse
        guard !isExhausted, expanded + cost <= Self.maximumExpansion else {
            if !isExhausted { reports.add(.expansionTooLarge(Self.maximumExpansion), at: reference.span) }
            isExhausted = true
            return .refused
        }
        expanded += cost
        active.append((index, reference.span))
        reached.insert(index)
        return .fragment(index)
    }

    /// Counts a bracket or brace that fragments open; reports if there are too many.
    private mutating func deepen() -> Bool {
        guard depth < AssembleParser.maximumDepth else {
            if !isTooDeep, let use = active.last?.use { reports.add(.tooDeep(AssembleParser.maximumDepth), at: use) }
            isTooDeep = true
            return false
        }
        depth += 1
        return true
    }
}

// MARK: - Assembles

extension AssembleResolver {
    mutating func resolve(_ block: AssembleBlock) -> ResolvedBlock {
        var result = ResolvedBlock(
            opener: block.opener,
            closer: block.closer,
            axis: block.head.axis,
            alignment: readHead(block),
            headSpan: block.head.span,
            isDamaged: block.isDamaged,
            comments: block.comments
        )
        guard deepen() else {
            result.isDamaged = true
            return result
        }
        defer { depth -= 1 }
        let properties = resolve(block.attributes, of: .block)
        if properties.isDamaged { result.isDamaged = true }
        result.padding = properties[.padding]
        result.parts.reserveCapacity(block.parts.count)
        for part in block.parts { result.parts.append(resolve(part, in: result.axis)) }
        findGap(in: &result)
        reports.checkGaps(of: result)
        reports.checkResistance(of: result)
        readExtension(properties[.extendWith], in: &result)
        if result.parts.isEmpty, !result.isDamaged { reports.add(.emptyBlock, at: block.opener) }
        return result
    }

    /// Returns the alignment from the head; a letter along the axis means the start of the other axis.
    private mutating func readHead(_ block: AssembleBlock) -> AssembleEdge {
        let head = block.head
        guard !head.alignment.lies(along: head.axis.crossing) else { return head.alignment }
        let meant: AssembleEdge = head.axis == .horizontal ? .top : .left
        let letters = (head.axis == .horizontal ? "h" : "v", String(head.alignment.rawValue.prefix(1)))
        let read = letters.0 + meant.rawValue.prefix(1)
        reports.add(
            .headAlongAxis(letters.0 + letters.1, read: read),
            at: head.span,
            fixIts: [reports.replacement(head.span, with: read)]
        )
        return meant
    }

    /// Finds the part at which the chain is broken.
    private mutating func findGap(in block: inout ResolvedBlock) {
        let effective: AssembleEdge = block.axis == .horizontal ? .left : .top
        for (index, part) in block.parts.enumerated() {
            guard let property = part.properties[.ignoreAlignment], property.edge == effective else { continue }
            if let first = block.gap {
                reports.add(.secondBreak, at: property.wholeSpan, noteAt: first.property.wholeSpan)
                block.isDamaged = true
            } else {
                block.gap = (index, property)
            }
        }
    }

    private mutating func readExtension(_ property: AssembleProperty?, in block: inout ResolvedBlock) {
        guard let property, case .index(let number) = property.value, number != 0 else { return }
        if number > 0, Int(number) <= block.parts.count {
            block.extended = (Int(number) - 1, property)
        } else if !block.isDamaged {
            reports.add(.badIndex(number, count: block.parts.count), at: property.wholeSpan)
        }
    }
}

// MARK: - Parts

extension AssembleResolver {
    /// Resolves a part at its place.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - axis: The axis of the assemble around it; `nil` for the root.
    /// - Returns: The part with its whole content.
    mutating func resolve(_ part: AssemblePart, in axis: AssembleAxis?) -> ResolvedPart {
        let result = resolveMixin(part)
        reports.check(result, in: axis)
        return result
    }

    /// Resolves a part that may be incomplete, because its use completes it.
    private mutating func resolveMixin(_ part: AssemblePart) -> ResolvedPart {
        var result = ResolvedPart(opener: part.opener, closer: part.closer, comments: part.comments)
        result.isDamaged = part.isDamaged
        guard deepen() else {
            result.isDamaged = true
            return result
        }
        defer { depth -= 1 }
        var blockSpan: SourceSpan?
        // The order of the source decides which of two contents is the second.
        let references = [part.name, part.splice].compactMap { $0 }.sorted { $0.span.lower < $1.span.lower }
        var written = part.block
        for reference in references {
            if let block = written, block.opener.lower < reference.span.lower {
                take(resolve(block), at: block.opener, into: &result, &blockSpan)
                written = nil
            }
            resolve(reference, into: &result, &blockSpan)
        }
        if let block = written { take(resolve(block), at: block.opener, into: &result, &blockSpan) }
        result.properties.override(with: resolve(part.attributes, of: .part))
        return result
    }

    /// Gives a part its assemble, or reports that it already has one.
    private mutating func take(
        _ block: ResolvedBlock,
        at span: SourceSpan,
        into part: inout ResolvedPart,
        _ first: inout SourceSpan?
    ) {
        if let first {
            reports.add(.secondBlock, at: span, noteAt: first)
            part.isDamaged = true
        } else {
            part.block = block
            first = span
        }
    }

    /// Inserts the fragment or argument that a name or a `%@` stands for.
    mutating func resolve(
        _ reference: AssembleReference,
        into part: inout ResolvedPart,
        _ blockSpan: inout SourceSpan?
    ) {
        let index: Int
        switch enter(reference) {
        case .fragment(let fragment): index = fragment
        case .unknown: return name(reference, &part)
        case .refused:
            part.isDamaged = true
            return
        }
        defer { active.removeLast() }
        switch fragments[index].body {
        case .block(let block):
            take(resolve(block), at: reference.span, into: &part, &blockSpan)
        case .part(let body):
            let mixin = resolveMixin(body)
            if let block = mixin.block { take(block, at: reference.span, into: &part, &blockSpan) }
            if let name = mixin.name { part.name = part.name ?? name }
            part.comments = mixin.comments + part.comments
            part.properties.override(with: mixin.properties)
        case .attributes(let list):
            part.properties.override(with: resolve(list, of: .part))
        }
    }

    /// Uses a word that is not a fragment's name as the part's own name.
    mutating func name(_ reference: AssembleReference, _ part: inout ResolvedPart) {
        guard let text = reference.name else { return }
        guard let first = part.name else {
            part.name = (text, reference.span)
            return
        }
        reports.add(.secondName(text), at: reference.span, noteAt: first.span)
        part.isDamaged = true
    }
}
