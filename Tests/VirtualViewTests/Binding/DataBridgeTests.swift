import Foundation
import Testing
import VirtualView

@Suite struct JSONObjectBridgeTests {
    private func bridged(_ json: String) throws -> JSONValue {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        return try JSONValue(jsonObject: object)
    }

    @Test(arguments: [
        "null", "true", "false", "1", "0", "-1", "1.5", "-0.25", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "1e300", "\"\"", "\"héllo 🍵\"", "[]", "{}",
        #"{"a":[true,1,0,false,null,1.5,"x",{"b":{}}],"ä":"1"}"#,
    ])
    func givesWhatTheJSONReaderGives(_ json: String) throws {
        #expect(try bridged(json) == JSONValue(json: json))
    }

    @Test func tellsBooleansFromNumbers() throws {
        #expect(try bridged("[true, 1, false, 0]") == [true, 1, false, 0])
        #expect(try bridged("[true]") != [1])
        #expect(try JSONValue(jsonObject: [true, 1] as [Any]) == [true, 1])
        #expect(try JSONValue(jsonObject: NSNumber(value: true)) == true)
        #expect(try JSONValue(jsonObject: NSNumber(value: Int8(1))) == 1)
        #expect(try JSONValue(jsonObject: NSNumber(value: Int8(127))) == 127)
        #expect(try JSONValue(jsonObject: [Int8(-128), true] as [Any]) == [-128, true])
        #expect(try JSONValue(jsonObject: UInt64.max) == .double(Double(UInt64.max)))
    }

    @Test func takesSwiftValuesToo() throws {
        let object: [String: Any] = ["a": [1, 2.5, "x"] as [Any], "b": ["c": false], "d": JSONValue.int(3)]
        #expect(try JSONValue(jsonObject: object) == ["a": [1, 2.5, "x"], "b": ["c": false], "d": 3])
    }

    @Test func refusesOtherObjects() throws {
        let object: [String: Any] = ["a": [1, Date()] as [Any]]
        let error = #expect(throws: DataBridgeError.self) { try JSONValue(jsonObject: object) }
        #expect(error?.code == .unsupportedType)
        #expect(error?.path.description == "a[1]")
        #expect(error?.type == "Date")
    }

    @Test func boundsTheNesting() throws {
        func nested(_ depth: Int) -> Any {
            (0..<depth).reduce([] as Any) { inner, _ in [inner] }
        }
        #expect(throws: Never.self) { try JSONValue(jsonObject: nested(255)) }
        let error = #expect(throws: DataBridgeError.self) { try JSONValue(jsonObject: nested(256)) }
        #expect(error?.code == .tooDeep)
    }

    @Test func looksIntoWhatStandsForAnotherValue() throws {
        let number: NSNumber? = 1
        let object: [String: Any] = [
            "flag": Optional(true) as Any, "object": number as Any, "key": AnyHashable(2.5),
            "list": Optional([3]) as Any,
            "boolean": AnyHashable(NSNumber(value: false)), "entries": ["a": "x", "b": 4] as [String: AnyHashable],
        ]
        #expect(
            try JSONValue(jsonObject: object) == [
                "flag": true, "object": 1, "key": 2.5, "list": [3], "boolean": false, "entries": ["a": "x", "b": 4],
            ]
        )
        let error = #expect(throws: DataBridgeError.self) { try JSONValue(jsonObject: Int?.none as Any) }
        #expect(error?.code == .unsupportedType)
        #expect(error?.type == "Optional<Int>")
    }

    @Test func numbersOfEveryTypeKeepTheirWorth() throws {
        let numbers: [Any] = [
            Int8(1), UInt8(200), Int16(-3), UInt32.max, UInt64.max, Float(0.5), CGFloat(1.5), Decimal(2.5),
            NSDecimalNumber(value: 0.25), Double.infinity, NSNumber(value: 7),
        ]
        let worth: JSONValue = [
            1, 200, -3, 4_294_967_295, .double(Double(UInt64.max)), 0.5, 1.5, 2.5, 0.25, .double(.infinity), 7,
        ]
        #expect(try JSONValue(jsonObject: numbers) == worth)
    }

    @Test func typesOfDecimalsStayDecimals() throws {
        let numbers: [Any] =
            [2.0, Float(0.1), NSNumber(value: Float(0.1)), NSNumber(value: 2.0), Decimal(3)]
            + ["0.07", "19.99"].compactMap { Decimal(string: $0) } + [NSDecimalNumber(string: "19.99")]
        let worth: [Double] = [2, 0.1, 0.1, 2, 3, 0.07, 19.99, 19.99]
        #expect(try JSONValue(jsonObject: numbers).isSame(as: .array(BindingArray(worth.map { .double($0) }))))
    }
}

