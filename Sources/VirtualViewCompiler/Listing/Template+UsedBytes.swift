import VirtualViewFormat

extension Template {
    /// The most bytes of texts and programs, counted wherever nodes use them, of a file that is compared or becomes a source.
    static let mostUsedBytes = 16 << 20

    /// Why the file is not compared and has no source; `nil` if it is and has.
    ///
    /// A small file may use a long text or program very often.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package var excess: String? {
        var sizes: [StringID: Int] = [:]
        for entry in strings { sizes[entry.id] = entry.text.utf8.count }
        var programs: [StringID: Int] = [:]
        for entry in expressions { programs[entry.id] = entry.code.count }
        var used = 0
        for node in nodes {
            for setter in node.setters {
                used += sizes[setter.key] ?? 0
                switch setter.value {
                case .string(let id): used += sizes[id] ?? 0
                case .expression(let id): used += programs[id] ?? 0
                case .int, .float: break
                }
            }
            for variable in node.variables {
                used += sizes[variable.name] ?? 0
                if case .string(let id) = variable.value { used += sizes[id] ?? 0 }
            }
        }
        guard used > Self.mostUsedBytes else { return nil }
        return "its nodes use texts and programs of \(used) bytes in all, of at most \(Self.mostUsedBytes)"
    }
}
