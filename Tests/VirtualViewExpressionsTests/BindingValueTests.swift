import Testing

@testable import VirtualViewExpressions

@Suite struct BindingValueTests {
    @Test func isWrittenAsLiterals() throws {
        let value: JSONValue = ["a": [1, 2.5, "x", true, .null], "b": ["c": [:]]]
        #expect(try JSONValue(json: #"{"a":[1,2.5,"x",true,null],"b":{"c":{}}}"#) == value)
        let name = "Mira"
        #expect(("Hi \(name)" as JSONValue) == .string("Hi Mira"))
    }

    /// The examples in the documentation of the two principal types.
    @Test func worksAsDocumented() {
        let card: JSONValue = ["title": "Tea", "price": 4.5, "tags": ["hot", "green"]]
        let title = BindingExpression("${title}").evaluate(on: card)
        #expect(title == .string("Tea"))
        let line = BindingExpression("Hello ${user.name ?: 'you'}")
        #expect(line.evaluate(on: ["user": ["name": "Mira"]]) == .string("Hello Mira"))
    }

    @Test func comparesNumbersByWhatTheyAreWorth() {
        #expect(JSONValue.int(1) == .double(1))
        #expect(Set<JSONValue>([1, 1.0, 1.5, true]).count == 3)
        #expect(JSONValue.int(1 << 53 + 1) != .double(9_007_199_254_740_992))
        #expect(JSONValue.int(.max) != .double(9_223_372_036_854_775_808))
        #expect(JSONValue.double(.nan) != .double(.nan))
        #expect(JSONValue.bool(true) != .int(1))
    }

    /// As names are, and as `contains` and `<` see them.
    @Test func comparesTextsByteByByte() {
        let data: JSONValue = ["a": "caf\u{E9}", "b": "cafe\u{301}"]
        #expect(JSONValue.string("caf\u{E9}") != .string("cafe\u{301}"))
        #expect(Set<JSONValue>(["caf\u{E9}", "cafe\u{301}"]).count == 2)
        #expect(BindingExpression("${= a == b}").evaluate(on: data) == false)
        #expect(BindingExpression("${= a == a and a < b or b < a}").evaluate(on: data) == true)
    }

    @Test func looksUpElementsAndEntries() {
        let value: JSONValue = ["a": [1, 2]]
        #expect(value["a"]?[1] == 2)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
    }

    @Test(
        arguments: [
            (1, 1, true), (1, 1.0, false), (1.5, 1.5, true), (0.0, -0.0, false), ("a", "a", true),
            ("caf\u{E9}", "cafe\u{301}", false),
            (.null, .null, true), (.null, false, false), ([1, 2], [1, 2], true), ([1, 2], [1, 2.0], false),
            ([1], [1, 2], false),
            (["a": [1]], ["a": [1]], true), (["a": [1]], ["a": [1.0]], false), (["a": 1], ["b": 1], false),
            (["a": 1], [:], false),
        ] as [(JSONValue, JSONValue, Bool)]
    )
    func sameDataHasTheSameKindsOfNumbers(_ first: JSONValue, _ second: JSONValue, _ isSame: Bool) {
        #expect(first.isSame(as: second) == isSame)
        #expect(second.isSame(as: first) == isSame)
        #expect(first.isSame(as: first))
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 40, 1000])
    func keepsTheLastOfEqualNames(_ count: Int) {
        let pairs = (0..<count).map { ("k\($0)", JSONValue.int(Int64($0))) }
        let object = BindingObject(pairs + pairs.map { ($0.0, .int(-1)) } + pairs.reversed())
        #expect(object.count == count)
        #expect(object.isEmpty == (count == 0))
        for (name, value) in pairs {
            #expect(object[name] == value)
        }
        #expect(object["k\(count)"] == nil)
        #expect(object == BindingObject(pairs.reversed()))
        #expect(object.hashValue == BindingObject(pairs.reversed()).hashValue)
        #expect(object.sortedKeys == pairs.map(\.0).sorted())
    }

    @Test func comparesNamesByteByByte() {
        let object = BindingObject([("\u{E9}", 1), ("e\u{301}", 2)])
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }

    /// Names with one hash, which hostile data can choose, are still found by halves.
    @Test func findsNamesThatCollide() {
        let (first, second) = ("costarring", "liquid")
        #expect(BindingKey(first).code == BindingKey(second).code)
        let pairs: [(String, JSONValue)] = [(first, 1), (second, 2)]
        let others: [(String, JSONValue)] = (0..<50).map { ("k\($0)", 0) }
        let few = BindingObject(pairs)
        let many = BindingObject(others + pairs)
        for object in [few, many] {
            #expect(object[first] == 1)
            #expect(object[second] == 2)
        }
    }

    /// Two spellings of one name are two names, also if they have one hash.
    @Test func findsSpellingsThatCollide() {
        func name(_ mask: Int) -> String {
            (0..<18).map { mask >> $0 & 1 == 1 ? "\u{E9}" : "e\u{301}" }.joined()
        }
        let (first, second) = (name(7_579), name(82_397))
        #expect(first == second && BindingKey(first).code == BindingKey(second).code)
        let pairs: [(String, JSONValue)] = [(first, 1), (second, 2)]
        let object = BindingObject(pairs)
        #expect(object[first] == 1 && object[second] == 2)
    }
}
