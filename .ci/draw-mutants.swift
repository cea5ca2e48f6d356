// Draws small mistakes at random and writes all of them into a copy of the sources, each behind a switch that is read when
// the program runs: there is one build, and a run of the tests for each mistake.
//
//   draw-mutants COPY DROPPED SEED DRAW… < files
//
// Run at the top of the tree. Standard input names the sources, one a line. A draw is a count, or a count, a colon, and the
// files and folders to draw from, apart by commas. Some more are drawn than that, since not all of them build. DROPPED names a
// file with the numbers of those that do not; the others keep their numbers. What is printed has a line for each mistake:
// its number, the draw, the file, the line, the kind, what stands there and what the mistake makes of it, apart by tabs.
//
// A line has one mistake at most, and stays one line, so that an error of the build tells which mistake it is about. Lines
// with literals of strings, whose parts would have to be told from code, have none.
import Foundation

enum Kind: String, CaseIterable { case comparison, sign, constant, dropped }

/// A mistake that a line can have: what stands in the range, and what the mistake makes of it.
struct Mistake {
    enum Form {
        /// An operator of its own, so that precedence is the compiler's; `b` may be called.
        case infix(precedence: String, signature: String, call: String)
        case value
        /// A statement that is left out.
        case drop
    }

    let kind: Kind
    let range: Range<String.Index>
    let text: String
    let form: Form

    /// The line with the switch, and what the switch needs declared.
    func written(in line: String, number: Int) -> (line: String, declaration: String) {
        let old = String(line[range])
        switch form {
        case .value: return (line.replacingCharacters(in: range, with: "(isMutant(\(number)) ? \(text) : \(old))"), "")
        case .drop: return (line.replacingCharacters(in: range, with: "if !isMutant(\(number)) { \(old) }"), "")
        case .infix(let precedence, let signature, let call):
            // The number in characters of operators.
            let name = old + String(number, radix: 2).map { $0 == "0" ? "^" : "|" }
            let declaration = """
                infix operator \(name): \(precedence)Precedence
                @usableFromInline func \(name) \(signature) { if isMutant(\(number)) { \(call.replacing("OP", with: text)) } \
                else { \(call.replacing("OP", with: old)) } }

                """
            return (line.replacingCharacters(in: range, with: name), declaration)
        }
    }
}

/// A source, and the lines that can have mistakes.
struct Source {
    let path: String
    var module: String { String(path.split(separator: "/")[1]) }
    var lines: [String]
    /// Whether a line is in a literal, or in code that a platform leaves out, whose mistakes cannot be noticed.
    private var isOutside: [Bool] = []

    init(path: String) throws {
        self.path = path
        lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        var conditions = 0
        var isLiteral = false
        for line in lines {
            let text = line.drop { $0 == " " }
            if line.contains("\"\"\""), line.ranges(of: "\"\"\"").count % 2 == 1 { isLiteral.toggle() }
            if text.hasPrefix("#if") { conditions += 1 }
            if text.hasPrefix("#endif") { conditions -= 1 }
            isOutside.append(isLiteral || conditions > 0)
        }
    }

    /// Where in a line a mistake may begin; nothing where there can be none.
    private func start(of number: Int) -> String.Index? {
        let text = lines[number].trimmingCharacters(in: .whitespaces)
        // What no input causes, or is a matter of speed, need not be noticed.
        let isIdle =
            isOutside[number] || text.isEmpty || text.hasPrefix("//")
            || text.contains(/"|\/\/|^[#@]|^import |precondition|assert|fatalError|reserveCapacity/)
        return isIdle ? nil : Self.start(of: lines[number], text)
    }

    /// Where the part of a line begins that is no declaration and no pattern.
    private static func start(of line: String, _ text: String) -> String.Index? {
        if text.hasPrefix("case ") || text.hasPrefix("default") { return line.range(of: ": ")?.upperBound }
        let head =
            /^((public|package|private|fileprivate|internal|static|mutating|override|final|lazy|nonisolated|indirect|weak|unowned)(\(\w+\))? )*/
        let rest = text.replacing(head, with: "")
        if rest.contains(
            /^(struct|class|enum|protocol|extension|typealias|associatedtype|prefix|infix|postfix|actor)\b/
        ) {
            return nil
        }
        guard rest.contains(/^(func|init|subscript|let|var|deinit|required|convenience)\b/) else {
            return line.startIndex
        }
        return [line.range(of: " = ")?.lowerBound, line.range(of: " { ")?.lowerBound].compactMap { $0 }.min()
    }
}

// MARK: - What can go wrong in a line

extension Source {
    private static let comparable = "<T: Comparable>(a: T, b: T) -> Bool"
    private static let equatable = "<T: Equatable>(a: T, b: T) -> Bool"
    private static let logical = "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
    private static let operators: [(Kind, String, String, precedence: String, signature: String, call: String)] = [
        (.comparison, "<", "<=", "Comparison", comparable, "a OP b"),
        (.comparison, ">", ">=", "Comparison", comparable, "a OP b"),
        (.comparison, "==", "!=", "Comparison", equatable, "a OP b"),
        (.comparison, "&&", "||", "LogicalConjunction", logical, "try a OP b()"),
        (.comparison, "||", "&&", "LogicalDisjunction", logical, "try a OP b()"),
        (.sign, "+", "-", "Addition", "<T: AdditiveArithmetic>(a: T, b: T) -> T", "a OP b"),
        (.sign, "&+", "&-", "Addition", "<T: FixedWidthInteger>(a: T, b: T) -> T", "a OP b"),
        (.sign, "+=", "-=", "Assignment", "<T: AdditiveArithmetic>(a: inout T, b: T)", "a OP b"),
    ]

