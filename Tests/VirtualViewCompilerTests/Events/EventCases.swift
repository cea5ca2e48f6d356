import Foundation
import Testing
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

    var code: [UInt8] { bytes(hex: bytecodeHex ?? "") }

    static let all: [EventCase] = {
        guard let bytes = try? Fixtures.bytes("Expressions/events.json") else { return [] }
        return (try? JSONDecoder().decode([EventCase].self, from: Data(bytes))) ?? []
    }()
}

/// The bytes that pairs of hexadecimal digits stand for.
func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
        UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
}

/// Bytes as pairs of hexadecimal digits.
func hex(_ bytes: [UInt8]?) -> String {
    bytes.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() } ?? "no code"
}
