import Testing
import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// What bindings read.
@Suite struct BindingReadTests {
    /// Whether the place of each read is that of its path: read by itself, it is the same path.
    private func placesArePaths(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let reads = BindingExpression.reads(in: text, as: .text)
        guard reads.count == BindingExpression(text).reads(as: .text).count else { return false }
        return reads.allSatisfy { read in
            guard let range = read.range, range.upperBound <= bytes.count else { return false }
            let path = String(decoding: bytes[range], as: UTF8.self)
            let plain = BindingExpression("${\(path)}").root
            return plain == .path(read.path) || BindingExpression("${=\(path)}").root == .computed(.path(read.path))
        }
    }

    @Test func placeOfEachReadIsItsPath() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(3_000) {
            let source = BindingSource(using: &random)
            guard !placesArePaths(source.text) else { continue }
            Issue.record("VV_SEED=\(RandomTests.seed): \(source.text)")
            return
        }
    }

    @Test func placeOfEachComputedReadIsItsPath() {
        var random = SeededGenerator(seed: RandomTests.seed)
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        for _ in 0..<RandomTests.count(1_500) {
            let text = "x ${= \(ComputedModel(depth: pick(0...5), pick: pick).text(pick))} ${y}"
            guard !placesArePaths(text) else { continue }
            Issue.record("VV_SEED=\(RandomTests.seed): \(text)")
            return
        }
    }

    @Test(arguments: [
        "${a} ${b ${c}", "${a ?: ${b} x} ${c}", "@{${a} ? ${b ?: } : ${c}}", "${= a +} ${b}", "${= (a)[b].c + (d)}",
        "${= ((a.b))}", "${=[0].a[b[c]].d}", "${a ?: ${b ?: ${c}}}",
    ])
    func whatIsMalformedIsNotRead(_ text: String) {
        #expect(placesArePaths(text))
    }

    @Test(arguments: [
        ("${= a != null ? a : 1}", true), ("${= null == a ? 1 : a}", true),
        ("@{${= not (a == null)} ? ${a} : 1}", true),
        ("${= a > null ? a : 1}", false), ("${= a != 1 ? a : 1}", false), ("${= a != b ? a : 1}", false),
    ])
    func aComparisonWithNullIsATest(_ text: String, _ isTested: Bool) {
        let reads = BindingExpression(text).reads(as: .any).filter { $0.path == BindingPath(steps: [.key("a")]) }
        #expect(reads.count == 2 && reads.contains { $0.isCondition } == isTested)
    }

    @Test(arguments: [
        ("a.b[0]", "a.b[0]"), ("a+b", "a+b"), ("['a.b']", "['a.b']"), ("a['b.c'].d", "a['b.c'].d"),
        ("a['b c']", "a.b c"),
        ("['']", "['']"), ("[' a']", "[' a']"), ("['=a']", "['=a']"), (#"['it\'s?']"#, #"['it\'s?']"#),
        (#"['[\\]']"#, #"['[\\]']"#), ("a['\u{A0}'][1]", "a['\u{A0}'][1]"),
    ])
    func aPathIsPrintedAsItself(_ text: String, _ expected: String) throws {
        let isPlain = text == expected && !text.utf8.contains(UInt8(ascii: "'"))
        let read = try #require(BindingExpression(isPlain ? "${\(text)}" : "${= \(text)}").reads(as: .any).first)
        #expect(read.path.description == expected)
        guard !isPlain, expected.utf8.contains(UInt8(ascii: "'")) else { return }
        #expect(BindingExpression("${= \(expected)}").reads(as: .any).map(\.path) == [read.path])
    }

    @Test func onlyWhatTheDataChoosesIsMissing() {
        #expect(BindingExpression("${h ?: ${i}}").missingPaths(in: [:]) == ["i"])
        #expect(BindingExpression("${h ?: ${i}}").missingPaths(in: ["h": 1]) == [])
        let choice = BindingExpression("@{${a} ? ${b} : ${= c > d ? e : f ?: g}}")
        #expect(choice.missingPaths(in: ["a": 1]) == ["b"])
        #expect(choice.missingPaths(in: [:]) == ["g"])
        #expect(choice.missingPaths(in: ["c": 2, "d": 1]) == ["e"])
    }

    @Test func computedStepsLeadWhereTheDataSays() {
        let binding = BindingExpression("${= l[i].x} ${= o[k]} ${= l[j].x} ${= l[i].x ?: 1}")
        #expect(binding.missingPaths(in: ["l": [[:]], "i": 0, "o": [:], "k": "q"]) == ["l[0].x", "o.q", "j"])
        #expect(binding.missingPaths(in: ["l": [["x": 1]], "i": 0, "o": ["q": 1], "k": "q", "j": 0]) == [])
    }

    @Test func aDefaultIsReadOnlyInPlaceOfNothing() {
        for text in ["${name ?: ${user.name}}", "${= name ?: user.name}", "${= length(name ?: user.name)}"] {
            let binding = BindingExpression(text)
            #expect(binding.missingPaths(in: ["name": "Mira"]) == [])
            #expect(binding.missingPaths(in: ["name": ""]) == ["user.name"])
            #expect(binding.missingPaths(in: ["name": .null]) == ["user.name"])
        }
    }

    @Test func aCalculatedConditionChoosesAsItDoesInTheData() {
        let choice = BindingExpression("@{${= n} ? ${a} : ${b}}")
        #expect(choice.missingPaths(in: ["n": 0]) == ["b"])
        #expect(choice.missingPaths(in: ["n": 1]) == ["a"])
    }

    @Test(arguments: [
        ("${b}", "b"), ("${a ?: ${b}}", "b"), ("${b ?: ${c}}", "b"), ("@{${on} ? ${b} : ${c}}", "b"),
        ("@{${off} ? ${b} : ${c}}", "c"), ("${= b}", "b"), ("${= on ? b : c}", "b"),
        ("${= a ?: off ? b : rows[i].list}", "rows[1].list"),
        ("${= a ?: empty ?: b}", "b"), ("${= rows[i - 1][name]}", "rows[0].list"), ("${= slice(b, 0, 1)}", nil),
        ("${= [b]}", nil), ("x", nil),
    ])
    func theSourceOfAValueIsThePathThatTheDataChooses(_ text: String, _ path: String?) {
        let data: JSONValue = [
            "b": [1], "c": [2], "on": true, "off": false, "i": 1, "name": "list", "empty": "",
            "rows": [["list": []], ["list": []]],
        ]
        #expect(BindingExpression(text).source(on: data, environment: nil, functions: nil)?.description == path)
    }

    @Test(arguments: [
        ("${env.list}", nil), ("${env.list ?: ${b}}", nil), ("${env.none ?: ${b}}", "b"), ("${= env.list}", nil),
        ("@{${env.list} ? ${env.list} : ${b}}", nil), ("@{${env.list} ? ${b} : ${env.list}}", "b"),
        ("${= env[name]}", nil), ("${= env.none ?: b}", "b"), ("${theme.list}", "theme.list"),
    ])
    func whatTheEnvironmentHasIsNotInTheData(_ text: String, _ path: String?) {
        let data: JSONValue = ["b": [1], "name": "list", "theme": ["list": [2]]]
        let environment: JSONValue = ["env": ["list": [3]], "theme": ["list": []]]
        #expect(BindingExpression(text).source(on: data, environment: environment, functions: nil)?.description == path)
    }

    /// What is made to find a path is what is made to find its value, of which four mebibytes are the limit.
    @Test(arguments: [
        "${= (length(list(upper(t), lower(t), trim(t))) == 3 ? a : b) ?: c}",
        "${= none ?: (length(list(upper(t), lower(t), trim(t))) == 3 ? a : b) ?: c}",
        "${= text(t) == '' ? c : (length(upper(t)) > 1 ? none : b) ?: (length(lower(t)) > 1 ? a : b) ?: c}",
    ])
    func thePathIsThatOfTheValue(_ text: String) {
        let data: JSONValue = ["a": [1], "b": [2], "c": [3], "t": .string(String(repeating: "x", count: 1 << 20))]
        let binding = BindingExpression(text)
        #expect(binding.evaluate(on: data) == [1])
        #expect(binding.source(on: data, environment: nil, functions: nil)?.description == "a")
    }

    @Test func aLongNameIsCutInTheMessage() {
        let (long, short) = (String(repeating: "é", count: 100_000), String(repeating: "é", count: 48) + "…")
        let paths = BindingExpression("${= a[b].c}").missingPaths(in: ["a": [:], "b": .string(long)])
        #expect(paths.map { $0.shown } == ["a.\(short).c"])
        #expect(DataPath("a[1].b c").shown == "a[1].b c")
    }
}
