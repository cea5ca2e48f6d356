import CoreGraphics
import Foundation
import VirtualView
import VirtualViewCompiler

@testable import VirtualViewUI

/// What a view drew, as its context remembers it.
struct CGContextCalls {
    let calls: [DrawingCall]
    let draws: Int
}

/// An element for assistive technology, as either system has it.
@MainActor struct SpokenSample {
    let label: String
    let value: String?
    let trait: String
    let isButton: Bool
    let isAdjustable: Bool
    let frame: CGRect
    let actionNames: [String]
    let object: AnyObject
    let activate: () -> Bool
    let increment: () -> Void
    let act: (Int) -> Bool
}

/// Templates and data of the program.
@MainActor enum Samples {
    /// The templates of the folder that the program was given, compiled.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    /// The folder with their data.
    static let dataFolder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)

    /// A manager that has templates of a source text, by their names.
    static func templates(_ sources: [String: String] = [:]) throws -> TemplateManager {
        let slots = [
            (1002, "TextField", ["placeholder", "value"]), (1003, "Switch", ["isOn"]), (1004, "Map", ["place"]),
        ].map { id, name, properties in
            ComponentSchema(
                id: UInt16(id),
                name: name,
                family: name == "Map" ? .layout : .leaf,
                properties: properties.map { PropertySchema($0, .string) },
                isSlot: true
            )
        }
        var configuration = TemplateManager.Configuration()
        for slot in slots { try configuration.registry.register(for: slot) }
        let manager = TemplateManager(configuration: configuration)
        let compiler = TemplateCompiler(configuration: Configuration(components: slots))
        for (name, source) in sources {
            let compiled = compiler.compile(SourceFile(path: "\(name).xml", text: source))
            guard let bytes = compiled.bytes else {
                throw CompilingFailed(
                    name: name,
                    text: compiled.diagnostics.ordered.map { $0.message }.joined(separator: "; ")
                )
            }
            _ = try manager.load(bytes, as: name)
        }
        return manager
    }

    /// The compiled templates of the folder.
    static func allTemplates() throws -> (manager: TemplateManager, names: [String]) {
        let manager = try templates()
        var files: [URL] = []
        for place in [folder, folder.appending(path: "Forms")] {
            files += try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
        }
        var names: [String] = []
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "out" {
            let name = file.deletingPathExtension().lastPathComponent
            _ = try manager.load(contentsOf: file, as: name)
            names.append(name)
        }
        return (manager, names)
    }

    static func data(of name: String) throws -> JSONValue? {
        for place in ["\(name).json", "Forms/\(name).json"] {
            let file = dataFolder.appending(path: place)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            return try JSONValue(json: [UInt8](Data(contentsOf: file)))
        }
        return nil
    }
}

struct CompilingFailed: Error {
    let name: String
    let text: String
}

/// A loader whose images come when the program says so.
@MainActor final class ManualLoader: ImageLoading {
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    var cached: [String: LoadedImage] = [:]

    func cachedImage(for source: String) -> LoadedImage? { cached[source] }

    func loadImage(for source: String) async throws -> LoadedImage {
        asked.append(source)
        await withCheckedContinuation { waiting.append($0) }
        if Task.isCancelled { cancelled.append(source) }
        return Self.image(source)
    }

    /// Lets everything that was asked for arrive, also what was cancelled.
    func deliver() {
        let all = waiting
        waiting = []
        for answer in all { answer.resume() }
    }

    static func image(_ name: String) -> LoadedImage {
        LoadedImage(CGImage(name: name, width: 40, height: 20))
    }
}

/// A loader that has every image at once.
@MainActor final class ReadyLoader: ImageLoading {
    func cachedImage(for source: String) -> LoadedImage? { ManualLoader.image(source) }
    func loadImage(for source: String) async throws -> LoadedImage { ManualLoader.image(source) }
}
