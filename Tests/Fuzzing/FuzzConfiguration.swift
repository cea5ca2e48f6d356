import VirtualViewCompiler
import VirtualViewFormat

/// Any bytes are a configuration, a list of templates, a file of components, a project file and a file of tests, or are refused with places inside them.
///
/// What a reader accepts can be written and reads back the same, and a configuration serves to compile sources.
func fuzzConfiguration(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let properties = SourceFile(path: "config.properties", bytes: bytes)
    checkProperties(properties)
    checkList(properties)
    checkProject(SourceFile(path: ProjectFile.name, bytes: bytes))
    let script = SourceFile(path: "fuzz" + TestScript.ending, bytes: bytes)
    check(TestScript.read(script).diagnostics, in: script)
    var configuration = checkComponents(SourceFile(path: "components.json", bytes: bytes))
    let (applied, problems) = configuration.applying(properties)
    check(problems, in: properties)
    configuration = applied
    let source = SourceFile(
        path: "fuzz.xml",
        text: #"<FrameLayout id="1" x="1"><NText text="${a}"/><Own a="2"/></FrameLayout>"#
    )
    let result = TemplateCompiler(configuration: configuration, options: .init(isLenient: true)).compile(source)
    precondition((result.bytes == nil) == result.diagnostics.hasErrors, "an output or an error, not both")
    if let file = result.bytes {
        precondition((try? Template(decoding: file)) != nil, "what was compiled can be loaded")
    }
}

private func check(_ problems: [Diagnostic], in file: SourceFile) {
    var list = DiagnosticList()
    var last = 0
    for problem in problems {
        let places = [problem.range] + problem.notes.map(\.range)
        for range in places {
            precondition(range.offsets.upperBound <= file.bytes.count + 1, "a place is inside the file")
        }
        precondition(problem.range.offsets.lowerBound >= last, "reports are in file order")
        last = problem.range.offsets.lowerBound
        list.add(problem)
    }
    var formatter = DiagnosticFormatter(style: file.bytes.count & 1 != 0 ? .json : .text(color: false))
    precondition(formatter.format(list.ordered).isEmpty == problems.isEmpty)
}

/// What was read, written by hand with every character escaped that could mean something, reads back the same.
private func checkProperties(_ file: SourceFile) {
    let (properties, problems) = PropertiesFile.read(file)
    check(problems, in: file)
    var text = ""
    for entry in properties.entries {
        text += escaped(entry.key.text) + "=" + escaped(entry.value.text) + "\n"
        precondition(entry.key.range.offsets.upperBound <= file.bytes.count, "a key is inside the file")
        precondition(entry.value.range.offsets.upperBound <= file.bytes.count, "a value is inside the file")
    }
    let (again, _) = PropertiesFile.read(SourceFile(path: "again.properties", text: text))
    precondition(again.entries.map { Array($0.key.text.utf8) } == properties.entries.map { Array($0.key.text.utf8) })
    precondition(
        again.entries.map { Array($0.value.text.utf8) } == properties.entries.map { Array($0.value.text.utf8) }
    )
}

private func escaped(_ text: String) -> String {
    text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    .joined()
}

private func checkList(_ file: SourceFile) {
    for isLenient in [false, true] {
        let (list, problems) = TemplateList.read(file, isLenient: isLenient)
        check(problems, in: file)
        let hasErrors = problems.contains { $0.severity == .error }
        precondition(list.entries.contains(where: \.isWrong) ? hasErrors : true, "a wrong entry was reported")
        for entry in list.entries where !entry.isWrong {
            precondition(entry.version != nil && !entry.outputName.isEmpty, "an entry without errors can be written")
        }
    }
}

private func checkProject(_ file: SourceFile) {
    let (project, problems) = ProjectFile.read(file)
    check(problems, in: file)
    for path in [project.config].compactMap({ $0 }) + project.components + project.blocks {
        precondition(!path.text.isEmpty && !path.text.utf8.contains(0), "a path can name a file")
    }
}

private func checkComponents(_ file: SourceFile) -> Configuration {
    let (components, problems) = ComponentsReader.read(file)
    check(problems, in: file)
    guard !components.isEmpty else { return Configuration() }
    let written = ComponentSchema.json(components)
    let (again, found) = ComponentsReader.read(SourceFile(path: "again.json", text: written))
    // Their texts are compared, because a default that is no number equals nothing.
    precondition(found.isEmpty && ComponentSchema.json(again) == written, "written components read back")
    return Configuration(components: components)
}
