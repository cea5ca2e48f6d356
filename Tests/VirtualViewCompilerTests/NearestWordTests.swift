import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

@Suite struct NearestWordTests {
    private static let words = [
        "layoutWidth", "layoutHeight", "text", "textColor", "gravity", "id", "src", "match_parent",
    ]

    @Test(
        arguments: [
            ("layoutWidht", "layoutWidth"),
            ("layoutWith", "layoutWidth"),
            ("LayoutWidth", "layoutWidth"),
            ("layoutwidht", "layoutWidth"),
            ("layoutwdht", nil),
            ("LAYOUTWIDTH", "layoutWidth"),
            ("MATCH_PARENT", "match_parent"),
            ("txet", "text"),
            ("tetx", "text"),
            ("test", "text"),
            ("tets", nil),
            ("TEXT", "text"),
            ("texts", "text"),
            ("txt", nil),
            ("idd", nil),
            ("srcs", "src"),
            ("gravtiy", "gravity"),
            ("grvty", "gravity"),
            ("grvt", nil),
            ("banana", nil),
            ("layoutWidth", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func findsWhatWasMeant(word: String, nearest: String?) {
        #expect(NearestWord.find(word, among: Self.words) == nearest)
    }

    @Test(arguments: [
        ("Badge", "Page", false), ("Bagde", "Badge", true), ("ntext", "NText", true),
        ("FrmeLayuot", "FrameLayout", true),
    ])
    func twoLettersOfAShortWordMayMakeAnother(_ word: String, _ nearest: String, _ isCertain: Bool) {
        #expect(NearestWord.find(word, among: [nearest]) == nearest)
        #expect(NearestWord.isCertain(nearest, for: word) == isCertain)
    }

    @Test func orderOfTheWordsDoesNotMatter() {
        #expect(NearestWord.find("colar", among: ["colbr", "color"]) == "colbr")
        #expect(NearestWord.find("colar", among: ["color", "colbr"]) == "colbr")
        #expect(NearestWord.find("colar", among: Set(["color", "colbr", "coloar"])) == "colbr")
    }

    @Test func countsScalarsNotBytes() {
        #expect(NearestWord.find("左边距离大", among: ["左边距离小"]) == "左边距离小")
        #expect(NearestWord.find("左边距", among: ["左边界"]) == nil)
    }

    @Test func agreesWithTheFullMatrix() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<4000 {
            let word = Self.random(5...8, &generator)
            let other = Self.random(3...10, &generator)
            let distance = Self.distance(Array(word), Array(other))
            let found = NearestWord.find(word, among: [other])
            #expect((found != nil) == (1...2).contains(distance), "\(word) \(other) \(distance)")
        }
    }

    private static func random(_ lengths: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
        String(
            (0..<Int.random(in: lengths, using: &generator)).map { _ in "abc".randomElement(using: &generator) ?? "a" }
        )
    }

    /// Optimal string alignment, computed in full.
    private static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
        var rows = [[Int]](repeating: [Int](repeating: 0, count: rhs.count + 1), count: lhs.count + 1)
        for row in 0...lhs.count { rows[row][0] = row }
        for column in 0...rhs.count { rows[0][column] = column }
        for row in 1...lhs.count {
            for column in 1...rhs.count {
                let cost = lhs[row - 1] == rhs[column - 1] ? 0 : 1
                var best = min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + cost)
                if row > 1, column > 1, lhs[row - 1] == rhs[column - 2], lhs[row - 2] == rhs[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                rows[row][column] = best
            }
        }
        return rows[lhs.count][rhs.count]
    }

    @Test func nothingIsSuggestedOnceManyNamesWereCompared() throws {
        let known = (0..<2_000).map { "VIEW_ID_OwnComponent\($0)=\(2_000 + $0)\n" }.joined()
        let file = SourceFile(path: "config.properties", text: known)
        let compiler = TemplateCompiler(configuration: Configuration().applying(file).configuration)
        let elements = (0..<900).map { "<OwnComponnet\($0)/>" }.joined()
        let source = SourceFile(path: "Card.xml", text: "<FrameLayout>\(elements)</FrameLayout>")
        let found = compiler.compile(source).diagnostics.ordered.filter { $0.id == "template.unknown-component" }
        #expect(found.count == 900)
        #expect(found.prefix(400).allSatisfy { $0.message.contains("did you mean 'OwnComponent") })
        #expect(found.suffix(400).allSatisfy { !$0.message.contains("did you mean") })
    }
}
