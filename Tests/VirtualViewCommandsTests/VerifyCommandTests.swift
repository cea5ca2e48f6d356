import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc verify`: what it accepts and how it names what it does not.
@Suite struct VerifyCommandTests {
    private let workspace = Workspace.fresh()

    /// A file that is wrong in one way.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let line: String

        init(_ line: String, _ bytes: [UInt8]) {
            testDescription = String(line.prefix { $0 != " " })
            self.bytes = bytes
            self.line = line
        }

        /// Changes single bytes of a file that is right.
        init(_ line: String, _ edits: [Int: UInt8]) {
            var bytes = FileImage().bytes
            for (offset, byte) in edits { bytes[offset] = byte }
            self.init(line, bytes)
        }
    }

    private static func image(_ change: (inout FileImage) -> Void) -> [UInt8] {
        var image = FileImage()
        change(&image)
        return image.bytes
    }

    static let damages: [Damage] = [
        Damage("badMagic at byte 4: the file does not start with 'ALIVV' [header]", [4: 0x57]),
        Damage("unsupportedVersion at byte 5: the major version is 2, but only 1 is known [header]", [6: 2]),
        Damage(
            "truncated at byte 19: truncated while reading section offset [header]",
            Array(FileImage().bytes.prefix(20))
        ),
        Damage(
            "sectionOutOfBounds at byte 19: the section covers 4 bytes from byte 1048643, but only bytes 47 to 75 are there "
                + "[strings]",
            [20: 0x10]
        ),
        Damage(
            "sectionOverlap at byte 66: the section starts before the one in front of it ends, at byte 67 [strings]",
            [22: 66]
        ),
        Damage("sectionGap at byte 75: 1 bytes belong to no section [extra]", FileImage().bytes + [0]),
        Damage(
            "sectionLengthMismatch at byte 71: 7 bytes follow the last entry [strings]",
            image { ($0.strings, $0.stringCount) = ([(9, [0x61])], 0) }
        ),
        Damage("templateCount at byte 47: the file holds 2 templates, but exactly 1 can be read [code]", [50: 2]),
        Damage(
            "nodeLengthMismatch at byte 54: the node length is 12, but 11 bytes of the section are left [code]",
            [55: 12]
        ),
        Damage("unknownTag at byte 66: the node tag is 7, but only 0 and 1 are known [code]", [66: 7]),
        Damage(
            "unbalancedTags at byte 67: a node ends that was not open [code]",
            image { $0.nodes += [1] }
        ),
        Damage(
            "rootCount at byte 67: a second root node starts [code]",
            image { $0.nodes += $0.nodes }
        ),
        Damage(
            "countTooLarge at byte 67: string count is -1, but 0 bytes are left [strings]",
            image { $0.stringCount = -1 }
        ),
        Damage(
            "unknownVariableType at byte 66: the type of a user variable is 4, but only 1, 2 and 3 are known [code]",
            image { $0.nodes = [0, 0, 7, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 2, 1] }
        ),
        Damage(
            "invalidUTF8 at byte 77: invalid UTF-8 while reading string [strings]",
            image { $0.strings = [(9, [0xFF])] }
        ),
    ]

    @Test(arguments: damages)
    func namesTheErrorAndItsPlace(_ damage: Damage) throws {
        try workspace.write("T.out", damage.bytes)
        let result = workspace.vvc("verify", "@/T.out")
        #expect(result.out == "@/T.out: error: \(damage.line)\n")
        #expect(result.error.isEmpty && result.code == .inputErrors)
        let json = workspace.vvc("verify", "--json", "@/T.out").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["path", "valid", "code", "offset", "section", "message", "warnings"])
        #expect(object["valid"] as? Bool == false && object["code"] as? String == damage.testDescription)
    }

    @Test func everyCodeOfReadingIsAmongTheDamages() {
        let writing: Set = [
            "zeroStringID", "stringCollision", "systemStringCollision", "stringTooLong", "nameTooLong",
            "expressionTooLong", "tooManyEntries", "nodesTooLarge", "tooManyDependencies",
        ]
        // A file over the limit is not read at all.
        let expected = Set(FormatError.Code.allCases.map(\.rawValue)).subtracting(writing).subtracting(["fileTooLarge"])
        #expect(Set(Self.damages.map(\.testDescription)) == expected)
    }

    @Test func unreadableFilesHaveAnObjectToo() throws {
        try workspace.write("a.out", FileImage().bytes)
        let result = workspace.vvc("verify", "--json", "@/none.out", "@/a.out")
        let message = "cannot read '@/none.out': no such file or directory"
        #expect(result.code == .cannotRead && result.error == "vvc: error: \(message)\n")
        let objects = try result.out.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["path"] as? String } == ["@/none.out", "@/a.out"])
        #expect(objects.map { $0["valid"] as? Bool } == [false, true])
        #expect(objects[0]["code"] as? String == "cannotRead" && objects[0]["message"] as? String == message)
        #expect(objects[0]["offset"] is NSNull && objects[0]["section"] is NSNull)
    }

    @Test func soundFilesAreOK() throws {
        try workspace.write("a.out", FileImage().bytes)
        try workspace.write("b.out", Fixtures.bytes("Compile/open/val_number.out"))
        let result = workspace.vvc("verify", "@/a.out", "@/b.out", "--strict")
        #expect(result.code == .success && result.out == "@/a.out: ok\n@/b.out: ok\n")
        #expect(
            workspace.vvc("verify", "@/a.out", "--json").out
                == #"{"path":"@/a.out","valid":true,"code":null,"offset":null,"#
                + #""section":null,"message":null,"warnings":[]}"# + "\n"
        )
    }

    @Test func everyFileIsLookedAtAndTheLargestCodeWins() throws {
        try workspace.write("a.out", FileImage().bytes.dropLast())
        try workspace.write("c.out", FileImage().bytes)
        let result = workspace.vvc("verify", "@/a.out", "@/gone.out", "@/c.out")
        #expect(result.code == .cannotRead && result.out.hasSuffix("@/c.out: ok\n"))
        #expect(result.error == "vvc: error: cannot read '@/gone.out': no such file or directory\n")
    }

    @Test func foldersStandForEveryCompiledFileBelow() throws {
        for name in ["build/b.out", "build/a/z.out", "build/A.out", "build/a.out", "build/.hidden/x.out"] {
            try workspace.write(name, FileImage().bytes)
        }
        try workspace.write("build/a/broken.out", FileImage().bytes.dropLast())
        try workspace.write("build/a/Card.xml", "<NText/>")
        try workspace.write("other", FileImage().bytes)
        let result = workspace.vvc("verify", "@/other", "@/build", "@/build/b.out")
        let lines = result.out.split(separator: "\n").map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
        #expect(
            lines == [
                "@/other: ok", "@/build/A.out: ok", "@/build/a/broken.out: error", "@/build/a/z.out: ok",
                "@/build/a.out: ok", "@/build/b.out: ok", "@/build/b.out: ok",
            ]
        )
        #expect(result.code == .inputErrors && result.error.isEmpty)
    }

    @Test func folderWithoutACompiledFileIsAnError() throws {
        try workspace.write("empty/Card.xml", "<NText/>")
        try workspace.write("a.out", FileImage().bytes)
        let message = "cannot read '@/empty': the folder has no .out file"
        let result = workspace.vvc("verify", "@/empty", "@/a.out")
        #expect(result.code == .cannotRead && result.out == "@/a.out: ok\n")
        #expect(result.error == "vvc: error: \(message)\n")
        let json = workspace.vvc("verify", "--json", "@/empty")
        #expect(json.code == .cannotRead && json.error == result.error)
        #expect(json.out.hasPrefix(#"{"path":"@/empty","valid":false,"code":"cannotRead","#))
        #expect(json.out.contains(message))
    }

    @Test func damagedProgramIsAWarningUnlessStrict() throws {
        var bytes = try Fixtures.bytes("Compile/open/expr_assign.out")
        bytes[0xAE] = 0xEE
        try workspace.write("p.out", bytes)
        let text =
            "badProgram at byte 174: event program 1194560113, 'onClick' of node 1, NText: unknown opcode 238 [expressions]"
        let result = workspace.vvc("verify", "@/p.out")
        #expect(result.code == .success && result.out == "@/p.out: warning: \(text)\n@/p.out: ok\n")
        let strict = workspace.vvc("verify", "@/p.out", "--strict")
        #expect(strict.code == .inputErrors && strict.out == "@/p.out: error: \(text)\n")
        let json = workspace.vvc("verify", "@/p.out", "--json").out
        #expect(json.contains(#""valid":true"#) && json.contains(#""warnings":[{"code":"badProgram","offset":174,"#))
    }

    @Test func digestMustAgree() throws {
        try workspace.write("Card.xml", "<NText text=\"Hello\"/>")
        _ = workspace.vvc("compile", "@/Card.xml", "-o", "@", "--embed", "digest")
        #expect(workspace.vvc("verify", "@/Card.out").out == "@/Card.out: ok\n")
        var bytes = try workspace.bytes("Card.out")
        let letter = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Hello".utf8)) })
        bytes[letter] = UInt8(ascii: "J")
        try workspace.write("Card.out", bytes)
        let result = workspace.vvc("verify", "@/Card.out")
        #expect(result.code == .inputErrors)
        #expect(result.out.hasPrefix("@/Card.out: error: badDigest at byte "))
        #expect(result.out.hasSuffix("the file's digest does not agree with its bytes [extra]\n"))
    }
}
