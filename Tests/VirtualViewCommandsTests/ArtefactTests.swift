import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// `--emit`, `--manifest`, `--names` and `--depfile`.
@Suite struct ArtefactTests {
    private let space: Workspace

    init() throws {
        space = try Workspace()
        try space.write("in/Card.xml", #"<NText text="Hello"/>"#)
    }

    @Test func everyKindHasItsName() throws {
        let result = space.vvc("compile", "@/in", "-o", "@/b", "--emit", "dump,out,md5,swift,java,hex")
        #expect(result.code == .success && result.error.isEmpty)
        #expect(space.files("b") == ["CARD.java", "Card.dump.json", "Card.hex", "Card.md5", "Card.out", "Card.swift"])
        #expect(
            space.vvc("dump", "@/b/Card.out", "--json").out
                == String(decoding: try space.bytes("b/Card.dump.json"), as: UTF8.self)
        )
    }

    @Test func binaryIsOneKindAmongOthers() throws {
        #expect(space.vvc("compile", "@/in", "-o", "@/b", "--emit", "md5").code == .success)
        #expect(space.files("b") == ["Card.md5"])
        #expect(space.vvc("compile", "@/in", "-o", "@/c/x.out", "--emit", "out,hex,java").code == .success)
        #expect(space.files("c") == ["CARD.java", "x.hex", "x.out"])
    }

    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func md5AgreesWithThePublishedVectors(_ message: String, _ expected: String) {
        let digest = MD5.digest(of: Array(message.utf8))
        #expect(digest.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined() == expected)
    }

    @Test func failureRemovesThemAll() throws {
        let arguments = [
            "compile", "@/in", "-o", "@/b", "--emit", "out,hex,java,swift,md5,dump", "--manifest", "@/b/manifest.json",
            "--names", "@/b/Names.swift", "--depfile", "@/b/all.d",
        ]
        #expect(space.vvc(arguments).code == .success)
        #expect(space.files("b").count == 9)
        try space.write("in/Card.xml", "<NText text=\"\"/>")
        #expect(space.vvc(arguments).code == .inputErrors)
        #expect(space.files("b").isEmpty)
    }

    @Test(arguments: [
        ("jaav", "cannot emit 'jaav'"), ("", "cannot emit ''"), ("out,", "cannot emit ''"),
        ("swif", "did you mean 'swift'?"),
    ])
    func unknownKindIsRefused(_ value: String, _ message: String) {
        let result = space.vvc("compile", "@/in", "--emit", value)
        #expect(result.code == .usage && result.firstError.contains(message))
    }

