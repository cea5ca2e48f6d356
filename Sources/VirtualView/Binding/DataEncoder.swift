import Foundation
public import VirtualViewExpressions
import VirtualViewFormat

extension JSONValue {
    /// Encodes a value of one of the app's own types.
    ///
    /// The result is the same as parsing the output of a `JSONEncoder` with default settings, but no text is written: a
    /// `URL` is its text, `Data` is Base64, a `Double` of 2.0 is the whole number 2, and a `Date` is whatever the type
    /// itself encodes. A number that is not finite stays as it is.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error of the value's own encoding, or `EncodingError` for nesting beyond
    ///   ``DataBridgeError/maximumDepth``.
    /// - Complexity: O(*n*) in the size of the value.
    public init(encoding value: some Encodable) throws {
        self = try DataEncoder.box(value, at: .root).value()
    }
}

extension NodeTree {
    /// Shows a value of one of the app's own types.
    ///
    /// - Parameter value: The value; see `JSONValue.init(encoding:)`.
    /// - Throws: The error of the value's own encoding.
    public func update(encoding value: some Encodable) throws {
        update(data: try JSONValue(encoding: value))
    }
}

/// A value under construction; containers get boxes that are filled later.
final class DataBox {
    private enum Content {
        case empty
        case value(JSONValue)
        case array([DataBox])
        case object([(key: String, box: DataBox)])
        /// More nested arrays and objects than allowed; the box drops its content.
        case tooDeep(at: DataCodingPath)
    }

    private var content = Content.empty
    /// The boxes of the arrays and objects that were asked for by their keys: the same ones when they are asked for again.
    private var containers: [ExactText: DataBox] = [:]

    /// Returns the value; an empty object if nothing was encoded.
    ///
    /// Boxes are never nested deeper than ``DataBridgeError/maximumDepth``, so recursion is safe.
    func value() throws -> JSONValue {
        switch content {
        case .empty: .object(BindingObject([]))
        case .value(let value): value
        case .array(let boxes): .array(try boxes.map { try $0.value() })
        case .object(let entries): .object(BindingObject(try entries.map { ($0.key, try $0.box.value()) }))
        case .tooDeep(let path): throw DataEncoder.nestingError((), at: path)
        }
    }

    func set(_ value: JSONValue) {
        content = .value(value)
    }

    /// Makes the box an object, unless it already is one.
    func beginObject(at path: DataCodingPath) {
        if case .object = content { return }
        content = path.depth < DataBridgeError.maximumDepth ? .object([]) : .tooDeep(at: path)
    }

    /// Makes the box an array, unless it already is one.
    func beginArray(at path: DataCodingPath) {
        if case .array = content { return }
        content = path.depth < DataBridgeError.maximumDepth ? .array([]) : .tooDeep(at: path)
    }

    func add(_ box: DataBox, for key: String) {
        guard case .object(var entries) = content else { return }
        content = .empty
        entries.append((key, box))
        content = .object(entries)
    }

    func add(_ box: DataBox) {
        guard case .array(var boxes) = content else { return }
        content = .empty
        boxes.append(box)
        content = .array(boxes)
    }

    /// Returns the box for an array or object with a key.
    func container(for key: String) -> DataBox {
        if let box = containers[ExactText(key)] { return box }
        let box = DataBox()
        containers[ExactText(key)] = box
        add(box, for: key)
        return box
    }

    /// The number of elements.
    var count: Int {
        guard case .array(let boxes) = content else { return 0 }
        return boxes.count
    }
}

/// Encodes values of an app's own types as data for bindings.
struct DataEncoder: Encoder {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a value into a box of its own.
    static func box(_ value: some Encodable, at path: DataCodingPath) throws -> DataBox {
        let box = DataBox()
        if let simple = simpleValue(of: value) {
            box.set(simple)
            return box
        }
        // A value that encodes itself as a simple value may be inside the deepest array or object, hence one more.
        guard path.depth <= DataBridgeError.maximumDepth else { throw nestingError(value, at: path) }
        try value.encode(to: DataEncoder(box: box, path: path))
        return box
    }

    /// Makes the error for a value that is nested too deep.
    static func nestingError(_ value: Any, at path: DataCodingPath) -> EncodingError {
        let text = "values are nested deeper than \(DataBridgeError.maximumDepth)"
        return EncodingError.invalidValue(value, EncodingError.Context(codingPath: path.keys, debugDescription: text))
    }

