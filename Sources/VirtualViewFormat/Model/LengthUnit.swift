/// The unit of a number in a template.
public enum LengthUnit: UInt8, Hashable, Sendable {
    /// Points, or no unit at all.
    case none
    /// 1/750 of the screen's width.
    case rp
}
