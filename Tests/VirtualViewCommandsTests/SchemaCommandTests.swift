import Testing
import VirtualViewCommands

/// `vvc schema`.
@Suite struct SchemaCommandTests {
    private let space = Workspace.fresh()

    @Test func configurationAndComponentsShowInTheSchema() throws {
        let plain = space.vvc("schema")
        #expect(plain.code == .success && plain.error.isEmpty && !plain.out.contains("badgeText"))
        try space.write("config.properties", "VIEW_ID_Badge=1001\nbadgeText=String\n")
        try space.write(
            "components.json",
            #"{"version": 1, "components": [{"id": 1002, "name": "Dot", "properties": [{"name": "dotSize", "kind": "Number"}]}]}"#
        )
        let result = space.vvc(
            "schema",
            "--config",
            "@/config.properties",
            "--components",
            "@/components.json",
            "-o",
            "@/x/templates.xsd"
        )
        #expect(result.code == .success && result.out.isEmpty && result.error.isEmpty)
        let text = String(decoding: try space.bytes("x/templates.xsd"), as: UTF8.self)
        #expect(text.contains(#"<xs:element name="Badge">"#) && text.contains(#"name="badgeText" type="String""#))
        #expect(text.contains(#"<xs:element name="Dot">"#) && text.contains(#"name="dotSize" type="Number""#))
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func theProjectFileCountsAndABrokenOneLeavesNoSchema() throws {
        try space.write(".git/HEAD", "")
        try space.write("own.properties", "VIEW_ID_Badge=1001\n")
        try space.write("vvc.json", #"{"config": "own.properties"}"#)
        let shell = Shell(folder: space.folder)
        let result = try shell.run("vvc schema -o a.xsd")
        #expect(result.status == 0 && result.text.isEmpty, "\(result)")
        #expect(String(decoding: try space.bytes("a.xsd"), as: UTF8.self).contains(#"<xs:element name="Badge">"#))
        try space.write("vvc.json", #"{"confg": "own.properties"}"#)
        let broken = try shell.run("vvc schema -o a.xsd")
        #expect(broken.status == 1 && broken.text.contains("vvc.json:1:3: error: "), "\(broken)")
        #expect(space.exists("a.xsd"), "the one from before")
        for option in ["--project", "--tests"] {
            let refused = try shell.run("vvc schema \(option) -o vvc.json")
            #expect(refused.status == 64 && refused.text.contains("is the source 'vvc.json'"), "\(refused)")
        }
        #expect(String(decoding: try space.bytes("vvc.json"), as: UTF8.self) == #"{"confg": "own.properties"}"#)
    }

    @Test func aPathOfAnyLengthIsAnError() {
        let path = "@/x" + String(repeating: "/", count: 60_000)
        let result = space.vvc("schema", "-o", path + "y.xml")
        #expect(result.code == .cannotWrite && result.firstError.hasSuffix(": file name too long"))
        #expect(space.vvc("schema", "-o", "@/x//y///z.xml").code == .success && space.exists("x/y/z.xml"))
    }

    @Test func aSchemaThatIsThereOutlivesAWrongConfiguration() throws {
        try space.write("config.properties", "")
        #expect(space.vvc("schema", "--config", "@/config.properties", "-o", "@/a.xsd").code == .success)
        try space.write("config.properties", "text=Strin\n")
        let result = space.vvc("schema", "--config", "@/config.properties", "-o", "@/a.xsd")
        #expect(result.code == .inputErrors && result.firstError.contains("config.properties:1:6: error: "))
        #expect(space.vvc("schema", "--config", "@/none", "-o", "@/a.xsd").code == .cannotRead)
        #expect(space.files("").contains("a.xsd"))
        #expect(space.vvc("schema", "x").code == .usage)
    }
}
