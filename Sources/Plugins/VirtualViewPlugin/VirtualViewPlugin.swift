import Foundation
import PackagePlugin

/// Compiles the templates of a target into resources, and writes a Swift file with their names.
///
/// Each template is a build command of its own, so that a change compiles what changed. `Docs/BuildSystems.md` tells what
/// counts as a template and what it is called.
@main
struct VirtualViewPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        // Other files are ones that the manifest declares, or leaves out.
        let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url).filter(TemplateSource.isSource)
        if files.isEmpty {
            Diagnostics.remark(
                "the target '\(target.name)' has no .xml or .asv file that is not declared as something else"
            )
        }
        return TemplateCommands(tool: try context.tool(named: "vvc").url, folder: context.pluginWorkDirectoryURL)
            .commands(for: TemplateSource.named(files, in: target.directoryURL), target: target.name)
    }
}
