import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app uses of Foundation that fetches files: the parts that delivery uses too.
public enum Fetching {
    /// Fetches a file.
    public static func byteCount(_ address: URL) async -> Int {
        let session = URLSession(configuration: .ephemeral)
        var request = URLRequest(url: address)
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return (try? await session.data(for: request))?.0.count ?? 0
    }
}
