/// Applies fix-its to a source.
package struct SourceFixer {
    /// The number of times that a source is looked at again: a fix may uncover another problem, and two rules may undo
    /// each other's.
    private static let mostRounds = 10
    /// The number of times that the source is looked at in one round.
    private static let mostLooks = 40

    /// The source after the fixes; the source that was given if there were none.
    package private(set) var file: SourceFile
    /// The diagnostics whose first fix-it was applied, in the order of the fixes; each is about the source as it was
    /// then.
    package private(set) var fixed: [Diagnostic] = []
    /// The diagnostics of ``file``.
    package private(set) var diagnostics: DiagnosticList

    /// Fixes a source until nothing is left to fix.
    ///
    /// A fix that touches what an earlier one in the source changes waits for the next look. Fixes that lead to more
    /// errors than there were are taken back, unless an error that hid these is gone, and so are those that do not help:
    /// the same fix is asked for again. The others stay.
    ///
    /// - Parameters:
    ///   - file: The source.
    ///   - look: Returns the diagnostics of a version of the source.
    package init(_ file: SourceFile, look: (SourceFile) -> DiagnosticList) {
        self.file = file
        diagnostics = look(file)
        for _ in 0..<Self.mostRounds {
            guard fixOnce(look) else { return }
        }
    }

    /// Makes the fixes that the diagnostics have now, first those of errors.
    ///
    /// - Returns: Whether the source changed.
    private mutating func fixOnce(_ look: (SourceFile) -> DiagnosticList) -> Bool {
        let source = file
        let (bytes, applied) = Self.apply(diagnostics.ordered, to: source)
        guard bytes != source.bytes else { return false }
        var kept: [Diagnostic] = []
        var waiting = [applied.filter { $0.severity != .error }, applied.filter { $0.severity == .error }]
        waiting.removeAll { $0.isEmpty }
        var looks = 0
        while looks < Self.mostLooks, let next = waiting.popLast() {
            let version = SourceFile(path: source.path, bytes: Self.apply(kept + next, to: source).bytes)
            let found = look(version)
            looks += 1
            if found.errorCounts <= diagnostics.errorCounts {
                let helpful = Self.helpful(next, of: kept + next, leaving: found)
                guard helpful.count == next.count else {
                    if !helpful.isEmpty { waiting.append(helpful) }
                    continue
                }
                kept += next
                file = version
                diagnostics = found
            } else if next.count > 1 {
                // Each half is tried by itself.
                let middle = next.count / 2
                waiting += [Array(next[middle...]), Array(next[..<middle])]
            }
        }
        fixed += kept.sorted { $0.range.offsets.lowerBound < $1.range.offsets.lowerBound }
        return !kept.isEmpty
    }

    /// Finds the fixes that help.
    ///
    /// What is only removed makes a source shorter, so it may be asked for again: the next of its kind has moved here.
    ///
    /// - Parameters:
    ///   - diagnostics: Diagnostics whose first fix-it was applied.
    ///   - all: Those and the others whose first fix-it was applied.
    ///   - found: The diagnostics of the new source.
    /// - Returns: The diagnostics that are not there again with the same fix-it.
    private static func helpful(
        _ diagnostics: [Diagnostic],
        of all: [Diagnostic],
        leaving found: DiagnosticList
    ) -> [Diagnostic] {
        let requests = Set(found.ordered.compactMap { Request($0) })
        guard !requests.isEmpty else { return diagnostics }
        let edits = all.flatMap { $0.fixIts.first?.edits ?? [] }
        return diagnostics.filter { diagnostic in
            guard var request = Request(diagnostic) else { return true }
            let start = request.start
            for edit in edits where edit.range.offsets.lowerBound < start { request.start += edit.growth }
            if requests.contains(request) { return false }
            // What is inserted right before it may belong to it or not.
            for edit in edits where edit.range.offsets == start..<start { request.start += edit.growth }
            return !requests.contains(request)
        }
    }

    /// What a fix-it writes and where its diagnostic begins.
    private struct Request: Hashable {
        let id: String
        var start: Int
        let texts: [String]

        init?(_ diagnostic: Diagnostic) {
            guard let edits = diagnostic.fixIts.first?.edits, edits.contains(where: { !$0.text.isEmpty }) else {
                return nil
            }
            id = diagnostic.id
            start = diagnostic.range.offsets.lowerBound
            texts = edits.map { $0.text }
        }
    }

    /// Applies the first fix-it of each diagnostic that has one.
    ///
    /// - Parameters:
    ///   - diagnostics: Diagnostics of the source, in its order.
    ///   - file: The source.
    /// - Returns: The new source, and those whose fix-it was applied: not those that overlap an earlier one, or that
    ///   change another file.
    package static func apply(_ diagnostics: [Diagnostic], to file: SourceFile) -> (
        bytes: [UInt8], applied: [Diagnostic]
    ) {
        var edits: [Diagnostic.FixIt.Edit] = []
        var applied: [Diagnostic] = []
        for diagnostic in diagnostics {
            guard let fixIt = diagnostic.fixIts.first, !fixIt.edits.isEmpty,
                fixIt.edits.allSatisfy({ edit in edit.range.file == file && !edits.contains { $0.overlaps(edit) } })
            else { continue }
            edits += fixIt.edits
            applied.append(diagnostic)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.bytes.count)
        var end = 0
        for edit in edits.sorted(by: { $0.range.offsets.lowerBound < $1.range.offsets.lowerBound }) {
            let range = edit.range.offsets
            bytes += file.bytes[end..<range.lowerBound]
            bytes += Array(edit.text.utf8)
            end = range.upperBound
        }
        bytes += file.bytes[end...]
        return (bytes, applied)
    }
}

extension Diagnostic.FixIt.Edit {
    /// The number of bytes by which the edit makes the source longer.
    fileprivate var growth: Int { text.utf8.count - range.offsets.count }

    /// Returns whether two edits cannot both be made: they replace the same text, or insert at the same place.
    fileprivate func overlaps(_ other: Self) -> Bool {
        let (lhs, rhs) = (range.offsets, other.range.offsets)
        if lhs.lowerBound == rhs.lowerBound { return true }
        return lhs.lowerBound < rhs.upperBound && rhs.lowerBound < lhs.upperBound
    }
}

extension DiagnosticList {
    /// The numbers of the errors that are kept: of those after which an assemble source has no elements to look at, and
    /// of all.
    fileprivate var errorCounts: (Int, Int) {
        let errors = ordered.filter { $0.severity == .error }
        return (errors.count { AssembleMessageID(rawValue: $0.id)?.severity == .error }, errors.count)
    }
}
