import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewTestSupport

/// What the README shows is what happens.
@Suite struct ReadmeTests {
    private let readme: MarkdownDocument

    init() throws {
        readme = try MarkdownDocument("README.md")
    }

    private func block(_ language: String, containing text: String) throws -> String {
        try #require(readme.blocks.first { $0.language == language && $0.text.contains(text) }?.text) + "\n"
    }

    @Test func templateIsTheOneInTheFolder() throws {
        #expect(try block("xml", containing: "<NText") == Fixtures.text(of: "Templates/TagItem.xml"))
    }

    @Test func dumpIsTheRealOne() throws {
        let workspace = try Workspace()
        let compiled = workspace.vvc("compile", Fixtures.templates.path + "/TagItem.xml", "-o", "@")
        #expect(compiled.code == .success && compiled.error.isEmpty)
        let dump = workspace.vvc("dump", "@/TagItem.out")
        #expect(dump.code == .success && dump.error.isEmpty)
        #expect(try block("text", containing: "TagItem 1.0.1") == compiled.out + dump.out)
    }

    /// Every command is run in a copy of the repository's folder, apart from the one that does not end.
    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func commandsRunAsTheyStand() throws {
        let workspace = try Workspace()
        try FileManager.default.copyItem(
            at: Fixtures.templates,
            to: URL(fileURLWithPath: workspace.path("Templates"))
        )
        var count = 0
        for line in readme.text.split(separator: "\n") {
            let isShown = line.hasPrefix("$ ")
            let commands =
                isShown ? [line.dropFirst(2)] : line.split(separator: "`").filter { $0.hasPrefix("swift run ") }
            for command in commands {
                let words = command.split(separator: " ").map(String.init)
                #expect(words.prefix(3) == ["swift", "run", "vvc"], "\(command): nothing else is on the path")
                count += 1
                guard words.dropFirst(3).first != "serve" else {
                    #expect(VVC.run(["help", "serve"], terminal: .silent) == .success)
                    continue
                }
                let result = try ToolProcess(Array(words.dropFirst(3)), in: workspace.folder).finish()
                #expect(result.status == 0, "\(command): \(result.error)")
            }
        }
        #expect(count >= 4)
    }

    @Test func makeHasTheTargetsThatAreNamed() throws {
        let makefile = try Fixtures.text(of: "Makefile")
        let targets = readme.blocks.flatMap { $0.text.split(separator: "\n") }.filter { $0.hasPrefix("make ") }
            .compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(targets == ["demo", "test", "install"])
        for target in targets { #expect(makefile.contains("\n\(target): ##")) }
        #expect(makefile.contains("\nPREFIX ?= /usr/local\n") && readme.text.contains("/usr/local/bin; PREFIX="))
    }

    /// A package with these lines is built by `.ci/check-plugin`; versions would be found if there were tags.
    @Test func dependencyIsOneThatResolves() throws {
        let consumer = try Fixtures.text(of: "Tests/Consumer/Package.swift")
        for page in [readme.text, try Fixtures.text(of: "Docs/BuildSystems.md")] {
            #expect(page.contains(#"dependencies: [.package(name: "VirtualView", path: "../VirtualView")]"#))
            #expect(page.contains(#"plugins: [.plugin(name: "VirtualViewPlugin", package: "VirtualView")]"#))
            #expect(!page.contains("from: \"") && !page.contains("<where"))
        }
        #expect(consumer.contains(#".package(name: "VirtualView", path: "../..")"#))
        #expect(consumer.contains(#"plugins: [.plugin(name: "VirtualViewPlugin", package: "VirtualView")]"#))
    }

    /// What is there for Apple's systems is said before anything else is shown.
    @Test func saysEarlyWhatIsThereForApplesSystems() throws {
        let start = try #require(readme.text.components(separatedBy: "\n## ").first)
        #expect(start.contains("iOS 16 and macOS 13") && start.contains("tested on Linux only"))
        #expect(start.contains("`VirtualViewUI` has views for UIKit, AppKit and SwiftUI"))
        #expect(start.contains("**not yet run on a device**") && start.contains("`.ci/on-a-mac`"))
        let package = Fixtures.packageRoot
        let manifest = try Fixtures.text(of: "Package.swift")
        #expect(manifest.contains(".macOS(.v13)") && manifest.contains(".iOS(.v16)"))
        let sources = FileManager.default.enumerator(atPath: package.appendingPathComponent("Sources").path)
        for case let path as String in try #require(sources)
        where path.hasSuffix(".swift") && !path.hasPrefix("VirtualViewUI/") {
            let text = try String(contentsOf: package.appendingPathComponent("Sources/\(path)"), encoding: .utf8)
            for framework in ["UIKit", "AppKit", "SwiftUI"] {
                #expect(!text.contains("import \(framework)"), "\(path): only VirtualViewUI has views")
            }
        }
    }

    @Test func mistakeIsShownAsPrinted() throws {
        let source = "<VHLayout>\n  <NText text=\"Hi\" textColor=\"gren\"/>\n</VHLayout>\n"
        let result = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
        var formatter = DiagnosticFormatter()
        #expect(try block("text", containing: "gren") == formatter.format(result.diagnostics.ordered))
    }

    @Test(arguments: [("TemplateManager", 5), ("Container", 5)])
    func swiftSnippetsAreThese(_ part: String, _ count: Int) throws {
        let snippet = try block("swift", containing: part)
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let lines = snippet.split(separator: "\n").filter { !$0.hasPrefix("import") && !$0.isEmpty }
        #expect(lines.count == count)
        for line in lines {
            let code = line.prefix { $0 != "/" || line.contains("app://") }.trimmingCharacters(in: .whitespaces)
            #expect(source.contains(code), "\(code)")
        }
    }

    /// Never called: it is compiled so that the README's snippets are.
    private func loading(_ files: [URL]) throws {
        let templates = TemplateManager()
        templates.prefetch(contentsOf: files)
        let tag = try templates.makeNodeTree(of: "TagItem")
        tag.onIssue = { issue in print(issue) }
        tag.update(data: ["label": "Camping", "hot": true, "url": "app://search?q=1"])
        let card = Container(tag)
        let size = card.sizeThatFits(width: 375)
        card.layout(in: size)
        for item in card.displayList().items { print(item.frame) }
        card.send(.click, at: LayoutPoint(x: 20, y: 12))
    }
}
