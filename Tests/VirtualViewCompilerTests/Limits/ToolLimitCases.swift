import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about projects, tests, formatting and comparing.
enum ToolLimitCases {
    static let all = projects + sources + comparisons

    // MARK: - Projects

    private static let projects = [
        LimitCase("names in the environment of a project file", 20_000, "reads") { count in
            project("\"env\":{" + (0..<count).map { "\"n\($0)\":1" }.joined(separator: ",") + "}")
        },
        LimitCase("names in the environment of a project file, all the same", 20_000, "json.duplicate-name") { count in
            project("\"env\":{" + repeatElement("\"n\":1", count: count).joined(separator: ",") + "}")
        },
        LimitCase("paths of a project file", 20_000, "reads") { count in
            project("\"components\":[" + (0..<count).map { "\"c\($0).json\"" }.joined(separator: ",") + "]")
        },
        LimitCase("widths of a project file", 13, "project.too-many") { count in
            project("\"widths\":[" + (1...count).map(String.init).joined(separator: ",") + "]")
        },
        LimitCase("rules of a project file that nobody knows", 5_000, "project.unknown-rule") { count in
            project("\"lint\":{" + (0..<count).map { "\"lint.rule\($0)\":\"off\"" }.joined(separator: ",") + "}")
        },
        LimitCase("functions of a project file", 20_000, "reads") { count in
            let functions = (0..<count).map { "\"f\($0)\":{\"default\":1}" }.joined(separator: ",")
            return project("\"functions\":{\(functions)}")
        },
        LimitCase("tests of a file of tests", 1_001, "project.too-many") { count in
            tests(count) { _ in "{\"touch\":\"#1\"}" }
        },
        LimitCase("expectations of a file of tests", 1_000, "reads") { count in
            tests(count) { number in
                let texts = (0..<20).map { "\"#\($0)\":\"text \(number)\"" }.joined(separator: ",")
                return "{\"touch\":\"#1\",\"expect\":{\"texts\":{\(texts)}}}"
            }
        },
    ]

    private static func outcome(_ found: [Diagnostic]) -> String {
        var list = DiagnosticList()
        for diagnostic in found { list.add(diagnostic) }
        return list.ordered.first { $0.severity == .error }?.id ?? "reads"
    }

    private static func project(_ member: String) -> String {
        outcome(ProjectFile.read(SourceFile(path: ProjectFile.name, text: "{\(member)}")).diagnostics)
    }

    private static func tests(_ count: Int, _ step: (Int) -> String) -> String {
        let tests = (0..<count).map { "{\"name\":\"test \($0)\",\"steps\":[\(step($0))]}" }.joined(separator: ",")
        let (script, found) = TestScript.read(SourceFile(path: "Card.test.json", text: "{\"tests\":[\(tests)]}"))
        return found.isEmpty && script.tests.count != count ? "has \(script.tests.count) tests" : outcome(found)
    }

    // MARK: - Sources