    func mistakes(_ wanted: Kind, in number: Int) -> [Mistake] {
        guard let start = start(of: number) else { return [] }
        let line = lines[number]
        let code = line[start...]
        var result: [Mistake] = []
        for (kind, one, other, precedence, signature, call) in Self.operators where kind == wanted {
            let turns =
                kind == .comparison && precedence != "Comparison" ? [(one, other)] : [(one, other), (other, one)]
            for (old, new) in turns {
                for range in code.ranges(of: " \(old) ") {
                    let inner = line.index(after: range.lowerBound)..<line.index(before: range.upperBound)
                    let form = Mistake.Form.infix(precedence: precedence, signature: signature, call: call)
                    result.append(Mistake(kind: kind, range: inner, text: new, form: form))
                }
            }
        }
        if wanted == .constant {
            for match in code.matches(of: /(?:^|[ (\[!])(true|false|\d+|0x[0-9A-F_]+)(?=$|[ ,)\]])/) {
                let word = match.1
                let text = word == "true" ? "false" : word == "false" ? "true" : "\(word) + 1"
                result.append(
                    Mistake(kind: .constant, range: word.startIndex..<word.endIndex, text: text, form: .value)
                )
            }
        }
        if wanted == .dropped, let statement = statement(at: number) {
            result.append(Mistake(kind: .dropped, range: statement, text: "", form: .drop))
        }
        return result
    }

    /// A statement that is one line, or is all that an `if` of one line does.
    private func statement(at number: Int) -> Range<String.Index>? {
        let line = lines[number]
        if let match = line.wholeMatch(of: /( *if [^{}]* \{ )([^{}]*) \}/) {
            return Self.isStatement(match.2) ? match.2.startIndex..<match.2.endIndex : nil
        }
        // The lines around it neither begin nor continue it.
        let before = lines[..<number].last { $0.contains(/\S/) }?.trimmingCharacters(in: .whitespaces) ?? ""
        let after = lines[(number + 1)...].first { $0.contains(/\S/) }?.trimmingCharacters(in: .whitespaces) ?? ""
        let text = line.drop { $0 == " " }
        guard before.contains(/([{}:)\]\w]|\bin)$/), !before.contains(/^(guard|if|while|let|var|return)[^{]*[^)\w\]]$/),
            !after.contains(/^[.,)\]?:&|<>=+*\/-]/), Self.isStatement(text)
        else { return nil }
        return text.startIndex..<text.endIndex
    }

    private static func isStatement(_ text: Substring) -> Bool {
        if ["continue", "break"].contains(text) { return true }
        guard text.filter({ "([{".contains($0) }).count == text.filter({ ")]}".contains($0) }).count else {
            return false
        }
        if text.contains(
            /^(let|var|if|guard|for|while|switch|case|default|else|repeat|do|throw|defer|func|super|some|any)\b|^\w+:/
        ) {
            return false
        }
        return text.contains(
            /^return\b.*[^{(\[]$|^[^ ]+ (&?[-+*\/%|&^]|<<|>>)?= .*[\w)\]}]$|^(try )?[\w.$?!]+(\[.*\])?[\w.$?!]*\(.*\)$/
        )
    }
}

// MARK: - Drawing and writing

