/// The texts of `<?vvc …?>` instructions that are being written.
struct InstructionList {
    private(set) var texts: [String] = []
    /// The contents besides name and version.
    private(set) var kinds: Set<String> = []

    /// Adds an instruction about one thing.
    mutating func add(_ kind: String, _ items: (String, String)...) {
        add(items, kind: kind)
    }

    /// Adds an instruction; without a kind each of its items is one.
    mutating func add(_ items: [(String, String)], kind: String? = nil) {
        texts.append(items.map { "\($0)=\"\(InstructionText.escaped($1))\"" }.joined(separator: " "))
        if let kind {
            kinds.insert(kind)
        } else {
            kinds.formUnion(items.map { $0.0 }.filter { $0 != "name" && $0 != "version" })
        }
    }
}
