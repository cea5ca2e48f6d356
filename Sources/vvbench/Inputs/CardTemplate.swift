import VirtualView
import VirtualViewCompiler

/// The card that rows about live nodes measure on: 30 nodes with 146 properties, 14 of them bound.
enum CardTemplate {
    static let nodeCount = 30
    static let setterCount = 146
    private static let rowCount = 7

    /// Compiles the card.
    static func make(_ compiler: TemplateCompiler) throws -> Template {
        let template = try Template(decoding: bytes(compiler))
        guard template.nodes.count == nodeCount,
            template.nodes.reduce(0, { $0 + $1.setters.count }) == setterCount
        else { throw BenchmarkError("the card has not the nodes and properties that it should have") }
        return template
    }

    /// The card as a file has it.
    static func bytes(_ compiler: TemplateCompiler, named name: String = "Card") throws -> [UInt8] {
        guard let bytes = compiler.compile(SourceFile(path: "\(name).xml", text: source)).bytes else {
            throw BenchmarkError("the card does not compile")
        }
        return bytes
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

    /// The source of the card.
    static var source: String {
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
