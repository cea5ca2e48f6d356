import VirtualView
import VirtualViewFormat

extension LayoutRect {
    /// The position and the size: `0,0 375x20`.
    var text: String { text(of: JSONWriter.number) }

    /// Returns the position and the size with numbers as a closure writes them.
    func text(of number: (Double) -> String) -> String {
        "\(number(origin.x)),\(number(origin.y)) \(number(size.width))x\(number(size.height))"
    }

    /// Writes the position and the size into the object that is open.
    func writeMembers(to json: inout JSONWriter) {
        json.value("x", origin.x)
        json.value("y", origin.y)
        json.value("width", size.width)
        json.value("height", size.height)
    }
}