private struct Product: Encodable {
    struct Tag: Encodable {
        let name: String
        let weight: Float
    }

    enum Kind: String, Encodable {
        case tea, milk
    }

    var title = "Tea"
    var price = 4.5
    var count: UInt8 = 3
    var isNew = true
    var note: String?
    var kind = Kind.milk
    var tags = [Tag(name: "hot", weight: 0.1)]
    var sizes = ["s": 1, "l": 2]
    var link = URL(string: "https://example.com/a?b=c")
    var blob = Data([1, 2, 3])
    var cost = Decimal(2.5)
}

@Suite struct EncodableBridgeTests {
    @Test func encodesStructsAsJSONEncoderDoes() throws {
        let value = try JSONValue(encoding: Product())
        #expect(
            value == [
                "title": "Tea", "price": 4.5, "count": 3, "isNew": true, "kind": "milk",
                "tags": [["name": "hot", "weight": 0.1]], "sizes": ["s": 1, "l": 2],
                "link": "https://example.com/a?b=c", "blob": "AQID", "cost": 2.5,
            ]
        )
        #expect(try JSONValue(json: [UInt8](JSONEncoder().encode(Product()))) == value)
    }

    @Test func encodesSimpleValues() throws {
        #expect(try JSONValue(encoding: 3) == 3)
        #expect(try JSONValue(encoding: true) == true)
        #expect(try JSONValue(encoding: "x") == "x")
        #expect(try JSONValue(encoding: [1, nil, 3]) == [1, .null, 3])
        #expect(try JSONValue(encoding: Optional<Int>.none) == .null)
        #expect(try JSONValue(encoding: UInt64.max) == .double(Double(UInt64.max)))
        #expect(try JSONValue(encoding: [String: Int]()) == [:])
        #expect(try JSONValue(encoding: [[Int]]()) == [])
    }

    @Test func takesSimpleTypesOfTheAppsInTheDeepestArray() throws {
        struct Nest: Encodable {
            let depth: Int
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                if depth > 1 { try list.encode(Nest(depth: depth - 1)) } else { try list.encode(Product.Kind.tea) }
            }
        }
        #expect(throws: Never.self) { try JSONValue(encoding: Nest(depth: DataBridgeError.maximumDepth)) }
        #expect(throws: EncodingError.self) {
            try JSONValue(encoding: Nest(depth: DataBridgeError.maximumDepth + 1))
        }
    }

    @Test func encodesInheritedParts() throws {
        class Base: Encodable {
            let a = 1
        }
        final class Derived: Base {
            enum Key: String, CodingKey { case b, list, nested }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(2, forKey: .b)
                try super.encode(to: container.superEncoder())
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(3)
                var inner = list.nestedContainer(keyedBy: Key.self)
                try inner.encodeNil(forKey: .b)
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: .nested)
                try nested.encode("x", forKey: .b)
            }
        }
        let value = try JSONValue(encoding: Derived())
        #expect(value == ["b": 2, "super": ["a": 1], "list": [3, ["b": .null]], "nested": ["b": "x"]])
    }

    @Test func keepsNamesApartThatDifferInTheirBytes() throws {
        struct Words: Encodable {
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            func encode(to encoder: any Encoder) throws {
                var words = encoder.container(keyedBy: Key.self)
                for name in ["\u{E9}", "e\u{301}"] {
                    var list = words.nestedUnkeyedContainer(forKey: Key(stringValue: name))
                    try list.encode(name.utf8.count)
                }
            }
        }
        let value = try JSONValue(encoding: Words())
        #expect(value.json == "{\"e\u{301}\":[3],\"\u{E9}\":[2]}")
    }

    @Test func boundsTheNesting() throws {
        final class Endless: Encodable {
            enum Key: CodingKey { case next }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(self, forKey: .next)
            }
        }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Endless()) }
    }

    @Test func everyKindOfContainerHasItsPlace() throws {
        struct Mixed: Encodable {
            enum Key: String, CodingKey { case none, list, parent, named, map }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encodeNil(forKey: .none)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encodeNil()
                try list.encode(contentsOf: [1, 2])
                var inner = list.nestedUnkeyedContainer()
                try inner.encode("x")
                #expect(inner.count == 1 && list.count == 4)
                var parent = list.superEncoder().singleValueContainer()
                try parent.encode(true)
                _ = list.nestedUnkeyedContainer()
                _ = list.nestedContainer(keyedBy: Key.self)
                var named = container.superEncoder(forKey: .named).unkeyedContainer()
                try named.encode(0.5)
                // An encoder whose container is asked for twice goes on where it was.
                var again = encoder.container(keyedBy: Key.self)
                try again.encode(["k": 1], forKey: .map)
                try again.encode(7, forKey: .parent)
                try again.encode(8, forKey: .parent)
                #expect(encoder.userInfo.isEmpty)
            }
        }
        let value = try JSONValue(encoding: Mixed())
        #expect(
            value == [
                "none": .null, "list": [.null, 1, 2, ["x"], true, [], [:]], "named": [0.5], "map": ["k": 1],
                "parent": 8,
            ]
        )
    }

    @Test func nothingEncodedIsAnEmptyObject() throws {
        struct Nothing: Encodable {
            func encode(to encoder: any Encoder) {}
        }
        #expect(try JSONValue(encoding: Nothing()) == [:])
        #expect(try JSONValue(encoding: [Nothing()]) == [[:]])
        #expect(try JSONValue(encoding: ["a": Nothing()]) == ["a": [:]])
    }

    @Test func aSingleValueStandsForItsType() throws {
        struct Wrapper<Value: Encodable>: Encodable {
            let value: Value
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        struct None: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encodeNil()
            }
        }
        #expect(try JSONValue(encoding: Wrapper(value: 3)) == 3)
        #expect(try JSONValue(encoding: Wrapper(value: [1, 2])) == [1, 2])
        #expect(try JSONValue(encoding: Wrapper(value: Wrapper(value: "x"))) == "x")
        #expect(try JSONValue(encoding: Wrapper(value: Data([1]))) == "AQ==")
        #expect(try JSONValue(encoding: [Wrapper(value: Optional<Int>.none)]) == [.null])
        #expect(try JSONValue(encoding: ["a": None()]) == ["a": .null])
    }

    @Test func numbersOfEveryTypeKeepTheirWorth() throws {
        struct Bounds<Number: FixedWidthInteger & Encodable>: Encodable {
            let list = [Number.min, Number.max]
            let least = Number.min
            let most = Number.max
        }
        func check<Number: FixedWidthInteger & Encodable>(_ type: Number.Type) throws {
            func worth(_ number: Number) -> JSONValue {
                Int64(exactly: number).map(JSONValue.int) ?? .double(Double(number))
            }
            let (least, most) = (worth(.min), worth(.max))
            let value = try JSONValue(encoding: Bounds<Number>())
            #expect(value == ["list": [least, most], "least": least, "most": most], "\(type)")
            #expect(try JSONValue(encoding: Number.max) == most, "\(type)")
        }
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt.self)
        #expect(try JSONValue(encoding: [Float(0.1), .greatestFiniteMagnitude]) == [0.1, 3.4028235e38])
        #expect(
            try JSONValue(encoding: [Double.leastNonzeroMagnitude, -0.0]) == [.double(.leastNonzeroMagnitude), -0.0]
        )
        #expect(try JSONValue(encoding: [CGFloat(1.5)]) == [1.5])
        #expect(try JSONValue(encoding: [Float.infinity]) == [.double(.infinity)])
        #expect(try JSONValue(encoding: [Int?.none, 4]) == [.null, 4])
    }

    @Test func numbersAreOfTheKindThatJSONEncoderWrites() throws {
        struct Numbers: Encodable {
            let doubles = [
                2, -3, 0, -0.0, 0.5, 1e15, 9_007_199_254_740_992, 0x1p54 - 2, 0x1p54, 1e16, 1e17, 9.2e18, 1e19, 1e300,
            ]
            let floats: [Float] = [2, -0.0, 0.1, 16_777_216, 1e10, 3.5]
            let decimals = [
                "2", "-7", "2.5", "0.07", "19.99", "-0.3", "9007199254740993", "123456789012345678901", "1e-20",
            ]
            .compactMap { Decimal(string: $0) }
        }
        let written = try JSONValue(json: [UInt8](JSONEncoder().encode(Numbers())))
        let value = try JSONValue(encoding: Numbers())
        for name in ["doubles", "floats", "decimals"] {
            guard case .array(let own)? = value[name], case .array(let others)? = written[name] else {
                Issue.record("\(name): \(value)")
                continue
            }
            #expect(own.count == others.count)
            for (own, other) in zip(own, others) { #expect(own.isSame(as: other), "\(own) as \(other)") }
        }
    }

    @Test func aContainerThatIsAskedForAgainGoesOn() throws {
        struct Twice: Encodable {
            enum Key: String, CodingKey { case object, list, a, b }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                for (key, number) in [(Key.a, 1), (.b, 2)] {
                    var object = container.nestedContainer(keyedBy: Key.self, forKey: .object)
                    try object.encode(number, forKey: key)
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    try list.encode(number)
                }
            }
        }
        let value = try JSONValue(encoding: Twice())
        #expect(value == ["object": ["a": 1, "b": 2], "list": [1, 2]])
        #expect(try JSONValue(json: [UInt8](JSONEncoder().encode(Twice()))) == value)
    }

    @Test func keysThatAreNumbersAreTheirText() throws {
        enum Number: Int, CodingKey { case one = 1 }
        struct Keyed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Number.self)
                try container.encode("a", forKey: .one)
            }
        }
        #expect(try JSONValue(encoding: Keyed()) == ["one": "a"])
        #expect(try JSONValue(encoding: [-2: "a", 7: "b"]) == ["-2": "a", "7": "b"])
        #expect(try JSONValue(json: [UInt8](JSONEncoder().encode(Keyed()))) == ["one": "a"])
    }

    @Test func errorsHaveThePathOfTheValue() throws {
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(1, .init(codingPath: encoder.codingPath, debugDescription: ""))
            }
        }
        enum Key: String, CodingKey { case a, b }
        struct Outer: Encodable {
            let way: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                switch way {
                case 0: try container.encode([0: [Broken()]], forKey: .a)
                case 1:
                    var list = container.nestedUnkeyedContainer(forKey: .b)
                    try list.encodeNil()
                    var inner = list.nestedContainer(keyedBy: Key.self)
                    try inner.encode(Broken(), forKey: .a)
                case 2: try Broken().encode(to: container.superEncoder())
                case 3: try Broken().encode(to: container.superEncoder(forKey: .b))
                case 4:
                    var list = container.nestedUnkeyedContainer(forKey: .a)
                    try Broken().encode(to: list.superEncoder())
                default:
                    var list = container.nestedUnkeyedContainer(forKey: .a)
                    var inner = list.nestedUnkeyedContainer()
                    try inner.encode(Broken())
                }
            }
        }
        let paths = ["a.0.0", "b.1.a", "super", "b", "a.0", "a.0.0"]
        for (way, path) in paths.enumerated() {
            let error = #expect(throws: EncodingError.self) { try JSONValue(encoding: Outer(way: way)) }
            guard case .invalidValue(_, let context)? = error else {
                Issue.record("\(way): \(String(describing: error))")
                continue
            }
            #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path, "\(way)")
        }
    }

    /// Values inside each other that were not encoded as values of their own.
    private struct Nested: Encodable {
        enum Key: CodingKey { case next }
        let depth: Int
        let way: Int

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            for _ in 1..<depth {
                switch way {
                case 0: list = list.nestedUnkeyedContainer()
                case 1: list = list.superEncoder().unkeyedContainer()
                case 2:
                    var keyed = list.nestedContainer(keyedBy: Key.self)
                    list = keyed.nestedUnkeyedContainer(forKey: .next)
                default:
                    var keyed = list.nestedContainer(keyedBy: Key.self)
                    list = keyed.superEncoder(forKey: .next).unkeyedContainer()
                }
            }
            try list.encode(1)
        }
    }

    @Test(arguments: 0..<4) func boundsTheNestingOfContainers(_ way: Int) throws {
        let most = way < 2 ? DataBridgeError.maximumDepth : DataBridgeError.maximumDepth / 2
        #expect(throws: Never.self) { try JSONValue(encoding: Nested(depth: most, way: way)) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Nested(depth: most + 1, way: way)) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Nested(depth: 100_000, way: way)) }
    }

    @Test func updatesATree() throws {
        let tree = try makeTree(NodeSpec("NText", ["text": "${title}: ${tags[0].name}"]))
        try tree.update(encoding: Product())
        #expect((tree.root as? TextNode)?.text == "Tea: hot")
    }
}
