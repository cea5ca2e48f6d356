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
}

extension RawRepresentable where Self: CaseIterable & Equatable, RawValue == String {
    /// Reads words with commas between them, each once.
    ///
    /// - Parameters:
    ///   - text: The value of an option.
    ///   - verb: What is done with the words.
    /// - Returns: The words.
    /// - Throws: ``UsageError`` when one is not known.
    static func parse(_ text: String, to verb: String) throws(UsageError) -> [Self] {
        var values: [Self] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let value = Self(rawValue: word) else {
                let known = allCases.map(\.rawValue)
                let hint = MessageText.question(NearestWord.find(word, among: known))
                throw UsageError("cannot \(verb) '\(word)'; expected \(MessageText.alternatives(known))\(hint)")
            }
            if !values.contains(value) { values.append(value) }
        }
        return values
    }
}

extension ArgumentReader {
    /// Returns the records that are put into files.
    mutating func embeddedRecords() throws(UsageError) -> [EmbeddedRecord] {
        let help = "Puts records into the file: digest, source-map (places in sources), parts (names)"
        guard let text = text(Option("--embed", "RECORD,…", help: help)) else { return [] }
        return try EmbeddedRecord.parse(text, to: "embed")
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
