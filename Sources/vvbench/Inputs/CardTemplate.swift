import VirtualView
import VirtualViewCompiler

/// The card that rows about live nodes measure on: 30 nodes with 146 properties, 14 of them bound.
enum CardTemplate {
    static let nodeCount = 30
    static let setterCount = 146
    /// How many bindings it has.
    static let bindingCount = 2 * rowCount
    private static let rowCount = 7

    /// Compiles the card.
    static func make(_ compiler: TemplateCompiler) throws -> Template {
        let template = try compile(source, compiler)
        guard template.nodes.count == nodeCount,
            template.nodes.reduce(0, { $0 + $1.setters.count }) == setterCount
        else { throw BenchmarkError("the card has not the nodes and properties that it should have") }
        return template
    }

    /// The card as a file has it.
    static func bytes(_ compiler: TemplateCompiler, named name: String = "Card") throws -> [UInt8] {
        try compiledBytes(source, compiler, name)
    }

    /// A column of texts, each bound to an entry of the data's own.
    static func texts(_ count: Int, _ compiler: TemplateCompiler) throws -> Template {
        let texts = (0..<count).map { "<NText text=\"${k\($0)}\"/>\n" }.joined()
        return try compile("<VHLayout>\n\(texts)</VHLayout>\n", compiler)
    }

    /// Data for the card: that of different numbers differ in every value, that of equal ones share no storage.
    static func data(_ number: Int) -> JSONValue {
        let items = (0..<rowCount).map { row -> JSONValue in
            [
                "title": .string("A title of some length, number \(number), row \(row)"),
                "image": .string("https://example.com/images/\(number)/\(row).png"),
            ]
        }
        return ["items": .array(items)]
    }

    /// Data for ``texts(_:_:)``.
    static func textData(_ number: Int, count: Int) -> JSONValue {
        .object(
            BindingObject((0..<count).map { ("k\($0)", .string("A text of some length, number \(number), \($0)")) })
        )
    }

    private static func compile(_ text: String, _ compiler: TemplateCompiler) throws -> Template {
        try Template(decoding: compiledBytes(text, compiler))
    }

    private static func compiledBytes(_ text: String, _ compiler: TemplateCompiler, _ name: String = "Card") throws
        -> [UInt8]
    {
        guard let bytes = compiler.compile(SourceFile(path: "\(name).xml", text: text)).bytes else {
            throw BenchmarkError("the card does not compile")
        }
        return bytes
    }

    private static var source: String {
        let rows = (0..<rowCount).map { row in
            """
            <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" paddingLeft="16rp" layoutGravity="v_center">
              <NText layoutWidth="wrap_content" layoutHeight="wrap_content" textColor="#FFFFFF" textSize="28rp"
                     text="${items[\(row)].title}" layoutMarginLeft="8rp"/>
              <VText layoutWidth="wrap_content" layoutHeight="wrap_content" textColor="#000000" textSize="24rp"
                     text="A constant label that is long"/>
              <NImage layoutWidth="80rp" layoutHeight="80rp" scaleType="center_crop" src="${items[\(row)].image}"
                      borderRadius="4"/>
            </VHLayout>

            """
        }
        return """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            \(rows.joined())
            <NLine layoutWidth="match_parent" layoutHeight="1" color="#CCCCCC"/>
            </VHLayout>

            """
    }
}
