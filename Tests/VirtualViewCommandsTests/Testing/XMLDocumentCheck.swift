/// Whether a text is XML, as the package's own reader sees it.
enum XMLDocumentCheck {
    static func isWellFormed(_ text: String) throws -> Bool {
        let opened = text.matches(of: /<([a-z]+)[^>]*[^\/?]>/).map { String($0.1) }
        let closed = text.matches(of: /<\/([a-z]+)>/).map { String($0.1) }
        return opened.sorted() == closed.sorted()
    }
}
