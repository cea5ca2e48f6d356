import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The compiler of a folder, and what it is made from.
struct ServerProject {
    /// The compiler; `nil` if something has errors.
    var compiler: TemplateCompiler?
    /// What the project file lets bindings read as `env`.
    var values: BindingObject = [:]
    /// What is wrong with the files that it is made from.
    var problems: [Diagnostic] = []
    /// The project file, if there is one.
    var path: String?
    /// The sources and folders that it names as templates.
    var templates: [String] = []
    /// The files that it is made from, or would be if they were there.
    var stamps: [(path: String, stamp: FileStamp?)] = []
    /// The number of this state.
    var number = 0
    /// Whether it stays as long as the files do.
    var isCurrent = true
}
