/// One request for one blob or several neighbours.
struct BlobRequest: Equatable, Sendable {
    /// A blob in a file of the server.
    struct Part: Equatable, Sendable {
        let blob: ReleaseFile.Blob
        /// The position of the blob's first byte in the file.
        let start: Int
        /// The first bytes of the blob, which are there already.
        let kept: [UInt8]

        /// The positions of the bytes that are to be fetched.
        var needed: Range<Int> { start + kept.count..<start + blob.size }
    }

    /// The path of the file on the server.
    let path: String
    /// The size of the file in bytes.
    let size: Int
    /// Whether the file is the pack.
    let isPack: Bool
    /// The blobs, ordered by the first byte that is needed.
    let parts: [Part]

    /// The positions of the bytes that are asked for; `nil` for the whole file.
    var range: Range<Int>? {
        let start = parts.first?.needed.lowerBound ?? 0
        let end = parts.reduce(start) { max($0, $1.needed.upperBound) }
        return start == 0 && end == size ? nil : start..<end
    }

    /// Makes a request for a blob alone, from the file that has its name.
    init(alone blob: ReleaseFile.Blob, kept: [UInt8]) {
        path = blob.path
        size = blob.size
        isPack = false
        parts = [Part(blob: blob, start: 0, kept: kept)]
    }

    private init(pack: ReleaseFile.Pack, _ parts: [Part]) {
        path = pack.path
        size = pack.size
        isPack = true
        self.parts = parts
    }
}

// MARK: - Planning

extension BlobRequest {
    /// The largest number of bytes between two wanted blobs that are fetched with them: a request costs more.
    static let largestGap = 4096

    /// Plans the requests for blobs: neighbours come from the pack together, a lone blob by its name.
    ///
    /// - Parameters:
    ///   - wanted: The blobs, each with the first bytes that are there already, fewer than all.
    ///   - pack: The pack, if there is one; the blobs are inside it.
    /// - Returns: The requests in the order of the pack.
    static func plan(_ wanted: [(blob: ReleaseFile.Blob, kept: [UInt8])], pack: ReleaseFile.Pack?) -> [BlobRequest] {
        guard let pack else { return wanted.map { BlobRequest(alone: $0.blob, kept: $0.kept) } }
        let parts = wanted.map { Part(blob: $0.blob, start: $0.blob.offset, kept: $0.kept) }
            .sorted { $0.needed.lowerBound < $1.needed.lowerBound }
        var groups: [[Part]] = []
        var end = 0
        for part in parts {
            if let last = groups.indices.last, part.needed.lowerBound - end <= largestGap {
                groups[last].append(part)
                end = max(end, part.needed.upperBound)
            } else {
                groups.append([part])
                end = part.needed.upperBound
            }
        }
        return groups.map { group in
            group.count == 1
                ? BlobRequest(alone: group[0].blob, kept: group[0].kept) : BlobRequest(pack: pack, group)
        }
    }
}

/// The blobs of one request while their bytes arrive.
struct BlobAssembly: Sendable {
    private let parts: [BlobRequest.Part]
    /// The bytes of each blob so far; those of a complete one are given away.
    private var bytes: [[UInt8]]
    private var isComplete: [Bool]
    /// The number of blobs at the front that are complete.
    private var completeCount = 0

    /// Starts with the bytes that are there.
    init(_ parts: [BlobRequest.Part]) {
        self.parts = parts
        bytes = parts.map(\.kept)
        isComplete = parts.map { _ in false }
    }

    /// Takes the next bytes of the file.
    ///
    /// - Returns: The blobs that are complete with them.
    /// - Complexity: O(*n*) in the number of bytes, and of blobs that are not complete and begin before their end.
    mutating func take(_ piece: Answer.Piece) -> [(part: BlobRequest.Part, bytes: [UInt8])] {
        let end = piece.position + piece.bytes.count
        var complete: [(part: BlobRequest.Part, bytes: [UInt8])] = []
        for index in completeCount..<parts.count where !isComplete[index] {
            let part = parts[index]
            guard part.needed.lowerBound < end else { break }
            let next = part.start + bytes[index].count
            let last = min(end, part.needed.upperBound)
            guard piece.position <= next, next < last else { continue }
            bytes[index] += piece.bytes[next - piece.position..<last - piece.position]
            guard last == part.needed.upperBound else { continue }
            complete.append((part, bytes[index]))
            bytes[index] = []
            isComplete[index] = true
        }
        while completeCount < parts.count, isComplete[completeCount] { completeCount += 1 }
        return complete
    }

    /// The blobs that are not complete and have more bytes than before the request.
    var longerBeginnings: [(part: BlobRequest.Part, bytes: [UInt8])] {
        parts.indices.filter { !isComplete[$0] && bytes[$0].count > parts[$0].kept.count }
            .map { (parts[$0], bytes[$0]) }
    }
}
