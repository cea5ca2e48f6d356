import Foundation
import Testing
import VirtualView

@Suite struct JSONObjectBridgeTests {
    private func bridged(_ json: String) throws -> BindingValue {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        return try BindingValue(jsonObject: object)
    }

    @Test(arguments: [
        "null", "true", "false", "1", "0", "-1", "1.5", "-0.25", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "1e300", "\"\"", "\"héllo 🍵\"", "[]", "{}",
        #"{"a":[true,1,0,false,null,1.5,"x",{"b":{}}],"ä":"1"}"#,
    ])
    func givesWhatTheJSONReaderGives(_ json: String) throws {
        #expect(try bridged(json) == BindingValue(json: json))
    }

    @Test func tellsBooleansFromNumbers() throws {
        #expect(try bridged("[true, 1, false, 0]") == [true, 1, false, 0])
        #expect(try bridged("[true]") != [1])
        #expect(try BindingValue(jsonObject: [true, 1] as [Any]) == [true, 1])
        #expect(try BindingValue(jsonObject: NSNumber(value: true)) == true)
        #expect(try BindingValue(jsonObject: NSNumber(value: Int8(1))) == 1)
        #expect(try BindingValue(jsonObject: UInt64.max) == .double(Double(UInt64.max)))
    }

    @Test func takesSwiftValuesToo() throws {
        let object: [String: Any] = ["a": [1, 2.5, "x"] as [Any], "b": ["c": false], "d": BindingValue.int(3)]
        #expect(try BindingValue(jsonObject: object) == ["a": [1, 2.5, "x"], "b": ["c": false], "d": 3])
    }

    @Test func refusesOtherObjects() throws {
        let object: [String: Any] = ["a": [1, Date()] as [Any]]
        let error = #expect(throws: DataBridgeError.self) { try BindingValue(jsonObject: object) }
        #expect(error?.code == .unsupportedType)
        #expect(error?.path.description == "a[1]")
        #expect(error?.type == "Date")
    }

    @Test func boundsTheNesting() throws {
        func nested(_ depth: Int) -> Any {
            (0..<depth).reduce([] as Any) { inner, _ in [inner] }
        }
        #expect(throws: Never.self) { try BindingValue(jsonObject: nested(255)) }
        let error = #expect(throws: DataBridgeError.self) { try BindingValue(jsonObject: nested(256)) }
        #expect(error?.code == .tooDeep)
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
        let value = try BindingValue(encoding: Product())
        #expect(
            value == [
                "title": "Tea", "price": 4.5, "count": 3, "isNew": true, "kind": "milk",
                "tags": [["name": "hot", "weight": 0.1]], "sizes": ["s": 1, "l": 2],
                "link": "https://example.com/a?b=c", "blob": "AQID", "cost": 2.5,
            ]
        )
        #expect(try BindingValue(json: [UInt8](JSONEncoder().encode(Product()))) == value)
    }

    @Test func encodesSimpleValues() throws {
        #expect(try BindingValue(encoding: 3) == 3)
        #expect(try BindingValue(encoding: true) == true)
        #expect(try BindingValue(encoding: "x") == "x")
        #expect(try BindingValue(encoding: [1, nil, 3]) == [1, .null, 3])
        #expect(try BindingValue(encoding: Optional<Int>.none) == .null)
        #expect(try BindingValue(encoding: UInt64.max) == .double(Double(UInt64.max)))
        #expect(try BindingValue(encoding: [String: Int]()) == [:])
        #expect(try BindingValue(encoding: [[Int]]()) == [])
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
        let value = try BindingValue(encoding: Derived())
        #expect(value == ["b": 2, "super": ["a": 1], "list": [3, ["b": .null]], "nested": ["b": "x"]])
    }

    @Test func boundsTheNesting() throws {
        final class Endless: Encodable {
            enum Key: CodingKey { case next }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(self, forKey: .next)
            }
        }
        #expect(throws: EncodingError.self) { try BindingValue(encoding: Endless()) }
    }

    @Test func updatesATree() throws {
        let tree = try makeTree(NodeSpec("NText", ["text": "${title}: ${tags[0].name}"]))
        try tree.update(encoding: Product())
        #expect((tree.root as? TextNode)?.text == "Tea: hot")
    }
}
