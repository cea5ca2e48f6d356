import Foundation
import VirtualViewCore
import VirtualViewFormat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport over `URLSession`: without cache, cookies and credentials.
///
/// It has one session, which is invalidated when the transport goes away. Use one transport for as long as the app runs:
/// it keeps connections for the next request.
///
/// On Linux, a session does not wait until a piece was taken, reads the body of a redirect into memory, and notices late
/// that its task was cancelled while the network is faster than its reader: there, the caller's limit of size bounds what
/// is kept and not what is read.
public final class URLSessionTransport: TemplateTransport {
    private let session: URLSession
    private let delegate = SessionDelegate()

    /// Makes a transport with a session of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpAdditionalHeaders = ["Accept-Encoding": "identity"]
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit {
        // A session holds its delegate and its connections until it is told that it is over.
        session.invalidateAndCancel()
    }

    /// Fetches one address, as ``TemplateTransport/fetch(_:receive:)`` describes it.
    ///
    /// - Parameters:
    ///   - request: The address, which must be one of HTTPS or HTTP, and the part of the file.
    ///   - receive: Takes the parts of the answer in their order, on a queue of the session.
    /// - Throws: What `receive` throws, or ``DeliveryError`` if the answer does not come or ends early, or if the task is
    ///   cancelled.
    public func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        // On Linux, a session ends the process when it has no protocol for a scheme.
        guard ["https", "http"].contains(request.url.scheme?.lowercased()), request.url.host?.isEmpty == false else {
            throw DeliveryError(.notAllowed, "\(VisibleText.quoted(request.url.absoluteString)) is no address of HTTP")
        }
        var urlRequest = URLRequest(url: request.url)
        if let range = request.rangeHeader { urlRequest.setValue(range, forHTTPHeaderField: "Range") }
        let task = session.dataTask(with: urlRequest)
        let transfer = Transfer(receive)
        delegate.begin(transfer, of: task)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.wait(with: continuation)
                task.resume()
            }
        } onCancel: {
            // Some systems never tell that a task was cancelled before it began.
            transfer.end(.failure(.cancelledFetch))
            task.cancel()
        }
        delegate.end(task)
        try result.get()
    }
}

extension TransportHead {
    /// Makes the head of an answer that `URLSession` received.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - url: The address of the request, for a response that does not name its own.
    public init(_ response: HTTPURLResponse, url: URL) {
        self.init(
            url: response.url ?? url,
            status: response.statusCode,
            contentLength: response.expectedContentLength >= 0 ? Int(clamping: response.expectedContentLength) : nil,
            contentRange: response.value(forHTTPHeaderField: "Content-Range"),
            location: response.value(forHTTPHeaderField: "Location")
        )
    }
}

// MARK: - Transfers

/// One request of a session, and the task that waits for its end.
private final class Transfer: Sendable {
    typealias Ending = CheckedContinuation<Result<Void, DeliveryError>, Never>

    private struct State {
        var waiting: Ending?
        var result: Result<Void, DeliveryError>?
        var hasHead = false
        /// Whether a part is being handed over: until that is done, the task waits.
        var isHandingOver = false

        /// Takes the task that can go on, and its result.
        mutating func takeEnded() -> (task: Ending, result: Result<Void, DeliveryError>)? {
            guard !isHandingOver, let result, let task = waiting else { return nil }
            waiting = nil
            return (task, result)
        }
    }

    private let receive: @Sendable (TransportPart) throws(DeliveryError) -> Void
    private let state = Locked(State())

    init(_ receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void) {
        self.receive = receive
    }

    /// Gives the result to a task, now or when there is one.
    func wait(with continuation: Ending) {
        resume { $0.waiting = continuation }
    }

    /// Ends the transfer; only the first result counts.
    func end(_ result: Result<Void, DeliveryError>) {
        resume { state in
            if state.result == nil { state.result = result }
        }
    }

    /// Changes the state, and lets the task go on if it can.
    private func resume(_ change: (inout State) -> Void) {
        let ended = state.withLock { state in
            change(&state)
            return state.takeEnded()
        }
        if let ended { ended.task.resume(returning: ended.result) }
    }

    /// Whether a head has been handed over.
    var hasHead: Bool { state.withLock { $0.hasHead } }

    /// Hands a part over, and returns whether more of them are wanted.
    func take(_ part: TransportPart) -> Bool {
        let goesOn = state.withLock { state in
            state.hasHead = true
            state.isHandingOver = state.result == nil
            return state.isHandingOver
        }
        guard goesOn else { return false }
        defer { resume { $0.isHandingOver = false } }
        do {
            try receive(part)
            return true
        } catch {
            end(.failure(error))
            return false
        }
    }
}

/// Gives what a session tells to the transfers.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let transfers = Locked<[Int: Transfer]>([:])

    func begin(_ transfer: Transfer, of task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    func end(_ task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = nil }
    }

    /// Hands a part over; cancels the task when that is refused for the first time, and returns whether it was taken.
    ///
    /// On Linux, each cancellation waits for the queue that reads from the network: once is enough.
    private func take(_ part: TransportPart, of task: URLSessionTask) -> Bool {
        guard let transfer = transfers.withLock({ $0[task.taskIdentifier] }) else { return false }
        if transfer.take(part) { return true }
        transfers.withLock { $0[task.taskIdentifier] = nil }
        task.cancel()
        return false
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let goesOn = head(response, of: dataTask).map { take(.head($0), of: dataTask) } ?? false
        // On Linux, nobody looks at the answer: the task is cancelled by itself.
        completionHandler(goesOn ? .allow : .cancel)
    }

    private func head(_ response: URLResponse, of task: URLSessionTask) -> TransportHead? {
        guard let response = response as? HTTPURLResponse, let url = task.originalRequest?.url else { return nil }
        return TransportHead(response, url: url)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        _ = take(.body(Array(data)), of: dataTask)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if let head = head(response, of: task), take(.head(head), of: task) {
            transfers.withLock { $0[task.taskIdentifier] }?.end(.success(()))
        }
        // On Linux, an answer to a task that was cancelled meanwhile ends the process; no answer is needed.
        #if !canImport(FoundationNetworking)
            completionHandler(nil)
        #endif
        task.cancel()
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The system decides about certificates; nobody else gets credentials.
        #if canImport(FoundationNetworking)
            completionHandler(.cancelAuthenticationChallenge, nil)
        #else
            let isCertificate = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
            completionHandler(isCertificate ? .performDefaultHandling : .rejectProtectionSpace, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0[task.taskIdentifier] }) else { return }
        // On Linux, the head of a redirect to nowhere does not come before.
        if error == nil, !transfer.hasHead, let response = task.response, let head = head(response, of: task) {
            guard transfer.take(.head(head)) else { return }
        }
        transfer.end(error.map { .failure(Self.deliveryError($0)) } ?? .success(()))
    }

    private static func deliveryError(_ error: any Error) -> DeliveryError {
        switch (error as? URLError)?.code {
        case .cancelled: .cancelledFetch
        case .timedOut: DeliveryError(.tooSlow, "the server does not answer", cause: error)
        case .appTransportSecurityRequiresSecureConnection:
            DeliveryError(.notAllowed, "the system does not allow the address", cause: error)
        default:
            DeliveryError(
                .unreachable,
                "the server cannot be reached: \(VisibleText.line(error.localizedDescription))",
                cause: error
            )
        }
    }
}
