import VirtualViewFormat

/// A property that a component has in addition to those of every node, or one that only a few nodes set.
///
/// The row of the schema says which values it takes. This is a class, so that reading one from a list copies nothing.
final class ContentProperty: Sendable {
    /// The type in which a property is stored.
    private enum Storage {
        case int
        case float
        case string
    }

    let schema: PropertySchema
    /// Whether an app declared it: the language's class of the component does not have it.
    let isOwn: Bool
    let defaultValue: NodeValue
    let invalidation: PropertySchema.Invalidation
    /// The property that becomes 0 when this one is set.
    let resetProperty: PropertyName?
    /// The index of the value among the numbers or the texts of a node's content.
    let position: Int
    private let storage: Storage
    private let range: PropertySchema.ValueRange
    private let words: WordTable?

    /// Makes a property.
    ///
    /// - Parameters:
    ///   - property: The row of the component.
    ///   - standard: The row of the language, whose type and range it keeps; `nil` for an app's own property.
    ///   - isShownByHost: Whether display lists have the value, so that each change is one of the drawing.
    ///   - content: The content to which the property adds its default.
    init(
        _ property: PropertySchema,
        like standard: PropertySchema?,
        isShownByHost: Bool = false,
        in content: inout ContentValues
    ) {
        schema = property
        isOwn = standard == nil
        invalidation = isShownByHost && property.invalidation == .nothing ? .drawing : property.invalidation
        resetProperty = (standard ?? property).resetProperty
        let typed = standard ?? property
        storage =
            switch (typed.defaultValue, typed.kind) {
            case (.float, _): .float
            case (.int, _): .int
            case (.string, _): .string
            case (.none, .string): .string
            case (.none, .number), (.none, .float), (.none, .size): .float
            default: .int
            }
        range = typed.range
        words =
            switch (typed.range, typed.meaning ?? typed.kind) {
            case (.words, .enumeration(let table)): table
            case (.words, .type): .variableTypes
            case (.words, .dataMode): .dataModes
            default: nil
            }
        switch (property.defaultValue, storage) {
        case (.int(let number), .float): defaultValue = .float(Float(number))
        case (.int(let number), _): defaultValue = .int(number)
        case (.float(let number), _): defaultValue = .float(number)
        case (.string(let text), _): defaultValue = .string(text)
        case (.none, .int): defaultValue = .int(0)
        case (.none, .float): defaultValue = .float(0)
        case (.none, .string): defaultValue = .none
        }
        position = content.append(defaultValue)
    }

    /// Makes a property that is not part of a component's content.
    convenience init(_ property: PropertySchema) {
        var content = ContentValues()
        self.init(property, like: property, in: &content)
    }

    /// Whether the property stores whole numbers.
    var isInteger: Bool { storage == .int }

    /// Whether the property stores a text.
    var isText: Bool { storage == .string }

    /// Returns the stored form of a number, or `nil` if it does not fit.
    func bits(of number: Int32) -> UInt32? {
        switch storage {
        case .int:
            if let words { return words.name(of: number) == nil ? nil : UInt32(bitPattern: number) }
            if range == .truth { return number == 0 ? 0 : 1 }
            return isInRange(Float(number)) ? UInt32(bitPattern: number) : nil
        case .float: return bits(of: Float(number))
        case .string: return nil
        }
    }

    /// Returns the stored form of a number, or `nil` if it does not fit.
    func bits(of number: Float) -> UInt32? {
        storage == .float && number.isFinite && isInRange(number) ? number.bitPattern : nil
    }

    /// Returns the value with a stored form.
    func value(bits: UInt32) -> NodeValue {
        storage == .float ? .float(Float(bitPattern: bits)) : .int(Int32(bitPattern: bits))
    }

    /// Returns a value as the property stores it, or `nil` if it does not fit.
    func fit(_ value: NodeValue) -> NodeValue? {
        switch value {
        case .int(let number): bits(of: number).map(self.value(bits:))
        case .float(let number): bits(of: number).map(self.value(bits:))
        case .string, .none: isText ? value : nil
        case .data: nil
        }
    }

    private func isInRange(_ number: Float) -> Bool {
        switch range {
        case .positive: number > 0
        case .notNegative: number >= 0
        case .any, .words, .truth: true
        }
    }
}

/// The values of the properties that not every node has: numbers and texts apart, so that layout reads numbers alone.
///
/// Nodes share the values of their prototype until one is set.
struct ContentValues: Sendable {
    /// Whole numbers, and the bits of floats.
    private(set) var numbers: [UInt32] = []
    private(set) var texts: [String?] = []

