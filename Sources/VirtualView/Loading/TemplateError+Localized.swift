public import Foundation

extension TemplateError: LocalizedError {
    /// The ``description``, which is in English.
    public var errorDescription: String? {
        description
    }
}
