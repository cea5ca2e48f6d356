import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

@Suite struct PreviewCommandTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write(
            "Card.xml",
            """
            <FrameLayout layoutWidth="match_parent" layoutHeight="40rp" background="@{${env.appearance} ? ${c} : ${c}}">
              <NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="${t}" textSize="20rp"/>
            </FrameLayout>
            """
        )
        try workspace.write("Card.json", #"{"t":"Tea","c":"red"}"#)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try workspace.bytes(name), as: UTF8.self)
    }

    @Test func drawsAPictureWithTheDataBesideTheTemplate() throws {
        let result = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg")
        #expect(result.code == .success && result.error.isEmpty && result.out.isEmpty)
        let svg = try text("Card.svg")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"375\" height=\"20\""))
        #expect(svg.contains(">Tea</text>") && svg.contains("fill=\"#FF0000\""))
    }

    @Test func takesDataWidthsAndScreenAsLayoutDoes() throws {
        try workspace.write("other.json", #"{"t":"茶"}"#)
        let common = ["preview", "@/Card.xml", "-o", "@/Card.svg", "--metrics", "fixed"]
        #expect(workspace.vvc(common + ["--data", "@/other.json", "--width", "100,200"]).code == .success)
        #expect(try text("Card.svg").contains("width=\"316\" height=\"20\""))
        #expect(try text("Card.svg").components(separatedBy: ">茶</text>").count == 3)
        try workspace.write("env.json", #"{"u":"values"}"#)
        try workspace.write("Env.xml", #"<NText text="${env.u}" textSize="10" layoutWidth="100" layoutHeight="20"/>"#)
        let env = ["preview", "@/Env.xml", "-o", "@/Env.svg", "--data", "@/other.json", "--env", "@/env.json"]
        #expect(workspace.vvc(env).code == .success)
        #expect(try text("Env.svg").contains(">values</text>"))
        #expect(workspace.vvc(common + ["--data", "null", "--screen-width", "750"]).code == .success)
        #expect(try text("Card.svg").contains("width=\"375\" height=\"40\""))
        #expect(try !text("Card.svg").contains("<text"))
        #expect(workspace.vvc(common + ["--screen-width", "auto", "--width", "150"]).code == .success)
        #expect(try text("Card.svg").contains("width=\"150\" height=\"8\""))
        #expect(workspace.vvc(common + ["--height", "90", "--text-scale", "2"]).code == .success)
        #expect(try text("Card.svg").contains("height=\"90\""))
        #expect(try text("Card.svg").contains("font-size=\"20\""))
        #expect(workspace.vvc(common + ["--frames"]).code == .success)
        #expect(try text("Card.svg").components(separatedBy: "stroke=\"#2F6BFF\"").count == 3)
    }

    @Test func drawsInTheLanguageThatIsChosen() throws {
        try workspace.write("Card.xml", #"<NText text="${env.language}!" layoutWidth="100" layoutHeight="20"/>"#)
        let draw = ["preview", "@/Card.xml", "-o", "@/Card.svg"]
        #expect(workspace.vvc(draw).code == .success)
        #expect(try text("Card.svg").contains(">en!</text>"))
        #expect(workspace.vvc(draw + ["--locale", "ar_EG"]).code == .success)
        #expect(try text("Card.svg").contains(">ar!</text>"))
    }

    @Test(arguments: ["0.5", "1", "10000"]) func drawsAtEveryWidthUpToALimit(_ width: String) throws {
        let result = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg", "--width", width)
        #expect(result.code == .success, "\(result.error)")
        #expect(try text("Card.svg").hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" "))
    }

    @Test func drawsWhatAFingerPresses() throws {
        try workspace.write(
            "Button.xml",
            """
            <VHLayout flag="flag_clickable|flag_longclickable"
                layoutWidth="100" layoutHeight="40" background="#111111" pressedBackground="#222222"/>
            """
        )
        let common = ["preview", "@/Button.xml", "-o", "@/Button.svg", "--width", "100", "--press"]
        #expect(workspace.vvc(common + ["20,30"]).code == .success)
        #expect(try text("Button.svg").contains("#222222"))
        #expect(workspace.vvc(common + ["20,50"]).code == .success)
        #expect(try text("Button.svg").contains("#111111"))
    }

    @Test func picturesDescribeThemselvesIfAskedTo() throws {
        let common = ["preview", "@/Card.xml", "--accessibility", "-o"]
        #expect(workspace.vvc(common + ["@/Card.svg"]).code == .success)
        let svg = try text("Card.svg")
        #expect(svg.contains("role=\"group\" aria-labelledby=\"vv-title\""))
        #expect(svg.contains("<g aria-hidden=\"true\">") && svg.contains("<g role=\"group\" aria-label=\"Tea\">"))
        #expect(workspace.vvc(common + ["@/Card.html"]).code == .success)
        #expect(try text("Card.html").contains("<g role=\"group\" aria-label=\"Tea\">"))
    }

    @Test func writesThePageWithEverySettingThatMatters() throws {
        try workspace.write(
            "Card.xml",
            """
            <NText layoutWidth="match_parent" layoutHeight="40" text="${env.appearance}" textSize="20"/>
            """
        )
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.html", "--width=320,375").code == .success)
        let html = try text("Card.html")
        for choice in ["appearance\" value=\"dark\"", "textScale\" value=\"2\"", "width\" value=\"320\""] {
            #expect(html.contains("type=\"radio\" name=\"\(choice)"), "\(choice)")
        }
        #expect(html.contains("type=\"radio\" name=\"direction\" value=\"rightToLeft\""))
        // Two appearances, two directions, three text scales, two widths.
        #expect(html.components(separatedBy: "\"svg\":").count == 25)
        #expect(html.contains(#"["text","\"${env.appearance}\"","\"dark\""]"#))
        #expect(html.contains("\"Card.xml\",1"))
    }

    @Test func leavesOutSettingsThatLookTheSame() throws {
        try workspace.write(
            "Box.xml",
            ##"<FrameLayout layoutWidth="match_parent" layoutHeight="40" background="#FF0000" paddingLeft="4"/>"##
        )
        #expect(workspace.vvc("preview", "@/Box.xml", "-o", "@/Box.html").code == .success)
        #expect(try text("Box.html").components(separatedBy: "\"svg\":").count == 2)
    }

    @Test func knowsTheLinesOfAssembleAndOfCompiledFiles() throws {
        try workspace.write("Row.asv", "// a row\n{\n    hc(padding:4rp)\n    [(text:<t>)]\n    [(text:two)]\n}\n")
        let compiled = [
            ["@/Row.asv", "-o", "@/bare/Row.out"], ["@/Row.asv", "-o", "@/map/Row.out", "--embed=source-map"],
        ]
        for arguments in compiled { #expect(workspace.vvc(["compile"] + arguments).code == .success) }
        func places(_ path: String) throws -> [Bool] {
            #expect(workspace.vvc("preview", path, "--data", "null", "-o", "@/Row.html").code == .success)
            let html = try text("Row.html")
            return ["\"Row.asv\",3]", "\"Row.asv\",4]", "\"Row.asv\",5]"].map(html.contains)
        }
        let source = try places("@/Row.asv")
        #expect(source == [true, true, true])
        #expect(try places("@/map/Row.out") == source)
        #expect(try places("@/bare/Row.out") == [false, false, false])
    }

    @Test func namesNoFolderInWhatItWrites() throws {
        try workspace.write("Card.xml", #"<NText text="a" textSize="9" layoutWidth="9" layoutHeight="9" zzz="1"/>"#)
        _ = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.html")
        _ = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg")
        #expect(try !text("Card.html").contains(workspace.path("")))
        #expect(try !text("Card.svg").contains(workspace.path("")))
    }

    @Test func findsTheTemplatesThatTheDataNames() throws {
        try workspace.write(
            "List.xml",
            #"<Scroller layoutWidth="match_parent" layoutHeight="50" dataTag="${items}"/>"#
        )
        try workspace.write("Row.xml", #"<NText text="${t}" textSize="9" layoutWidth="50" layoutHeight="20"/>"#)
        try workspace.write(
            "List.json",
            #"{"items":[{"type":"Row","t":"one"},{"type":"../Row"},{"type":"Row","t":"two"}]}"#
        )
        let result = workspace.vvc("preview", "@/List.xml", "-o", "@/List.svg")
        #expect(result.code == .success)
        #expect(result.firstError.contains("warning: List, node 0, 'dataTag': '../Row'"))
        #expect(try text("List.svg").contains(">two</text>"))
        try workspace.write("else/Row.xml", #"<NText text="other" textSize="9" layoutWidth="50" layoutHeight="20"/>"#)
        _ = workspace.vvc("preview", "@/List.xml", "-o", "@/List.svg", "--with", "@/else/Row.xml")
        #expect(try text("List.svg").contains(">other</text>"))
    }

    @Test func tellsWhatTheTemplateGoesOnWithout() throws {
        try workspace.write("Card.xml", #"<Grid layoutWidth="9" layoutHeight="9"><NText text="a"/></Grid>"#)
        let issue = "warning: Card, node 0: 'Grid' makes its children from data, so those in the template are left out"
        for output in ["@/Card.svg", "@/Card.html"] {
            let result = workspace.vvc("preview", "@/Card.xml", "-o", output)
            #expect(result.code == .success && result.errors == ["@/Card.xml: \(issue)"])
        }
        let escaped = issue.replacingOccurrences(of: "'", with: "&#39;")
        let html = try text("Card.html")
        #expect(html.contains(issue) || html.contains(escaped))
    }

    @Test func embedsImagesThatAreThereAndReadsNoOthers() throws {
        let image = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"/>"
        try workspace.write("templates/images/b/tea.svg", image)
        try workspace.write("templates/logo.svg", image)
        try workspace.write("secret.svg", image)
        try workspace.write(
            "templates/Card.xml",
            #"<NImage src="${s}" layoutWidth="80" layoutHeight="wrap_content" ratio="2"/>"#
        )
        func isEmbedded(_ source: String) throws -> Bool {
            try workspace.write("templates/Card.json", "{\"s\":\"\(source)\"}")
            let result = workspace.vvc("preview", "@/templates/Card.xml", "-o", "@/Card.svg", "--height", "40")
            #expect(result.code == .success)
            return try text("Card.svg").contains("data:image/svg+xml;base64,")
        }
        for source in [
            "https://h.example.com/a/b/tea.jpg?x=/y", "logo.svg", "logo", "b/tea.svg", "app://x/b/tea", "//h/b/tea.jpg",
            "https://h/.x/b/tea", "b//tea.svg", "b/tea.svg?at=1:2",
        ] {
            #expect(try isEmbedded(source), "\(source)")
        }
        for source in [
            "../secret.svg", "https://h/../secret.svg", workspace.path("secret.svg"), "b/../../../secret.svg",
            "https://h.example.com/other.svg", "..\\\\secret.svg", "/", "", "https://",
        ] {
            #expect(try !isEmbedded(source), "\(source)")
        }
    }

    @Test func `the end of an address that is looked for has eight parts at most`() throws {
        let image = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"/>"
        let end = (2...9).map { "p\($0)" }.joined(separator: "/")
        let address = "https://h/\(String(repeating: "x/", count: 900))p1/\(end)"
        try workspace.write("Card.xml", "<NImage src=\"\(address)\" layoutWidth=\"80\" layoutHeight=\"40\"/>")
        func isEmbedded() throws -> Bool {
            #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg").code == .success)
            return try text("Card.svg").contains("data:image/svg+xml;base64,")
        }
        try workspace.write("images/p1/\(end).svg", image)
        #expect(try !isEmbedded())
        try workspace.write("images/\(end).svg", image)
        #expect(try isEmbedded())
    }

    @Test(arguments: [("icon.small", 7), ("icon.large", 5), ("icon", 5), ("icon.svg", 5), ("icon.small.png", 7)])
    func aNameMayHaveADot(_ source: String, _ width: Int) throws {
        for (name, width) in [("icon", 5), ("icon.small", 7)] {
            try workspace.write(
                "images/\(name).svg",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"3\"/>"
            )
        }
        try workspace.write(
            "Card.xml",
            #"<FrameLayout><NImage src="\#(source)" layoutWidth="wrap_content" layoutHeight="wrap_content"/></FrameLayout>"#
        )
        let result = workspace.vvc("layout", "@/Card.xml", "--height", "9")
        #expect(result.out.contains("NImage  0,0 \(width)x3"), "\(result.out)")
    }

    @Test func leavesNoOldPictureBehindAnError() throws {
        try workspace.write("Card.svg", "old")
        try workspace.write("Card.xml", "<NText")
        let result = workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg")
        #expect(result.code == .inputErrors && result.firstError.contains("Card.xml:1:"))
        #expect(!workspace.exists("Card.svg"))
        try workspace.write("Card.xml", "<NText/>")
        try workspace.write("Card.json", "{")
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.svg").code == .inputErrors)
        #expect(workspace.vvc("preview", "@/None.xml", "-o", "@/Card.svg").code == .cannotRead)
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/Card.xml/Card.svg", "--data=null").code == .cannotWrite)
    }

    @Test(arguments: [
        ["preview", "Card.xml"], ["preview", "Card.xml", "-o", "Card.png"], ["preview", "Card.xml", "-o", "svg"],
        ["preview", "Card.xml", "-o", "a.svg", "--width", "0"],
        ["preview", "Card.xml", "-o", "a.svg", "--width", "10000.5"],
        ["preview", "Card.xml", "-o", "a.svg", "--width", "1,,2"],
        ["preview", "Card.xml", "-o", "a.svg", "--width", "nan"],
        ["preview", "Card.xml", "-o", "a.svg", "--width", "1,2,3,4,5,6,7,8,9,10,11,12,13"],
        ["preview", "Card.xml", "-o", "a.svg", "--text-scale", "0"],
        ["preview", "Card.xml", "-o", "a.svg", "--direction", "up"],
        ["preview", "Card.xml", "-o", "a.svg", "--locale", "_EG"],
        ["preview", "Card.xml", "-o", "a.svg", "--press", "1"],
        ["preview", "Card.xml", "-o", "a.svg", "--press", "1,x"],
        ["preview", "Card.xml", "-o", "a.svg", "--target", "tools-2021"],
    ])
    func saysWhatIsWrongWithACommandLine(_ arguments: [String]) {
        let result = workspace.vvc(arguments)
        #expect(result.code == .usage && !result.error.isEmpty)
    }
}
