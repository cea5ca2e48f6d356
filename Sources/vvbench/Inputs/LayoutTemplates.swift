import VirtualView
import VirtualViewCompiler

/// The templates that rows about layout measure on.
enum LayoutTemplates {
    static let screenNodeCount = 300

    /// A screen of 300 nodes, four levels deep: rows with a picture in a frame and a column of leaves.
    ///
    /// The leaves are texts, three in each row, or boxes of a fixed size.
    static func screen(texts: Bool, _ compiler: TemplateCompiler) throws -> [UInt8] {
        func leaf(_ text: String, _ width: Int) -> String {
            texts
                ? #"<NText layoutWidth="wrap_content" layoutHeight="wrap_content" textSize="14" text="\#(text)"/>"#
                : #"<NImage layoutWidth="\#(width)" layoutHeight="17" layoutMarginTop="2"/>"#
        }
        let row = """
            <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" paddingLeft="8" paddingTop="4">
            <FrameLayout layoutWidth="48" layoutHeight="48" layoutMarginRight="8" gravity="h_center|bottom">
            <NImage layoutWidth="match_parent" layoutHeight="match_parent"/>
            <NLine layoutWidth="match_parent" layoutHeight="1" layoutMarginLeft="3"/></FrameLayout>
            <VHLayout orientation="V" layoutWidth="wrap_content" layoutHeight="wrap_content" layoutGravity="v_center">
            \(leaf("A title of some length", 120))
            \(leaf("A subtitle that says more", 160))
            <FrameLayout layoutWidth="match_parent" layoutHeight="6" background="#EEEEEE"/></VHLayout>
            \(leaf("12:40", 40))
            <NImage layoutWidth="24" layoutHeight="24" layoutGravity="bottom"/></VHLayout>

            """
        let rows = String(repeating: row, count: 29)
        let lines = String(repeating: "<NLine layoutWidth=\"match_parent\" layoutHeight=\"1\"/>\n", count: 9)
        let source = "<VHLayout orientation=\"V\">\n\(rows)\(lines)</VHLayout>\n"
        let bytes = try compile(source, compiler)
        guard try Template(decoding: bytes).nodes.count == screenNodeCount else {
            throw BenchmarkError("the screen has not the nodes that it should have")
        }
        return bytes
    }

    /// A text in nested frames, which in turn wrap and match on either side.
    static func nested(levels: Int, _ compiler: TemplateCompiler) throws -> [UInt8] {
        let open = (0..<levels).map { level in
            level.isMultiple(of: 2)
                ? #"<FrameLayout layoutWidth="wrap_content" layoutHeight="match_parent">"#
                : #"<FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content">"#
        }
        let text = #"<NText text="abc" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#
        return try compile(
            open.joined() + text + String(repeating: "</FrameLayout>", count: levels),
            compiler
        )
    }

    private static func compile(_ text: String, _ compiler: TemplateCompiler) throws -> [UInt8] {
        guard let bytes = compiler.compile(SourceFile(path: "Screen.xml", text: text)).bytes else {
            throw BenchmarkError("a template of the layout rows does not compile")
        }
        return bytes
    }
}
