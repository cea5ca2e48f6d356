/// A value made fit for a property.
@nonexhaustive
public enum CoercedValue: Hashable, Sendable {
    /// What a number counts.
    public enum Unit: Hashable, Sendable {
        /// Points, or whatever the property counts.
        case plain
        /// 1/750 of the screen's width.
        case rp
    }

    /// The three states of a node.
    @nonexhaustive
    public enum Visibility: Int32, Hashable, Sendable {
        /// Takes room and is not drawn.
        case invisible = 0
        /// Is drawn.
        case visible = 1
        /// Takes no room.
        case gone = 2
    }

    /// A whole number.
    case int(Int32, Unit)
    /// A number; always finite.
    case float(Float, Unit)
    /// The size `match_parent`.
    case matchParent
    /// The size `wrap_content`.
    case wrapContent
    /// A text, or `nil` for no text.
    case string(String?)
    /// Yes or no.
    case bool(Bool)
    /// A visibility.
    case visibility(Visibility)
    /// The numbers of words, combined.
    case words(Int32)
    /// Alpha, red, green and blue from the highest byte down.
    case color(UInt32)
    /// A text that spells no colour; the component decides what that means.
    case noColor
    /// Any value, or `nil` for none.
    case object(BindingValue?)
}

extension CoercedValue {
    /// The value as `vvc eval --as` prints it.
    ///
    /// A flag is 1 or 0, a visibility its word, a colour `#AARRGGBB`, a number with a unit a text like `12rp`.
    public var jsonValue: BindingValue {
        switch self {
        case .int(let number, .plain), .words(let number): .int(Int64(number))
        case .int(let number, .rp): .string("\(number)rp")
        case .float(let number, .plain): Self.shortest(number)
        case .float(let number, .rp): .string(BindingJSONWriter.text(of: number) + "rp")
        case .matchParent: "match_parent"
        case .wrapContent: "wrap_content"
        case .string(let text): text.map(BindingValue.string) ?? .null
        case .bool(let flag): .int(flag ? 1 : 0)
        case .visibility(.invisible): "invisible"
        case .visibility(.visible): "visible"
        case .visibility(.gone): "gone"
        case .color(let argb): .string(Self.hexadecimal(argb))
        case .noColor: .null
        case .object(let value): value ?? .null
        }
    }

    /// The double that prints like the shortest decimal of a float, so that 33.3 does not become 33.29999923706055.
    private static func shortest(_ number: Float) -> BindingValue {
        if let integer = Int64(whole: Double(number)) {
            return .int(integer)
        }
        return .double(Double(number.description) ?? Double(number))
    }

    private static func hexadecimal(_ argb: UInt32) -> String {
        let digits = String(argb, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
