import Foundation
import PackagePlugin

/// The build commands for the templates of a target.
struct TemplateCommands {
    let tool: URL
    /// Where the outputs go.
    let folder: URL

    /// Makes one command for each template, and one for the Swift file with the names.
    ///
    /// - Returns: The commands; none when two templates would become one file, which is reported.
    func commands(for sources: [TemplateSource], target: String) -> [Command] {
        let collisions = TemplateSource.collisions(among: sources)
        for collision in collisions {
            let names = collision.map { "'\($0.url.lastPathComponent)'" }.joined(separator: " and ")
            Diagnostics.error(
                "\(names) would both become '\(collision[0].outputName)' in the bundle of '\(target)'; rename one",
                file: collision[1].url.path,
                line: 1
            )
        }
        guard collisions.isEmpty else { return [] }
        return sources.map(compile) + [list(sources.map(\.name), target)]
    }

    private func compile(_ source: TemplateSource) -> Command {
        let output = folder.appendingPathComponent(source.outputName)
        var arguments = ["compile", source.url.path, "--name=\(source.name)", "-o", output.path]
        if let config = source.config { arguments += ["--config", config.path] }
        var outputs = [output]
        if source.isAssemble {
            // Which sources name parts is not known here, and an output that may be missing is none.
            arguments += ["--parts", "--embed", "parts"]
            outputs.append(folder.appendingPathComponent(source.partsName))
        }
        return .buildCommand(
            displayName: "Compiling template \(source.outputName)",
            executable: tool,
            arguments: arguments,
            inputFiles: [source.url] + (source.config.map { [$0] } ?? []) + source.project,
            outputFiles: outputs
        )
    }

    /// A template that is deleted or added changes the arguments, so that the command runs again.
    private func list(_ names: [String], _ target: String) -> Command {
        let output = folder.appendingPathComponent("Templates.swift")
        return .buildCommand(
            displayName: "Listing the templates of \(target)",
            executable: tool,
            arguments: ["names", "--bundle", "-o", output.path, "--"] + names,
            inputFiles: [],
            outputFiles: [output]
        )
    }
}
