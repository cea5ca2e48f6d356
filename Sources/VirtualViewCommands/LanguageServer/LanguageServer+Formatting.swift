import VirtualViewCompiler
import VirtualViewExpressions

// The layout of a source, as `vvc format` makes it.

extension LanguageServer {
    /// Returns the edit that formats a template; none for one with errors.
    func formatting(_ document: OpenDocument) -> JSONValue {
        guard document.kind.isTemplate, let formatted = SourceFormatter.format(document.source) else { return .null }
        let old = document.text.bytes
        // Only what differs is replaced, so that cursors and marks elsewhere stay.
        var start = 0
        while start < min(old.count, formatted.count), old[start] == formatted[start] { start += 1 }
        var end = 0
        while end < min(old.count, formatted.count) - start,
            old[old.count - 1 - end] == formatted[formatted.count - 1 - end]
        {
            end += 1
        }
        guard start < old.count - end || start < formatted.count - end else { return [] }
        // Whole lines, so that no character and no line end is cut.
        let first = document.text.contents(ofLine: document.text.line(at: start)).lowerBound
        let last = document.text.line(at: old.count - end) + 1
        let stop = last < document.text.lineCount ? document.text.contents(ofLine: last).lowerBound : old.count
        let new = formatted[first..<formatted.count - (old.count - stop)]
        var counter = counter(document.text)
        return [["range": counter.range(first..<stop), "newText": .string(String(decoding: new, as: UTF8.self))]]
    }
}
