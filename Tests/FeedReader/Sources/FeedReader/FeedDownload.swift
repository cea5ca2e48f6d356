import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the process of one feed does: it downloads the feed, reads it, and prints what came of it.
enum FeedDownload {
    /// What the process prints, as JSON.
    struct Answer: Codable {
        var feed: Feed?
        var failure: FeedFailure?

        var result: Result<Feed, FeedFailure>? { feed.map { .success($0) } ?? failure.map { .failure($0) } }
    }

    /// The most bytes of a feed.
    static let sizeLimit = 4 << 20
    /// The most bytes of memory, for what counts no bytes, such as the body of a redirect.
    private static let memoryLimit = 256 << 20

    /// Does all of it, and ends the process.
    static func main(_ url: URL) async -> Never {
        #if os(Linux)
            var limit = rlimit(rlim_cur: rlim_t(memoryLimit), rlim_max: rlim_t(memoryLimit))
            setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        #endif
        do throws(FeedFailure) {
            end(Answer(feed: try await feed(at: url)))
        } catch {
            end(Answer(failure: error))
        }
    }

    fileprivate static func end(_ answer: Answer) -> Never {
        let data = try? JSONEncoder().encode(answer)
        try? FileHandle.standardOutput.write(contentsOf: data ?? Data())
        // Without waiting for anybody: a session would go on reading.
        _exit(0)
    }

    private static func feed(at url: URL) async throws(FeedFailure) -> Feed {
        var place = url
        for _ in 0..<6 {
            let (data, response) = try await Download().run(place)
            switch response.statusCode {
            case 200: return try FeedParser.feed(in: data, from: place)
            case 301, 302, 303, 307, 308:
                let location = response.value(forHTTPHeaderField: "Location") ?? ""
                guard let next = URL(string: location, relativeTo: place)?.absoluteURL, PlainText.isWeb(next) else {
                    throw .redirects
                }
                place = next
            default: throw .status(response.statusCode)
            }
        }
        throw .redirects
    }

    /// One request, which is over when too much came.
    private final class Download: NSObject, URLSessionDataDelegate {
        private let data = Mutex(Data())
        private let (stream, results) = AsyncStream<Result<(Data, HTTPURLResponse), FeedFailure>>.makeStream()

        func run(_ url: URL) async throws(FeedFailure) -> (Data, HTTPURLResponse) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpAdditionalHeaders = ["User-Agent": "FeedReader/1.0"]
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
            defer { session.finishTasksAndInvalidate() }
            session.dataTask(with: url).resume()
            for await result in stream { return try result.get() }
            throw .brokenOff
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive piece: Data) {
            let count = data.withLock { data in
                data += piece
                return data.count
            }
            if count > sizeLimit { end(Answer(failure: .tooLarge(bytes: sizeLimit))) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if error == nil, let response = task.response as? HTTPURLResponse {
                results.yield(.success((data.withLock { $0 }, response)))
            } else {
                let isThere = ![.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed].contains(
                    (error as? URLError)?.code
                )
                results.yield(.failure(isThere ? .brokenOff : .unreachable))
            }
        }
    }
}
