import Testing
import VirtualView
import VirtualViewExpressions

/// What an expression comes to.
struct ExpressionCase: Sendable, CustomTestStringConvertible {
    let source: String
    let expected: @Sendable () -> EventValue

    init(_ source: String, _ expected: @autoclosure @escaping @Sendable () -> EventValue) {
        self.source = source
        self.expected = expected
    }

    var testDescription: String { source }
}

/// The data of the tests: every kind of value.
let eventData: JSONValue = [
    "n": 7, "f": 1.5, "z": 0, "zf": 0.0, "s": "", "word": "tea", "no": "false", "t": true, "u": false, "nil": .null,
    "big": 9_007_199_254_740_993, "even": 9_007_199_254_740_992, "wide": 4_294_967_296, "list": [10, 20, 30],
    "exact": 9_007_199_254_740_992.0, "most": 1.797_693_134_862_315_7e308, "none": [], "price": 4.35, "third": 0.3,
    "one": 1.0, "serial": 1_234_567_890_123_456,
    "grid": [[1, 2], [3, ["x": 4]]],
    "obj": ["a": ["b": ["c": 5]], "k": "v"],
]

@Suite struct EventOperatorTests {
    static let values: [ExpressionCase] = [
        ExpressionCase("this.n", .int(7)),
        ExpressionCase("this.x", .float(0.5)),
        ExpressionCase("this.s", .string("hello")),
        ExpressionCase("this.e", .none),
        ExpressionCase("this.b", .int(1)),
        ExpressionCase("this.count", .int(3)),
        ExpressionCase("this.nick", .string("bob")),
        ExpressionCase("data.n", .int(7)),
        ExpressionCase("data.f", .double(1.5)),
        ExpressionCase("data.t", .bool(true)),
        ExpressionCase("data.nil", .none),
        ExpressionCase("data.missing", .none),
        ExpressionCase("data.missing.deeper", .none),
        ExpressionCase("data.big", .long(9_007_199_254_740_993)),
    ]

    static let calculations: [ExpressionCase] = [
        ExpressionCase("this.n + 1", .int(8)),
        ExpressionCase("this.n + 2147483647", .int(-2_147_483_642)),
        ExpressionCase("this.n - 2147483647 - 2147483647", .int(-2_147_483_647 &- 2_147_483_647 &+ 7)),
        ExpressionCase("this.n * 1000000000", .int(7 &* 1_000_000_000)),
        ExpressionCase("this.n / 2", .int(3)),
        ExpressionCase("-this.n / 2", .int(-3)),
        ExpressionCase("-this.n % 4", .int(-3)),
        ExpressionCase("(this.n - 7 - 2147483647 - 1) / (this.n - 8)", .int(.min)),
        ExpressionCase("(this.n - 7 - 2147483647 - 1) % (this.n - 8)", .int(0)),
        ExpressionCase("-(this.n - 7 - 2147483647 - 1)", .int(.min)),
        ExpressionCase("this.x + 1", .float(1.5)),
        ExpressionCase("1 - this.x", .float(0.5)),
        ExpressionCase("this.x * this.x", .float(0.25)),
        ExpressionCase("1 / (this.x - 0.5)", .float(.infinity)),
        ExpressionCase("5.5 % this.x", .float(0)),
        ExpressionCase("-this.x", .float(-0.5)),
        ExpressionCase("this.n + !0.5", .int(7)),
        ExpressionCase("this.n + !1.0", .int(7)),
        ExpressionCase("this.n + !0.0", .int(8)),
        // A large whole number is rounded only with the result, as between literals.
        ExpressionCase("16777217 + this.x", .float(16_777_218)),
        ExpressionCase("16777217 + 0.5", .float(16_777_218)),
        ExpressionCase("16777219 - this.x", .float(16_777_218)),
        ExpressionCase("this.x - 16777219", .float(-16_777_218)),
        ExpressionCase("2147483647 * this.x / 1073741824", .float(1)),
        ExpressionCase("data.f * 2", .double(3)),
        ExpressionCase("this.x + data.f", .double(2)),
        ExpressionCase("data.n / data.zf", .double(.infinity)),
        ExpressionCase("data.wide / 2", .double(2_147_483_648)),
        // A decimal of the program counts as what its text says beside one of the data.
        ExpressionCase("data.third + 0.1", .double(0.4)),
        ExpressionCase("0.1 + data.third", .double(0.4)),
        ExpressionCase("data.t + 1", .int(2)),
        ExpressionCase("-data.t", .int(-1)),
    ]

