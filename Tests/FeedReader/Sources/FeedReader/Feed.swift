import Foundation

/// What a source sent: the name that it gives itself, and its articles.
struct Feed: Codable, Sendable {
    var title = ""
    var articles: [Article] = []
    /// Why there are no more articles, if the feed is broken after these.
    var failure: FeedFailure?
}

/// One article, as plain text.
struct Article: Codable, Equatable, Sendable {
    /// The name by which the feed knows it, or an empty text.
    var guid = ""
    /// An address of HTTP, or an empty text.
    var link = ""
    var title = ""
    var author = ""
    var date: Date?
    var paragraphs: [Paragraph] = []
}

/// A piece of an article's text.
struct Paragraph: Codable, Equatable, Sendable {
    enum Kind: String, Codable { case text, heading, item, quote, code }

    var kind = Kind.text
    var text: String
}

/// Why a source, or the rest of it, is not there.
enum FeedFailure: Error, Codable, Equatable, CustomStringConvertible {
    case address
    case unreachable
    case brokenOff
    case status(Int)
    case redirects
    case tooLarge(bytes: Int)
    case tooSlow(seconds: Int)
    case empty
    case page
    case otherFormat
    case entities
    case malformed(line: Int)
    case torn

    var description: String {
        switch self {
        case .address: "This is not an address of HTTP"
        case .unreachable: "Nobody answers there"
        case .brokenOff: "The connection was broken off"
        case .status(404), .status(410): "There is no such feed"
        case .status(let status): "The server answers with an error (\(status))"
        case .redirects: "The server leads round in circles, or elsewhere than to the web"
        case .tooLarge(let bytes): "Larger than \(bytes >> 20) MB"
        case .tooSlow(let seconds): "Not complete after \(seconds) seconds"
        case .empty: "The answer is empty"
        case .page: "This is a page, not a feed"
        case .otherFormat: "This is neither RSS nor Atom"
        case .entities: "It declares entities, which no feed needs and attacks use"
        case .malformed(let line): "Not well-formed after line \(line)"
        case .torn: "It ends in the middle"
        }
    }
}

/// The largest that is kept of a feed, whatever its server sends.
enum Limits {
    static let articles = 200
    static let name = 300
    static let address = 2000
    static let text = 40_000
    static let paragraphs = 400
}
