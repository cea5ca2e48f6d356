import Foundation
import Testing

@testable import VirtualViewRelease

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// A private key for tests, made from a name: signatures by the system's library, as an operator's tool makes them.
struct SigningKey: Hashable, Sendable {
    let seed: [UInt8]
    let key: ReleaseKey

    init(_ name: String) {
        seed = (0..<32).map { UInt8(truncatingIfNeeded: name.utf8.reduce(Int($0) &* 31 &+ 7) { $0 &* 131 &+ Int($1) }) }
        key = made { [seed] in try ReleaseKey(Self.publicKey(seed)) }
    }

    var id: String { key.id }

    #if canImport(CryptoKit)
        private static func publicKey(_ seed: [UInt8]) throws -> [UInt8] {
            Array(try Curve25519.Signing.PrivateKey(rawRepresentation: seed).publicKey.rawRepresentation)
        }

        func sign(_ message: [UInt8]) -> [UInt8] {
            (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed).signature(for: message)).map(Array.init) ?? []
        }
    #else
        private typealias Pointer = UnsafeMutableRawPointer
        private typealias Load = @convention(c) (CInt, Pointer?, UnsafePointer<UInt8>?, Int) -> Pointer?
        private typealias Free = @convention(c) (Pointer?) -> Void
        private typealias Make = @convention(c) () -> Pointer?
        private typealias Begin = @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, Pointer?) -> CInt
        private typealias Sign =
            @convention(c) (
                Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int
            ) -> CInt
        private typealias Raw =
            @convention(c) (Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?) -> CInt

        private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
            let names: [String] = ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"]
            let library = names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
            return unsafeBitCast(dlsym(library, name), to: type)
        }

        private static func publicKey(_ seed: [UInt8]) throws -> [UInt8] {
            let key = function("EVP_PKEY_new_raw_private_key", as: Load.self)(1087, nil, seed, 32)
            defer { function("EVP_PKEY_free", as: Free.self)(key) }
            var bytes = [UInt8](repeating: 0, count: 32)
            var count = 32
            _ = function("EVP_PKEY_get_raw_public_key", as: Raw.self)(key, &bytes, &count)
            return bytes
        }

        func sign(_ message: [UInt8]) -> [UInt8] {
            let key = Self.function("EVP_PKEY_new_raw_private_key", as: Load.self)(1087, nil, seed, 32)
            defer { Self.function("EVP_PKEY_free", as: Free.self)(key) }
            let context = Self.function("EVP_MD_CTX_new", as: Make.self)()
            defer { Self.function("EVP_MD_CTX_free", as: Free.self)(context) }
            var signature = [UInt8](repeating: 0, count: 64)
            var count = 64
            _ = Self.function("EVP_DigestSignInit", as: Begin.self)(context, nil, nil, nil, key)
            _ = Self.function("EVP_DigestSign", as: Sign.self)(context, &signature, &count, message, message.count)
            return signature
        }
    #endif
}

/// Returns what cannot fail in a test.
func made<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { preconditionFailure("the test's own input is wrong: \(error)") }
}
