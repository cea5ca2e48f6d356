// Draws small mistakes at random and writes all of them into a copy of the sources, each behind a switch that is read when
// the program runs: there is one build, and a run of the tests for each mistake.
//
//   draw-mutants COPY COUNT SEED DROPPED < files
//
// Run at the top of the tree. Standard input names the sources to draw from, one a line. DROPPED names a file with the
// numbers of mistakes that do not build; the others keep their numbers. What is printed has a line for each mistake:
// its number, the file, the line, the kind, what stands there and what the mistake makes of it, apart by tabs.
//
// A line has one mistake at most, and stays one line, so that an error of the build tells which mistake it is about.
import Foundation

enum Kind: String, CaseIterable { case comparison, sign, side, constant, dropped, swapped }

/// A mistake that a line can have.
struct Mistake {
    enum Form {
        /// An operator of its own, whose function does what the first text says, or the second one.
        case infix(precedence: String, signature: String, mistaken: String, right: String)
        case prefix(signature: String, mistaken: String, right: String)
        /// A value, or a statement, in the place of another.
        case value, statement
        /// A statement that is left out.
        case drop
    }

    let kind: Kind
    let range: Range<Int>
    let text: String
    let form: Form
}

/// SplitMix64.
struct Dice {
    var state: UInt64
    mutating func below(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(count))
    }
}

@main enum DrawMutants {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[2]), let seed = UInt64(arguments[3]) else {
            throw CocoaError(.featureUnsupported)
        }
        let dropped = Set(
            try String(contentsOfFile: arguments[4], encoding: .utf8).split(separator: "\n").map(String.init)
        )
        var sources: [Source] = []
        while let path = readLine() { sources.append(try Source(path: path)) }
        let drawn = draw(count, from: sources, seed: seed)

        var lines = sources.map(\.lines)
        var switches: [String: String] = [:]
        for source in sources { switches[source.module] = switchText }
        for (number, place) in drawn.enumerated() where !dropped.contains("\(number)") {
            let source = sources[place.file]
            let line = source.lines[place.line]
            let (text, declaration) = place.mistake.written(in: line, number: number)
            lines[place.file][place.line] = Array(text.utf8)
            switches[source.module, default: ""] += declaration
            let fields = [
                "\(number)", source.path, "\(place.line + 1)", place.mistake.kind.rawValue,
                trimmed(line), trimmed(Array(place.mistake.plain(in: line).utf8)),
            ]
            print(fields.joined(separator: "\t"))
        }
        for (source, lines) in zip(sources, lines) {
            try write(Array(lines.joined(separator: [0x0A])), to: "\(arguments[1])/\(source.path)")
        }
        for (module, text) in switches {
            try write(Array(text.utf8), to: "\(arguments[1])/Sources/\(module)/MutantSwitch.swift")
        }
    }

    /// Leaves a file that is as it should be alone, so that it is not built again.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if let old = FileManager.default.contents(atPath: path), Array(old) == bytes { return }
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Takes the kinds in turn, and for each a line that can have it: each line of code is as likely as any other.
    static func draw(_ count: Int, from sources: [Source], seed: UInt64) -> [(file: Int, line: Int, mistake: Mistake)] {
        let places = sources.indices.flatMap { file in
            sources[file].starts.indices.filter { sources[file].starts[$0] != nil }.map { (file: file, line: $0) }
        }
        var dice = Dice(state: seed)
        var result: [(file: Int, line: Int, mistake: Mistake)] = []
        var taken: Set<Int> = []
        for number in 0..<count {
            let kind = Kind.allCases[number % Kind.allCases.count]
            for _ in 0..<places.count {
                let index = dice.below(places.count)
                let place = places[index]
                guard !taken.contains(index) else { continue }
                let mistakes = sources[place.file].mistakes(in: place.line).filter { $0.kind == kind }
                if mistakes.isEmpty { continue }
                taken.insert(index)
                result.append((place.file, place.line, mistakes[dice.below(mistakes.count)]))
                break
            }
        }
        return result
    }

    /// The switch: the number of the one mistake that is made, and, to a file, which ones a run of the tests comes by.
    static let switchText = """
        #if canImport(Darwin)
            import Darwin
        #elseif canImport(Musl)
            import Musl
        #else
            import Glibc
        #endif

        @usableFromInline let chosenMutant = getenv("VV_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
        private nonisolated(unsafe) let mutantLog = getenv("VV_MUTANT_LOG").flatMap { fopen($0, "a") }
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
}

// MARK: - Writing a mistake

extension Mistake {
    /// The line with nothing but the mistake.
    func plain(in line: [UInt8]) -> String { replaced(in: line, by: text) }

    /// The line with the switch, and what the switch needs declared.
    func written(in line: [UInt8], number: Int) -> (line: String, declaration: String) {
        let old = String(decoding: line[range], as: UTF8.self)
        switch form {
        case .value: return (replaced(in: line, by: "(isMutant(\(number)) ? \(text) : \(old))"), "")
        case .statement: return (replaced(in: line, by: "if isMutant(\(number)) { \(text) } else { \(old) }"), "")
        case .drop: return (replaced(in: line, by: "if !isMutant(\(number)) { \(old) }"), "")
        case .infix(let precedence, let signature, let mistaken, let right):
            let name = old + operatorSuffix(number)
            let declaration = """
                infix operator \(name): \(precedence)
                @usableFromInline func \(name) \(signature) { if isMutant(\(number)) { \(mistaken) } else { \(right) } }

                """
            return (replaced(in: line, by: name), declaration)
        case .prefix(let signature, let mistaken, let right):
            let name = old + operatorSuffix(number)
            let declaration = """
                prefix operator \(name)
                @usableFromInline prefix func \(name) \(signature) { if isMutant(\(number)) { \(mistaken) } else { \(right) } }

                """
            return (replaced(in: line, by: name), declaration)
        }
    }

    private func replaced(in line: [UInt8], by text: String) -> String {
        String(decoding: line[..<range.lowerBound] + Array(text.utf8) + line[range.upperBound...], as: UTF8.self)
    }

    /// A number in characters of operators, so that each mistake has an operator of its own, and precedence is the compiler's.
    private func operatorSuffix(_ number: Int) -> String {
        String(String(number, radix: 2).map { $0 == "0" ? "^" : "|" })
    }
}