    /// Returns the value of a type that has its own form in data.
    private static func simpleValue(of value: some Encodable) -> JSONValue? {
        switch value {
        case let url as URL: .string(url.absoluteString)
        case let data as Data: .string(data.base64EncodedString())
        case let number as Decimal:
            // As its digits say.
            (try? JSONValue(json: number.description)) ?? .double(NSDecimalNumber(decimal: number).doubleValue)
        default: nil
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.beginObject(at: path)
        return KeyedEncodingContainer(KeyedDataContainer<Key>(box: box, path: path))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.beginArray(at: path)
        return ListDataContainer(box: box, path: path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleDataContainer(box: box, path: path)
    }
}

/// The path to a value, from the root; adding a step costs the same at every depth.
indirect enum DataCodingPath {
    case root
    case step(DataCodingPath, key: any CodingKey, depth: Int)

    /// The number of steps; counting stops one above the limit.
    var depth: Int {
        if case .step(_, _, let depth) = self { depth } else { 0 }
    }

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while case .step(let outer, let key, _) = path {
            keys.append(key)
            path = outer
        }
        return keys.reversed()
    }

    func appending(_ key: some CodingKey) -> DataCodingPath {
        depth > DataBridgeError.maximumDepth ? self : .step(self, key: key, depth: depth + 1)
    }
}

/// The index of an element, as a coding key.
struct DataIndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "super" }

    init(_ index: Int?) {
        intValue = index
    }

    init?(intValue: Int) {
        self.intValue = intValue
    }

    init?(stringValue: String) {
        nil
    }
}

extension JSONValue {
    /// Converts a simple Swift value.
    init?(simple value: some Encodable) {
        switch value {
        case let flag as Bool: self = .bool(flag)
        case let text as String: self = .string(text)
        case let number as Double: self.init(encodedNumber: number)
        // The shortest decimal form of the float, so that 0.1 does not become 0.10000000149.
        case let number as Float:
            self.init(encodedNumber: Double(number.description) ?? Double(number), wholeUpTo: 0x1p24)
        case let number as any BinaryInteger:
            self = Int64(exactly: number).map(JSONValue.int) ?? .double(Double(number))
        default: return nil
        }
    }
}

extension JSONValue {
    /// Converts a number as if `JSONEncoder` had written it: one without a fraction is whole, up to where the
    /// description of its type has an exponent.
    fileprivate init(encodedNumber number: Double, wholeUpTo limit: Double = 0x1p53) {
        self = (number.magnitude <= limit ? Int64(exactly: number) : nil).map(JSONValue.int) ?? .double(number)
    }
}

/// Writes the entries of an object.
struct KeyedDataContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) throws {
        nested(key).set(.null)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        if let simple = JSONValue(simple: value) {
            nested(key).set(simple)
        } else {
            box.add(try DataEncoder.box(value, at: path.appending(key)), for: key.stringValue)
        }
    }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy keyType: Inner.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
        DataEncoder(box: box.container(for: key.stringValue), path: path.appending(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        DataEncoder(box: box.container(for: key.stringValue), path: path.appending(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let inner = DataBox()
        let key = DataIndexKey(nil)
        box.add(inner, for: key.stringValue)
        return DataEncoder(box: inner, path: path.appending(key))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        DataEncoder(box: nested(key), path: path.appending(key))
    }

    private func nested(_ key: Key) -> DataBox {
        let inner = DataBox()
        box.add(inner, for: key.stringValue)
        return inner
    }
}

/// Writes the elements of an array.
struct ListDataContainer: UnkeyedEncodingContainer {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }
    var count: Int { box.count }

    mutating func encodeNil() throws {
        nested().set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        if let simple = JSONValue(simple: value) {
            nested().set(simple)
        } else {
            box.add(try DataEncoder.box(value, at: path.appending(DataIndexKey(count))))
        }
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy keyType: Inner.Type) -> KeyedEncodingContainer<Inner> {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key)).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        let key = DataIndexKey(count)
        return DataEncoder(box: nested(), path: path.appending(key))
    }

    private func nested() -> DataBox {
        let inner = DataBox()
        box.add(inner)
        return inner
    }
}

/// Writes one value.
struct SingleDataContainer: SingleValueEncodingContainer {
    let box: DataBox
    let path: DataCodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() throws {
        box.set(.null)
    }

    mutating func encode(_ value: some Encodable) throws {
        if let simple = JSONValue(simple: value) {
            box.set(simple)
        } else {
            // The path gets longer at each step, so that a value that encodes itself again and again ends with an
            // error.
            box.set(try DataEncoder.box(value, at: path.appending(DataIndexKey(0))).value())
        }
    }
}
