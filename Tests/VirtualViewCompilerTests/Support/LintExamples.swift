import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The examples of `Docs/Diagnostics.md` for the rules of the linter.
enum LintExamples {
    /// The blocks of the page that are sources: what a rule finds, and with the option `right` what it wants.
    static let all: [MarkdownDocument.Block] = {
        let page = try? MarkdownDocument("Docs/Diagnostics.md")
        return (page?.blocks ?? []).filter { block in
            block.headings.last?.hasPrefix("lint.") == true && block.language != "json"
                && !ofRuntime.contains(block.headings.last ?? "")
        }
    }()

    /// The rules that only the runtime can check; their examples run with the command.
    static let ofRuntime = ["lint.runtime-issue", "lint.unknown-color", "lint.unknown-item-type"]

    /// What the linter finds in an example with something in front of it; its sample data is in a block of its own.
    static func diagnostics(of example: MarkdownDocument.Block, after head: String = "") -> [Diagnostic] {
        let isRight = example.options.contains("right")
        let samples = ((try? MarkdownDocument("Docs/Diagnostics.md"))?.blocks ?? []).filter { block in
            block.headings.last == example.headings.last && block.language == "json"
        }
        let sample = samples.last { isRight || $0.options == ["sample"] }
        let client = example.options.last.flatMap { Client(rawValue: $0) }
        return diagnostics(
            of: SourceFile(
                path: example.language == "assemble" ? "example.asv" : "example.xml",
                text: head + example.text
            ),
            client: client ?? .swift,
            sample: sample.map { SourceFile(path: "example.json", text: $0.text) }
        )
    }

    /// What the linter finds in a source.
    static func diagnostics(of file: SourceFile, client: Client = .swift, sample: SourceFile? = nil) -> [Diagnostic] {
        let compiler = TemplateCompiler(options: .init(client: client))
        return TemplateLinter.lint(compiler.compile(file), compiledBy: compiler, sample: sample).ordered
    }
}