    private static let sources = [
        LimitCase("elements formatted", 20_000, "formatted") { count in
            format("<FrameLayout>\(String(repeating: "<NText  text = 'a'></NText>", count: count))</FrameLayout>")
        },
        LimitCase("elements inside each other formatted", 10_000, "formatted") { count in
            format(
                String(repeating: "<FrameLayout>", count: count) + String(repeating: "</FrameLayout>", count: count)
            )
        },
        LimitCase("attributes of one element formatted", 20_000, "formatted") { count in
            format("<NText\((0..<count).map { " a\($0)='1'" }.joined())></NText>")
        },
        LimitCase("lines of one comment formatted", 50_000, "formatted") { count in
            format("<FrameLayout><!--\(String(repeating: " a\n", count: count))--><NText/></FrameLayout>")
        },
        LimitCase("parts of an assemble formatted", 5_000, "formatted") { count in
            format("{hc" + String(repeating: "[(text:\"a\")]", count: count) + "}", "Card.asv")
        },
        LimitCase("fixes of one source", 900, "fixed") { count in
            let text = "<FrameLayout>\(String(repeating: "<NText text=\"&\"/>", count: count))</FrameLayout>"
            let file = SourceFile(path: "Card.xml", text: text)
            let (fixed, _) = SourceFixer.apply(TemplateCompiler().compile(file).diagnostics.ordered, to: file)
            return String(decoding: fixed, as: UTF8.self).contains("\"&\"") ? "is left" : "fixed"
        },
    ]

    /// Formats a source, and what comes of it once more.
    private static func format(_ text: String, _ path: String = "Card.xml") -> String {
        let file = SourceFile(path: path, text: text)
        guard let once = SourceFormatter.format(file), once != file.bytes else { return "is left" }
        guard once.count < 40 * file.bytes.count else { return "grows too much" }
        return SourceFormatter.format(SourceFile(path: path, bytes: once)) == once ? "formatted" : "changes again"
    }

    // MARK: - Comparisons

    private static let comparisons = [
        LimitCase("nodes compared, one of which is new", 2_000, "1 change") { count in
            try compare(row(count) { _ in "a" }, row(count + 1) { _ in "a" })
        },
        LimitCase("nodes compared, all of which are changed", 2_000, "2000 changes") { count in
            try compare(row(count) { "a\($0)" }, row(count) { "b\($0)" })
        },
        LimitCase("nodes compared, in the opposite order", 2_000, "1999 changes") { count in
            try compare(row(count) { "a\($0)" }, row(count) { "a\(count - $0)" })
        },
        LimitCase("nodes inside each other compared", 2_000, "1 change") { count in
            func nested(_ text: String) -> String {
                String(repeating: "<FrameLayout>", count: count) + "<NText text=\"\(text)\"/>"
                    + String(repeating: "</FrameLayout>", count: count)
            }
            return try compare(nested("a"), nested("b"))
        },
        LimitCase("conditions on deeper and deeper places, which are gone", 400, "399 changes") { count in
            func path(_ length: Int, _ end: String) -> String { String(repeating: "a.", count: length) + end }
            let conditions = (1..<count).map { "@{${\(path($0, "b"))} ? x : y}" }
            let reads = (0..<count).map { "${\(path(count, "c\($0)"))}" }
            let old = conditions + reads
            return try compare(row(old.count) { old[$0] }, row(reads.count) { reads[$0] })
        },
        LimitCase("names of data that a template reads", 2_000, "described") { count in
            let template = try compile(row(count) { "${n\($0)}" })
            let contract = DataContract(of: template.type, DataNeeds(ComparedTemplate(path: "a", template).dataReads))
            return contract.json().contains("\"n\(count - 1)\"") ? "described" : "is missing"
        },
        LimitCase("nodes of a template that is dumped", 5_000, "listed") { count in
            var builder = TemplateBuilder(type: "Card")
            try builder.openNode(component: 1)
            for number in 0..<count {
                try builder.openNode(component: 7)
                try builder.closeNode()
                _ = try builder.intern("text \(number)")
            }
            try builder.closeNode()
            let dump = TemplateDump(try Template(decoding: builder.encoded()))
            return dump.text().utf8.count > 10 * count && dump.hex().utf8.count > 40 * count ? "listed" : "is cut"
        },
        LimitCase("uses of one text of 60,000 bytes in a template that is dumped", 5_000, "cut") { count in
            var builder = TemplateBuilder(type: "Card")
            let text = try builder.intern(String(repeating: "a", count: 60_000))
            let keys = try (0..<200).map { try builder.intern("key\($0)") }
            try builder.openNode(component: 1)
            for start in stride(from: 0, to: count, by: keys.count) {
                try builder.openNode(component: 7)
                for key in keys.prefix(count - start) { try builder.set(.string(text), for: key) }
                try builder.closeNode()
            }
            try builder.closeNode()
            let template = try Template(decoding: builder.encoded())
            let dump = TemplateDump(template)
            let isCut =
                dump.text().utf8.count < 1_200 * count + 70_000 && dump.hex().utf8.count < 1_200 * count + 250_000
            return isCut ? "cut" : "is whole"
        },
    ]

    private static func row(_ count: Int, _ text: (Int) -> String) -> String {
        let texts = (0..<count).map { "<NText text=\"\(text($0))\"/>" }.joined()
        return "<VHLayout>\(texts)</VHLayout>"
    }

    private static func compile(_ source: String) throws -> Template {
        let result = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
        return try Template(decoding: result.bytes ?? [])
    }

    private static func compare(_ old: String, _ new: String) throws -> String {
        let before = ComparedTemplate(path: "old.out", try compile(old))
        let after = ComparedTemplate(path: "new.out", try compile(new))
        let comparison = TemplateComparison(before, after)
        for client in Client.allCases { _ = BreakingRules.check(comparison, for: client) }
        let count = comparison.lines().count
        return "\(count) change\(count == 1 ? "" : "s")"
    }
}