/// SplitMix64.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// What is asked for: how many mistakes, and where.
struct Draw {
    let text: String
    let count: Int
    let paths: [Substring]

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard let count = parts.first.flatMap({ Int($0) }) else { return nil }
        self.text = text
        self.count = count
        paths = parts.count > 1 ? parts[1].split(separator: ",") : [""]
    }

    /// Takes the kinds in turn, and for each a line that can have it: each line of code is as likely as any other.
    func places(in sources: [Source], seed: UInt64, without taken: Set<Place>) -> [(place: Place, mistake: Mistake)] {
        var dice = Dice(state: seed)
        var places = sources.indices.filter { file in paths.contains { sources[file].path.hasPrefix($0) } }
            .flatMap { file in sources[file].lines.indices.map { Place(file: file, line: $0) } }
        var taken = taken
        var result: [(place: Place, mistake: Mistake)] = []
        places.shuffle(using: &dice)
        // Few files may have too few lines of one kind; then the next one has its turn.
        for turn in Kind.allCases.indices {
            for place in places where result.count < count * 3 / 2 + 3 && !taken.contains(place) {
                let kind = Kind.allCases[(turn + result.count) % Kind.allCases.count]
                let mistakes = sources[place.file].mistakes(kind, in: place.line)
                guard let mistake = mistakes.randomElement(using: &dice) else { continue }
                taken.insert(place)
                result.append((place, mistake))
            }
        }
        return result
    }
}

struct Place: Hashable {
    let file: Int
    let line: Int
}

/// Leaves a file that is as it should be alone, so that it is not built again.
func write(_ text: String, to path: String) throws {
    if let old = FileManager.default.contents(atPath: path), old == Data(text.utf8) { return }
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

/// The switch: the number of the one mistake that is made, and, to a file, which ones a run of the tests comes by.
let switchText = """
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    @usableFromInline let chosenMutant = getenv("VV_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
    // Not in the place of a standard stream that is closed: a test may be about that.
    private nonisolated(unsafe) let mutantLog = getenv("VV_MUTANT_LOG").flatMap { path in
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        defer { close(file) }
        return fdopen(fcntl(file, F_DUPFD, 64), "a")
    }
    private nonisolated(unsafe) let seenMutants = UnsafeMutablePointer<Bool>.allocate(capacity: 100_000)
    private let isClean: Void = seenMutants.initialize(repeating: false, count: 100_000)

    @usableFromInline func isMutant(_ number: Int) -> Bool {
        if let mutantLog {
            _ = isClean
            if !seenMutants[number] {
                seenMutants[number] = true
                fputs("\\(number)\\n", mutantLog)
                fflush(mutantLog)
            }
        }
        return chosenMutant == number
    }

    """

@main enum DrawMutants {
    static func main() throws {
        let arguments = CommandLine.arguments
        let draws = arguments.dropFirst(4).compactMap(Draw.init)
        guard !draws.isEmpty, draws.count == arguments.count - 4, let seed = UInt64(arguments[3]) else {
            throw CocoaError(.featureUnsupported)
        }
        let dropped = Set(
            try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n").map(String.init)
        )
        var sources: [Source] = []
        while let path = readLine() { sources.append(try Source(path: path)) }
        var switches = Dictionary(sources.map { ($0.module, switchText) }) { first, _ in first }
        var drawn: [(draw: Draw, place: Place, mistake: Mistake)] = []
        for draw in draws {
            let places = draw.places(in: sources, seed: seed, without: Set(drawn.map(\.place)))
            drawn += places.map { (draw, $0.place, $0.mistake) }
        }
        for (number, (draw, place, mistake)) in drawn.enumerated() where !dropped.contains("\(number)") {
            let (path, old) = (sources[place.file].path, sources[place.file].lines[place.line])
            let (line, declaration) = mistake.written(in: old, number: number)
            sources[place.file].lines[place.line] = line
            switches[sources[place.file].module, default: ""] += declaration
            let new = old.replacingCharacters(in: mistake.range, with: mistake.text)
            let texts = [old, new].map { $0.trimmingCharacters(in: .whitespaces) }
            print(
                ([String(number), draw.text, path, String(place.line + 1), mistake.kind.rawValue] + texts)
                    .joined(separator: "\t")
            )
        }
        for source in sources { try write(source.lines.joined(separator: "\n"), to: "\(arguments[1])/\(source.path)") }
        for (module, text) in switches { try write(text, to: "\(arguments[1])/Sources/\(module)/MutantSwitch.swift") }
    }
}
