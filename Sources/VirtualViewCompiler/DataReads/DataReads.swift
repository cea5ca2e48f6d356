import VirtualViewExpressions
import VirtualViewFormat

/// A path that a template reads from its data.
package struct DataRead: Hashable, Sendable {
    /// The path, the kind of value that is expected there, and whether it may be missing.
    package let read: BindingRead
    /// The node that reads it: its number in pre-order.
    package let node: Int
    /// The name of the attribute that reads it.
    package let property: String
    /// Whether an event program reads it.
    fileprivate let isOfProgram: Bool
    /// The place of the path in the source; `nil` if there is no source.
    package fileprivate(set) var range: SourceRange?

    /// Whether the path leads into the screen and the user's settings, unless the data has an `env` itself.
    ///
    /// What a program reads is in the data.
    package var isEnvironment: Bool {
        guard !isOfProgram, case .key(let key)? = read.path.steps.first else { return false }
        return key.text == "env"
    }
}

/// The paths that a template reads from its data, in the order of its nodes and attributes.
package struct DataReads: Sendable {
    /// The reads; a path that is read several times is there several times.
    package private(set) var reads: [DataRead] = []

    /// Finds the paths of a source, which may have errors.
    ///
    /// - Parameters:
    ///   - tree: The source's elements.
    ///   - compiler: The compiler that is for the source.
    /// - Complexity: O(*n*) in the size of the source.
    package init(_ tree: SyntaxTree, compiledBy compiler: TemplateCompiler) {
        let configuration = compiler.configuration
        for index in tree.elements.indices {
            let element = tree.elements[index]
            let configured = configuration.element(named: element.name)
            for attribute in tree.attributes(of: element) where !attribute.name.declaresVariable {
                let kind = configuration.kind(of: attribute.name, on: configured)
                if kind == .expression {
                    addProgram(attribute, of: index, tree, compiler.options)
                    continue
                }
                let known = LanguageSchema.standard.property(
                    StringID(hashing: attribute.name),
                    of: configured?.id ?? 0
                )
                add(
                    BindingExpression.reads(in: attribute.value, as: DataKind(known, as: kind)),
                    DataPlace(node: index, property: attribute.name)
                ) { tree.range(of: $0, in: attribute) }
            }
        }
    }

    /// Finds the paths of a compiled template.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - compiler: The compiler that is for its source.
    /// - Complexity: O(*n*) in the size of the file.
    package init(_ template: Template, compiledBy compiler: TemplateCompiler) {
        let configuration = compiler.configuration
        var elements: [UInt16: Configuration.Element] = [:]
        for name in configuration.elementNames {
            if let element = configuration.element(named: name) { elements[element.id] = element }
        }
        for node in template.nodes {
            for setter in node.setters {
                let name = setter.name ?? "\(setter.key)"
                if case .expression(let id) = setter.value {
                    guard let code = template.expressions[id] else { continue }
                    let reads = ProgramReads.find(in: code) { template.string(for: StringID(rawValue: $0)) }
                    let place = DataPlace(node: node.index, property: name, isProgram: true)
                    add(reads.map { $0.read }, place) { _ in nil }
                } else if let text = setter.text {
                    let known = LanguageSchema.standard.property(setter.key, of: node.componentID)
                    let place = DataPlace(node: node.index, property: name)
                    let kind = setter.name.map { configuration.kind(of: $0, on: elements[node.componentID]) }
                    add(BindingExpression(text).reads(as: DataKind(known, as: kind ?? known?.kind)), place) { _ in nil }
                }
            }
        }
    }

    /// What is common to the reads of one attribute.
    private struct DataPlace {
        let node: Int
        let property: String
        var isProgram = false
    }

    private mutating func add(_ found: [BindingRead], _ place: DataPlace, _ source: (Range<Int>) -> SourceRange?) {
        for read in found {
            reads.append(
                DataRead(
                    read: read,
                    node: place.node,
                    property: place.property,
                    isOfProgram: place.isProgram,
                    range: read.range.flatMap(source)
                )
            )
        }
    }

    private mutating func addProgram(
        _ attribute: SyntaxTree.Attribute,
        of index: Int,
        _ tree: SyntaxTree,
        _ options: TemplateCompiler.Options
    ) {
        let compiled = EventProgramCompiler.compile(attribute.value, isLenient: options.isLenient)
        let block = compiled == nil ? options.blocks.block(namedBy: attribute.value) : nil
        guard let program = compiled ?? block?.result, let code = program.code else { return }
        var names: [Int32: String] = [:]
        for string in program.strings { names[EventOperand.stringID(string.text)] = string.text }
        var places = ProgramPathPlaces(program.strings)
        let place = DataPlace(node: index, property: attribute.name, isProgram: true)
        for found in ProgramReads.find(in: code, name: { names[$0] }) {
            let range = places.next(found.names)
            add([found.read], place) { _ in nil }
            guard let range else { continue }
            reads[reads.count - 1].range =
                block.map { SourceRange($0.place.file, range) } ?? tree.range(of: range, in: attribute)
        }
    }
}

extension DataKind {
    /// The kind of value that a property takes.
    ///
    /// - Parameters:
    ///   - property: The property; `nil` for one of an app, which may take data of any kind.
    ///   - kind: The kind of the attribute, where a configuration says it.
    init(_ property: PropertySchema?, as kind: ValueKind?) {
        if property?.builtInName == .dataTag {
            self = .items
            return
        }
        switch property?.meaning ?? kind {
        case .number, .int, .float, .size: self = .length
        case .bool: self = .boolean
        case .color: self = .color
        case .string: self = property == nil ? .any : .text
        case nil: self = .any
        case .flags, .gravity, .textStyle, .type, .visibility, .dataMode, .enumeration, .expression: self = .text
        }
    }
}
