import Foundation

/// A source, and what of it is code.
struct Source {
    let path: String
    var module: String { String(path.split(separator: "/")[1]) }
    let lines: [[UInt8]]
    /// The lines with blanks for comments and `_` for literals of strings.
    let code: [[UInt8]]
    /// Where in a line a mistake may begin; `nil` where there can be none.
    let starts: [Int?]
}

extension Source {
    init(path: String) throws {
        self.path = path
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let masked = Self.masked(bytes)
        code = masked.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        var conditions = 0
        starts = code.indices.map { [code] index in
            let text = String(decoding: code[index], as: UTF8.self).trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("#if") { conditions += 1 }
            if text.hasPrefix("#endif") { conditions -= 1 }
            // What a platform leaves out cannot be noticed; what no input causes, or is a matter of speed, need not be.
            guard conditions == 0, !masked.longLines.contains(index), !text.isEmpty, !text.hasPrefix("#") else {
                return nil
            }
            if ["precondition", "assert", "fatalError", "reserveCapacity"].contains(where: {
                text.contains($0 as String)
            }) {
                return nil
            }
            return Self.start(of: code[index], text)
        }
    }

    private static let types: Set<Substring> = [
        "struct", "class", "enum", "protocol", "extension", "typealias", "associatedtype", "prefix", "infix", "postfix",
    ]
    private static let members: Set<Substring> = ["func", "init", "subscript", "let", "var", "deinit"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "private", "fileprivate", "internal", "static", "mutating", "override", "required",
        "final",
        "lazy", "nonisolated", "indirect", "convenience", "borrowing", "consuming", "weak", "unowned", "set)",
        "unsafe)",
    ]

    /// Where the part of a line begins that is no declaration and no pattern.
    private static func start(of code: [UInt8], _ text: String) -> Int? {
        if text.hasPrefix("@") || text.hasPrefix("import ") { return nil }
        if text.hasPrefix("case ") || text.hasPrefix("default") { return code.first(": ") }
        for word in text.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == "<" || $0 == "?" }) {
            if types.contains(word) { return nil }
            if members.contains(word) { return [code.first(" = "), code.first(" { ")].compactMap { $0 }.min() }
            if !modifiers.contains(word) { return 0 }
        }
        return 0
    }

    /// Blanks for comments and `_` for literals of strings with their interpolations, and the lines that long literals are on.
    private static func masked(_ bytes: [UInt8]) -> (bytes: [UInt8], longLines: Set<Int>) {
        var result = bytes
        var literals: [(closing: [UInt8], opening: [UInt8], parentheses: Int)] = []
        var isText = false
        var comments = 0
        var line = 0
        var longLines: Set<Int> = []
        var index = 0
        while index < bytes.count {
            let start = index
            var mask: UInt8?
            if literals.contains(where: { $0.closing.count >= 3 && $0.closing[1] == 0x22 }) { longLines.insert(line) }
            if bytes[index] == 0x0A {
                line += 1
                index += 1
            } else if comments > 0 {
                if bytes.has("*/", at: index) {
                    comments -= 1
                    index += 1
                }
                if bytes.has("/*", at: index) {
                    comments += 1
                    index += 1
                }
                index += 1
                mask = 0x20
            } else if isText, let literal = literals.last {
                mask = 0x5F
                if bytes[index...].starts(with: literal.closing) {
                    index += literal.closing.count
                    literals.removeLast()
                    isText = false
                } else if bytes[index...].starts(with: literal.opening) {
                    index += literal.opening.count
                    literals[literals.count - 1].parentheses = 1
                    isText = false
                } else {
                    index += bytes[index] == 0x5C && literal.opening.count == 2 ? 2 : 1
                }
            } else if bytes.has("//", at: index) {
                while index < bytes.count, bytes[index] != 0x0A { index += 1 }
                mask = 0x20
            } else if bytes.has("/*", at: index) {
                comments = 1
                index += 2
                mask = 0x20
            } else {
                var hashes = index
                while hashes < bytes.count, bytes[hashes] == 0x23 { hashes += 1 }
                if bytes.has("\"", at: hashes) {
                    let signs = Array(bytes[index..<hashes])
                    let isLong = bytes.has("\"\"\"", at: hashes)
                    let quotes = [UInt8](repeating: 0x22, count: isLong ? 3 : 1)
                    literals.append((quotes + signs, [0x5C] + signs + [0x28], 0))
                    if isLong { longLines.insert(line) }
                    index = hashes + quotes.count
                    isText = true
                    mask = 0x5F
                } else {
                    if !literals.isEmpty {
                        mask = 0x5F
                        let change = bytes[index] == 0x28 ? 1 : bytes[index] == 0x29 ? -1 : 0
                        literals[literals.count - 1].parentheses += change
                        isText = literals[literals.count - 1].parentheses == 0
                    }
                    index += 1
                }
            }
            if let mask {
                for place in start..<min(index, bytes.count) where result[place] != 0x0A { result[place] = mask }
            }
        }
        return (result, longLines)
    }
}

// MARK: - Bytes of a line

func trimmed(_ line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isWord: Bool { isDigit || (0x41...0x5A).contains(self & 0xDF) || self == 0x5F || self == 0x24 || self >= 0x80 }
}

extension [UInt8] {
    func has(_ text: String, at index: Int) -> Bool {
        index >= 0 && index <= count && self[index...].starts(with: text.utf8)
    }

    /// Behind the first place where a text stands.
    func first(_ text: String) -> Int? {
        indices.first { has(text, at: $0) }.map { $0 + text.utf8.count - (text == " { " || text == " = " ? 1 : 0) }
    }

    func last(_ text: String) -> Int? {
        indices.last { has(text, at: $0) }.map { $0 + text.utf8.count }
    }

    /// The bracket that closes the one at a place.
    func closing(_ open: Int) -> Int? {
        var depth = 0
        for index in open..<count {
            if [0x28, 0x5B, 0x7B].contains(self[index]) { depth += 1 }
            if [0x29, 0x5D, 0x7D].contains(self[index]) { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    func opening(_ close: Int) -> Int? {
        var depth = 0
        for index in (0...close).reversed() {
            if [0x28, 0x5B, 0x7B].contains(self[index]) { depth -= 1 }
            if [0x29, 0x5D, 0x7D].contains(self[index]) { depth += 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The parts of a list that commas separate.
    func parts(of list: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = list.lowerBound
        var depth = 0
        for index in list {
            if [0x28, 0x5B].contains(self[index]) { depth += 1 }
            if [0x29, 0x5D].contains(self[index]) { depth -= 1 }
            if depth == 0, self[index] == 0x2C {
                result.append(start..<index)
                start = index + 1
            }
        }
        return result + [start..<list.upperBound]
    }
}