    static let texts: [ExpressionCase] = [
        ExpressionCase("this.s + '!'", .string("hello!")),
        ExpressionCase("this.n + '/' + this.count", .string("7/3")),
        ExpressionCase("'x' + this.x", .string("x0.5")),
        ExpressionCase("'x' + this.x * 2", .string("x1.0")),
        ExpressionCase("'x' + 200000000 * this.x", .string("x1.0E8")),
        ExpressionCase("'x' + 20000000 * this.x", .string("x1.0E7")),
        ExpressionCase("'x' + 19999998 * this.x", .string("x9999999.0")),
        ExpressionCase("'x' + this.x / 1000", .string("x5.0E-4")),
        ExpressionCase("'x' + this.x / 500", .string("x0.001")),
        ExpressionCase("'x' + this.x / 100", .string("x0.005")),
        ExpressionCase("'x' + (0.0 - this.x)", .string("x-0.5")),
        ExpressionCase("'x' + 1234567.5 * (this.x + 0.5)", .string("x1234567.5")),
        ExpressionCase("'x' + 12345678.0 * (this.x + 0.5)", .string("x1.2345678E7")),
        ExpressionCase("'x' + this.x * 0.0", .string("x0.0")),
        ExpressionCase("'x' + 1 / (this.x - 0.5)", .string("xInfinity")),
        ExpressionCase("'x' + data.f", .string("x1.5")),
        ExpressionCase("'x' + data.big", .string("x9007199254740993")),
        ExpressionCase("'x' + (data.serial + 1)", .string("x1234567890123457")),
        ExpressionCase("'x' + data.most", .string("x1.7976931348623157e+308")),
        ExpressionCase("'x' + data.serial * 10", .string("x12345678901234600")),
        ExpressionCase("'x' + data.t", .string("xtrue")),
        ExpressionCase("'x' + data.nil + data.missing + this.e", .string("x")),
        ExpressionCase("'x' + data.list", .string("x[10,20,30]")),
        ExpressionCase("'x' + data.obj.a", .string("x{\"b\":{\"c\":5}}")),
    ]

    static let comparisons: [ExpressionCase] = [
        ExpressionCase("this.n > 6", .int(1)),
        ExpressionCase("this.n < 7", .int(0)),
        ExpressionCase("this.n >= 7.0", .int(1)),
        ExpressionCase("this.x <= 0", .int(0)),
        ExpressionCase("this.n == 7.0", .int(1)),
        ExpressionCase("this.n != 7", .int(0)),
        ExpressionCase("data.price == 4.35", .int(1)),
        ExpressionCase("4.35 < data.price", .int(0)),
        ExpressionCase("this.x == 0.5", .int(1)),
        ExpressionCase("data.t == 1", .int(1)),
        ExpressionCase("data.u == 0", .int(1)),
        ExpressionCase("this.s == 'hello'", .int(1)),
        ExpressionCase("this.s == 'Hello'", .int(0)),
        ExpressionCase("this.s != data.word", .int(1)),
        ExpressionCase("data.s == ''", .int(1)),
        ExpressionCase("this.e == ''", .int(0)),
        ExpressionCase("this.n == '7'", .int(0)),
        ExpressionCase("data.missing == this.e", .int(1)),
        ExpressionCase("data.missing == 0", .int(0)),
        ExpressionCase("data.missing != data.n", .int(1)),
        ExpressionCase("data.list == data.obj", .int(0)),
        ExpressionCase("data.big == data.big", .int(1)),
        // As doubles they would be one number.
        ExpressionCase("data.big == data.even", .int(0)),
        ExpressionCase("data.big > data.even", .int(1)),
        ExpressionCase("data.even >= data.big", .int(0)),
        ExpressionCase("data.even < data.big", .int(1)),
        ExpressionCase("data.big <= data.even", .int(0)),
        ExpressionCase("data.big != data.even", .int(1)),
        ExpressionCase("data.big == data.exact", .int(0)),
        ExpressionCase("data.big > data.exact", .int(1)),
        ExpressionCase("data.exact >= data.big", .int(0)),
        ExpressionCase("data.exact == data.even", .int(1)),
        ExpressionCase("data.big < data.most", .int(1)),
        ExpressionCase("data.big != 0.0 / (this.x - 0.5)", .int(1)),
        ExpressionCase("data.big <= 0.0 / (this.x - 0.5)", .int(0)),
        ExpressionCase("this.parent == module.test.mother(this.this)", .int(1)),
    ]

