public import Foundation

extension TemplateLoader {
    /// Makes a template from the bytes of one file.
    ///
    /// - Parameter data: The complete file; it is copied once.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the bytes are not a template.
    public func load(_ data: Data) throws(TemplateError) -> Template {
        try load([UInt8](data))
    }

    /// Reads a file and makes a template from it.
    ///
    /// The file's size is compared with the limit before anything is read.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - maximumFileSize: The largest size of a file, in bytes; 64 MiB by default.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the file cannot be read, is too large, or is not a template.
    public func load(contentsOf url: URL, maximumFileSize: Int = 64 << 20) throws(TemplateError) -> Template {
        let bytes = try TemplateFile.read(url, maximumSize: maximumFileSize)
        do {
            return try load(bytes)
        } catch {
            throw error.inFile(url.path)
        }
    }
}

extension TemplateBinaryLoader {
    /// Reads a file and makes a template from it.
    ///
    /// The file's size is compared with ``limits`` before anything is read.
    ///
    /// - Parameter url: The file's URL.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the file cannot be read, is too large, or is not a template.
    public func load(contentsOf url: URL) throws(TemplateError) -> Template {
        try load(contentsOf: url, maximumFileSize: limits.maximumFileSize)
    }
}
