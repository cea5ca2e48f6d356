import VirtualViewExpressions
import VirtualViewFormat

/// Checks the data bindings of a template for malformed ones and for those that a client reads differently.
///
/// A binding is stored as its author wrote it, so nothing here changes the file. With our own runtime as the target a
/// malformed binding is a warning, because it shows its own text; with a client as the target what that client would
/// show literally is an error (`Docs/Expressions.md`).
struct BindingCheck {
    private let client: Client
    /// The findings that apply to many values alike.
    private var common: [CommonFinding] = []

    init(client: Client) {
        self.client = client
    }

    /// Checks the text of an attribute.
    ///
    /// - Parameters:
    ///   - text: The decoded text.
    ///   - kind: The kind of the attribute.
    /// - Returns: The findings; empty for a text that holds no binding.
    func issues(in text: String, kind: ValueKind) -> [BindingIssue] {
        guard Self.mayHoldBinding(text) else { return [] }
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        issues += BindingExpression.portabilityIssues(in: text, for: client, kind: kind)
        return issues
    }

    /// Handles a finding in a text.
    ///
    /// - Parameters:
    ///   - issue: The finding.
    ///   - range: The position in the source.
    /// - Returns: The diagnostic to report; `nil` for a finding that ``commonDiagnostics(limit:)`` reports.
    mutating func diagnostic(for issue: BindingIssue, at range: SourceRange) -> Diagnostic? {
        guard issue.concernsEveryPath else { return issue.diagnostic(at: range) }
        // The files of a template come one after the other.
        if let index = common.lastIndex(where: { $0.issue.id == issue.id && $0.range.file == range.file }) {
            common[index].others.append(range)
        } else {
            common.append(CommonFinding(issue: issue, range: range))
        }
        return nil
    }

    /// Returns the diagnostics for findings that apply to many texts, once for each file, after all texts were checked.
    ///
    /// - Parameter limit: The maximum number of places that are named.
    /// - Returns: The diagnostics, each at the first place, with notes at the others.
    func commonDiagnostics(limit: Int) -> [Diagnostic] {
        common.map { finding in
            let count = finding.others.count
            let rest = count == 0 ? "" : " (and in \(count) more value\(count == 1 ? "" : "s"))"
            return finding.issue.diagnostic(
                at: finding.range,
                saying: finding.issue.message + rest,
                notes: finding.others.prefix(max(0, limit - 1)).map { .init("also here", at: $0) }
            )
        }
    }

    /// Returns whether `${` or `@{` stands anywhere: most texts are plain.
    private static func mayHoldBinding(_ text: String) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") || last == UInt8(ascii: "@") { return true }
            last = byte
        }
        return false
    }
}

/// A difference and the values that it applies to.
private struct CommonFinding {
    let issue: BindingIssue
    let range: SourceRange
    var others: [SourceRange] = []
}

extension BindingIssue {
    fileprivate func diagnostic(
        at place: SourceRange,
        saying text: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(severity == .error ? .error : .warning, id: id, text ?? message, at: place, notes: notes)
    }
}