    @Test func swiftSourceHoldsTheBytes() throws {
        try space.write("in/2 a-b.xml", #"<NText text="Hello"/>"#)
        #expect(space.vvc("compile", "@/in", "-o", "@/b", "--emit", "out,swift").code == .success)
        let source = String(decoding: try space.bytes("b/2 a-b.swift"), as: UTF8.self)
        #expect(source.contains("public enum _2ABTemplate {") && source.contains(#"type = "2 a-b""#))
        let numbers = source.components(separatedBy: "[UInt8] = [")[1].components(separatedBy: "]")[0]
            .split { ", \n".contains($0) }.compactMap { UInt8($0) }
        #expect(try numbers == space.bytes("b/2 a-b.out"))
    }

    // MARK: - About the run

    @Test func manifestListsEveryTemplateOnce() throws {
        try space.write("in/Banner.xml", #"<?vvc version="7"?><NText text="Hello"/>"#)
        #expect(space.vvc("compile", "@/in", "-o", "@/b", "--manifest", "@/b/manifest.json").code == .success)
        let manifest = try TemplateManifest(decoding: Data(try space.bytes("b/manifest.json")))
        #expect(manifest.entries.map(\.type) == ["Banner", "Card"])
        #expect(manifest["Banner"]?.version == FormatVersion(patch: 7))
        let card = try Template(decoding: try space.bytes("b/Card.out"))
        #expect(manifest["Card"] == TemplateManifest.Entry(describing: card))
    }

    @Test func manifestCannotListOneNameWithTwoContents() throws {
        try space.write("in/sub/Card.xml", #"<NText text="Other"/>"#)
        let result = space.vvc("compile", "@/in", "-o", "@/b", "--manifest", "@/b/manifest.json")
        #expect(result.code == .inputErrors && result.firstError.contains("the manifest lists 'Card' twice"))
        #expect(space.files("b") == ["Card.out", "sub/Card.out"])
        try space.write("in/sub/Card.xml", #"<NText text="Hello"/>"#)
        #expect(space.vvc("compile", "@/in", "-o", "@/b", "--manifest", "@/b/manifest.json").code == .success)
    }

    @Test func namesAreSwiftConstants() throws {
        for name in ["ProductCard", "URLBar", "a-b", "a_b", "default", "all", "9", "商品卡", "A B"] {
            try space.write("names/\(name).xml", #"<NText text="Hello"/>"#)
        }
        #expect(space.vvc("compile", "@/names", "-o", "@/b", "--names", "@/Templates.swift").code == .success)
        try expectSnapshot(
            String(decoding: try space.bytes("Templates.swift"), as: UTF8.self),
            named: "Names.swift.txt"
        )
    }

    @Test func constantsBeginSmallInEveryScript() {
        let result = space.vvc("names", "über", "Éclair", "ÉTÉCard")
        for name in ["über", "éclair", "étéCard"] { #expect(result.out.contains("let \(name) = "), "\(result.out)") }
    }

    @Test func namesThatBecomeOneHaveNumbers() {
        let result = space.vvc("names", "a-b", "a.b", "a b")
        #expect(result.code == .success)
        for name in ["ab", "ab2", "ab3"] { #expect(result.out.contains("let \(name) = "), "\(result.out)") }
    }

    @Test func namesNeedNoSources() throws {
        let names = ["Home/Card", "Bundle", "files", "Module", "-x"]
        let result = space.vvc(["names", "--bundle", "-o", "@/b/Templates.swift", "--"] + names)
        #expect(result.code == .success && result.out.isEmpty && result.error.isEmpty)
        let text = String(decoding: try space.bytes("b/Templates.swift"), as: UTF8.self)
        try expectSnapshot(text, named: "BundledNames.swift.txt")
        // Without templates a module may have no bundle at all.
        let empty = space.vvc("names", "--bundle")
        #expect(empty.code == .success && empty.out.contains("let files: [(name: String, url: URL)] = []"))
        #expect(!empty.out.contains(".module"))
        // Where nothing is compiled, the constants are those of `vvc compile --names`.
        try space.write("names/Card.xml", #"<NText text="Hello"/>"#)
        #expect(space.vvc("compile", "@/names", "-o", "@/b", "--names", "@/Names.swift").code == .success)
        #expect(String(decoding: try space.bytes("Names.swift"), as: UTF8.self) == space.vvc("names", "Card").out)
        #expect(space.vvc("names", "").code == .usage)
        let twins = space.vvc("names", "--bundle", "Home_Card", "Home/Card", "Home/Card")
        #expect(
            twins.code == .usage
                && twins.firstError.contains("'Home/Card' and 'Home_Card' have one file, 'Home_Card.out'")
        )
        #expect(space.vvc("names", "--bundle", "Home/Card", "Home/Card").code == .success)
    }

    @Test func depfileNamesWhatWasRead() throws {
        try space.write("in/config.properties", "score=Int\n")
        try space.write("components.json", #"{"version": 1, "components": [{"id": 1001, "name": "Badge"}]}"#)
        try space.write("in/a $#b.xml", #"<NText text="Hello"/>"#)
        let result = space.vvc(
            "compile",
            "@/in",
            "-o",
            "@/b",
            "--components",
            "@/components.json",
            "--depfile",
            "@/all.d",
            "--emit",
            "out,md5"
        )
        #expect(result.code == .success)
        let text = String(decoding: try space.bytes("all.d"), as: UTF8.self)
        let root = space.path("").replacingOccurrences(of: " ", with: "\\ ")
        try expectSnapshot(text.replacingOccurrences(of: root, with: "ROOT"), named: "all.d")
    }

    @Test func depfileEscapesWhatSeparatesPaths() throws {
        var depfile = Depfile()
        depfile.add("o ut", from: ["a\tb", "c\\ d", "e#f", "g$h", "i\\j", "k:l", "m\\:n", "o\\#p"])
        #expect(
            depfile.text == """
                o\\ ut: \\
                  a\\\tb \\
                  c\\\\\\ d \\
                  e\\#f \\
                  g$$h \\
                  i\\j \\
                  k\\:l \\
                  m\\\\\\:n \\
                  o\\\\\\#p
                a\\\tb:
                c\\\\\\ d:
                e\\#f:
                g$$h:
                i\\j:
                k\\:l:
                m\\\\\\:n:
                o\\\\\\#p:

                """
        )
    }

    /// Unicode calls these paths the same, but they may be two files.
    @Test func depfileKeepsPathsOfOtherBytesApart() {
        var depfile = Depfile()
        let (one, other) = ("caf\u{E9}", "cafe\u{301}")
        for path in [one, other] { depfile.add("\(path).out", from: ["\(path).xml"]) }
        let text = [other, one].map { "\($0).out: \\\n  \($0).xml\n" } + [other, one].map { "\($0).xml:\n" }
        #expect(depfile.text.hasSameBytes(as: text.joined()))
    }

    @Test(arguments: [
        ("Card", "CARD"), ("name-with-dash", "NAME_WITH_DASH"), ("A{} class B", "A___CLASS_B"), ("1st", "_1ST"),
        ("a.b", "A_B"), ("茶", "茶"), ("a·b", "A_B"), ("_", "__"), ("x\n}", "X__"), ("$1", "$1"), ("ß", "SS"),
        ("*/ class X {} /*", "___CLASS_X______"),
    ])
    func javaClassHasAnIdentifierForItsName(_ name: String, _ expected: String) throws {
        let result = space.vvc("compile", "@/in", "-o", "@/b", "--name", name, "--emit", "java")
        #expect(result.code == .success, "\(result.error)")
        #expect(space.files("b") == ["\(expected).java"])
        let text = String(decoding: try space.bytes("b/\(expected).java"), as: UTF8.self)
        #expect(text.hasPrefix("public class \(expected){\npublic static final byte[] BIN"))
    }

    @Test func depfileNamesTheParts() throws {
        try space.write("src/Row.asv", "{ hc [title(text:Hi)] }")
        try space.write("src/Plain.asv", "{ hc [(text:Hi)] }")
        func targets(_ options: String...) throws -> [String] {
            let result = space.vvc(["compile", "@/src", "-o", "@/b", "--depfile", "@/all.d"] + options)
            #expect(result.code == .success)
            let text = String(decoding: try space.bytes("all.d"), as: UTF8.self)
            return text.split(separator: "\n").filter { $0.hasSuffix(": \\") }.compactMap {
                $0.split(separator: "/").last.map { String($0.dropLast(3)) }
            }
        }
        #expect(try targets() == ["Plain.out", "Row.out", "Row.parts.json"])
        #expect(try targets("--parts") == ["Plain.out", "Plain.parts.json", "Row.out", "Row.parts.json"])
        #expect(try targets("--emit", "md5") == ["Plain.md5", "Row.md5"])
    }

    // MARK: - The same bytes

    private static let everything = [
        "--emit", "out,hex,java,swift,md5,dump", "--manifest", "@/OUT/manifest.json", "--names", "@/OUT/Names.swift",
    ]

    private func compile(_ inputs: [String], to folder: String, _ more: String...) throws -> [String: [UInt8]] {
        let options = Self.everything.map { $0.replacingOccurrences(of: "OUT", with: folder) }
        let result = space.vvc(["compile"] + inputs + ["-o", "@/\(folder)"] + options + more)
        #expect(result.code == .success, "\(result.error)")
        var files: [String: [UInt8]] = [:]
        for file in space.files(folder) { files[file] = try space.bytes("\(folder)/\(file)") }
        return files
    }

    @Test func foldersOrdersAndJobsDoNotMatter() throws {
        let templates = Fixtures.templates
        for copy in ["one place", "other place"] {
            try FileManager.default.copyItem(at: templates, to: URL(fileURLWithPath: space.path(copy)))
            // A file of its own goes beside the others, and not into a folder as here.
            for part in ["Forms", "vvc.json"] {
                try FileManager.default.removeItem(atPath: space.path("\(copy)/\(part)"))
            }
        }
        let here = try compile(["@/one place"], to: "a", "--jobs", "1")
        let there = try compile(["@/other place"], to: "b", "--jobs", "8")
        #expect(here == there && here.count > 120)
        let sources = try FileManager.default.contentsOfDirectory(atPath: templates.path)
            .filter { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.sorted().map { "@/other place/" + $0 }
        let config = ["--config", "@/other place/config.properties"]
        #expect(try compile(sources + config, to: "c", "--jobs", "1") == here)
        #expect(try compile(sources.reversed() + config, to: "d", "--jobs", "8") == here)
    }

    @Test func messagesHaveTheOrderOfTheInputsWhateverTheJobs() throws {
        for number in 10..<90 { try space.write("many/T\(number).xml", "<NText text=\"\"/>") }
        let one = space.vvc("compile", "@/many", "-o", "@/b", "--jobs", "1")
        let eight = space.vvc("compile", "@/many", "-o", "@/b", "--jobs", "8")
        #expect(one.error == eight.error && one.code == .inputErrors)
        #expect(one.errors.filter { $0.contains("value.empty") }.count == 80)
    }

    @Test(arguments: ["0", "-1", "257", "x"])
    func impossibleNumberOfJobsIsRefused(_ value: String) {
        #expect(space.vvc("compile", "@/in", "--jobs", value).code == .usage)
    }
}
