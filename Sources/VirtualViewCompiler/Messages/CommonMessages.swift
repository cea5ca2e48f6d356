/// The ids of what is reported about any kind of source, in alphabetical order.
package enum CommonDiagnosticID: String, CaseIterable, Sendable {
    case limit = "diagnostics.limit"
}
