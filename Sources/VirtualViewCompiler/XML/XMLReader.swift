/// Reads a template's XML into a ``SyntaxTree``.
///
/// The reader knows the part of XML that templates use: elements, attributes, the five predefined entities, numeric
/// entities, comments, CDATA sections, instructions and a DOCTYPE, which is skipped and never expanded. There are no
/// namespaces; a prefixed name is a plain name. In values LF, CR and CR LF become one space, a tab stays, and what a
/// numeric entity names is taken literally.
///
/// It never stops at a problem: one run reports all of them, each once, and returns the tree of what could be
/// understood. It does not recurse, so nesting is limited by memory alone, which is proportional to the source.
package struct XMLReader: Sendable {
    /// The options for reading a source.
    package struct Options: Hashable, Sendable {
        /// Whether `--lenient` is given, so that errors that a more forgiving reader lets pass are warnings.
        package var isLenient: Bool
        /// The longest source that is read, in bytes.
        package var maximumSize: Int

        /// Creates options.
        package init(isLenient: Bool = false, maximumSize: Int = 16 << 20) {
            self.isLenient = isLenient
            self.maximumSize = maximumSize
        }
    }

    /// The options for reading sources.
    package let options: Options

    /// Creates a reader.
    package init(options: Options = Options()) {
        self.options = options
    }

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - file: The source.
    ///   - diagnostics: The list that problems are added to; if no error is added, the tree has exactly one root.
    /// - Returns: The tree of what could be understood.
    /// - Complexity: O(*n*) in the size of the source.
    package func read(_ file: SourceFile, into diagnostics: inout DiagnosticList) -> SyntaxTree {
        diagnostics.addFile(file)
        return file.bytes.withUnsafeBufferPointer { buffer in
            // The list moves through the scanner, so that adding to it never copies it.
            let list = diagnostics
            diagnostics = DiagnosticList()
            var scanner = XMLScanner(bytes: SourceBytes(buffer), file: file, options: options, diagnostics: list)
            scanner.readSource()
            diagnostics = scanner.diagnostics
            return scanner.takeTree()
        }
    }
}
