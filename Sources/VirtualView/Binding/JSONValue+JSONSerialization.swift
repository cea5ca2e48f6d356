import Foundation
public import VirtualViewExpressions

extension JSONValue {
    /// Converts the result of `JSONSerialization`, or any similar mix of dictionaries, arrays and simple values.
    ///
    /// `true` and 1 are distinguished on every platform. A number of a type of whole numbers is an `int` if it fits into 64
    /// bits; others are `double`, also without a fraction. A `Float` with a fraction has the value of its shortest decimal form.
    ///
    /// - Parameter object: `NSNull`, a boolean, a number, a string, an array, or a dictionary with strings as keys.
    /// - Throws: ``DataBridgeError`` for any other object, and for nesting beyond ``DataBridgeError/maximumDepth``.
    /// - Complexity: O(*n*) in the size of the data.
    public init(jsonObject object: Any) throws(DataBridgeError) {
        var bridge = JSONObjectBridge()
        self = try bridge.value(of: object)
    }
}

/// Walks an object graph; its depth is limited, so recursion is safe.
private struct JSONObjectBridge {
    private var path: [DataPath.Step] = []

    mutating func value(of object: Any) throws(DataBridgeError) -> JSONValue {
        // Only objects are cast to classes: on Linux such a cast of a Swift value converts everything inside it,
        // however large and deep it is.
        if type(of: object) is AnyClass {
            if let number = object as? NSNumber { return Self.value(of: number) }
            if object is NSNull { return .null }
        }
        switch object {
        case let text as String: return .string(text)
        case let elements as [Any]: return try value(of: elements)
        case let entries as [String: Any]: return try value(of: entries)
        case let value as JSONValue:
            try checkDepth(of: object, adding: value.depth)
            return value
        case let wrapper as any ObjectWrapper:
            if let wrapped = wrapper.wrappedObject { return try value(of: wrapped) }
        default:
            if let number = Self.value(ofNumber: object) { return number }
        }
        throw DataBridgeError(code: .unsupportedType, path: DataPath(path), type: "\(type(of: object))")
    }

    private mutating func value(of elements: [Any]) throws(DataBridgeError) -> JSONValue {
        try checkDepth(of: elements, adding: 1)
        var values: [JSONValue] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            path.append(.index(index))
            values.append(try value(of: element))
            path.removeLast()
        }
        return .array(values)
    }

    private mutating func value(of entries: [String: Any]) throws(DataBridgeError) -> JSONValue {
        try checkDepth(of: entries, adding: 1)
        var pairs: [(String, JSONValue)] = []
        pairs.reserveCapacity(entries.count)
        for (key, entry) in entries {
            path.append(.key(key))
            pairs.append((key, try value(of: entry)))
            path.removeLast()
        }
        return .object(BindingObject(pairs))
    }

    private func checkDepth(of object: Any, adding depth: Int) throws(DataBridgeError) {
        guard path.count + depth <= DataBridgeError.maximumDepth else {
            throw DataBridgeError(code: .tooDeep, path: DataPath(path), type: "\(type(of: object))")
        }
    }

    /// Returns the value of a Swift boolean or number.
    private static func value(ofNumber object: Any) -> JSONValue? {
        switch object {
        case let flag as Bool: .bool(flag)
        case let number as any BinaryInteger:
            Int64(exactly: number).map(JSONValue.int) ?? .double(Double(number))
        case let number as Float: .double(Double(decimal: number))
        case let number as any BinaryFloatingPoint: .double(Double(number))
        case let number as Decimal: .double(double(of: number))
        default: nil
        }
    }

    /// Returns the number nearest to the digits; `doubleValue` is rounded for each place behind the point.
    private static func double(of number: Decimal) -> Double {
        Double(number.description) ?? NSDecimalNumber(decimal: number).doubleValue
    }

    private static func value(of number: NSNumber) -> JSONValue {
        if isBoolean(number) { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"):
            return .double((number as? NSDecimalNumber).map { double(of: $0.decimalValue) } ?? number.doubleValue)
        case UInt8(ascii: "f"):
            return .double(Double(decimal: number.floatValue))
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            return Int64(exactly: number.uint64Value).map(JSONValue.int) ?? .double(number.doubleValue)
        default:
            return .int(number.int64Value)
        }
    }

    /// Checks the class, because an 8-bit number has the same type encoding as a boolean.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        type(of: number) == type(of: NSNumber(value: true))
    }
}

/// A value that wraps another one.
private protocol ObjectWrapper {
    var wrappedObject: Any? { get }
}

extension Optional: ObjectWrapper {
    fileprivate var wrappedObject: Any? { self }
}

extension AnyHashable: ObjectWrapper {
    fileprivate var wrappedObject: Any? { base }
}

/// An error that says why an object cannot become data for bindings.
public struct DataBridgeError: Error, Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// An object of a type that JSON does not have.
        case unsupportedType = "unsupported-type"
        /// More nested arrays and objects than allowed.
        case tooDeep = "too-deep"
    }

    /// The kind of problem.
    public let code: Code
    /// The path of the object, from the root of the data.
    public let path: DataPath
    /// The name of the type that was found.
    public let type: String

    /// The largest depth of nested arrays and objects.
    public static let maximumDepth = JSONValue.maximumDepth
}

extension DataBridgeError: CustomStringConvertible {
    /// The kind of problem and the path, in one line.
    public var description: String {
        let place = path.steps.isEmpty ? "the root" : "'\(path)'"
        return switch code {
        case .unsupportedType: "\(place) is of the type '\(type)', which is no data"
        case .tooDeep: "arrays and objects are nested deeper than \(Self.maximumDepth) at \(place)"
        }
    }
}
