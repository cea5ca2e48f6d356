/// Lays a source out anew: indents it, sets blanks and breaks long lines.
///
/// What a source says stays as it was written: the order of attributes, their values with their quotes and entities,
/// comments, and one blank line where there were some. A formatted source compiles to the same bytes with the same
/// diagnostics, and formatting it again changes nothing. The style is described in `Docs/Commands.md`.
package enum SourceFormatter {
    /// Formats a source: in the assemble language if its path ends with `.asv`, otherwise XML.
    ///
    /// A source is formatted if it can be read: what its names and values mean is not looked at.
    ///
    /// - Parameters:
    ///   - file: The source.
    ///   - diagnostics: The list that problems with reading are added to.
    /// - Returns: The formatted source, which may be the same bytes; `nil` if an error was added.
    /// - Complexity: O(*n*) in the size of the source.
    package static func format(_ file: SourceFile, into diagnostics: inout DiagnosticList) -> [UInt8]? {
        var found = DiagnosticList()
        let formatted = file.isAssemble ? formatAssemble(file, &found) : formatXML(file, &found)
        diagnostics.add(found)
        guard !found.hasErrors else { return nil }
        // Blanks make a source longer, and one that is too long is not read again.
        let limit = file.isAssemble ? AssembleOptions().maximumSize : XMLReader.Options().maximumSize
        return formatted.flatMap { $0.count <= limit ? $0 : nil } ?? file.bytes
    }

    /// Formats a source.
    ///
    /// - Parameter file: The source.
    /// - Returns: The formatted source, which may be the same bytes; `nil` if it cannot be read.
    package static func format(_ file: SourceFile) -> [UInt8]? {
        var diagnostics = DiagnosticList()
        return format(file, into: &diagnostics)
    }

    private static func formatXML(_ file: SourceFile, _ diagnostics: inout DiagnosticList) -> [UInt8]? {
        let tree = XMLReader().read(file, into: &diagnostics)
        guard !diagnostics.hasErrors else { return nil }
        return file.bytes.withUnsafeBufferPointer { buffer in
            let source = SourceBytes(buffer)
            guard let pieces = XMLPieces.read(source, tree) else { return nil }
            var formatter = XMLFormatter(source, tree, pieces)
            return formatter.format()
        }
    }

    private static func formatAssemble(_ file: SourceFile, _ diagnostics: inout DiagnosticList) -> [UInt8]? {
        let document = AssembleFrontEnd.document(of: file, into: &diagnostics)
        guard !diagnostics.hasErrors else { return nil }
        return file.bytes.withUnsafeBufferPointer { buffer in
            let source = SourceBytes(buffer)
            // Where line ends are part of a string, as in the old wrapper, there are no tokens.
            guard let tokens = AssembleTokens.read(source, document) else { return nil }
            var formatter = AssembleFormatter(source, tokens)
            return formatter.format()
        }
    }
}
