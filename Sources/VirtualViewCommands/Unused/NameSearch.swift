/// Looks which of many names texts have, anywhere in them.
///
/// Each byte of a text is read once, however many names there are: a state stands for a beginning of names, and the text
/// so far leads to the longest one that it ends with.
struct NameSearch {
    /// The states that follow by a byte, by 256 times the number of a state and the byte; 0 is the state of no beginning.
    private var steps: [Int: Int] = [:]
    /// The longest beginning that each one ends with, apart from itself.
    private var shorter = [0]
    /// The names of the states that stand for whole ones.
    private var names: [Int: Int] = [:]
    /// The longest whole name that each beginning ends with, apart from itself; 0 for none.
    private var shorterNames = [0]

    init(_ names: [String]) {
        // The state of each name, as far as it was read.
        var ends = names.map { _ in 0 }
        let names = names.map { Array($0.utf8) }
        var rest = Array(names.indices)
        // A shorter beginning is there when a longer one needs it.
        for place in 0..<(names.map(\.count).max() ?? 0) {
            rest.removeAll { place >= names[$0].count }
            for index in rest {
                let (state, byte) = (ends[index], names[index][place])
                let key = Self.key(state, byte)
                ends[index] = steps[key] ?? shorter.count
                guard ends[index] == shorter.count else { continue }
                shorter.append(state == 0 ? 0 : next(shorter[state], byte))
                steps[key] = ends[index]
            }
        }
        for (index, state) in ends.enumerated() where state > 0 { self.names[state] = index }
        // A longer beginning has the larger number.
        for state in shorter.indices.dropFirst() {
            let next = shorter[state]
            shorterNames.append(self.names[next] == nil ? shorterNames[next] : next)
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

    /// Calls a closure with every name at every place where a text has it, except empty names.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - body: The closure, which takes the number of the name and the offset of its end in bytes; of equal names, the
    ///     number of the last.
    func forEachPlace(in text: String, _ body: (_ name: Int, _ end: Int) -> Void) {
        var state = 0
        for (offset, byte) in text.utf8.enumerated() {
            state = next(state, byte)
            var found = state
            while found > 0 {
                if let name = names[found] { body(name, offset + 1) }
                found = shorterNames[found]
            }
        }
    }
}
