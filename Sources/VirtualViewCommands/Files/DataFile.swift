import VirtualViewCompiler
import VirtualViewExpressions

/// The data that a template shows, from a JSON file.
struct DataFile {
    let path: String
    let bytes: [UInt8]
    let value: JSONValue

    /// The value that stands for no data.
    private static let none = DataFile(path: "null", bytes: [], value: .null)

    /// Reads data; `null` means none, unless there is a file of that name.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reporter: Receives what is wrong with the data.
    /// - Returns: The data; `nil` if it has errors, which were reported.
    /// - Throws: ``FileError`` when the file cannot be read.
    static func read(_ path: String, _ reporter: DiagnosticReporter) throws(FileError) -> DataFile? {
        if path == "null", FileSystem.kind(of: path) == nil { return DataFile.none }
        return read(SourceFile(path: path, bytes: try FileSystem.read(path)), reporter)
    }

    /// Reads data that is in memory.
    ///
    /// - Parameters:
    ///   - source: The data.
    ///   - reporter: Receives what is wrong with it.
    /// - Returns: The data; `nil` if it has errors, which were reported.
    static func read(_ source: SourceFile, _ reporter: DiagnosticReporter) -> DataFile? {
        do throws(BindingDataError) {
            return DataFile(path: source.path, bytes: source.bytes, value: try JSONValue(json: source.bytes))
        } catch {
            var list = DiagnosticList()
            let range = SourceRange(source, error.offset..<error.offset)
            list.add(Diagnostic(.error, id: "data.\(error.code.rawValue)", error.message, at: range))
            reporter.report(list)
            return nil
        }
    }
}