    static let truths: [ExpressionCase] = [
        ("data.missing", false), ("data.nil", false), ("data.u", false), ("data.z", false), ("data.zf", false),
        ("data.s", false), ("this.e", false), ("this.x * 0.0", false), ("0.0 / (this.x - 0.5)", false),
        ("data.t", true), ("data.n", true), ("this.n - 8", true), ("data.f", true), ("data.word", true),
        ("data.no", true), ("data.list", true), ("data.none", true), ("data.obj", true), ("data.big", true),
        ("this.parent", true),
    ].flatMap { (source, truth) -> [ExpressionCase] in
        [
            ExpressionCase("(\(source)) ? 1 : 0", .int(truth ? 1 : 0)),
            ExpressionCase("!(\(source))", .int(truth ? 0 : 1)),
            ExpressionCase("(\(source)) && this.n", .int(truth ? 1 : 0)),
            ExpressionCase("(\(source)) || data.z", .int(truth ? 1 : 0)),
        ]
    }

    static let paths: [ExpressionCase] = [
        ExpressionCase("data.obj.a.b.c", .int(5)),
        ExpressionCase("data.list[1]", .int(20)),
        ExpressionCase("data.list[this.n - 5]", .int(30)),
        ExpressionCase("data.list[data.one]", .int(20)),
        ExpressionCase("data.list[this.x * 4]", .int(30)),
        ExpressionCase("data.grid[0][1]", .int(2)),
        ExpressionCase("data.grid[1][1].x", .int(4)),
        ExpressionCase("data.missing[4]", .none),
        ExpressionCase("data.obj['k']", .string("v")),
        ExpressionCase("data.obj['q']", .none),
        ExpressionCase("module.test.list()[1]", .int(2)),
        ExpressionCase("module.test.same(data.obj).k", .string("v")),
        ExpressionCase("this.this.n", .int(7)),
        ExpressionCase("this.label.text", .string("deep")),
        ExpressionCase("this.children.text", .string("deep")),
        ExpressionCase("this.parent.label.text", .string("deep")),
        ExpressionCase("this.parent.title.text", .string("up")),
        ExpressionCase("this.siblings.text", .string("up")),
        ExpressionCase("this.siblings.n", .int(9)),
        ExpressionCase("this.probe.n", .int(7)),
        ExpressionCase("this.label.ancestor.n", .int(7)),
        ExpressionCase("this.nobody.text", .none),
        ExpressionCase("this.parent.parent.text", .none),
        ExpressionCase("module.test.mother(this.this).twin.n", .int(9)),
        ExpressionCase("module.test.mother(this.this).title.text", .string("up")),
    ]

    static let calls: [ExpressionCase] = [
        ExpressionCase("module.test.sum(1, -2)", .int(-1)),
        ExpressionCase("module.test.sum(data.t, this.n)", .int(8)),
        ExpressionCase("module.test.half(3)", .double(1.5)),
        ExpressionCase("module.test.half(this.x)", .double(0.25)),
        // A decimal of the program is what its text says, as beside one of the data.
        ExpressionCase("module.test.half(8.7)", .double(4.35)),
        ExpressionCase("module.test.not(this.x)", .bool(false)),
        ExpressionCase("module.test.join(this.s, '!')", .string("hello!")),
        ExpressionCase("module.test.nothing()", .none),
        ExpressionCase("this.plus(3)", .int(10)),
        ExpressionCase("this.siblings.plus(3)", .int(12)),
    ]

    @Test(arguments: values + calculations + texts + comparisons + truths + paths + calls)
    func anExpressionIs(_ row: ExpressionCase) throws {
        let scene = try ProbeScene(.handler("module.test.put(\(row.source))"), data: eventData)
        try scene.run()
        #expect(scene.probe.received == [row.expected()])
    }
}
