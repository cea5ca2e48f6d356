import VirtualViewCompiler
import VirtualViewFormat

/// Something that nothing names.
struct UnusedFinding {
    enum Kind: String, CaseIterable {
        case template
        case fragment
        case definition
        case block
        case component
        case entry
        case part
        case image

        fileprivate var noun: String { self == .entry ? "configuration entry" : rawValue }
    }

    /// How sure it is.
    enum Certainty: String {
        /// Everything that could name it was looked at.
        case certain
        /// Data, or code that puts names together, may still name it.
        case likely
    }

    let kind: Kind
    let name: String
    var certainty: Certainty
    /// The file that has it, and the place if that is not all of it.
    let path: String
    var range: SourceRange?

    /// `PATH:LINE:COLUMN: certain: nothing names the block 'open'`.
    func text(_ formatter: inout DiagnosticFormatter) -> String {
        let position = range.map { formatter.position(of: $0.offsets.lowerBound, in: $0.file) }
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(certainty.rawValue): nothing names the \(kind.noun) \(MessageText.quoted(name))"
    }

    func json(_ formatter: inout DiagnosticFormatter) -> String {
        let position = range.map { formatter.position(of: $0.offsets.lowerBound, in: $0.file) }
        return JSONWriter.visible { writer in
            writer.value("path", path)
            writer.value("line", position?.line)
            writer.value("column", position?.column)
            writer.value("kind", kind.rawValue)
            writer.value("name", name)
            writer.value("certainty", certainty.rawValue)
        } + "\n"
    }
}
