import VirtualViewCompiler

/// The sample data beside a template, for completion, hover and definitions.
struct SampleData {
    /// A place in one of the files.
    struct Found {
        let value: JSONNode
        /// The place of the name, or of the value in a list.
        let range: SourceRange
    }

    /// A name that may follow a path.
    struct Step {
        let name: String
        /// The kind of value there.
        let kind: String
    }

    private let files: [JSONNode]

    init(of document: OpenDocument, _ workspace: ServerWorkspace) {
        files = document.isFile ? workspace.samples(of: document.path).compactMap { workspace.json(at: $0) } : []
    }

    /// Returns where a path leads, in each file that has it.
    func find(_ steps: [String]) -> [Found] {
        files.compactMap { $0.find(steps) }
    }

    /// Returns what may follow a path: the names of objects, each once, in the order of the files.
    func names(after steps: [String]) -> [Step] {
        var seen: Set<String> = []
        var names: [Step] = []
        for found in find(steps) {
            guard case .object(let members) = found.value.content else { continue }
            for member in members where seen.insert(member.name.text).inserted {
                names.append(Step(name: member.name.text, kind: member.value.content.noun))
            }
        }
        return names
    }
}

extension JSONNode {
    /// Returns where a path leads; `nil` if it leads to nothing.
    func find(_ steps: [String]) -> SampleData.Found? {
        var found = SampleData.Found(value: self, range: range)
        for step in steps {
            guard let next = found.value.step(step) else { return nil }
            found = next
        }
        return found
    }

    private func step(_ step: String) -> SampleData.Found? {
        switch content {
        case .object(let members):
            members.first { $0.name.text == step }.map { SampleData.Found(value: $0.value, range: $0.name.range) }
        case .array(let elements):
            Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }.map {
                SampleData.Found(value: $0, range: $0.range)
            }
        default: nil
        }
    }

    /// The value as it is in the file, cut to a line.
    var shortText: String {
        let bytes = range.file.bytes[range.offsets]
        // A value may be the whole of a large file, and a line holds little of it.
        var first = bytes.prefix(4_096)
        let isCut = first.count < bytes.count
        // The last character may be cut, too.
        if isCut { first = first.prefix(upTo: first.lastIndex { $0 & 0xC0 != 0x80 } ?? first.startIndex) }
        let text = String(decoding: first, as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return isCut || line.count > 120 ? line.prefix(119) + "…" : line
    }

    /// Returns the way to the value or name at an offset; `nil` if it is outside.
    ///
    /// - Parameter offset: A byte offset.
    /// - Returns: The steps, and the place of the last one.
    func way(to offset: Int) -> (steps: [String], range: SourceRange)? {
        var steps: [String] = []
        var place = range
        var node = self
        guard node.range.offsets.contains(offset) || node.range.offsets.upperBound == offset else { return nil }
        while true {
            switch node.content {
            case .object(let members):
                // A name ends before its closing quote, where a cursor may still be.
                guard
                    let member = members.first(where: { member in
                        member.name.range.offsets.lowerBound - 1 <= offset
                            && offset
                                <= max(member.value.range.offsets.upperBound, member.name.range.offsets.upperBound)
                    })
                else { return (steps, place) }
                steps.append(member.name.text)
                place = member.name.range
                guard member.value.range.offsets.lowerBound <= offset else { return (steps, place) }
                node = member.value
            case .array(let elements):
                guard
                    let index = elements.firstIndex(where: {
                        $0.range.offsets.lowerBound <= offset && offset <= $0.range.offsets.upperBound
                    })
                else { return (steps, place) }
                steps.append("\(index)")
                place = elements[index].range
                node = elements[index]
            default: return (steps, place)
            }
        }
    }

    /// Calls a function with every member of the objects in the value, in file order.
    func visitMembers(_ visit: (Member) -> Void) {
        switch content {
        case .object(let members):
            for member in members {
                visit(member)
                member.value.visitMembers(visit)
            }
        case .array(let elements): for element in elements { element.visitMembers(visit) }
        default: break
        }
    }
}
