import Foundation

/// Any bytes are a feed, or there is a reason why they are none; what is read is plain text of bounded size, and its links
/// lead to the web.
///
/// The parser is that of `Tests/FeedReader`, whose files `.ci/fuzz` compiles with the targets.
func fuzzFeed(_ bytes: [UInt8]) {
    check(HTMLReduction.paragraphs(of: String(decoding: bytes, as: UTF8.self)))
    do throws(FeedFailure) {
        let feed = try FeedParser.feed(in: Data(bytes), from: address)
        check(feed)
        // The process that reads a feed hands it on as JSON.
        guard let json = try? JSONEncoder().encode(feed), let again = try? JSONDecoder().decode(Feed.self, from: json)
        else { preconditionFailure("what was read can be handed on") }
        precondition(again.title == feed.title && again.articles == feed.articles && again.failure == feed.failure)
    } catch {
        precondition(!error.description.isEmpty)
    }
}

/// Foundation's parser leaks a message for each mistake that it finds.
@_cdecl("__lsan_default_suppressions")
public func suppressedLeaks() -> UnsafePointer<UInt8> {
    let text: StaticString = "leak:_CFErrorCreateFromXMLInterface\n"
    return text.utf8Start
}

private let address: URL = {
    guard let url = URL(string: "https://example.org/feed/") else { preconditionFailure("this is an address") }
    return url
}()

private func check(_ feed: Feed) {
    check(feed.title, atMost: Limits.name)
    precondition(feed.articles.count <= Limits.articles, "\(feed.articles.count) articles")
    for article in feed.articles {
        precondition(!article.title.isEmpty, "an article has a name")
        check(article.title, atMost: Limits.name)
        check(article.author, atMost: Limits.name)
        check(article.guid, atMost: Limits.address)
        check(article.paragraphs)
        guard !article.link.isEmpty else { continue }
        precondition(URL(string: article.link).map(PlainText.isWeb) == true, "'\(article.link)' leads elsewhere")
        precondition(article.link.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "'\(article.link)' is no address")
    }
}

private func check(_ paragraphs: [Paragraph]) {
    precondition(paragraphs.count <= Limits.paragraphs, "\(paragraphs.count) paragraphs")
    precondition(paragraphs.reduce(0) { $0 + $1.text.unicodeScalars.count } <= Limits.text + 1, "too much text")
    for paragraph in paragraphs {
        precondition(!paragraph.text.isEmpty, "a paragraph has a text")
        for line in paragraph.text.split(separator: "\n", omittingEmptySubsequences: false) {
            precondition(paragraph.kind == .code || line.count == paragraph.text.count, "one line")
            check(String(line), atMost: Limits.text)
        }
    }
}

/// Expects one line without anything hidden in it.
private func check(_ line: String, atMost limit: Int) {
    precondition(line.unicodeScalars.count <= limit + 1, "\(line.unicodeScalars.count) characters")
    precondition(line == PlainText.line(line, limit: limit + 1), "'\(line)' is not plain")
}
