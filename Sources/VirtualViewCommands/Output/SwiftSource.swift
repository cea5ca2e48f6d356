import VirtualViewCompiler
import VirtualViewFormat

/// Writes Swift sources about templates.
enum SwiftSource {
    /// Returns a template as a type of its own, with its bytes.
    static func text(of template: Template) -> String {
        var text = """
            // Made by vvc; do not edit.

            /// The template \(quoted(template.type)), version \(template.version).
            public enum \(typeName(template.type))Template {
                /// The template's name.
                public static let type = \(literal(template.type))
                /// The file.
                public static let bytes: [UInt8] = [

            """
        let bytes = template.bytes
        for start in stride(from: 0, to: bytes.count, by: 20) {
            let row = bytes[start..<min(start + 20, bytes.count)].map { "\($0)" }
            text += "        \(row.joined(separator: ", ")),\n"
        }
        return text + "    ]\n}\n"
    }

    /// Returns the names of templates and of their parts as constants: `Templates.productCard`,
    /// `Templates.ProductCardParts.title`.
    ///
    /// - Parameter templates: The templates; those with equal names count once, with the parts of all of them.
    /// - Returns: The source.
    static func names(of templates: [Template]) -> String {
        var parts: [ExactText: [String]] = [:]
        for template in templates { parts[ExactText(template.type), default: []] += template.constantPartNames }
        return names(of: templates.map(\.type), parts: parts)
    }

    /// Returns the names of templates as constants: `Templates.productCard`.
    ///
    /// - Parameters:
    ///   - types: The names; equal ones count once.
    ///   - isBundled: Whether the source also has functions that find the files in the bundle of the module.
    /// - Returns: The source. Two names whose constants would have one name get numbers, in the order of the names.
    static func names(of types: some Sequence<String>, isBundled: Bool) -> String {
        names(of: types, parts: [:], isBundled: isBundled)
    }

    private static func names(
        of types: some Sequence<String>,
        parts: [ExactText: [String]],
        isBundled: Bool = false
    ) -> String {
        let sorted = sorted(types)
        var text = """
            // Made by vvc; do not edit.
            \(isBundled ? "\nimport Foundation\n" : "")
            /// The names of the templates that were compiled.
            public enum Templates {

            """
        var used: Set<String> = []
        text += constants(for: sorted, indent: "    ", &used)
        let all = sorted.isEmpty ? "[]" : "[\n" + sorted.map { "        \(literal($0)),\n" }.joined() + "    ]"
        text += sorted.isEmpty ? "" : "\n"
        text += "    /// All of them, in order.\n    public static let all: [String] = \(all)\n"
        for type in sorted {
            let names = self.sorted(parts[ExactText(type)] ?? [])
            guard !names.isEmpty else { continue }
            var own: Set<String> = []
            let name = unused("\(typeName(type))Parts", &used)
            text += "\n    /// The names of parts of \(quoted(type)).\n    public enum \(name) {\n"
            text += constants(for: names, indent: "        ", &own) + "    }\n"
        }
        return text + (isBundled ? files(of: sorted) : "") + "}\n"
    }

    /// Returns a constant for each of some texts.
    private static func constants(for texts: [String], indent: String, _ used: inout Set<String>) -> String {
        var lines = ""
        for text in texts {
            let name = unused(constantName(text), &used)
            let isKeyword = keywords.contains(name)
            lines += "\(indent)/// \(quoted(text))\n"
            lines += "\(indent)public static let \(isKeyword ? "`\(name)`" : name) = \(literal(text))\n"
        }
        return lines
    }

    /// Returns a name, with a number if it is used already.
    private static func unused(_ name: String, _ used: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !used.insert(candidate).inserted {
            candidate = "\(name)\(number)"
            number += 1
        }
        return candidate
    }

    /// Returns texts in the order of their bytes, each once.
    private static func sorted(_ texts: some Sequence<String>) -> [String] {
        Set(texts.map(ExactText.init)).map(\.text).sorted(by: String.inByteOrder)
    }

    /// Returns the name of the file that a template has in a bundle.
    static func file(of template: String) -> String {
        String(template.map { $0 == "/" ? "_" : $0 }) + ".out"
    }

    /// Returns the source of the functions that find the templates' files in the module's bundle.
    ///
    /// A module without resources has no bundle, so an empty list must not mention it.
    private static func files(of sorted: [String]) -> String {
        let comment = """

                /// All of them with their files in the bundle of this module, in order.

            """
        guard !sorted.isEmpty else { return comment + "    static let files: [(name: String, url: URL)] = []\n" }
        return comment + """
                static let files: [(name: String, url: URL)] = all.map { name in
                    (name, Module.folder.appendingPathComponent(name.replacingOccurrences(of: "/", with: "_") + ".out"))
                }

                private final class Module {
                    #if SWIFT_PACKAGE
                        static var bundle: Bundle { .module }
                    #else
                        static var bundle: Bundle { Bundle(for: Module.self) }
                    #endif

                    static var folder: URL { bundle.resourceURL ?? bundle.bundleURL }
                }

            """
    }
}

extension Template {
    /// The names by which nodes are found at run time: those of the file's record, and constant values of `name`.
    fileprivate var constantPartNames: [String] {
        let key = StringID(hashing: PropertyName.name.rawValue)
        let properties = nodes.compactMap { node in Array(node.setters).last { $0.key == key }?.text }
        let constants = properties.filter { !$0.isEmpty && !$0.contains("${") && !$0.contains("@{") }
        return (partNames?.entries.map(\.name) ?? []) + constants
    }
}

// MARK: - Names

extension SwiftSource {
    /// `ProductCard`: the words of a name with capitals, without what an identifier cannot have.
    private static func typeName(_ type: String) -> String {
        var name = ""
        var startsWord = true
        for scalar in type.unicodeScalars {
            guard scalar.properties.isXIDContinue else {
                startsWord = true
                continue
            }
            name += startsWord ? scalar.properties.uppercaseMapping : String(scalar)
            startsWord = false
        }
        guard let first = name.unicodeScalars.first else { return "_" }
        return first.properties.isXIDStart || first == "_" ? name : "_" + name
    }

    /// `productCard`: leading capitals become small, of several all but the last before a small letter (`URLBar` is
    /// `urlBar`).
    private static func constantName(_ type: String) -> String {
        let name = Array(typeName(type).unicodeScalars)
        let capitals = name.prefix(while: \.properties.isUppercase).count
        let endsInWord = capitals < name.count && name[capitals].properties.isLowercase
        let small = capitals > 1 && endsInWord ? capitals - 1 : capitals
        var constant = ""
        for (index, scalar) in name.enumerated() {
            constant += index < small ? scalar.properties.lowercaseMapping : String(scalar)
        }
        return constant == "all" || constant == "files" || constant == "_" ? constant + "_" : constant
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    private static func quoted(_ text: String) -> String {
        "`" + text.unicodeScalars.map { VisibleText.acts($0) || $0 == "`" ? " " : String($0) }.joined() + "`"
    }

    /// Returns a string literal.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": literal += "\\\(scalar)"
            case _ where VisibleText.acts(scalar):
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
