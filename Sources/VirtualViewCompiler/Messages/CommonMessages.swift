/// The ids of what is reported about any kind of source, in alphabetical order.
package enum CommonDiagnosticID: String, CaseIterable, Sendable {
    case limit = "diagnostics.limit"
}

/// The ids of problems with files as such, in alphabetical order.
package enum FileDiagnosticID: String, CaseIterable, Sendable {
    case cannotLoad = "file.cannot-load"
    case cannotRead = "file.cannot-read"
    case cannotWrite = "file.cannot-write"
    case manifestConflict = "file.manifest-conflict"
    case sameOutput = "file.same-output"
}
