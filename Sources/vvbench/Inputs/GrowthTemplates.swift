import VirtualView
import VirtualViewCompiler

/// Templates and trees in sizes from 10 to 10,000.
enum GrowthTemplates {
    /// How many templates every pass goes through, in groups as large as the row says.
    static let count = 10_000
    /// The most nodes in one template: a file holds 64 KiB of nodes at most.
    static let largestTemplate = 1_000

    /// Sources of six nodes each, no two alike.
    static func sources() -> [SourceFile] {
        var generator = SourceGenerator(seed: 10_000)
        return (0..<count).map { generator.source(named: "Grown\($0)", nodes: 6) }
    }

    /// The same, compiled.
    static func requests(_ compiler: TemplateCompiler) throws -> [TemplateRequest] {
        try sources().enumerated().map { number, source in
            guard let bytes = compiler.compile(source).bytes else {
                throw BenchmarkError("'\(source.path)' does not compile")
            }
            return TemplateRequest(bytes, as: "Grown\(number)")
        }
    }

    /// A column of rows of ten nodes: a frame with three bound texts, three pictures and three lines.
    ///
    /// The number is that of the nodes inside the column: a multiple of ten, up to ``largestTemplate``.
    static func column(nodes: Int, _ compiler: TemplateCompiler) throws -> [UInt8] {
        let rows = (0..<nodes / 10).map { row in
            let leaves = (0..<3).map { leaf in
                """
                <NText layoutWidth="wrap_content" layoutHeight="16" textSize="12" text="${t\(row % 100)_\(leaf)}"/>
                <NImage layoutWidth="24" layoutHeight="24" layoutMarginLeft="\(10 * leaf)" src="${image}"/>
                <NLine layoutWidth="match_parent" layoutHeight="1" color="#CCCCCC" layoutMarginTop="\(8 * leaf)"/>

                """
            }
            return """
                <FrameLayout layoutWidth="match_parent" layoutHeight="40" paddingLeft="8">
                \(leaves.joined())</FrameLayout>

                """
        }
        return try compile(
            """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            \(rows.joined())</VHLayout>

            """,
            compiler
        )
    }

    /// A list whose items are templates.
    static func list(_ compiler: TemplateCompiler) throws -> [UInt8] {
        try compile(
            #"<Scroller orientation="V" layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${items}"/>"#,
            compiler
        )
    }

    /// Data for a column; that of different numbers differ in every value.
    static func data(_ number: Int) -> JSONValue {
        var entries = (0..<300).map {
            ("t\($0 / 3)_\($0 % 3)", JSONValue.string("A text of some length, number \(number)"))
        }
        entries.append(("image", .string("https://example.com/\(number).png")))
        entries.append(("type", "Column"))
        return .object(BindingObject(entries))
    }

    private static func compile(_ text: String, _ compiler: TemplateCompiler) throws -> [UInt8] {
        guard let bytes = compiler.compile(SourceFile(path: "Column.xml", text: text)).bytes else {
            throw BenchmarkError("a template of the growth rows does not compile")
        }
        return bytes
    }
}
