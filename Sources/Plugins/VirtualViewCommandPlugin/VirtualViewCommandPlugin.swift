import Foundation
import PackagePlugin

/// `swift package compile-templates`: compiles the templates of targets into files, for a server or another app.
@main
struct VirtualViewCommandPlugin: CommandPlugin {
    private static let help = """
        Compiles the templates of the package's targets.

        usage: swift package compile-templates [--target NAME]… [-o DIR] [-- OPTIONS]

        options:
          --target NAME  Compiles the templates of this target (default: of every target that has some)
          -o DIR         Writes into this folder (default: one below .build, which is printed)
          -- OPTIONS     Hands everything behind it to 'vvc compile', which runs for each template:
                         -- --emit out,md5 --werror

        Writing elsewhere than below .build needs SwiftPM's leave, in front of the command's name:
          swift package --allow-writing-to-package-directory compile-templates -o Compiled
        """

    func performCommand(context: PluginContext, arguments: [String]) throws {
        let request = try CompileRequest(arguments)
        guard !request.wantsHelp else { return print(Self.help) }
        let all = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
        if let unknown = request.targets.first(where: { name in !all.contains { $0.name == name } }) {
            throw PluginFailure("there is no target '\(unknown)'")
        }
        let base = context.package.directoryURL
        let output = request.output.map { URL(fileURLWithPath: $0, relativeTo: base) } ?? context.pluginWorkDirectoryURL
        // The folder that nobody chose holds nothing but what the last run left.
        if request.output == nil { try? FileManager.default.removeItem(at: output) }
        let tool = try context.tool(named: "vvc").url
        var count = 0
        for target in all where request.targets.isEmpty || request.targets.contains(target.name) {
            let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url).filter(TemplateSource.isSource)
            let sources = TemplateSource.named(files, in: target.directoryURL)
            if let collision = TemplateSource.collisions(among: sources).first {
                let names = collision.map { "'\($0.path)'" }.joined(separator: " and ")
                throw PluginFailure("\(names) would become one file, '\(collision[0].outputName)'; rename one")
            }
            count += sources.count
            try compile(sources, into: output.appendingPathComponent(target.name), request.options, tool)
        }
        guard count > 0 else { throw PluginFailure("there are no templates") }
        print("\(count) template\(count == 1 ? "" : "s") compiled into \(output.path)")
    }

    /// Compiles the sources of a target; every one of them, whatever becomes of the others.
    private func compile(_ sources: [TemplateSource], into folder: URL, _ options: [String], _ tool: URL) throws {
        var failures = 0
        for source in sources {
            let process = Process()
            process.executableURL = tool
            let givesConfig = options.contains { $0 == "--config" || $0.hasPrefix("--config=") }
            process.arguments =
                ["compile", source.url.path, "--name=\(source.name)"]
                + ["-o", folder.appendingPathComponent(source.outputName).path]
                + (givesConfig ? [] : source.config.map { ["--config", $0.path] } ?? [])
                // As in the app, where nodes are found by the names of parts.
                + (source.isAssemble && !options.contains { $0.hasPrefix("--embed") } ? ["--embed", "parts"] : [])
                + options
            try process.run()
            process.waitUntilExit()
            if process.terminationReason != .exit || process.terminationStatus != 0 { failures += 1 }
        }
        if failures > 0 { throw PluginFailure("\(failures) of \(sources.count) templates have errors") }
    }
}

/// What the command line asks for.
private struct CompileRequest {
    var targets: [String] = []
    var output: String?
    var options: [String] = []
    var wantsHelp = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            switch parts.first ?? "" {
            case "--target", "-o", "--output":
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw PluginFailure("'\(argument)' needs a value")
                }
                if parts[0] == "--target" { targets.append(value) } else { output = value }
            case "--help", "-h": wantsHelp = true
            case "--":
                options = Array(rest)
                try check()
                return
            default: throw PluginFailure("unknown argument '\(argument)'; see 'swift package compile-templates --help'")
            }
        }
    }
}

extension CompileRequest {
    /// The options of 'vvc compile' that are about all of its sources.
    private static let others = ["--list", "--manifest", "--names", "--depfile", "--watch"]

    /// Refuses options that would be about one template, the last, or never come to an end.
    private func check() throws {
        for option in options {
            let name = option.prefix { $0 != "=" }
            guard let other = Self.others.first(where: { $0 == name }) else { continue }
            throw PluginFailure("'\(other)' is about all templates, and 'vvc compile' runs for each; run it yourself")
        }
    }
}

/// Why the command ends.
private struct PluginFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
