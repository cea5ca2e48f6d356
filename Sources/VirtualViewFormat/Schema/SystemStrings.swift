/// A list of the strings that are built into compilers and clients.
///
/// A file refers to such a string by its key and never stores its text. Most lists have 157 strings; the newest
/// reference compiler has three more, which clients of the older list cannot resolve (`Docs/Format.md §11`).
public struct SystemStrings: Hashable, Sendable {
    /// The number of strings in the list, which has the first ones of all known strings.
    public let count: Int

    /// The 157 strings that every compiler and client has.
    public static let standard = SystemStrings(count: 157)
    /// The 160 strings of the newest reference compiler: ``standard``, `lineHeight`, `padding` and `layoutMargin`.
    public static let extended = SystemStrings(count: 160)

    private init(count: Int) {
        self.count = count
    }
}

// MARK: - Looking up

extension SystemStrings {
    /// Returns whether the list has a string with a key.
    ///
    /// - Parameter id: The key.
    /// - Returns: Whether the list has one.
    /// - Complexity: O(1); nothing is allocated.
    public func contains(_ id: StringID) -> Bool {
        guard let entry = Self.entry(for: id) else { return false }
        return Int(entry.number) <= count
    }

    /// Returns whether the list has a text.
    ///
    /// - Parameter text: The text; upper and lower case count. Another text with the key of a built-in string is not in
    ///   the list.
    /// - Returns: Whether the list has it.
    /// - Complexity: O(*n*) in the length of `text`; nothing is allocated.
    public func contains(_ text: some StringProtocol) -> Bool {
        guard let entry = Self.entry(for: StringID(hashing: text)), entry.text == text else { return false }
        return Int(entry.number) <= count
    }

    /// The strings in the order of the reference's list.
    public var strings: [String] {
        Self.table.sorted { $0.number < $1.number }.prefix(count).map { $0.text }
    }

    /// Finds the text of a built-in string, even of one that only the longest list has.
    ///
    /// - Parameter id: The key.
    /// - Returns: The text, or `nil` if no list has the key.
    /// - Complexity: O(1); nothing is allocated.
    @inline(__always)
    public static func string(for id: StringID) -> String? {
        entry(for: id)?.text
    }

    @inline(__always)
    private static func entry(for id: StringID) -> Entry? {
        let place = Int(slots[slot(of: id.rawValue)])
        guard place > 0, table[place &- 1].id == id.rawValue else { return nil }
        return table[place &- 1]
    }
}
