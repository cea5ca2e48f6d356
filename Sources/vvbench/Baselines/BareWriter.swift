import Foundation

/// Writes files with nothing but the system's calls.
enum BareWriter {
    /// Writes each binary beside its place and renames it.
    ///
    /// - Returns: 0.
    static func write(_ templates: [BenchmarkTemplate], to folder: String) throws -> Int {
        for (index, template) in templates.enumerated() {
            let aside = "\(folder)/T\(index).tmp"
            let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
            let count = template.binary.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard descriptor >= 0, count == template.binary.count, close(descriptor) == 0,
                rename(aside, "\(folder)/T\(index).out") == 0
            else { throw BenchmarkError("cannot write to '\(folder)'") }
        }
        return 0
    }
}
