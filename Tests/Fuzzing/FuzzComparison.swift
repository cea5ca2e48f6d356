import VirtualViewCompiler
import VirtualViewFormat

/// Two templates of any bytes are compared, and one with itself differs in nothing.
func fuzzComparison(_ bytes: [UInt8]) {
    let parts = [bytes, Array(bytes[..<(bytes.count / 2)]), Array(bytes[(bytes.count / 2)...])]
    let files = parts + parts.flatMap { part in FramedFile.all(from: part).prefix(4).map { $0.bytes } }
    let templates = files.compactMap { try? Template(decoding: $0) }.prefix(4)
    for (index, old) in templates.enumerated() {
        let before = ComparedTemplate(path: "old.out", old)
        for (other, new) in templates.enumerated() {
            let after = ComparedTemplate(path: "new.out", new)
            let comparison = TemplateComparison(before, after)
            precondition(index != other || comparison.isEmpty, "a template has no differences from itself")
            let lines = comparison.lines()
            precondition(comparison.isEmpty == lines.isEmpty, "there are lines where there are differences")
            for client in Client.allCases {
                let found = BreakingRules.check(comparison, for: client)
                precondition(index != other || found.isEmpty, "a template breaks nothing of itself")
            }
        }
        _ = DataContract(of: old.type, DataNeeds(before.dataReads)).json()
    }
}
