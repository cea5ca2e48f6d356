import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewExpressions

@Suite struct BindingJSONTests {
    /// A text and how it prints; the second is the same when it is left out.
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("false", "false"), ("0", "0"), ("-0", "0"), ("12", "12"),
        ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9.223372036854776e+18"), ("1.0", "1"), ("1.50", "1.5"), ("1e3", "1000"),
        ("1E+3", "1000"), ("-1.5e-7", "-1.5e-07"), ("1e-400", "0"), ("0.1", "0.1"), ("1e22", "1e+22"),
        ("1e23", "1e+23"),
        ("123456789012345678901234567890", "1.2345678901234568e+29"),
        ("2.2250738585072011e-308", "2.225073858507201e-308"),
        ("0.30000000000000004", "0.30000000000000004"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("\"\"", "\"\""), (#""a\/b""#, #""a/b""#), (#""\u0041\u00e9\u4e00""#, "\"Aé一\""), (#""\ud83d\ude00""#, "\"😀\""),
        (#""\ud83dx""#, "\"\u{FFFD}x\""), (#""\ude00""#, "\"\u{FFFD}\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""),
        (#""\ud83d\ud83d\ude00""#, "\"\u{FFFD}😀\""),
        (#""\"\\\b\f\n\r\t\u0000\u001f""#, #""\"\\\b\f\n\r\t\u0000\u001f""#),
        ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""), ("[]", "[]"), ("{}", "{}"), ("[ 1 , [ ] , { } ]", "[1,[],{}]"),
        (#"{"b":1,"a":{"d":2,"c":3}}"#, #"{"a":{"c":3,"d":2},"b":1}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
        ("{\"a\"\n:\t1\r}", #"{"a":1}"#), ("\u{FEFF}[1]", "[1]"), (#"{"":1}"#, #"{"":1}"#),
        (#"{"\u0061":1}"#, #"{"a":1}"#),
    ])
    func readsAndPrints(_ text: String, _ printed: String) throws {
        let value = try JSONValue(json: text)
        #expect(value.json == printed)
        #expect(try JSONValue(json: printed) == value)
    }

    @Test(arguments: [
        ("", "unexpected-end", 0), (" ", "unexpected-end", 1), ("nul", "unexpected-end", 3),
        ("nulx", "unexpected-character", 3), ("True", "unexpected-character", 0), ("[1", "unexpected-end", 2),
        ("[1,", "unexpected-end", 3), ("[1,]", "unexpected-character", 3), ("[,1]", "unexpected-character", 1),
        ("[1 2]", "unexpected-character", 3), ("{", "unexpected-end", 1), (#"{"a"}"#, "unexpected-character", 4),
        (#"{"a":}"#, "unexpected-character", 5), (#"{"a":1,}"#, "unexpected-character", 7),
        ("{a:1}", "unexpected-character", 1),
        ("{1:1}", "unexpected-character", 1), ("1 2", "trailing-characters", 2), ("[]]", "trailing-characters", 2),
        ("01", "invalid-number", 1), ("-", "unexpected-end", 1), ("-a", "invalid-number", 1),
        ("+1", "unexpected-character", 0),
        ("1.", "unexpected-end", 2), ("[1.]", "invalid-number", 3), (".5", "unexpected-character", 0),
        ("1e", "unexpected-end", 2),
        ("1e+x", "invalid-number", 3), ("1e999", "number-out-of-range", 0), ("NaN", "unexpected-character", 0),
        ("0x1", "trailing-characters", 1), ("'a'", "unexpected-character", 0), ("\"a", "unexpected-end", 2),
        ("\"\\", "unexpected-end", 2), (#""\x""#, "invalid-escape", 2), (#""\u12g4""#, "invalid-escape", 5),
        (#""\u12"#, "unexpected-end", 5), ("\"a\nb\"", "unescaped-control", 2),
        ("\"\\n\u{1}\"", "unescaped-control", 3),
        ("// c", "unexpected-character", 0), ("\u{A0}1", "unexpected-character", 0),
    ])
    func refusesWhatIsNotJSON(_ text: String, _ code: String, _ offset: Int) throws {
        let error = try #require(throws: BindingDataError.self) { try JSONValue(json: text) }
        #expect(error.code.rawValue == code)
        #expect(error.offset == offset)
        #expect(error.description.hasSuffix(" at byte \(offset)"))
    }

    @Test(
        arguments: [
            (.unexpectedEnd, "the JSON text ends too early"), (.unexpectedCharacter, "unexpected character in JSON"),
            (.trailingCharacters, "characters after the JSON value"), (.invalidNumber, "malformed number in JSON"),
            (.numberOutOfRange, "number out of range in JSON"), (.invalidEscape, "unknown escape in a JSON string"),
            (.unescapedControl, "control character in a JSON string"), (.invalidUTF8, "invalid UTF-8 in JSON"),
            (.tooDeep, "JSON nested too deep"),
        ] as [(BindingDataError.Code, String)]
    )
    func saysWhatIsWrong(_ code: BindingDataError.Code, _ message: String) {
        #expect(BindingDataError(code, at: 7).description == "\(message) at byte 7")
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE4, 0xB8], [0xF0, 0x9F, 0x98], [0xC3, 0x28],
            [0xFF],
        ] as [[UInt8]]
    )
    func refusesWhatIsNotUTF8(_ bytes: [UInt8]) throws {
        let quote = UInt8(ascii: "\"")
        for prefix in [[quote], [quote] + Array("\\n".utf8)] {
            let error = try #require(throws: BindingDataError.self) { try JSONValue(json: prefix + bytes + [quote]) }
            #expect(error == BindingDataError(.invalidUTF8, at: prefix.count))
        }
    }

    @Test func limitsTheDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(json: nested(256))
        let error = try #require(throws: BindingDataError.self) { try JSONValue(json: nested(257)) }
        #expect(error == BindingDataError(.tooDeep, at: 256))
        _ = try JSONValue(json: nested(256), maximumDepth: .max)
        #expect(throws: BindingDataError.self) { try JSONValue(json: nested(257), maximumDepth: .max) }
        _ = try JSONValue(json: nested(8), maximumDepth: 8)
        #expect(throws: BindingDataError.self) { try JSONValue(json: nested(9), maximumDepth: 8) }
        #expect(throws: BindingDataError.self) { try JSONValue(json: "[]", maximumDepth: 0) }
        #expect(throws: BindingDataError.self) {
            try JSONValue(json: String(repeating: #"{"a":["#, count: 100_000))
        }
    }

    @Test func survivesEveryTruncationAndChange() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n😀",true,null,{}],"b":{"c":""}}"#.utf8)
        for count in text.indices {
            #expect(throws: BindingDataError.self) { try JSONValue(json: Array(text[..<count])) }
        }
        for _ in 0..<RandomTests.count(5000) {
            var changed = text
            changed[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            guard let value = try? JSONValue(json: changed) else { continue }
            #expect(try JSONValue(json: value.json) == value, "seed \(RandomTests.seed)")
        }
    }

    /// Foundation is the independent judge of numbers.
    @Test func readsNumbersAsFoundationDoes() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(3000) {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            for text in [
                "\(number)", String(format: "%.17e", number), String(format: "%.\(random.next() % 20)f", number),
            ] {
                let expected = try #require(Double(text))
                switch try JSONValue(json: text) {
                case .double(let read): #expect(read == expected, "\(text)")
                case .int(let read): #expect(Double(read) == expected, "\(text)")
                default: Issue.record("\(text) is a number")
                }
            }
        }
    }

    @Test func keepsTheKindOfNumbersIfAsked() throws {
        let value = try JSONValue(json: "[1.0,-0.0,2,1e300,0.5]")
        #expect(value.exactJSON == "[1.0,-0.0,2,1e+300,0.5]" && value.json == "[1,0,2,1e+300,0.5]")
    }

    @Test func printsWhatJSONCannotSayAsNull() {
        #expect(
            JSONValue.array([.double(.nan), .double(.infinity), .double(-.infinity)]).json == "[null,null,null]"
        )
    }
}
