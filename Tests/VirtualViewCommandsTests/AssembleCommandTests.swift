import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat

/// `vvc compile` and `vvc convert` with assemble sources.
@Suite struct AssembleCommandTests {
    private let workspace = Workspace.fresh()

    private func template(_ name: String) throws -> Template {
        try Template(decoding: workspace.bytes(name))
    }

    // MARK: - compile

    @Test func foldersMayHoldBothLanguages() throws {
        try workspace.write("src/Card.asv", "{ hc [(text:Hello)] }")
        try workspace.write("src/deep/Row.ASV", "{ vl [(text:Hello)] }")
        try workspace.write("src/Tag.xml", "<NText text=\"Hello\"/>")
        let result = workspace.vvc("compile", "@/src", "-o", "@/build")
        #expect(result.code == .success && result.error.isEmpty)
        #expect(workspace.files("build") == ["Card.out", "Tag.out", "deep/Row.out"])
        #expect(try template("build/Card.out").type == "Card")
    }

    @Test func namedPartsAreWrittenBesideTheOutput() throws {
        try workspace.write("Card.asv", "{ hc [avatar(width:8, height:8)] [title(text:Hi)] }")
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == ["Card.out", "Card.parts.json"])
        let parts = try JSONSerialization.jsonObject(with: Data(workspace.bytes("build/Card.parts.json")))
        #expect(parts as? [String: Int] == ["avatar": 1, "title": 2])
        // One output that is named takes its parts with it.
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/other/My.out").code == .success)
        #expect(workspace.files("other") == ["My.out", "My.parts.json"])
        // Parts that are gone leave no file, and neither does a source with errors.
        try workspace.write("Card.asv", "{ hc [(text:Hi)] }")
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == ["Card.out"])
        try workspace.write("Card.asv", "{ hc [")
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/other/My.out").code == .inputErrors)
        #expect(workspace.files("other").isEmpty)
    }

    @Test func aBuildCanCountOnTheParts() throws {
        try workspace.write("src/Card.asv", "{ hc [(text:Hi)] }")
        try workspace.write("src/Row.asv", "{ hc [title(text:Hi)] }")
        try workspace.write("src/Tag.xml", "<NText text=\"Hello\"/>")
        #expect(workspace.vvc("compile", "@/src", "-o", "@/build", "--parts").code == .success)
        #expect(workspace.files("build") == ["Card.out", "Card.parts.json", "Row.out", "Row.parts.json", "Tag.out"])
        #expect(try workspace.bytes("build/Card.parts.json") == Array("{}\n".utf8))
    }

    @Test func twoSourcesWithOneOutputLeaveNoPartsEither() throws {
        try workspace.write("Card.xml", "<NText text=\"Hello\"/>")
        try workspace.write("Card.asv", "{ hc [title(text:Hi)] }")
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == ["Card.out", "Card.parts.json"])
        #expect(workspace.vvc("compile", "@/Card.xml", "@/Card.asv", "-o", "@/build").code == .inputErrors)
        #expect(workspace.files("build").isEmpty)
    }

    @Test func assetsGiveImagesTheirSize() throws {
        try workspace.write("Card.asv", "{ hc [(imageName:star)] [(imageName:bell)] }")
        let plain = workspace.vvc("compile", "@/Card.asv", "-o", "@/build")
        #expect(plain.code == .success && plain.errors.filter { $0.contains("[W303]") }.count == 2)
        let sized = ["--asset", "star=24x12", "--asset=bell=10rpx20rp"]
        let result = workspace.vvc(["compile", "@/Card.asv", "-o", "@/build"] + sized)
        #expect(result.code == .success && result.error.isEmpty)
        let converted = workspace.vvc(["convert", "@/Card.asv"] + sized)
        #expect(converted.code == .success && converted.error.isEmpty)
        #expect(converted.out.contains("layoutWidth=\"24\"") && converted.out.contains("layoutHeight=\"20rp\""))
    }

    /// What the command line gives wins.
    @Test(arguments: ["compile", "lint", "convert"]) func sizesOfTheProjectCountToo(_ command: String) throws {
        try workspace.write(".git/HEAD", "")
        try workspace.write("vvc.json", #"{"images": {"star": "24x12"}}"#)
        try workspace.write("T/Card.asv", "{ hc [(imageName:star)] }")
        let output = command == "compile" ? ["-o", "@/build"] : []
        let found = workspace.vvc([command, "@/T/Card.asv"] + output)
        #expect(found.code == .success && found.error.isEmpty, "\(found)")
        guard command == "convert" else { return }
        #expect(found.out.contains("layoutWidth=\"24\"") && found.out.contains("layoutHeight=\"12\""))
        let other = workspace.vvc("convert", "@/T/Card.asv", "--asset", "star=9x8")
        #expect(other.out.contains("layoutWidth=\"9\"") && other.out.contains("layoutHeight=\"8\""))
        let claimed = workspace.vvc("convert", "@/T/Card.asv", "-o", "@/vvc.json")
        #expect(claimed.code == .usage && claimed.error.contains("vvc.json"), "\(claimed)")
        try workspace.write("vvc.json", "{")
        let broken = workspace.vvc("convert", "@/T/Card.asv", "-o", "@/T/Card.xml")
        #expect(broken.code == .inputErrors && broken.firstError.contains("vvc.json:1:"), "\(broken)")
        #expect(!workspace.exists("T/Card.xml"))
    }

    /// What `convert` prints compiles to the bytes of the assemble source, for the project's target too.
    @Test(arguments: [[], ["--target", "ios-1.2"]])
    func whatIsConvertedCompilesToTheSameBytes(_ target: [String]) throws {
        try workspace.write(".git/HEAD", "")
        if target.isEmpty { try workspace.write("vvc.json", #"{"target": "ios-1.2"}"#) }
        try workspace.write("T/C.asv", "{ hc [(text:a, width:10rp, maxWidth:30, crp:fit)] [(text:b)] }")
        #expect(workspace.vvc(["compile", "@/T/C.asv", "-o", "@/build"] + target).code == .success)
        #expect(workspace.vvc(["convert", "@/T/C.asv", "-o", "@/X/C.xml"] + target).code == .success)
        #expect(workspace.vvc(["compile", "@/X/C.xml", "-o", "@/X"] + target).code == .success)
        #expect(try workspace.bytes("X/C.out") == workspace.bytes("build/C.out"))
        #expect(try template("build/C.out").strings.allSatisfy { $0.text != "maxWidth" })
    }

    @Test func argumentsDefineWhatASourceUses() throws {
        try workspace.write("Card.asv", "{ hc [badge] [(text:Hi)] }")
        try workspace.write("parts/badge.asv", "[(text:New, color:FF0000)]")
        let result = workspace.vvc("compile", "@/Card.asv", "-o", "@/build", "--arg", "badge=@/parts/badge.asv")
        #expect(result.code == .success && result.error.isEmpty)
        #expect(workspace.files("build") == ["Card.out"])
        #expect(try template("build/Card.out").strings.contains { $0.text == "New" })
        try workspace.write("parts/badge.asv", "[(text:New, colr:FF0000)]")
        let wrong = workspace.vvc("compile", "@/Card.asv", "-o", "@/build", "--arg", "badge=@/parts/badge.asv")
        #expect(wrong.code == .inputErrors && wrong.firstError.hasPrefix("@/parts/badge.asv:1:13: error: "))
        #expect(workspace.files("build").isEmpty)
    }

    /// Paths count from the folder of the project file, and what the command line gives wins.
    @Test(arguments: ["compile", "convert"]) func fragmentsOfTheProjectCountToo(_ command: String) throws {
        try workspace.write(".git/HEAD", "")
        try workspace.write("vvc.json", #"{"fragments": {"badge": "parts/badge.asv"}}"#)
        try workspace.write("T/Card.asv", "{ hc [badge] [(text:Hi)] }")
        try workspace.write("parts/badge.asv", "[(text:New, color:FF0000)]")
        try workspace.write("other.asv", "[(text:Old)]")
        func text(_ options: String...) throws -> String {
            let output = command == "compile" ? "@/build/Card.out" : "@/build/Card.xml"
            let result = workspace.vvc([command, "@/T/Card.asv", "-o", output] + options)
            #expect(result.code == .success && result.error.isEmpty, "\(result)")
            return String(decoding: try workspace.bytes(String(output.dropFirst(2))), as: UTF8.self)
        }
        #expect(try text().contains("New"))
        #expect(try text("--arg", "badge=@/other.asv").contains("Old"))
        try workspace.write("vvc.json", #"{"fragments": {"badge": "parts/none.asv"}}"#)
        let missing = workspace.vvc(command, "@/T/Card.asv", "-o", "@/build/None.xml")
        #expect(missing.code == .cannotRead, "\(missing)")
        #expect(missing.firstError.hasPrefix("@/vvc.json:1:26: error: cannot read '@/parts/none.asv'"), "\(missing)")
    }

    @Test(arguments: ["compile", "convert"])
    func valuesOfTheAssembleOptionsAreChecked(_ command: String) throws {
        try workspace.write("Card.asv", "{ hc [(text:Hi)] }")
        try workspace.write("a.asv", "[(text:Hi)]")
        func error(_ options: String...) -> String {
            let result = workspace.vvc([command, "@/Card.asv", "-o", "@/Card.xml"] + options)
            return result.code == .usage ? result.firstError : "\(result)"
        }
        #expect(error("--asset", "star") == "vvc: error: 'star' is not a value of '--asset': expected NAME=WxH")
        #expect(error("--asset", "=1x1") == "vvc: error: '=1x1' is not a value of '--asset': expected NAME=WxH")
        #expect(
            error("--asset", "star=24") == "vvc: error: '24' is not a size: expected WxH, such as 24x24 or 40rpx40rp"
        )
        #expect(error("--asset", "a=1x1", "--asset", "a=1x1") == "vvc: error: '--asset' gives the size of 'a' twice")
        #expect(error("--arg", "a") == "vvc: error: 'a' is not a value of '--arg': expected NAME=FILE")
        #expect(error("--arg", "a=@/a.asv", "--arg", "a=@/a.asv") == "vvc: error: '--arg' defines 'a' twice")
    }

    // MARK: - convert

    @Test func convertedFileCompilesToTheSameBytes() throws {
        try workspace.write("Card.asv", "{ hc(padding:4) [(imageUrl:<cover>, width:8, height:8)] [(text:\"a & b\")] }")
        let printed = workspace.vvc("convert", "@/Card.asv")
        #expect(printed.code == .success && printed.error.isEmpty)
        #expect(workspace.vvc("convert", "@/Card.asv", "-o", "@/xml/Card.xml").out.isEmpty)
        #expect(try workspace.bytes("xml/Card.xml") == Array(printed.out.utf8))
        #expect(workspace.vvc("compile", "@/Card.asv", "-o", "@/a").code == .success)
        #expect(workspace.vvc("compile", "@/xml/Card.xml", "-o", "@/b").code == .success)
        #expect(try workspace.bytes("a/Card.out") == workspace.bytes("b/Card.out"))
    }

    @Test func aSourceThatIsThereOutlivesWhatCannotBeConverted() throws {
        try workspace.write("Card.asv", "{ hc [(txt:Hi)] }")
        try workspace.write("Card.xml", "mine")
        let result = workspace.vvc("convert", "@/Card.asv", "-o", "@/Card.xml")
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(result.firstError.hasPrefix("@/Card.asv:1:8: error: unknown attribute 'txt'"))
        #expect(workspace.vvc("convert", "@/Crad.asv", "-o", "@/Card.xml").code == .cannotRead)
        #expect(String(decoding: try workspace.bytes("Card.xml"), as: UTF8.self) == "mine")
        try FileManager.default.createSymbolicLink(atPath: workspace.path("null"), withDestinationPath: "/dev/null")
        #expect(workspace.vvc("convert", "@/Card.asv", "-o", "@/null").code == .inputErrors)
        #expect(workspace.exists("null"))
        let xml = workspace.vvc("convert", "@/Other.xml")
        #expect(xml.code == .usage || xml.code == .cannotRead)
    }

    @Test(arguments: ["{ hc [badge] }", "{ hc [(txt:Hi)] }"])
    func sourceIsNeverOverwrittenOrRemoved(_ source: String) throws {
        try workspace.write("Card.asv", source)
        try workspace.write("badge.asv", "[(text:New)]")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("link.xml"),
            withDestinationPath: workspace.path("Card.asv")
        )
        for output in ["Card.asv", "badge.asv", "link.xml"] {
            let result = workspace.vvc("convert", "@/Card.asv", "-o", "@/\(output)", "--arg", "badge=@/badge.asv")
            #expect(result.code == .usage && result.firstError.contains("the output '@/\(output)' is the source '@/"))
        }
        #expect(try workspace.bytes("Card.asv") == Array(source.utf8) && workspace.exists("link.xml"))
        #expect(try workspace.bytes("badge.asv") == Array("[(text:New)]".utf8))
    }
}
