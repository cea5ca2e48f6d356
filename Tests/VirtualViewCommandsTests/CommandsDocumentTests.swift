import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Compares `Docs/Commands.md` with what the commands declare.
@Suite struct CommandsDocumentTests {
    private static let names = VVC.commands.map { $0.specification.name }

    /// The options of a command.
    private static func options(of name: String) throws -> [Option] {
        try #require(VVC.commands.first { $0.specification.name == name }, "there is no command '\(name)'").options
    }

    private let page: MarkdownDocument

    init() throws {
        page = try MarkdownDocument("Docs/Commands.md")
    }

    /// The section about a command.
    private func section(_ name: String) throws -> MarkdownDocument.Section {
        try #require(page.sections.first { $0.level == 2 && $0.title == name }, "there is no section '\(name)'")
    }

    /// The pieces of code in a text: what stands between backticks, and the lines of fenced blocks.
    private static func code(in lines: [String]) -> [String] {
        var pieces: [String] = []
        var isFenced = false
        for line in lines {
            if line.hasPrefix("```") {
                isFenced.toggle()
            } else if isFenced {
                pieces.append(line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line)
            } else {
                let parts = line.split(separator: "`", omittingEmptySubsequences: false)
                pieces += parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
            }
        }
        return pieces
    }

    /// The options in a piece of code, with their dashes.
    private static func options(in code: String) -> [String] {
        code.split { $0 == " " || $0 == "=" }.filter { word in
            let name = word.drop { $0 == "-" }
            return word.hasPrefix("-") && word.count - name.count <= 2 && name.first?.isLetter == true
        }.map(String.init)
    }

    /// The command that a piece of code calls; `nil` for one that is none.
    private static func call(in code: String) -> String? {
        let words = code.split(separator: " ")
        guard words.count > 1, words[0] == "vvc" else { return nil }
        return String(words[1])
    }

    @Test func idsOfFilesAreExplained() throws {
        let entries = try MarkdownDocument("Docs/Diagnostics.md").sections.filter { $0.title.hasPrefix("file.") }
        #expect(entries.map(\.title) == FileMessageID.allCases.map(\.rawValue))
        #expect(entries.allSatisfy { $0.lines.contains { $0.hasPrefix("Error. ") } })
    }

    @Test func everyCommandHasItsSectionInTheOrderOfTheHelp() {
        let sections = page.sections.filter { $0.level == 2 }.map(\.title)
        #expect(sections == ["What commands share"] + Self.names)
        let contents = page.sections[0].lines.filter { $0.hasPrefix("- [") }
        let expected = sections.map { title in
            "- [\(title)](#\(title.lowercased().split(separator: " ").joined(separator: "-")))"
        }
        #expect(contents == expected)
    }

    /// `completions` takes words, which its section lists.
    @Test(arguments: names.filter { $0 != "completions" })
    func sectionBeginsWithTheUsage(_ name: String) throws {
        let command = try #require(VVC.commands.first { $0.specification.name == name })
        let usage = ["vvc", name, command.specification.operands].filter { !$0.isEmpty }.joined(separator: " ")
        let start = try #require(try section(name).lines.first { !$0.isEmpty })
        #expect(start.hasPrefix("`\(usage)"), "\(usage)")
    }

    @Test(arguments: names)
    func sectionNamesEveryOption(_ name: String) throws {
        let code = Self.code(in: try section(name).lines)
        let shown = Set(code.filter { Self.call(in: $0) == nil }.flatMap(Self.options))
        for option in try Self.options(of: name) where option.name != Option.help.name {
            #expect(shown.contains(option.name), "the section '\(name)' does not tell of '\(option.name)'")
        }
    }

    @Test(arguments: names)
    func sectionNamesNothingElse(_ name: String) throws {
        for code in Self.code(in: try section(name).lines) {
            let command = Self.call(in: code) ?? name
            let known = try Self.options(of: command).map(\.name)
            for option in Self.options(in: code) {
                #expect(known.contains(option), "'vvc \(command)' has no '\(option)', as in '\(code)'")
            }
        }
    }

    @Test(arguments: names)
    func valuesHaveTheNamesOfTheHelp(_ name: String) throws {
        let options = try Self.options(of: name)
        for row in page.tableRows(in: name) {
            // One row may tell of two forms: `-o F.svg`, `-o F.html`.
            for form in row[0].split(separator: ", ") where form.hasPrefix("-") {
                let words = form.split(separator: " ", maxSplits: 1).map(String.init)
                let option = try #require(options.first { $0.name == words[0] }, "\(form)")
                let values = option.value?.split(separator: "|").map(String.init) ?? []
                if words.count == 1 {
                    #expect(option.value == nil, "'\(words[0])' of '\(name)' takes a value")
                } else {
                    #expect(values.contains(words[1]), "'\(form)' of '\(name)' is \(values) in the help")
                }
            }
        }
    }

    @Test func sharedOptionsAreThoseOfSeveralCommands() throws {
        let rows = page.tableRows(in: "What commands share").map { $0[0] }.filter { $0.hasPrefix("--") }
        #expect(!rows.isEmpty)
        for row in rows {
            let name = try #require(Self.options(in: row).first)
            #expect(VVC.commands.count { $0.options.contains { $0.name == name } } > 1, "\(name)")
        }
        for code in Self.code(in: try section("What commands share").lines) {
            for name in Self.options(in: code) {
                #expect(
                    VVC.commands.contains { $0.options.contains { $0.name == name } },
                    "there is no option '\(name)'"
                )
            }
        }
    }

    @Test func targetsAreAll() throws {
        let rows = page.tableRows(in: "What commands share").map { $0[0] }
        let option = try #require(CompileCommand.options.first { $0.name == "--target" })
        #expect(rows.suffix(option.choices.count) == option.choices[...])
    }
}
