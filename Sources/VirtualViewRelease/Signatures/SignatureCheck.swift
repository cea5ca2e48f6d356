#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#else
    import Foundation
#endif

/// The system's check of signatures by Ed25519 (RFC 8032): CryptoKit, or else libcrypto, which is looked up at run time.
///
/// Where there is neither, nothing can be checked, so everything is refused.
package enum SignatureCheck {
    /// Returns whether a signature is the key's for a message.
    ///
    /// - Parameters:
    ///   - signature: The 64 bytes of the signature.
    ///   - message: The bytes that were signed.
    ///   - key: The key.
    /// - Returns: Whether it is valid.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/noCryptography``.
    package static func isValid(
        _ signature: [UInt8],
        for message: [UInt8],
        by key: ReleaseKey
    ) throws(DeliveryError) -> Bool {
        #if canImport(CryptoKit)
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
            return key.isValidSignature(signature, for: message)
        #else
            guard let library = LibCrypto.shared else {
                throw DeliveryError(.noCryptography, "libcrypto, which checks signatures, is not installed")
            }
            return library.isValid(signature, for: message, by: key)
        #endif
    }
}

#if !canImport(CryptoKit)
    /// The functions of OpenSSL's libcrypto, from version 1.1.1, that check a signature.
    private struct LibCrypto: Sendable {
        typealias Pointer = UnsafeMutableRawPointer
        typealias Bytes = UnsafePointer<UInt8>

        private let makeKey: @convention(c) @Sendable (CInt, Pointer?, Bytes?, Int) -> Pointer?
        private let freeKey: @convention(c) @Sendable (Pointer?) -> Void
        private let makeContext: @convention(c) @Sendable () -> Pointer?
        private let freeContext: @convention(c) @Sendable (Pointer?) -> Void
        private let begin: @convention(c) @Sendable (Pointer?, Pointer?, Pointer?, Pointer?, Pointer?) -> CInt
        private let verify: @convention(c) @Sendable (Pointer?, Bytes?, Int, Bytes?, Int) -> CInt

        /// The library that is installed; it stays loaded.
        static let shared = ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"].lazy.compactMap(Self.init).first

        /// `EVP_PKEY_ED25519` of OpenSSL's headers.
        private static let ed25519: CInt = 1087

        private init?(_ name: String) {
            guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
            func find<Function>(_ name: String) throws(DeliveryError) -> Function {
                guard let symbol = dlsym(library, name) else {
                    throw DeliveryError(.noCryptography, "libcrypto has no function \(name)")
                }
                return unsafeBitCast(symbol, to: Function.self)
            }
            do {
                makeKey = try find("EVP_PKEY_new_raw_public_key")
                freeKey = try find("EVP_PKEY_free")
                makeContext = try find("EVP_MD_CTX_new")
                freeContext = try find("EVP_MD_CTX_free")
                begin = try find("EVP_DigestVerifyInit")
                verify = try find("EVP_DigestVerify")
            } catch {
                dlclose(library)
                return nil
            }
        }

        func isValid(_ signature: [UInt8], for message: [UInt8], by key: ReleaseKey) -> Bool {
            let publicKey = makeKey(Self.ed25519, nil, key.bytes, key.bytes.count)
            defer { freeKey(publicKey) }
            let context = makeContext()
            defer { freeContext(context) }
            guard let publicKey, let context, begin(context, nil, nil, nil, publicKey) == 1 else { return false }
            return verify(context, signature, signature.count, message, message.count) == 1
        }
    }
#endif
