/// Looks which of many names texts have, anywhere in them.
///
/// Each byte of a text is read once, however many names there are: a state stands for a beginning of names, and the text
/// so far leads to the longest one that it ends with.
struct NameSearch {
    /// The states that follow by a byte, by 256 times the number of a state and the byte; 0 is the state of no beginning.
    private var steps: [Int: Int] = [:]
    /// The longest beginning that each one ends with, apart from itself.
    private var shorter = [0]
    /// Whether a text has the beginning, as far as a longer one does not say so.
    private var isSeen = [true]
    /// The states of the whole names.
    private var ends: [Int]

    init(_ names: [String]) {
        ends = names.map { _ in 0 }
        let names = names.map { Array($0.utf8) }
        // A shorter beginning is there when a longer one needs it.
        for place in 0..<(names.map(\.count).max() ?? 0) {
            for index in names.indices where place < names[index].count {
                let (state, byte) = (ends[index], names[index][place])
                let key = Self.key(state, byte)
                ends[index] = steps[key] ?? shorter.count
                guard ends[index] == shorter.count else { continue }
                shorter.append(state == 0 ? 0 : next(shorter[state], byte))
                isSeen.append(false)
                steps[key] = ends[index]
            }
        }
    }

    private static func key(_ state: Int, _ byte: UInt8) -> Int { state << 8 | Int(byte) }

    private func next(_ state: Int, _ byte: UInt8) -> Int {
        var state = state
        while true {
            if let next = steps[Self.key(state, byte)] { return next }
            if state == 0 { return 0 }
            state = shorter[state]
        }
    }

    /// Looks at a text.
    mutating func read(_ text: String) {
        var state = 0
        for byte in text.utf8 {
            state = next(state, byte)
            isSeen[state] = true
        }
    }

    /// Whether a text had each of the names, in their order.
    var found: [Bool] {
        var isSeen = isSeen
        // A longer beginning has the larger number.
        for state in isSeen.indices.reversed() where isSeen[state] { isSeen[shorter[state]] = true }
        return ends.map { isSeen[$0] }
    }
}
