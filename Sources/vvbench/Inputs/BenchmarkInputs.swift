import Foundation
import VirtualViewCompiler
import VirtualViewFormat

/// A template in every form that a row needs.
struct BenchmarkTemplate: Sendable {
    let source: SourceFile
    let binary: [UInt8]
}

/// What the rows measure on: the templates of the source tree, and ones that are made up.
struct BenchmarkInputs: Sendable {
    /// The folder with `Templates`.
    let root: String
    /// The templates in `Templates`.
    let real: [BenchmarkTemplate]
    /// A thousand templates of a few nodes each.
    let small: [BenchmarkTemplate]
    /// Four templates of three hundred nodes each.
    let large: [BenchmarkTemplate]
    /// The compiler that made the binaries.
    let compiler: TemplateCompiler

    /// Reads and compiles.
    ///
    /// - Parameter root: The folder with `Templates`.
    /// - Throws: ``BenchmarkError`` when there are no templates or one does not compile.
    init(root: String) throws {
        let folder = URL(fileURLWithPath: root).appendingPathComponent("Templates")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw BenchmarkError("there is no folder 'Templates' in '\(root)'; see '--root'", isUsage: true)
        }
        func read(_ name: String) throws -> SourceFile {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            return SourceFile(path: "Templates/\(name)", bytes: Array(data))
        }
        let (configuration, problems) = Configuration().applying(try read("config.properties"))
        guard problems.isEmpty else { throw BenchmarkError("Templates/config.properties has problems") }
        let compiler = TemplateCompiler(configuration: configuration)
        self.compiler = compiler
        self.root = root
        func compile(_ source: SourceFile) throws -> BenchmarkTemplate {
            guard let binary = compiler.compile(source).bytes else {
                throw BenchmarkError("'\(source.path)' does not compile")
            }
            return BenchmarkTemplate(source: source, binary: binary)
        }
        real = try names.filter { $0.hasSuffix(".xml") }.sorted().map { try compile(try read($0)) }
        guard !real.isEmpty else { throw BenchmarkError("'\(root)/Templates' has no .xml file", isUsage: true) }
        var generator = SourceGenerator(seed: 2024)
        small = try (0..<1000).map { try compile(generator.source(named: "Small\($0)", nodes: 3 + $0 % 8)) }
        large = try (0..<4).map { try compile(generator.source(named: "Large\($0)", nodes: 300)) }
    }

    /// What there is, in one line.
    var summary: String {
        func describe(_ what: String, _ templates: [BenchmarkTemplate]) -> String {
            let bytes = templates.reduce(0) { $0 + $1.binary.count } / max(1, templates.count)
            let nodes = templates.reduce(0) { sum, template in
                sum + ((try? Template(decoding: template.binary))?.nodes.count ?? 0)
            }
            return "\(templates.count) \(what) (mean \(bytes) bytes, \(nodes / max(1, templates.count)) nodes)"
        }
        return "templates: "
            + [describe("real", real), describe("small", small), describe("large", large)]
            .joined(separator: ", ")
    }
}
