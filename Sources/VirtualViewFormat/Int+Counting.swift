extension Int {
    /// Returns the number with what it counts: `1 template`, `2 templates`.
    ///
    /// - Parameter noun: The word for one.
    /// - Returns: The text.
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
