/// The files of a state of a repository, in a temporary folder.
struct GitCheckout {
    /// What people call the state.
    private let name: String
    /// The folder.
    private let root: String
    /// The file or folder that was given, in it.
    let path: String
    /// The folder that was given, or that of the file.
    private let given: String
    /// The same folder, seen from the root of the repository.
    private let place: String

    /// Describes a checkout.
    ///
    /// - Parameters:
    ///   - name: What people call the state.
    ///   - root: The folder.
    ///   - operand: The file or folder that was given.
    ///   - place: Where that is, seen from the root of the repository.
    init(_ name: String, in root: String, of operand: String, at place: String) {
        self.name = name
        self.root = root
        path = place.isEmpty ? root : Path.join(root, place)
        let isFolder = FileSystem.kind(of: operand) == .folder
        let isOpen = isFolder && operand.hasSuffix("/") && operand != "/"
        given = isFolder ? (isOpen ? String(operand.dropLast()) : operand) : Path.folder(of: operand)
        self.place = isFolder ? place : Path.folder(of: place)
    }

    /// Returns what a file is called in messages: one of the checkout as the same file is reached from what was given,
    /// `main:Templates/Card.xml`.
    func shown(_ file: String) -> String {
        guard file == root || Path.isIn(root, file) else { return file }
        let way = Path.way(from: place, to: String(Substring(file.utf8.dropFirst(root.utf8.count))))
        let path = way.isEmpty ? given : Path.join(given, way)
        return "\(name):\(way.hasPrefix("..") ? Path.normalized(path) : path)"
    }
}
