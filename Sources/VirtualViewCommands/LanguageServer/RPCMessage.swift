import VirtualViewExpressions

/// A message of JSON-RPC 2.0.
struct RPCMessage: Sendable {
    /// The number or text by which a request and its answer belong together.
    enum ID: Hashable, Sendable {
        case number(Int64)
        case text(String)

        init?(_ value: JSONValue?) {
            switch value {
            case .int(let number): self = .number(number)
            case .string(let text): self = .text(text)
            default: return nil
            }
        }

        var value: JSONValue {
            switch self {
            case .number(let number): .int(number)
            case .text(let text): .string(text)
            }
        }
    }

    /// The kind of a message.
    enum Kind: Sendable {
        case request(ID, method: String)
        case notification(method: String)
        /// An answer to a request of the server.
        case response
    }

    let kind: Kind
    /// The parameters; `null` if there are none.
    let params: JSONValue

    /// Reads a message.
    ///
    /// - Throws: ``RPCError`` for what is not JSON or no message.
    init(_ bytes: [UInt8]) throws(RPCError) {
        let json: JSONValue
        do throws(BindingDataError) {
            json = try JSONValue(json: bytes)
        } catch {
            throw RPCError(.parseError, error.description)
        }
        guard case .object = json else { throw RPCError(.invalidRequest, "a message is an object") }
        params = json["params"] ?? .null
        let id = ID(json["id"])
        guard case .string(let method)? = json["method"] else {
            guard json["result"] != nil || json["error"] != nil else {
                throw RPCError(.invalidRequest, "a message has a method or a result", id: id)
            }
            kind = .response
            return
        }
        if let id {
            kind = .request(id, method: method)
        } else if json["id"] != nil {
            throw RPCError(.invalidRequest, "an id is a number or a text")
        } else {
            kind = .notification(method: method)
        }
    }

    // MARK: - Writing

    static func response(to id: ID, _ result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.value, "result": result]
    }

    static func failure(of id: ID?, _ error: RPCError) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id?.value ?? .null,
            "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
        ]
    }

    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }

    static func request(_ id: String, _ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params]
    }
}

/// Why a request has no result.
struct RPCError: Error {
    /// The codes of JSON-RPC and of the language server protocol.
    enum Code: Int64 {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case serverNotInitialized = -32002
        case requestCancelled = -32800
    }

    let code: Code
    let message: String
    /// The request, where a message is none but has an id.
    let id: RPCMessage.ID?

    init(_ code: Code, _ message: String, id: RPCMessage.ID? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// A parameter that is missing or of the wrong kind.
    static func parameter(_ name: String) -> RPCError { RPCError(.invalidParams, "'\(name)' is missing or wrong") }
}
