import Foundation
import VirtualView
import VirtualViewCommands

/// Loads what `vvc compile` wrote in the background, promotes one template, and shows what came of it:
/// `vvdemo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]`.
enum Demo {
    static func run(_ arguments: [String]) -> ExitCode {
        guard (2...3).contains(arguments.count) else {
            return fail("usage: vvdemo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]", .usage)
        }
        let files = URL(fileURLWithPath: arguments[0])
        let sources = URL(fileURLWithPath: arguments[1])
        let shown = arguments.count == 3 ? arguments[2] : "TagItem"
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: files.path).filter { $0.hasSuffix(".out") }
                .sorted()
        } catch {
            return fail("cannot read '\(arguments[0])': \(error.localizedDescription)", .cannotRead)
        }
        let log = LoadLog()
        var configuration = TemplateManager.Configuration(loader: UnhurriedLoader())
        configuration.onLoad = { log.add($0) }
        let manager = TemplateManager(configuration: configuration)
        manager.prefetch(contentsOf: names.map { files.appendingPathComponent($0) })
        do throws(TemplateError) {
            // The queue has just begun; a screen needs this one now.
            let promoted = try manager.template(for: shown)
            manager.waitUntilQueueIsIdle()
            var templates: [Template] = []
            for name in names { templates.append(try manager.template(for: String(name.dropLast(4)))) }
            print(log.text(promoted: shown))
            print(TemplateTable(templates, sources: sources).text)
            print("\n\(shown)\n\(TreePrinter(promoted).text)")
            return .success
        } catch {
            return fail("\(error)", .inputErrors)
        }
    }

    private static func fail(_ message: String, _ code: ExitCode) -> ExitCode {
        FileHandle.standardError.write(Data("vvdemo: \(message)\n".utf8))
        return code
    }
}

/// Takes a millisecond a file, as a phone's storage may, so that there is a queue to see.
private struct UnhurriedLoader: TemplateLoader {
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        Thread.sleep(forTimeInterval: 0.001)
        return try TemplateBinaryLoader().load(bytes)
    }
}
