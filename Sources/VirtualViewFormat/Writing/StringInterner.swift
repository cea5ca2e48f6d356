/// The string table of a file under construction: each text once, in order of first use.
struct StringInterner: Sendable {
    struct Entry: Sendable {
        var id: StringID
        var text: String
    }

    /// The texts that are built into clients, which a file therefore omits.
    let systemStrings: SystemStrings
    private(set) var entries: [Entry] = []
    private var places: [StringID: Int] = [:]

    init(systemStrings: SystemStrings) {
        self.systemStrings = systemStrings
    }

    /// Returns whether a text already has an id; the call does not give it one.
    func contains(_ text: String) -> Bool {
        let id = StringID(hashing: text)
        if let place = places[id] { return entries[place].text.hasSameBytes(as: text) }
        return systemText(for: id)?.hasSameBytes(as: text) == true
    }

    private func systemText(for id: StringID) -> String? {
        systemStrings.contains(id) ? SystemStrings.string(for: id) : nil
    }

    /// Returns the id of a text, and stores the text unless every client knows it.
    mutating func intern(_ text: String) throws(FormatError) -> StringID {
        let id = StringID(hashing: text)
        if let place = places[id] {
            let known = entries[place].text
            guard known.hasSameBytes(as: text) else {
                throw FormatError(.stringCollision, in: .strings, "'\(text)' and '\(known)' have the same id \(id)")
            }
            return id
        }
        // Also of a list that is longer than the client's: whoever reads with that one finds its text.
        if let system = SystemStrings.string(for: id) {
            guard system.hasSameBytes(as: text) else {
                throw FormatError(
                    .systemStringCollision,
                    in: .strings,
                    "'\(text)' and the system string '\(system)' have the same id \(id)"
                )
            }
            if systemStrings.contains(id) { return id }
        }
        guard id.rawValue != 0 else {
            throw FormatError(.zeroStringID, in: .strings, "the id of '\(text)' is 0, which cannot be stored")
        }
        guard text.utf8.count <= UInt16.max else {
            throw FormatError(
                .stringTooLong,
                in: .strings,
                "a string has \(text.utf8.count) bytes, but 65535 is the most"
            )
        }
        places[id] = entries.count
        entries.append(Entry(id: id, text: text))
        return id
    }

    /// Appends an entry of a file, whatever its id is.
    mutating func append(verbatim id: StringID, _ text: String) {
        places[id] = entries.count
        entries.append(Entry(id: id, text: text))
    }

    /// Inserts entries before all others, and removes equal ones from the others.
    ///
    /// - Returns: The text of the first of the others whose id stands for another text now.
    mutating func prepend(verbatim first: [Entry]) -> String? {
        guard !first.isEmpty else { return nil }
        let others = entries
        var listed: [StringID: [String]] = [:]
        for entry in first { listed[entry.id, default: []].append(entry.text) }
        let rest = others.filter { entry in
            !(listed[entry.id] ?? []).contains { $0.hasSameBytes(as: entry.text) }
        }
        entries = []
        places = [:]
        for entry in first + rest { append(verbatim: entry.id, entry.text) }
        return others.first { text(for: $0.id)?.hasSameBytes(as: $0.text) == false }?.text
    }

    /// Returns the text stored under an id in this table.
    func text(for id: StringID) -> String? {
        places[id].map { entries[$0].text } ?? systemText(for: id)
    }
}
