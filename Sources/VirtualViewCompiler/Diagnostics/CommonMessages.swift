/// The ids of messages about any kind of source.
package enum CommonMessageID: String, MessageID {
    case limit = "diagnostics.limit"

    package var severity: MessageSeverity { .warningOrError }
}

extension Message<CommonMessageID> {
    static func limit(_ dropped: Int, hasError: Bool) -> Self {
        Self(.limit, hasError ? .error : .warning, "too many problems; \(dropped) more are not shown")
    }
}
