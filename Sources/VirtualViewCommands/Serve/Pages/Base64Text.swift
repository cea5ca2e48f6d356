import Foundation

/// Bytes as text (RFC 4648 §4).
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}
