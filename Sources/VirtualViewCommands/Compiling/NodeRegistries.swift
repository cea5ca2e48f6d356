import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The registries for the results of several compilers, made once for those with the same components.
struct NodeRegistries {
    private var known: [[ComponentSchema]: NodeRegistry] = [:]

    /// Returns a registry as `NodeRegistry(for:_:)` makes it.
    mutating func registry(for compiler: TemplateCompiler, _ functions: [String: SampleFunction]) -> NodeRegistry {
        let components = compiler.usableComponents
        let registry = known[components] ?? NodeRegistry(components)
        known[components] = registry
        return registry.calling(functions)
    }
}

extension NodeRegistry {
    /// Creates a registry for the results of a compiler: plain nodes represent an app's own components, and samples its
    /// functions.
    ///
    /// It takes much longer than to prepare a template, so it is made once for many.
    init(for compiler: TemplateCompiler, _ functions: [String: SampleFunction]) {
        self = NodeRegistry(compiler.usableComponents).calling(functions)
    }

    fileprivate init(_ components: [ComponentSchema]) {
        self = .standard
        unknownComponents = .placeholder
        registerThoseThatFit(components[...])
    }

    /// Adds components one by one, but in few steps; one that collides with another was reported when its file was read.
    private mutating func registerThoseThatFit(_ components: ArraySlice<ComponentSchema>) {
        guard !components.isEmpty, (try? register(for: Array(components))) == nil, components.count > 1 else { return }
        let middle = components.startIndex + components.count / 2
        registerThoseThatFit(components[..<middle])
        registerThoseThatFit(components[middle...])
    }

    fileprivate func calling(_ functions: [String: SampleFunction]) -> NodeRegistry {
        var registry = self
        for (name, function) in functions { registry.register(BindingFunction(name) { function.result(for: $0) }) }
        return registry
    }
}

extension TemplateCompiler {
    /// The app's own components that have kept their ids.
    fileprivate var usableComponents: [ComponentSchema] {
        configuration.ownComponents.filter { configuration.element(named: $0.name)?.id == $0.id }
    }
}
