import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// `vvc diff` and the parts of assemble sources, whose names files have only if asked to.
extension DiffCommandTests {
    @Test(arguments: [false, true]) func anotherNameOfAPartIsAChange(_ isCompiled: Bool) throws {
        for (folder, name) in [("a", "u"), ("b", "v")] {
            try space.write("\(folder)/C.asv", "{ vl [t(text:<a>)] [\(name)(text:<b>, button:go)] }")
            guard isCompiled else { continue }
            let options = ["-o", "@/\(folder)/C.out", "--embed", "parts"]
            #expect(space.vvc(["compile", "@/\(folder)/C.asv"] + options).code == .success)
        }
        let ending = isCompiled ? "out" : "asv"
        let diff = space.vvc("diff", "@/a/C.\(ending)", "@/b/C.\(ending)")
        #expect(diff.out == "@/b/C.\(ending): parts t u → t v\n", "\(diff)")
        let breaking = space.vvc("diff", "@/a/C.\(ending)", "@/b/C.\(ending)", "--breaking")
        #expect(breaking.code == .inputErrors && breaking.error.contains("breaking.source-part"), "\(breaking)")
    }

    /// Apps find parts by their ids, unless the file that they have has the names.
    @Test(arguments: [
        ("[u(text:<b>)] [t(text:<a>)]", "", true), ("[v(text:<b>)] [t(text:<a>)] [u(text:<b>)]", "", true),
        ("[t(text:<a>)] [u(text:<b>)] [v(text:<b>)]", "", false), ("[u(text:<b>)] [t(text:<a>)]", "ab", false),
        ("[u(text:<b>)] [t(text:<a>)]", "a", false), ("[u(text:<b>)] [t(text:<a>)]", "b", true),
    ])
    func anotherIDOfAPartIsAChange(_ parts: String, _ compiled: String, _ isFound: Bool) throws {
        var sides: [String] = []
        for (folder, parts) in [("a", "[t(text:<a>)] [u(text:<b>)]"), ("b", parts)] {
            try space.write("\(folder)/C.asv", "{ vl \(parts) }")
            sides.append("@/\(folder)/C.\(compiled.contains(folder) ? "out" : "asv")")
            guard compiled.contains(folder) else { continue }
            let options = ["-o", "@/\(folder)/C.out", "--embed", "parts"]
            #expect(space.vvc(["compile", "@/\(folder)/C.asv"] + options).code == .success)
        }
        let breaking = space.vvc(["diff"] + sides + ["--breaking"])
        let found = breaking.errors.filter { $0.contains("[breaking.source-part]") }
        #expect(found.count == (isFound ? 1 : 0) && found.allSatisfy { $0.contains(" now; it was ") }, "\(breaking)")
    }

    /// A file without the names says nothing of them.
    @Test(arguments: ["a", "b"], ["", "[u(text:b)]"])
    func partsOfAFileWithoutNamesAreKnownByTheirIDs(_ compiled: String, _ kept: String) throws {
        try space.write("a/C.asv", "{ hc [t(text:a)] [u(text:b)] }")
        try space.write("b/C.asv", "{ hc [t(text:c)] \(kept) }")
        #expect(space.vvc("compile", "@/\(compiled)/C.asv", "-o", "@/\(compiled)/C.out").code == .success)
        let sides = ["a", "b"].map { "@/\($0)/C.\($0 == compiled ? "out" : "asv")" }
        let breaking = space.vvc(["diff"] + sides + ["--breaking"])
        let found = breaking.errors.filter { $0.contains("[breaking.source-part]") }
        #expect(found.count == (kept.isEmpty ? 1 : 0), "\(breaking)")
        #expect(found.allSatisfy { $0.contains("node with the id 2 any more") }, "\(breaking)")
        #expect(!space.vvc(["diff"] + sides).out.isEmpty)
    }
}
