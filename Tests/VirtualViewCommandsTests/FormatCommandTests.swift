import Foundation
import Testing
import VirtualViewCommands

/// `vvc format`.
@Suite struct FormatCommandTests {
    private let space = Workspace.fresh()
    private let loose = "<VHLayout><NText  text=\"a\"/></VHLayout>"
    private let neat = "<VHLayout>\n    <NText text=\"a\"/>\n</VHLayout>\n"

    @Test func filesThatChangeAreNamedAndOthersAreNotTouched() throws {
        try space.write("in/a b/Loose.xml", loose)
        try space.write("in/Neat.xml", neat)
        try space.write("in/Part.asv", "[ (text:a) ]")
        // It is called as what a command that was killed leaves.
        try space.write("in/a b/Loose.xml.2024.tmp", "an author's")
        let before = try space.inode("in/Neat.xml")
        let result = space.vvc("format", "@/in")
        #expect(result.code == .success && result.error.isEmpty)
        #expect(
            result.out == "@/in/Part.asv\n@/in/a b/Loose.xml\n" || result.out == "@/in/a b/Loose.xml\n@/in/Part.asv\n"
        )
        #expect(try space.bytes("in/a b/Loose.xml") == Array(neat.utf8))
        #expect(try space.bytes("in/Part.asv") == Array("[(text:a)]\n".utf8))
        #expect(try space.inode("in/Neat.xml") == before)
        #expect(try space.bytes("in/a b/Loose.xml.2024.tmp") == Array("an author's".utf8))
        #expect(space.vvc("format", "@/in").out.isEmpty)
    }

    @Test func aCheckWritesNothing() throws {
        try space.write("Loose.xml", loose)
        try space.write("Neat.xml", neat)
        let result = space.vvc("format", "@/Loose.xml", "@/Neat.xml", "--check")
        #expect(result.code == .inputErrors && result.out == "@/Loose.xml\n" && result.error.isEmpty)
        #expect(try space.bytes("Loose.xml") == Array(loose.utf8))
        #expect(space.vvc("format", "@/Neat.xml", "--check").code == .success)
    }

    @Test func aSourceWithErrorsIsLeftAlone() throws {
        try space.write("Bad.xml", "<NText  text=a/>")
        try space.write("Loose.xml", loose)
        let result = space.vvc("format", "@/Bad.xml", "@/Loose.xml")
        #expect(result.code == .inputErrors && result.out == "@/Loose.xml\n")
        #expect(result.firstError.hasPrefix("@/Bad.xml:1:14: error: "), "\(result)")
        #expect(try space.bytes("Bad.xml") == Array("<NText  text=a/>".utf8))
    }

    @Test func aReadOnlyFileStaysAndALinkStaysOne() throws {
        let path = try space.write("Fixed.xml", loose)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let refused = space.vvc("format", "@/Fixed.xml")
        #expect(refused.code == .cannotWrite && refused.firstError.contains("cannot write '@/Fixed.xml'"), "\(refused)")
        #expect(try space.bytes("Fixed.xml") == Array(loose.utf8))
        let target = try space.write("to/Real.xml", loose)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
        try FileManager.default.createSymbolicLink(atPath: space.path("Link.xml"), withDestinationPath: target)
        #expect(space.vvc("format", "@/Link.xml").code == .success)
        #expect(try space.bytes("to/Real.xml") == Array(neat.utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: space.path("Link.xml")) == target)
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(.enabled(if: getuid() == 0, "only the superuser gives files to others"))
    func aFileKeepsItsOwnerAndItsGroup() throws {
        let path = try space.write("Loose.xml", loose)
        try #require(chown(path, 65_533, 65_534) == 0 && chmod(path, 0o664) == 0)
        #expect(space.vvc("format", "@/Loose.xml").out == "@/Loose.xml\n")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_uid == 65_533 && status.st_gid == 65_534)
        #expect(status.st_mode & 0o777 == 0o664)
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func standardInputHasANameAndALanguage() throws {
        let shell = Shell(folder: space.folder)
        let named = try shell.run("printf '<NText' | vvc format - --name 'a b/Card.xml'")
        #expect(named.status == 1 && named.text.hasPrefix("a b/Card.xml:1:1: error: "), "\(named)")
        let other = try shell.run("printf '/* <a */ [ (text:a) ]' | vvc format - --language asv")
        #expect(other.status == 0 && other.text.contains("[(text:a)]"), "\(other)")
    }

    @Test func standardInputStandsAlone() {
        #expect(space.vvc("format", "-", "@/A.xml").code == .usage)
    }
}
