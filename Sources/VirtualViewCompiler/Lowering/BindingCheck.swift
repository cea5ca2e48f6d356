import VirtualViewExpressions
import VirtualViewFormat

/// Looks at the data bindings of a template: what is malformed, and what a client reads differently.
///
/// A binding is stored as its author wrote it, so nothing here changes the file. With our own runtime as the target a
/// malformed binding is a warning, because it shows its own text; with a client as the target what that client would show
/// literally is an error (`Docs/Expressions.md`).
struct BindingCheck {
    private let client: ReferenceClient?

    init(target: Target) {
        client = ReferenceClient(rawValue: target.name)
    }

    /// Checks the text of an attribute.
    ///
    /// - Parameters:
    ///   - text: The decoded text.
    ///   - kind: The kind of the attribute.
    ///   - place: Finds the source of a part of the text.
    /// - Returns: What is to be reported; nothing for a text that holds no binding.
    func diagnostics(
        for text: String,
        kind: ValueKind,
        place: (Range<Int>) -> SourceRange
    ) -> [Diagnostic] {
        guard Self.mayHoldBinding(text) else { return [] }
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        if let client {
            issues += BindingExpression.portabilityIssues(in: text, for: client, kind: CoercionKind(kind))
        }
        return issues.map { issue in
            Diagnostic(
                issue.severity == .error ? .error : .warning,
                id: issue.id,
                issue.message,
                at: place(issue.range)
            )
        }
    }

    /// Whether `${` or `@{` stands anywhere: most texts are plain.
    private static func mayHoldBinding(_ text: String) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") || last == UInt8(ascii: "@") { return true }
            last = byte
        }
        return false
    }
}

extension CoercionKind {
    /// How the result of a binding is made fit for a property of a kind; `nil` for a kind that takes no binding.
    init?(_ kind: ValueKind) {
        switch kind {
        case .string: self = .string
        case .int: self = .int
        case .number, .float: self = .float
        case .size: self = .size
        case .color: self = .color
        case .gravity: self = .gravity
        case .textStyle: self = .textStyle
        case .visibility: self = .visibility
        case .bool, .flags, .type, .dataMode, .enumeration, .expression: return nil
        @unknown default: return nil
        }
    }
}
