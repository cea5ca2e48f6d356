import Testing
import VirtualViewCompiler
import VirtualViewFormat

@testable import VirtualViewCommands

/// Paths as texts.
@Suite struct PathTests {
    /// With the mark behind it a slash or a point is another character, but the same byte.
    @Test(arguments: ["/\u{301}a.xml", "\u{301}.\u{301}xml", "a.\u{20D0}b"])
    func marksDoNotHideSlashesAndPoints(_ end: String) {
        let name = end.hasPrefix("/\u{301}") ? String(end.unicodeScalars.dropFirst()) : end
        let path = "T/" + name
        #expect(Path.folder(of: path) == "T" && Path.name(of: path) == name)
        #expect(Path.stem(of: path).unicodeScalars.count < name.unicodeScalars.count)
        #expect(Path.join(Path.folder(of: path), Path.name(of: path)) == path)
        #expect(Path.normalized("./T//x/../" + name) == path)
    }

    @Test(arguments: ["\u{301}a.xml", "\u{301}.\u{301}xml", "a.b.\u{20D0}xml", "a.xml", ".xml"], ["", "T/", "/x/T/"])
    func aTemplateHasTheStemOfItsSource(_ name: String, _ folder: String) {
        let template = TemplateCompiler().compile(SourceFile(path: folder + name, text: "<NText text=\"a\"/>"))
        #expect(template.type.hasSameBytes(as: Path.stem(of: folder + name)), "\(template.type.unicodeScalars)")
    }

    @Test func partsOfAPath() {
        #expect(Path.folder(of: "a/b/c.d.XML") == "a/b" && Path.folder(of: "/a") == "/" && Path.folder(of: "a").isEmpty)
        #expect(Path.name(of: "a/b/") == "" && Path.stem(of: "a/b.c/.d") == ".d" && Path.stem(of: "a/c.d.XML") == "c.d")
        #expect(Path.fileExtension(of: "a.b/c.d.XML") == "xml" && Path.fileExtension(of: "a.b/c").isEmpty)
        #expect(Path.normalized("/../a/./b//..") == "/../a" && Path.normalized("../a/..") == "..")
        #expect(Path.normalized("a/b/") == "a/b" && Path.normalized("/a//") == "/a" && Path.normalized("a/b") == "a/b")
    }
}
