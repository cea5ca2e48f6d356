/// The elements of a JSON array.
///
/// It is read like an `Array`. Unlike one it knows how deep it is, so that data which nobody could walk through on a
/// small stack is not made in the first place.
public struct BindingArray: Sendable {
    let elements: [BindingValue]
    /// How many arrays and objects stand inside each other, with this one.
    let depth: UInt16

    /// Makes an array.
    ///
    /// - Precondition: No element is as deep as ``BindingValue/maximumDepth``.
    /// - Parameter elements: The elements in order.
    /// - Complexity: O(*n*) in the number of elements.
    public init(_ elements: [BindingValue]) {
        self.elements = elements
        depth = BindingValue.depth(around: elements.lazy.map { $0.depth }.max())
    }

    /// Whether both share one storage.
    package func isIdentical(to other: BindingArray) -> Bool {
        elements.withUnsafeBufferPointer { own in
            other.elements.withUnsafeBufferPointer { others in
                own.count == others.count && own.baseAddress == others.baseAddress
            }
        }
    }
}

extension BindingArray: RandomAccessCollection {
    /// The place of the first element: 0.
    public var startIndex: Int { 0 }

    /// The place behind the last element: the number of elements.
    public var endIndex: Int { elements.count }

    /// The element at a place.
    ///
    /// - Parameter position: The place, from 0 and less than `count`.
    public subscript(position: Int) -> BindingValue { elements[position] }
}

extension BindingArray: Hashable {}

extension BindingArray: ExpressibleByArrayLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: BindingValue...) {
        self.init(elements)
    }
}

// MARK: - Depth

extension BindingValue {
    /// How many arrays and objects may stand inside each other.
    ///
    /// Comparing, hashing, printing and letting go of data goes down into it, so it has to end; every depth up to this
    /// one is safe on a thread with 256 KB of stack.
    public static let maximumDepth = 256

    /// How many arrays and objects stand inside each other: 0 for a simple value, 1 for `[]`.
    ///
    /// - Complexity: O(1).
    public var depth: Int {
        switch self {
        case .array(let array): Int(array.depth)
        case .object(let object): Int(object.depth)
        case .null, .bool, .int, .double, .string: 0
        }
    }

    /// The depth of an array or object around values.
    ///
    /// - Parameter deepest: The greatest depth of these values; `nil` when there are none.
    /// - Returns: The depth, which is one more.
    static func depth(around deepest: Int?) -> UInt16 {
        let depth = (deepest ?? 0) + 1
        precondition(depth <= maximumDepth, "arrays and objects are nested deeper than BindingValue.maximumDepth")
        return UInt16(depth)
    }

    /// Makes an array of elements; see ``BindingArray/init(_:)``.
    ///
    /// - Parameter elements: The elements in order.
    /// - Returns: The array.
    public static func array(_ elements: [BindingValue]) -> BindingValue {
        .array(BindingArray(elements))
    }
}