    /// Adds a value, and returns its index among those of its type.
    mutating func append(_ value: NodeValue) -> Int {
        switch value {
        case .int(let number): numbers.append(UInt32(bitPattern: number))
        case .float(let number): numbers.append(number.bitPattern)
        case .string(let text):
            texts.append(text)
            return texts.count - 1
        case .none, .data:
            texts.append(nil)
            return texts.count - 1
        }
        return numbers.count - 1
    }

    /// Returns the value of a property.
    func value(of property: ContentProperty) -> NodeValue {
        guard property.isText else { return property.value(bits: numbers[property.position]) }
        return texts[property.position].map(NodeValue.string) ?? .none
    }

    /// Sets a property, and mostly the one that becomes 0 with it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - property: The property.
    ///   - component: The component that has it, which only a property that resets another needs.
    ///   - resetsOther: Whether that one becomes 0.
    /// - Returns: What became of the value.
    @inline(__always)
    mutating func write(
        _ value: NodeValue,
        to property: ContentProperty,
        of component: @autoclosure () -> ComponentRecord,
        resetsOther: Bool = true
    ) -> PropertyOutcome {
        let outcome = store(value, in: property)
        guard let other = property.resetProperty, resetsOther, outcome != .refused,
            let position = component().contentPosition(at: other.index)
        else { return outcome }
        return writeBits(0, at: position) == .changed ? .changed : outcome
    }

    @inline(__always)
    private mutating func store(_ value: NodeValue, in property: ContentProperty) -> PropertyOutcome {
        switch value {
        case .int(let number): writeBits(property.bits(of: number), at: property.position)
        case .float(let number): writeBits(property.bits(of: number), at: property.position)
        case .string(let text): property.isText ? writeText(text, at: property.position) : .refused
        case .none: property.isText ? writeText(nil, at: property.position) : .refused
        case .data: .refused
        }
    }

    private mutating func writeBits(_ bits: UInt32?, at position: Int) -> PropertyOutcome {
        guard let bits else { return .refused }
        guard numbers[position] != bits else { return .unchanged }
        numbers[position] = bits
        return .changed
    }

    private mutating func writeText(_ text: String?, at position: Int) -> PropertyOutcome {
        if let text {
            if let old = texts[position], old.hasSameBytes(as: text) { return .unchanged }
        } else if texts[position] == nil {
            return .unchanged
        }
        texts[position] = text
        return .changed
    }
}

/// The values of one node's content, by the names of the language.
///
/// A property that the node does not have reads as its type's zero. The values are read in the node: nodes of a template
/// share them, and threads that make cells would wait for each other to count the references.
struct PresentContent {
    let node: Node

    @inline(__always)
    subscript<Value: NumberStorable>(name: PropertyName) -> Value {
        guard let position = node.contentPosition(of: name) else { return .zero }
        return Value(bits: node.content.numbers[position]) ?? .zero
    }

    @inline(__always)
    subscript(name: PropertyName) -> String? {
        guard let position = node.contentPosition(of: name) else { return nil }
        return node.content.texts[position]
    }
}

/// The place in a node where the value of a property of the language is stored.
enum PropertyHome {
    /// A field that every node has: layout or drawing reads it.
    case everyNode
    /// A list that a node has only if one of its properties is set.
    case fewNodes
    /// The content of the components that have the property.
    case content
}

extension PropertyName {
    /// The place where nodes store the property.
    var home: PropertyHome { Self.homes[index] }

    /// The description of a property that only a few nodes set; `nil` for all others.
    var detail: ContentProperty? { Self.details[index] }

    /// The work that a change of a property of every node requires.
    var invalidation: PropertySchema.Invalidation { Self.invalidations[index] }

    private static let rows: [PropertySchema?] = allCases.map { LanguageSchema.standard.property(named: $0.rawValue) }

    private static let homes: [PropertyHome] = allCases.map { name in
        guard rows[name.index]?.components == nil else { return .content }
        return NodeProperties().value(of: name) == nil ? .fewNodes : .everyNode
    }

    private static let details: [ContentProperty?] = allCases.map { name in
        name.home == .fewNodes ? rows[name.index].map { ContentProperty($0) } : nil
    }

    private static let invalidations: [PropertySchema.Invalidation] = allCases.map { name in
        rows[name.index]?.invalidation ?? .ownSize
    }
}
