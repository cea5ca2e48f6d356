import Foundation
public import VirtualViewExpressions

extension BindingValue {
    /// Takes what `JSONSerialization` gives, or any mix of dictionaries, arrays and simple values like it.
    ///
    /// `true` and 1 are told apart on every platform. A number without a fraction that fits into 64 bits is an `int`;
    /// others are `double`.
    ///
    /// - Parameter object: `NSNull`, a boolean, a number, a string, an array, or a dictionary with strings as keys.
    /// - Throws: ``DataBridgeError`` for any other object, and for nesting beyond ``DataBridgeError/maximumDepth``.
    /// - Complexity: O(*n*) in the size of the data.
    public init(jsonObject object: Any) throws(DataBridgeError) {
        var bridge = JSONObjectBridge()
        self = try bridge.value(of: object)
    }
}

/// Walks an object graph; its depth is bounded, so recursion is safe.
private struct JSONObjectBridge {
    private var path: [DataPath.Step] = []

    mutating func value(of object: Any) throws(DataBridgeError) -> BindingValue {
        // A bridged number is a `Bool` for a cast, so only the type itself tells.
        if type(of: object) == Bool.self, let flag = object as? Bool { return .bool(flag) }
        switch object {
        case let value as BindingValue: return value
        case let text as String: return .string(text)
        case is NSNull: return .null
        case let number as NSNumber: return Self.value(of: number)
        case let elements as [Any]: return try value(of: elements)
        case let entries as [String: Any]: return try value(of: entries)
        default: throw DataBridgeError(code: .unsupportedType, path: DataPath(path), type: "\(type(of: object))")
        }
    }

    private mutating func value(of elements: [Any]) throws(DataBridgeError) -> BindingValue {
        try checkDepth(of: elements)
        var values: [BindingValue] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            path.append(.index(index))
            values.append(try value(of: element))
            path.removeLast()
        }
        return .array(values)
    }

    private mutating func value(of entries: [String: Any]) throws(DataBridgeError) -> BindingValue {
        try checkDepth(of: entries)
        var pairs: [(String, BindingValue)] = []
        pairs.reserveCapacity(entries.count)
        for (key, entry) in entries {
            path.append(.key(key))
            pairs.append((key, try value(of: entry)))
            path.removeLast()
        }
        return .object(BindingObject(pairs))
    }

    private func checkDepth(of object: Any) throws(DataBridgeError) {
        guard path.count < DataBridgeError.maximumDepth else {
            throw DataBridgeError(code: .tooDeep, path: DataPath(path), type: "\(type(of: object))")
        }
    }

    private static func value(of number: NSNumber) -> BindingValue {
        if isBoolean(number) { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            return .double(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            return Int64(exactly: number.uint64Value).map(BindingValue.int) ?? .double(number.doubleValue)
        default:
            return .int(number.int64Value)
        }
    }

    /// Only the class tells: an 8-bit number has the type encoding of a boolean.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        type(of: number) == type(of: NSNumber(value: true))
    }
}
