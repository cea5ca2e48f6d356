import VirtualViewFormat

/// What a template showed with some data in a setting, as a file of snapshots has it.
struct Snapshot: Equatable {
    /// A node, with what it draws.
    struct Node: Equatable {
        var depth: Int
        /// The component and the id.
        var name: String
        /// The place, the size and the state.
        var fields: [Field]
        /// What it draws, and what a screen reader presents of it.
        var details: [Detail] = []
        /// The numbers of its children.
        var children: [Int] = []

        /// Whether it takes no room and shows nothing.
        var isGone: Bool { fields.contains { $0.name == "gone" } }
    }

    /// Something that belongs to a node.
    struct Detail: Equatable {
        var kind: String
        var fields: [Field]
    }

    /// A named value.
    struct Field: Equatable {
        var name: String
        var value: String

        /// Names of images, and what apps compare, are others with other bytes.
        static func == (lhs: Field, rhs: Field) -> Bool {
            lhs.name.hasSameBytes(as: rhs.name) && lhs.value.hasSameBytes(as: rhs.value)
        }

        /// The whole field, as in the file.
        var text: String { name.isEmpty || value.isEmpty ? name + value : "\(name) \(value)" }
    }

    /// The variant of the data and the setting.
    var title: String
    /// The text, line by line, without the title.
    var lines: [Substring]

    /// Returns whether another snapshot has the same text, byte by byte.
    func hasSameLines(as other: Snapshot) -> Bool {
        lines.elementsEqual(other.lines) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The problems that were found.
    var issues: [String] { lines.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) } }

    /// The size of the container.
    var size: String { lines.first.map(String.init) ?? "" }

    /// The nodes in pre-order.
    func nodes() -> [Node] {
        var nodes: [Node] = []
        var open: [Int] = []
        for line in lines {
            let content = line.drop { $0 == " " }
            let depth = (line.utf8.count - content.utf8.count) / 2
            guard content.hasPrefix("- ") else {
                guard !nodes.isEmpty, depth > 0 else { continue }
                let fields = Self.fields(content)
                nodes[nodes.count - 1].details.append(
                    Detail(kind: fields.first?.text ?? "", fields: Array(fields.dropFirst()))
                )
                continue
            }
            let fields = Self.fields(content.dropFirst(2))
            let node = Node(depth: depth, name: fields.first?.text ?? "", fields: Array(fields.dropFirst()))
            while open.count > depth { open.removeLast() }
            if let parent = open.last { nodes[parent].children.append(nodes.count) }
            open.append(nodes.count)
            nodes.append(node)
        }
        return nodes
    }

    /// Separates fields at two spaces, but not in quotes.
    private static func fields(_ line: Substring) -> [Field] {
        var fields: [Field] = []
        var bytes: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        func end() {
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = []
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            if text.hasPrefix("\"") {
                fields.append(Field(name: "", value: text))
            } else if let name = parts.first {
                fields.append(Field(name: name, value: parts.count > 1 ? parts[1] : ""))
            }
        }
        for byte in line.utf8 {
            if isQuoted {
                if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == 0x20, bytes.last == 0x20 {
                bytes.removeLast()
                end()
                continue
            }
            bytes.append(byte)
        }
        end()
        return fields
    }
}

/// The snapshots of one template: the content of a file.
struct SnapshotFile {
    /// The first line, by which a file is known.
    static let heading = "# Made by vvc test --update: what the template shows"
    /// What a section begins with.
    private static let mark = "## "
    /// What stands for the lines of an earlier section.
    private static let reference = "as in "

    private(set) var snapshots: [Snapshot] = []

    /// Reads a file; one that is not as the writer writes it has other snapshots than expected.
    init(_ text: String) {
        var lines: [Substring] = []
        var title: String?
        var places: [ExactText: Int] = [:]
        func end() {
            guard let title else { return }
            if lines.count == 1, lines[0].hasPrefix(Self.reference) {
                let other = lines[0].dropFirst(Self.reference.count)
                lines = places[ExactText(String(other))].map { snapshots[$0].lines } ?? lines
            }
            let key = ExactText(title)
            // The first one of a title counts.
            if places[key] == nil { places[key] = snapshots.count }
            snapshots.append(Snapshot(title: title, lines: lines))
        }
        for bytes in text.utf8.split(separator: 0x0A) {
            let line = Substring(bytes)
            guard !line.isEmpty else { continue }
            if line.hasPrefix(Self.mark) {
                end()
                title = String(line.dropFirst(Self.mark.count))
                lines = []
            } else if title != nil {
                lines.append(line)
            }
        }
        end()
    }

    /// Returns the content of a file.
    ///
    /// - Parameter snapshots: The titles and texts, in order.
    /// - Returns: A section for each; one with the text of an earlier one only names that.
    static func text(_ snapshots: [(title: String, text: String)]) -> String {
        var text = "\(heading)\n"
        var titles: [ExactText: String] = [:]
        for snapshot in snapshots {
            text += "\n\(mark)\(snapshot.title)\n"
            if let first = titles[ExactText(snapshot.text)] {
                text += "\(reference)\(first)\n"
            } else {
                titles[ExactText(snapshot.text)] = snapshot.title
                text += snapshot.text
            }
        }
        return text
    }
}
