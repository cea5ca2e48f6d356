import Foundation

extension TemplateManager {
    /// Loads a file on the calling thread.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(contentsOf url: URL, as type: String? = nil) throws(TemplateError) -> Template {
        try load(TemplateRequest(contentsOf: url, as: type))
    }

    /// Loads bytes on the calling thread.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ bytes: [UInt8], as type: String) throws(TemplateError) -> Template {
        try load(TemplateRequest(bytes, as: type))
    }

    /// Loads a file in a task, immediately and off the caller's actor.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(contentsOf url: URL, as type: String? = nil) async throws(TemplateError) -> Template {
        try await load(TemplateRequest(contentsOf: url, as: type))
    }

    /// Loads bytes in a task, immediately and off the caller's actor.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ bytes: [UInt8], as type: String) async throws(TemplateError) -> Template {
        try await load(TemplateRequest(bytes, as: type))
    }

    /// Queues the load of a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    ///   - completion: Receives the result once, on the main actor, in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        contentsOf url: URL,
        as type: String? = nil,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        enqueue(TemplateRequest(contentsOf: url, as: type), completion: completion)
    }

    /// Queues the load of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    ///   - completion: Receives the result once, on the main actor, in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        _ bytes: [UInt8],
        as type: String,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        enqueue(TemplateRequest(bytes, as: type), completion: completion)
    }
}
