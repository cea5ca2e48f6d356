import Foundation
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewFormat

/// Whatever a file holds, no control character reaches the output of a command but the line feeds between its lines, and no
/// text of the file passes for a line of the command.
///
/// Bytes are taken for a compiled template, or for parts of one (``FramedFile``), for a source in both languages, and for data.
func fuzzCommands(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= 64 << 10 else { return }
    if let file = ([bytes] + FramedFile.all(from: bytes).map(\.bytes)).first(where: {
        (try? Template(decoding: $0)) != nil
    }) {
        checkBinary(file)
    } else {
        checkBroken(bytes)
    }
}

/// The folder that the commands work in.
private let folder: String = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vvc-fuzz-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: "\(folder)/Card.xml", contents: Data(card.utf8))
    atexit { removeFolder() }
    return folder
}()

/// What the end of the program calls, which captures nothing.
private func removeFolder() {
    try? FileManager.default.removeItem(atPath: folder)
}

/// Shows texts of the data in every place that has something to say of them.
private let card = """
    <VHLayout layoutWidth="match_parent"><NText text="${t}" visibility="${t}" textColor="${t}" action="${t}" \
    flag="flag_clickable" layoutHeight="20"/><Grid colCount="1" itemHeight="9" dataTag="items"/></VHLayout>
    """

private func write(_ bytes: [UInt8], _ name: String) {
    _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes))
}

private func checkBinary(_ bytes: [UInt8]) {
    write(bytes, "T.out")
    let path = "\(folder)/T.out"
    _ = run("dump", path)
    checkJSON(run("dump", path, "--json"))
    for line in run("dump", path, "--hex").split(separator: "\n") {
        precondition(line.hasPrefix("; ") || Int(line.prefix(6), radix: 16) != nil, "a row of bytes, or a heading")
    }
    for line in run("verify", path).split(separator: "\n") {
        precondition(line.hasPrefix(path + ": "), "a line is about the file")
    }
    checkJSON(run("verify", path, "--json"))
    _ = run("decompile", path)
    _ = run("layout", path, "--width", "100")
    checkJSON(run("layout", path, "--json", "--diagnostics", "json"))
}

private func checkBroken(_ bytes: [UInt8]) {
    for name in ["B.out", "S.xml", "S.asv", "D.json"] { write(bytes, name) }
    let path = "\(folder)/"
    _ = run("dump", path + "B.out")
    _ = run("lint", path + "S.xml")
    checkJSON(run("lint", path + "S.asv", "--json"))
    _ = run("layout", path + "S.xml", "--width", "100", "--data", path + "D.json")
    _ = run("convert", path + "S.asv")
    let options = ["--data", path + "D.json", "--hit", "5,5"]
    _ = run(["layout", path + "Card.xml"] + options)
    checkJSON(run(["layout", path + "Card.xml", "--json", "--diagnostics", "json"] + options))
    _ = run("eval", String(decoding: bytes.prefix(200), as: UTF8.self), "--data", path + "D.json")
}

/// Runs a command; gives what it printed, after looking at that.
private func run(_ arguments: String...) -> String {
    run(arguments)
}

private func run(_ arguments: [String]) -> String {
    var out = ""
    var error = ""
    let terminal = Terminal(
        out: {
            out += String(decoding: $0, as: UTF8.self)
            return true
        },
        error: { error += String(decoding: $0, as: UTF8.self) }
    )
    _ = VVC.run(arguments, terminal: terminal)
    for text in [out, error] {
        precondition(
            !text.unicodeScalars.contains(where: acts),
            "\(arguments[0]): nothing that acts reaches a terminal"
        )
    }
    if arguments.contains("--diagnostics") { checkLines(error) }
    return out
}

/// Whether a scalar acts on a terminal, without asking what makes texts safe to show.
private func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
        true
    default: false
    }
}

/// Each line of messages is JSON.
private func checkLines(_ text: String) {
    for line in text.split(separator: "\n") { checkJSON(String(line)) }
}

/// What is printed is JSON, unless it is nested deeper than is read.
private func checkJSON(_ text: String) {
    for line in text.hasPrefix("{\n") || text.contains(",\n\"frames\"")
        ? [text] : text.split(separator: "\n").map(String.init)
    {
        do throws(BindingDataError) {
            _ = try JSONValue(json: Array(line.utf8))
        } catch {
            precondition(error.code == .tooDeep, "\(error)")
        }
    }
}
