import Foundation
import VirtualViewCore

/// The fetch of some blobs, one request after the other.
struct BlobFetch: Sendable {
    /// Gets the bytes.
    let files: CheckedTransport
    /// The beginnings of interrupted blobs.
    let partials: PartialFiles
    /// Returns the address of a path.
    let url: @Sendable (String) -> URL
    /// Tells what came of a blob; only the first result of each counts.
    let report: @Sendable (ReleaseFile.Blob, Result<[UInt8], DeliveryError>) -> Void

    /// Fetches blobs, and reports each.
    ///
    /// A blob that the server does not have, or has with wrong bytes, fails alone; any other error ends all that are left.
    /// A pack that is missing, or is not the one of the release, is not used: each blob comes from its own file. So does what is
    /// left when a server has sent the pack in place of a part of it: it would do so for each part.
    func run(_ wanted: [ReleaseFile.Blob], pack: ReleaseFile.Pack?) async {
        var requests = BlobRequest.plan(wanted.compactMap(beginning), pack: pack)
        while !requests.isEmpty {
            let request = requests.removeFirst()
            do throws(DeliveryError) {
                let (again, isWhole) = try await perform(request)
                requests += again
                if request.isPack, isWhole { requests = withoutPack(requests) }
            } catch  where request.isPack && Self.isAboutTheFile(error) {
                requests = withoutPack([request] + requests)
            } catch  where error.code == .missing {
                for part in request.parts { report(part.blob, .failure(error)) }
            } catch {
                for part in ([request] + requests).flatMap(\.parts) { report(part.blob, .failure(error)) }
                return
            }
        }
    }

    /// Whether an error says that the server's file is not the one that was asked for, and not only that it is busy.
    private static func isAboutTheFile(_ error: DeliveryError) -> Bool {
        !error.mayPass && [.missing, .refused, .tooLarge].contains(error.code)
    }

    /// Returns requests for the same blobs, each from its own file.
    private func withoutPack(_ requests: [BlobRequest]) -> [BlobRequest] {
        BlobRequest.plan(requests.flatMap(\.parts).map(\.blob).compactMap(beginning), pack: nil)
    }

    /// Returns a blob with the bytes that are there, or reports it if they are all.
    private func beginning(of blob: ReleaseFile.Blob) -> (blob: ReleaseFile.Blob, kept: [UInt8])? {
        let kept = partials.partial(of: blob.sha256)
        if kept.count < blob.size { return (blob, kept) }
        if !kept.isEmpty { partials.remove(blob.sha256) }
        if blob.isContent(kept) {
            report(blob, .success(kept))
        } else if blob.size > 0 {
            return (blob, [])
        } else {
            report(blob, .failure(Self.mismatch(blob)))
        }
        return nil
    }

    /// Sends one request.
    ///
    /// - Returns: Requests for the blobs that arrived with wrong bytes and are to be tried again, and whether the server sent
    ///   the file from its beginning.
    private func perform(
        _ request: BlobRequest
    ) async throws(DeliveryError) -> (again: [BlobRequest], isWhole: Bool) {
        let assembly = Locked(BlobAssembly(request.parts))
        let wrong = Locked<[BlobRequest.Part]>([])
        var failure: DeliveryError?
        var isWhole = false
        do {
            let wanted = FileRequest(size: .exactly(request.size), range: request.range)
            isWhole = try await files.fetch(wanted, from: url(request.path)) { piece in
                for (part, bytes) in assembly.withLock({ $0.take(piece) }) {
                    if part.blob.isContent(bytes) {
                        if !part.kept.isEmpty { partials.remove(part.blob.sha256) }
                        report(part.blob, .success(bytes))
                    } else {
                        wrong.withLock { $0.append(part) }
                    }
                }
            }
        } catch {
            failure = error
        }
        for (part, bytes) in assembly.withLock({ $0.longerBeginnings }) { partials.keep(bytes, of: part.blob.sha256) }
        let again = wrong.withLock { $0 }.compactMap { secondAttempt($0, of: request) }
        guard let failure else { return (again, isWhole) }
        // A range that the server refuses may be the fault of what was kept: the next attempt begins anew.
        if failure.code == .refused, !failure.mayPass {
            for part in request.parts where !part.kept.isEmpty { partials.remove(part.blob.sha256) }
        }
        // What is shorter and has wrong bytes, such as a page about an error, is another file.
        if request.isPack, !again.isEmpty, failure.code == .unreachable {
            throw DeliveryError(.refused, "the pack is not that of the release", at: request.path)
        }
        throw failure.at(request.path)
    }

    /// Returns a request for a blob whose bytes are wrong, or reports it if it has had its second attempt.
    private func secondAttempt(_ part: BlobRequest.Part, of request: BlobRequest) -> BlobRequest? {
        if !part.kept.isEmpty { partials.remove(part.blob.sha256) }
        if request.isPack || !part.kept.isEmpty { return BlobRequest(alone: part.blob, kept: []) }
        report(part.blob, .failure(Self.mismatch(part.blob)))
        return nil
    }

    private static func mismatch(_ blob: ReleaseFile.Blob) -> DeliveryError {
        DeliveryError(.mismatch, "the bytes are not those that the release names", at: blob.path)
    }
}
