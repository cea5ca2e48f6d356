import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

/// A program of `Tests/Fixtures/Expressions/events.json` with what the reference compiler made of it.
struct EventCase: Sendable, Decodable, CustomTestStringConvertible {
    let id: String
    let source: String
    /// `ok`, `empty` (accepted, no code), `rejected` or `throws`.
    let compile: String
    let bytecodeHex: String?
    let stringTable: [String: Int32]?
    let codeIndex: Int32?

    var testDescription: String { "\(id): \(source)" }

    /// The attribute's text.
    var text: String { "${\(source)}" }

    var code: [UInt8] { HexText.bytes(bytecodeHex ?? "") ?? [] }

    static let all: [EventCase] = {
        guard let bytes = try? Fixtures.bytes("Expressions/events.json") else { return [] }
        return (try? JSONDecoder().decode([EventCase].self, from: Data(bytes))) ?? []
    }()
}
