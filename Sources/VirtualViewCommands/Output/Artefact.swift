import VirtualViewCompiler
import VirtualViewFormat

/// A file that `vvc compile` makes of a template.
enum Artefact: String, CaseIterable, Sendable {
    /// The binary.
    case out
    /// The binary as lower-case hexadecimal digits.
    case hex
    /// The binary as a Java class.
    case java
    /// The binary as a Swift type.
    case swift
    /// The MD5 of the binary.
    case md5
    /// The output of `vvc dump --json`.
    case dump

    /// The files that a list of templates asks for.
    static let ofLists: [Artefact] = [.out, .java, .hex, .md5]

    /// Reads the value of `--emit`.
    static func parse(_ text: String) throws(UsageError) -> [Artefact] {
        var artefacts: [Artefact] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let artefact = Artefact(rawValue: word) else {
                let known = allCases.map(\.rawValue)
                let hint = NearestWord.find(word, among: known).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError("cannot emit '\(word)'; expected \(MessageText.alternatives(known))\(hint)")
            }
            if !artefacts.contains(artefact) { artefacts.append(artefact) }
        }
        return artefacts
    }

    /// Returns the file's name beside the others of the same template.
    func fileName(for stem: String) -> String {
        switch self {
        case .out, .hex, .swift, .md5: "\(stem).\(rawValue)"
        // Java requires a file to have the name of its class.
        case .java: "\(Self.javaName(stem)).java"
        case .dump: "\(stem).dump.json"
        }
    }

    /// Returns the file's name in the tree of folders that lists are compiled to.
    func treePath(for stem: String) -> String {
        switch self {
        case .hex: "txt/\(stem).txt"
        case .md5: "sign/\(stem).md5"
        case .out, .java, .swift, .dump: "\(rawValue)/\(fileName(for: stem))"
        }
    }

    /// Returns the content of the file.
    func content(of template: Template) -> [UInt8] {
        switch self {
        case .out: template.bytes
        case .hex: Array(HexText.text(template.bytes).utf8)
        case .java: Array(Self.javaText(template).utf8)
        case .swift: Array(SwiftSource.text(of: template).utf8)
        case .md5: Array(HexText.text(MD5.digest(of: template.bytes)).utf8)
        case .dump: Array(TemplateDump(template).json().utf8)
        }
    }
}

// MARK: - Java

extension Artefact {
    /// Returns the class of a template: its name in capitals, with `_` for what no identifier of Java can have.
    private static func javaName(_ type: String) -> String {
        var name = ""
        for scalar in type.uppercased().unicodeScalars {
            name.unicodeScalars.append(isInJavaNames(scalar) ? scalar : "_")
        }
        // A digit cannot stand first, and `_` alone is a word of the language.
        guard let first = name.unicodeScalars.first, name != "_", !isInJavaNamesOnlyBehind(first) else {
            return "_" + name
        }
        return name
    }

    private static func isInJavaNames(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .currencySymbol, .connectorPunctuation:
            true
        default: isInJavaNamesOnlyBehind(scalar)
        }
    }

    private static func isInJavaNamesOnlyBehind(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    private static func javaText(_ template: Template) -> String {
        var text = "public class \(javaName(template.type)){\npublic static final byte[] BIN = new byte[] {\n"
        for byte in template.bytes { text += "\(Int8(bitPattern: byte)), " }
        return text + "\n};\n}"
    }
}

/// A record that `vvc compile --embed` puts into a file.
enum EmbeddedRecord: String, CaseIterable {
    case digest
    case sourceMap = "source-map"
    case parts

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

extension ArgumentReader {
    /// Returns the records that are put into files.
    mutating func embeddedRecords() throws(UsageError) -> [EmbeddedRecord] {
        let help = "Puts records into the file: digest, source-map (places in sources), parts (names)"
        return try text(Option("--embed", "RECORD,…", help: help)).map(EmbeddedRecord.parse) ?? []
    }
}

extension TemplateCompiler.Options {
    /// Puts records into files.
    mutating func embed(_ records: [EmbeddedRecord]) {
        embedsDigest = records.contains(.digest)
        embedsSourceMap = records.contains(.sourceMap)
        embedsPartNames = records.contains(.parts)
    }
}

/// The dependencies of outputs on inputs, in the syntax that Make and Ninja read.
struct Depfile {
    private var rules: [ExactText: Set<ExactText>] = [:]

    /// Records that a file is made from others.
    mutating func add(_ output: String, from inputs: some Sequence<String>) {
        rules[ExactText(output), default: []].formUnion(inputs.map(ExactText.init))
    }

    /// The rules, one for each output, and one without sources for each input.
    ///
    /// The latter keep Make content when an input is deleted later. Everything is sorted, so that the order of inputs
    /// does not matter.
    var text: String {
        var text = ""
        for (output, inputs) in rules.sorted(by: { String.inByteOrder($0.key.text, $1.key.text) }) {
            text += "\(Self.escaped(output.text)):"
            for input in Self.sorted(inputs) { text += " \\\n  \(Self.escaped(input))" }
            text += "\n"
        }
        let inputs = rules.values.reduce(into: Set<ExactText>()) { $0.formUnion($1) }
        for input in Self.sorted(inputs) { text += "\(Self.escaped(input)):\n" }
        return text
    }

    private static func sorted(_ paths: Set<ExactText>) -> [String] {
        paths.map(\.text).sorted(by: String.inByteOrder)
    }

    /// Returns a path with what would end or change it escaped; a backslash in front of that is doubled.
    private static func escaped(_ path: String) -> String {
        var escaped = ""
        var backslashes = 0
        for scalar in path.unicodeScalars {
            switch scalar {
            case " ", "\t", ":", "#": escaped += String(repeating: "\\", count: backslashes + 1)
            case "$": escaped += "$"
            default: break
            }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
