#if canImport(XcodeProjectPlugin)
    import Foundation
    import PackagePlugin
    import XcodeProjectPlugin

    // Not built on Linux, where Xcode's half of the plugin interface does not exist.
    extension VirtualViewPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let folder = context.xcodeProject.directoryURL
            // A target of Xcode may have any XML, and nothing declares what it is for: the folder decides.
            let files = target.inputFiles.map(\.url).filter { url in
                guard TemplateSource.isSource(url) else { return false }
                let isAssemble = url.pathExtension.lowercased() == "asv"
                return isAssemble || TemplateSource.folders(of: url, below: folder).contains("Templates")
            }
            if files.isEmpty {
                Diagnostics.remark(
                    "the target '\(target.displayName)' has no .asv file, and no .xml file in a folder 'Templates'"
                )
            }
            return TemplateCommands(tool: try context.tool(named: "vvc").url, folder: context.pluginWorkDirectoryURL)
                .commands(for: TemplateSource.named(files, in: folder), target: target.displayName)
        }
    }
#endif
