import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// The paths that templates read from their data.
@Suite struct DataReadsTests {
    /// The reads of a source as `path: kind`, with `?` after optional and `!` after conditions.
    private func paths(_ source: String) -> [String] {
        describe(reads(source))
    }

    private func reads(_ source: String) -> [DataRead] {
        let compiler = TemplateCompiler()
        let compiled = compiler.compile(SourceFile(path: "Card.xml", text: source))
        return compiled.source.tree.map { DataReads($0, compiledBy: compiler).reads } ?? []
    }

    private func describe(_ reads: [DataRead]) -> [String] {
        reads.map { path in
            let marks = path.read.isCondition ? "!" : path.read.isOptional ? "?" : ""
            let fallback = path.read.fallback.map { " = \($0.json)" } ?? ""
            return "\(path.property) \(path.read.path)\(marks): \(path.read.kind.rawValue)\(fallback)"
        }
    }

    @Test(
        arguments: [
            (#"text="${title}""#, ["text title: text"]),
            (#"text="Hello ${user.names[0] ?: 'you'}!""#, ["text user.names[0]?: text = \"you\""]),
            (#"textSize="${size}""#, ["textSize size: length"]),
            (#"textColor="${price.color}""#, ["textColor price.color: color"]),
            (#"layoutWidth="${w}""#, ["layoutWidth w: length"]),
            (#"maxWidth="${w}""#, ["maxWidth w: length"]),
            (#"accessibilityGroup="${m}""#, ["accessibilityGroup m: boolean"]),
            (#"mirrorsImage="${m}""#, ["mirrorsImage m: any"]),
            (#"visibility="@{${badge} ? visible : gone}""#, ["visibility badge!: boolean"]),
            (#"text="@{${a} ? ${b} : ${c ?: d}}""#, ["text a!: boolean", "text b: text", "text c?: text = \"d\""]),
            (#"text="${= count gt 1 ? a : b}""#, ["text count?: number", "text a: text", "text b: text"]),
            (
                #"text="${= a ? b : c ? d : e}""#,
                ["text a!: boolean", "text b: text", "text c!: boolean", "text d: text", "text e: text"]
            ),
            (#"text="${= price * count}""#, ["text price: number", "text count: number"]),
            (#"text="${= -price}""#, ["text price: number"]),
            (#"text="${= price + ' EUR'}""#, ["text price: text"]),
            (#"text="${= price + tax}""#, ["text price: text", "text tax: text"]),
            (#"text="${= count + 1}""#, ["text count: text"]),
            (#"text="${= price - tax + 1}""#, ["text price: number", "text tax: number"]),
            (#"text="${= 1 - price + tax}""#, ["text price: number", "text tax: text"]),
            (#"textSize="${= a + b}""#, ["textSize a: number", "textSize b: number"]),
            (
                #"text="${= name ?: user.name ?: 'guest'}""#,
                ["text name?: text = \"guest\"", "text user.name?: text = \"guest\""]
            ),
            (#"text="${= items[count - 1].t}""#, ["text items: any", "text count: number"]),
            (#"text="${= ['odd key'][0]}""#, ["text odd key[0]: text"]),
            (#"text="${= (a).b}""#, ["text a.b: text"]),
            (
                #"text="${= type == 'x' ? upper(t) : join(tags, s)}""#,
                ["text type?: text", "text t: string", "text tags: array", "text s: string"]
            ),
            (
                #"text="${= slice(list, from, to) + fixed(sum, places)}""#,
                ["text list: any", "text from: number", "text to: number", "text sum: number", "text places: number"]
            ),
            (
                #"text="${= contains(tags, tag) ? replace(t, old, new) : min(a, b)}""#,
                [
                    "text tags?: any", "text tag?: any", "text t: string", "text old: string", "text new: string",
                    "text a: number", "text b: number",
                ]
            ),
            (#"text="${= app.money(price, cur)}""#, ["text price: any", "text cur: any"]),
            (#"text="plain { } text""#, []),
            (#"text="${unclosed""#, []),
            (#"onClick="${this.text = data.shop.title}""#, ["onClick shop.title?: any"]),
            (
                #"onClick="${this.text = data.list[2].name; this.taps = data.n * 2}""#,
                ["onClick list[2].name?: any", "onClick n: quantity"]
            ),
            (
                #"onClick="${if (data.flag) { this.text = data['k'] } }""#,
                ["onClick flag!: boolean", "onClick k?: any"]
            ),
            (
                #"onClick="${this.taps = data.n > 1 ? data.m + 1 : data.k + 's'}""#,
                ["onClick n: quantity", "onClick m: text", "onClick k?: any"]
            ),
            (#"onClick="${module.router.open(data.url, this.text)}""#, ["onClick url?: any"]),
            (#"onClick="${this.text = data.list[this.taps]}""#, ["onClick list?: any"]),
            (#"onClick="${this.text = data.shop['']}""#, ["onClick shop?: any"]),
        ] as [(String, [String])]
    )
    func readsOfAnAttributeAreFound(_ attribute: String, _ expected: [String]) {
        #expect(paths("<NText layoutWidth=\"1\" layoutHeight=\"1\" \(attribute)/>") == expected)
    }

    /// Only what is the result is a list of items.
    @Test(
        arguments: [
            ("${goods.items}", ["goods.items: items"]),
            ("@{${a} ? ${b} : ${c}}", ["a!: boolean", "b: items", "c: items"]),
            ("${= a ?: b}", ["a?: items", "b?: items"]),
            ("${= mode == 1 ? a : b}", ["mode?: number", "a: items", "b: items"]),
            ("${= sections[current].items}", ["sections: any", "current: any"]),
            ("${= (a ?: b)[0]}", ["a?: array", "b?: array"]),
            ("${= slice(a, from, 3)}", ["a: items", "from: number"]),
        ] as [(String, [String])]
    )
    func itemsComeFromAList(_ binding: String, _ expected: [String]) {
        #expect(paths("<Grid dataTag=\"\(binding)\"/>") == expected.map { "dataTag \($0)" })
    }

    @Test func eachPathHasItsPlaceInTheSource() {
        let source = """
            <NText text="&lt;${ user.name }${= ( a.b )[0] + items[count - 1].t }"
                visibility="@{ ${shown} ? visible : gone }"
                onClick="${this.text = data.x.y; this.text = data.x.y + data.x.y + data.z[1]}"/>
            """
        let places = reads(source).map(\.range)
        let texts = places.map { range in
            range.map { String(decoding: $0.file.bytes[$0.offsets], as: UTF8.self) } ?? "nowhere"
        }
        #expect(
            texts == [
                "user.name", "( a.b )[0]", "items", "count", "shown", "data.x.y", "data.x.y", "data.x.y", "data.z",
            ]
        )
        let starts = places.map { $0?.offsets.lowerBound ?? 0 }
        #expect(starts == starts.sorted() && Set(starts).count == starts.count)
    }

    @Test(arguments: Fixtures.templateNames)
    func aFileReadsWhatItsSourceReads(_ name: String) throws {
        let data = try Data(contentsOf: Fixtures.templates.appendingPathComponent(name))
        let file = SourceFile(path: name, bytes: [UInt8](data))
        let compiled = TemplateCompiler().compile(file)
        guard let tree = compiled.source.tree, let bytes = compiled.bytes else {
            Issue.record("\(compiled.diagnostics.ordered)")
            return
        }
        let source = DataReads(tree, compiledBy: TemplateCompiler())
        let template = DataReads(try Template(decoding: bytes), compiledBy: TemplateCompiler())
        #expect(describe(source.reads).sorted() == describe(template.reads).sorted())
        #expect(source.reads.allSatisfy { $0.range != nil } && template.reads.allSatisfy { $0.range == nil })
        #expect(source.reads.map(\.node) == template.reads.map(\.node))
    }

    @Test func comparingManyPathsCostsNoMoreThanTheirNumber() throws {
        // With a search through all paths for each of them this would take minutes.
        func side(_ numbers: Range<Int>) throws -> ComparedTemplate {
            let texts = stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1_000).map { first in
                "<NText text=\"\((first..<first + 1_000).map { "${n\($0).a}" }.joined())\"/>"
            }
            let source = SourceFile(path: "Card.xml", text: "<VHLayout>\(texts.joined())</VHLayout>")
            let bytes = TemplateCompiler().compile(source).bytes
            return ComparedTemplate(path: "Card.out", try Template(decoding: bytes ?? []))
        }
        let comparison = TemplateComparison(try side(0..<60_000), try side(30_000..<90_000))
        let found = BreakingRules.check(comparison, for: .swift).map(\.id)
        #expect(found.count { $0 == "breaking.data-new" } == 30_000)
        #expect(found.count { $0 == "breaking.data-removed" } == 30_000)
    }

    /// A whole of which a part is still read is not gone.
    @Test(arguments: [
        ("${a}", "${a.b[0].c}", true), ("${a.b}", "${a.c}", false), ("${a.b}", "${a}", false),
        ("${a[1]}", "${a[1]}", true),
        ("${a[1]}", "${a[0].b}", false), ("${a.b}", "${b.a.b}", false),
    ])
    func aPlaceIsKeptWithItsParts(_ old: String, _ new: String, _ isKept: Bool) throws {
        let found = try breaks("text=\"\(old)\"", "text=\"\(new)\"")
        #expect(found.contains { $0.id == "breaking.data-removed" } != isKept, "\(found.map(\.message))")
    }

    private func breaks(_ old: String, _ new: String) throws -> [Diagnostic] {
        func side(_ attributes: String) throws -> ComparedTemplate {
            let compiled = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: "<NText \(attributes)/>"))
            return ComparedTemplate(path: "Card.out", try Template(decoding: compiled.bytes ?? []))
        }
        return BreakingRules.check(TemplateComparison(try side(old), try side(new)), for: .swift)
    }

    /// What is in an object need not be there if the object is tested, and no data of today have it.
    @Test(arguments: [
        ("a", "@{${author} ? ${author.name} : nobody}", []), ("a", "${= c ? c.title : 1}", []),
        ("a", "${= c == null ? 1 : c.x}", []), ("a", "${badge.text}\" visibility=\"@{${badge} ? visible : gone}", []),
        ("a", "@{${a.b} ? ${a.b.c.d} : x}", []), ("${a.x}", "${= a.x + (a.b ? a.b.c : 1)}", []),
        ("a", "${= c ? (c.x ?: c.y) : 1}", []), ("a", "@{${a} ? ${b.a.c} : x}", ["data-new 'b.a.c'"]),
        // Data of today may have the object without what is new in it.
        ("${c}", "@{${c} ? ${c.x} : ${c}}", ["data-new 'c.x'"]),
        ("${c.y}", "@{${c} ? ${c.x}${c.y} : z}", ["data-new 'c.x'"]),
        ("@{${c} ? y : z}", "@{${c} ? ${c.x} : z}", ["data-new 'c.x'"]),
    ])
    func aNewObjectMayBeMissingIfItIsTested(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try paths("text=\"\(old)\"", "text=\"\(new)\"") == expected)
    }

    /// A value of which only parts are read now was no object; where a part must be there, that says so.
    @Test(arguments: [
        ("${price}", "${price.text ?: soon}", ["data-kind 'price'"]),
        ("${price}", "@{${price.text} ? a : b}", ["data-kind 'price'"]),
        ("${price}", "${price[0] ?: soon}", ["data-kind 'price'"]),
        ("${price}", "${price.text}", ["data-new 'price.text'"]),
        ("${price.text ?: ${price}}", "${price.text ?: soon}", ["data-kind 'price'"]),
        ("${price}", "${price.text ?: ${price}}", []),
        // A condition takes objects too.
        ("@{${price} ? a : b}", "@{${price.text} ? a : b}", []),
    ])
    func aTextThatBecomesAnObjectIsAnotherKind(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try paths("text=\"\(old)\"", "text=\"\(new)\"") == expected)
    }

    /// The rules that a change breaks, each with the path that it names.
    private func paths(_ old: String, _ new: String) throws -> [String] {
        try breaks(old, new).filter { $0.id.hasPrefix("breaking.data-") }.map { found in
            "\(found.id.dropFirst(9)) '\(found.message.split(separator: "'")[0])'"
        }
    }
}
