/// Turns a resolved assemble source into ordinary elements.
///
/// Everything becomes `VHLayout`, `FrameLayout`, `NText`, `NImage` and, for places that the host fills, `NFrameLayout`:
/// components that every client has. `Docs/Assemble.md` lists what becomes what. Assembles are in `+Blocks`, parts in
/// `+Parts`, and the elements around a part's content in `+Boxes`.
struct AssembleLowering {
    /// The content of a source.
    enum Root {
        case block(ResolvedBlock)
        case part(ResolvedPart)
    }

    /// The sizes of images by name.
    let assets: [String: AssembleAssetSize]
    var reports: AssembleReports
    private var builder: SyntaxTreeBuilder
    /// The numbers of the attribute names, once they were used.
    private var keyIDs: [AssembledKey: SyntaxTree.NameID] = [:]
    private var elementCount = 0
    /// The ids of named parts by name.
    private var idOfName: [String: Int] = [:]
    /// The named parts in the order of their ids.
    private(set) var names: [AssembleNamedPart] = []
    /// The comments before elements, by the element's index.
    private(set) var comments: [Int: [String]] = [:]
    /// The comments that were kept, so that a fragment's comments appear once.
    private var keptComments: Set<SourceSpan> = []

    init(assets: [String: AssembleAssetSize], reports: AssembleReports) {
        self.assets = assets
        self.reports = reports
        let files = reports.files
        builder = SyntaxTreeBuilder(file: files[0])
        for file in files.dropFirst() { _ = builder.addFile(file) }
    }

    /// Lowers a source.
    mutating func lower(_ root: Root) {
        switch root {
        case .block(let block): lowerRoot(block)
        case .part(let part): lower(part, at: .root(part.opener))
        }
    }

    /// Returns the finished tree.
    consuming func finish(at end: SourceSpan) -> SyntaxTree { builder.finish(at: end) }
}

// MARK: - Elements

extension AssembleLowering {
    /// The places in the source that an element comes from.
    struct Origin {
        /// The place that the element's name comes from.
        let name: SourceSpan
        let opener: SourceSpan
        let closer: SourceSpan

        init(_ part: ResolvedPart, name: SourceSpan? = nil) {
            self.name = name ?? part.opener
            opener = part.opener
            closer = part.closer
        }

        init(_ block: ResolvedBlock, name: SourceSpan? = nil) {
            self.name = name ?? block.headSpan
            opener = block.opener
            closer = block.closer
        }
    }

    /// The components that the lowering uses.
    enum Component: String {
        case frame = "FrameLayout"
        case image = "NImage"
        case slot = "NFrameLayout"
        case stack = "VHLayout"
        case text = "NText"
    }

    /// Writes an element around what `content` writes.
    mutating func element(
        _ component: Component,
        _ attributes: AssembledAttributes,
        from origin: Origin,
        content: (inout AssembleLowering) -> Void = { _ in }
    ) {
        let openTag = origin.opener.file == origin.name.file ? origin.opener : origin.name
        builder.openElement(builder.nameID(component.rawValue), at: origin.name, openTag: openTag)
        elementCount += 1
        for (key, value) in attributes.ordered {
            builder.addAttribute(
                nameID(key),
                at: value.nameSpan,
                value: value.text,
                at: value.valueSpan,
                map: value.map
            )
        }
        content(&self)
        builder.closeElement(at: origin.closer)
    }

    private mutating func nameID(_ key: AssembledKey) -> SyntaxTree.NameID {
        if let id = keyIDs[key] { return id }
        let id = builder.nameID(key.name)
        keyIDs[key] = id
        return id
    }

    /// Puts comments before the element that comes next.
    mutating func keep(_ found: [AssembleComment]) {
        for comment in found where keptComments.insert(comment.span).inserted {
            comments[elementCount, default: []].append(comment.text)
        }
    }

    /// Returns the id of a named part: the same for the same name.
    mutating func id(of name: String) -> Int {
        if let id = idOfName[name] { return id }
        let id = names.count + 1
        idOfName[name] = id
        names.append(AssembleNamedPart(name: name, id: id))
        return id
    }
}
