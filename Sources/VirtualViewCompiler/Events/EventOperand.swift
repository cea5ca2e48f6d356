import VirtualViewFormat

/// A value while code is generated: where it will be found when the program runs, or what it is.
enum EventOperand: Hashable, Sendable {
    /// A value whose error has been reported.
    case invalid
    /// The ids of a path's names, from a register or from the surroundings.
    case path(base: Int?, names: [Int32])
    case int(Int32)
    case float(Float)
    case string(String)
    case register(Int)

    /// The number of the kind in the code.
    var kind: Int {
        switch self {
        case .invalid, .path: 0
        case .int: 1
        case .float: 2
        case .string: 3
        case .register: 4
        }
    }

    /// Whether the value is known before the program runs.
    var isLiteral: Bool {
        switch self {
        case .int, .float, .string: true
        case .invalid, .path, .register: false
        }
    }

    var register: Int? {
        guard case .register(let number) = self else { return nil }
        return number
    }

    /// A number's value; `nil` for anything else.
    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): Double(value)
        default: nil
        }
    }

    /// Returns the id of a text; the empty one has none.
    static func stringID(_ text: String) -> Int32 {
        text.isEmpty ? -1 : StringID(hashing: text).rawValue
    }
}
