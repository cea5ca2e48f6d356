import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// A node with an event program of 20 instructions, all of which run.
struct EventInputs {
    static let program = """
        this.text = data.title + ' ' + this.count;
        this.count = (this.count + 1) % 2;
        this.textColor = this.count == 1 ? #FF0000 : #00FF00;
        this.parent.badge.alpha = data.price * 0.5 - 0.25;
        this.textSize = 12 + data.sizes[this.count];
        if (data.title == 'Tea') { this.lines = 2 }
        this.maxLines = this.lines + 1
        """
    static let text = "${\(program)}"
    static let data: JSONValue = ["title": "Tea", "price": 1.5, "sizes": [3, 4]]

    let tree: NodeTree
    let label: TextNode
    let program: EventProgram

    init() throws {
        guard let result = EventProgramCompiler.compile(Self.text), let code = result.code,
            try Self.instructionCount(of: code) == 20
        else { throw BenchmarkError("the program has not 20 instructions") }
        var builder = TemplateBuilder(type: "Events")
        for string in result.strings { _ = try builder.intern(string.text) }
        let id = StringID(hashing: Self.text)
        try builder.addExpression(code, id: id)
        try builder.openNode(component: Self.id(of: "VHLayout"))
        try builder.openNode(component: Self.id(of: "NText"))
        try builder.set(.expression(id), for: builder.intern("onClick"))
        try builder.add(UserVariable(name: builder.intern("count"), value: .int(0)))
        try builder.closeNode()
        try builder.openNode(component: Self.id(of: "NImage"))
        try builder.set(.string(builder.intern("badge")), for: builder.intern("name"))
        try builder.closeNode()
        try builder.closeNode()
        tree = try PreparedTemplate(Template(decoding: builder.encoded())).makeTree()
        tree.update(data: Self.data)
        guard let label = tree.root.children.first as? TextNode, let program = label.eventProgram(for: "onClick") else {
            throw BenchmarkError("the program is not there")
        }
        self.label = label
        self.program = program
    }

    private static func id(of component: String) -> UInt16 {
        LanguageSchema.standard.component(named: component)?.id ?? 0
    }

    private static func instructionCount(of code: [UInt8]) throws -> Int {
        var decoder = InstructionDecoder(code)
        var count = 0
        while try decoder.next() != nil { count += 1 }
        return count
    }

    /// Does what the program does.
    func runByHand() {
        guard let data = tree.data, case .string(let title)? = data["title"], case .double(let price)? = data["price"],
            case .array(let sizes)? = data["sizes"], case .int(let count)? = label.variable(named: "count")
        else { return }
        label.text = "\(title) \(count)"
        let next = (count &+ 1) % 2
        label.setVariable(.int(next), named: "count")
        label.textColor = next == 1 ? ARGBColor(rawValue: 0xFFFF_0000) : ARGBColor(rawValue: 0xFF00_FF00)
        label.parent?.children.first { $0.name == "badge" }?.alpha = Float(price * 0.5 - 0.25)
        if case .int(let size)? = sizes.indices.contains(Int(next)) ? sizes[Int(next)] : nil {
            label.textSize = Float(12 &+ size)
        }
        if title == "Tea" { label.lines = 2 }
        label.maxLines = label.lines &+ 1
    }

    /// What the program left behind, as a text.
    var outcome: String {
        let names = ["text", "textColor", "textSize", "lines", "maxLines"]
        let values = names.map { label.property(named: $0) } + [label.variable(named: "count")]
        return "\(values) \(tree.root.children.last?.alpha ?? 0)"
    }
}
