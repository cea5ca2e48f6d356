/// Applies fix-its to a source.
package struct SourceFixer {
    /// The number of times that a source is looked at again: a fix may uncover another problem, and two rules may undo
    /// each other's.
    private static let mostRounds = 10

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
    /// errors than there were are taken back.
    ///
    /// - Parameters:
    ///   - file: The source.
    ///   - look: Returns the diagnostics of a version of the source.
    package init(_ file: SourceFile, look: (SourceFile) -> DiagnosticList) {
        self.file = file
        diagnostics = look(file)
        for _ in 0..<Self.mostRounds {
            let (bytes, applied) = Self.apply(diagnostics.ordered, to: self.file)
            guard !applied.isEmpty, bytes != self.file.bytes else { return }
            let next = SourceFile(path: file.path, bytes: bytes)
            let found = look(next)
            guard found.errorCount <= diagnostics.errorCount else { return }
            self.file = next
            fixed += applied
            diagnostics = found
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
        let ordered = edits.enumerated().sorted { lhs, rhs in
            (lhs.element.range.offsets.lowerBound, lhs.offset) < (rhs.element.range.offsets.lowerBound, rhs.offset)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.bytes.count)
        var end = 0
        for (_, edit) in ordered {
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
    /// Returns whether two edits cannot both be made: they replace the same text, or insert at the same place.
    fileprivate func overlaps(_ other: Self) -> Bool {
        let (lhs, rhs) = (range.offsets, other.range.offsets)
        if lhs.lowerBound == rhs.lowerBound { return true }
        return lhs.lowerBound < rhs.upperBound && rhs.lowerBound < lhs.upperBound
    }
}

extension DiagnosticList {
    /// The number of errors that are kept.
    fileprivate var errorCount: Int { ordered.count { $0.severity == .error } }
}
