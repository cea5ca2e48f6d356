/// A type that a typed property of a node may have.
protocol PropertyStorable: Equatable, Sendable {
    /// Returns the stored form of a value, or `nil` if the value does not fit.
    static func stored(_ value: NodeValue) -> Self?
    /// The value in the form of any type.
    var nodeValue: NodeValue { get }
}

extension Float: PropertyStorable {
    /// Accepts whole numbers too; infinity and NaN do not fit, so that layout never gets them.
    static func stored(_ value: NodeValue) -> Float? {
        switch value {
        case .float(let number): number.isFinite ? number : nil
        case .int(let number): Float(number)
        default: nil
        }
    }

    var nodeValue: NodeValue { .float(self) }
}

extension Int32: PropertyStorable {
    static func stored(_ value: NodeValue) -> Int32? {
        guard case .int(let number) = value else { return nil }
        return number
    }

    var nodeValue: NodeValue { .int(self) }
}

extension Bool: PropertyStorable {
    static func stored(_ value: NodeValue) -> Bool? {
        guard case .int(let number) = value else { return nil }
        return number != 0
    }

    var nodeValue: NodeValue { .int(self ? 1 : 0) }
}

extension String?: PropertyStorable {
    static func stored(_ value: NodeValue) -> String?? {
        switch value {
        case .string(let text): .some(text)
        case .none: .some(nil)
        default: nil
        }
    }

    var nodeValue: NodeValue { map(NodeValue.string) ?? .none }
}

extension ARGBColor: PropertyStorable {
    static func stored(_ value: NodeValue) -> ARGBColor? {
        guard case .int(let number) = value else { return nil }
        return ARGBColor(stored: number)
    }

    var nodeValue: NodeValue { .int(stored) }
}

// MARK: - Words

extension PropertyStorable where Self: RawRepresentable, RawValue == Int32 {
    static func stored(_ value: NodeValue) -> Self? {
        guard case .int(let number) = value else { return nil }
        return Self(rawValue: number)
    }

    var nodeValue: NodeValue { .int(rawValue) }
}

extension NodeVisibility: PropertyStorable {}
extension Orientation: PropertyStorable {}
extension DimensionAxis: PropertyStorable {}
extension TextEllipsis: PropertyStorable {}
extension ImageScaleType: PropertyStorable {}
extension FlexDirection: PropertyStorable {}
extension FlexWrap: PropertyStorable {}
extension JustifyContent: PropertyStorable {}
extension AlignItems: PropertyStorable {}
extension AlignContent: PropertyStorable {}
extension ScrollerMode: PropertyStorable {}
extension LineStyle: PropertyStorable {}
extension PaintStyle: PropertyStorable {}
extension ShapeKind: PropertyStorable {}
extension AnimatorStyle: PropertyStorable {}
extension PageDirection: PropertyStorable {}
extension DataMode: PropertyStorable {}
extension Gravity: PropertyStorable {}
extension PlacementDirection: PropertyStorable {}
extension TextStyle: PropertyStorable {}
extension NodeFlags: PropertyStorable {}
