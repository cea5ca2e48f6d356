import VirtualViewCompiler

/// A record that `vvc compile --embed` puts into a file.
enum EmbeddedRecord: String, CaseIterable {
    case digest
    case sourceMap = "source-map"

    /// Reads the value of `--embed`.
    static func parse(_ text: String) throws(UsageError) -> [EmbeddedRecord] {
        var records: [EmbeddedRecord] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let record = EmbeddedRecord(rawValue: word) else {
                let known = allCases.map(\.rawValue)
                let hint = NearestWord.find(word, among: known).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError("cannot embed '\(word)'; expected \(MessageText.alternatives(known))\(hint)")
            }
            records.append(record)
        }
        return records
    }
}
