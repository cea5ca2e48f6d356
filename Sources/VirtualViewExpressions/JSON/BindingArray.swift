/// The elements of a JSON array.
///
/// It is read like an `Array`, but it knows its depth, so that nobody can make data that is too deep for a small stack.
public struct BindingArray: Sendable {
    let elements: [JSONValue]
    /// The depth of nested arrays and objects, including this one.
    let depth: UInt16

    /// Makes an array.
    ///
    /// - Precondition: No element is as deep as ``JSONValue/maximumDepth``.
    /// - Parameter elements: The elements in order.
    /// - Complexity: O(*n*) in the number of elements.
    public init(_ elements: [JSONValue]) {
        self.elements = elements
        depth = JSONValue.depth(around: elements.lazy.map { $0.depth }.max())
    }

    /// Returns whether both share the same storage.
    package func isIdentical(to other: BindingArray) -> Bool {
        elements.withUnsafeBufferPointer { own in
            other.elements.withUnsafeBufferPointer { others in
                own.count == others.count && own.baseAddress == others.baseAddress
            }
        }
    }
}

extension BindingArray: RandomAccessCollection {
    /// The position of the first element: 0.
    public var startIndex: Int { 0 }

    /// The position after the last element: the number of elements.
    public var endIndex: Int { elements.count }

    /// The element at a position.
    ///
    /// - Parameter position: The position, from 0 and less than `count`.
    public subscript(position: Int) -> JSONValue { elements[position] }
}

extension BindingArray: Hashable {}

extension BindingArray: ExpressibleByArrayLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: JSONValue...) {
        self.init(elements)
    }
}

// MARK: - Depth

extension JSONValue {
    /// The largest depth of nested arrays and objects.
    ///
    /// Comparing, hashing, printing and releasing data recurses, so the depth must be limited; every depth up to this
    /// one is safe on a thread with 256 KB of stack.
    public static let maximumDepth = 256

    /// The depth of nested arrays and objects: 0 for a simple value, 1 for `[]`.
    ///
    /// - Complexity: O(1).
    public var depth: Int {
        switch self {
        case .array(let array): Int(array.depth)
        case .object(let object): Int(object.depth)
        case .null, .bool, .int, .double, .string: 0
        }
    }

    /// Returns the depth of an array or object around values.
    ///
    /// - Parameter deepest: The greatest depth of these values; `nil` if there are none.
    /// - Returns: The depth, which is one more.
    static func depth(around deepest: Int?) -> UInt16 {
        let depth = (deepest ?? 0) + 1
        precondition(depth <= maximumDepth, "arrays and objects are nested deeper than JSONValue.maximumDepth")
        return UInt16(depth)
    }

    /// Makes an array of elements; see ``BindingArray/init(_:)``.
    ///
    /// - Parameter elements: The elements in order.
    /// - Returns: The array.
    public static func array(_ elements: [JSONValue]) -> JSONValue {
        .array(BindingArray(elements))
    }
}
