import VirtualViewCompiler

/// One source of a run of `vvc compile`.
struct CompileInput {
    /// The source as it is given on the command line, or as it is reached from a folder that is.
    let path: String
    /// The folder below the output folder that the file is written to; empty for none.
    let subfolder: String
    /// The folder whose configuration applies: the one that was given on the command line, or that of the list.
    let root: String?
    /// The entry for it in the list of templates, if there is one.
    var entry: TemplateList.Entry?
}

extension CompileInput {
    /// Whether the source is in the assemble language.
    var isAssemble: Bool {
        Path.fileExtension(of: path) == "asv"
    }

    /// The endings of sources.
    static let extensions: Set<String> = ["xml", "asv"]

    /// Finds the sources that operands stand for.
    ///
    /// Folders are searched by ``FileSystem/search(_:for:report:)``.
    ///
    /// - Parameters:
    ///   - operands: Files and folders.
    ///   - report: Called with each operand that cannot be used.
    /// - Returns: The sources in the order of the operands.
    static func find(_ operands: [String], report: (FileError) -> Void) -> [CompileInput] {
        operands.flatMap { operand -> [CompileInput] in
            do throws(FileError) {
                guard FileSystem.kind(of: operand) == .folder else { return [try file(operand)] }
                var hasNameless = false
                let found = try FileSystem.search(operand, for: extensions) { error in
                    hasNameless = true
                    report(error)
                }
                if found.isEmpty, !hasNameless {
                    report(FileError(reading: operand, "the folder has no .xml or .asv file"))
                }
                return found.map { CompileInput(path: $0.path, subfolder: $0.subfolder, root: operand) }
            } catch {
                report(error)
                return []
            }
        }
    }

    private static func file(_ path: String) throws(FileError) -> CompileInput {
        // A source that is not there is an input too: what it became in an earlier run must go.
        guard extensions.contains(Path.fileExtension(of: path)) else {
            let isThere = FileSystem.kind(of: path) != nil
            throw FileError(reading: path, isThere ? "a source ends with .xml or .asv" : "no such file or folder")
        }
        return CompileInput(path: path, subfolder: "", root: nil)
    }
}
