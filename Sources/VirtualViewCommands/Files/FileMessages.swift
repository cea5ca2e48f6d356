import VirtualViewCompiler

/// The ids of problems with files as such; only JSON shows them.
enum FileMessageID: String, MessageID {
    case cannotLoad = "file.cannot-load"
    case cannotRead = "file.cannot-read"
    case cannotWrite = "file.cannot-write"
    case manifestConflict = "file.manifest-conflict"
    case sameOutput = "file.same-output"

    var severity: MessageSeverity { .error }
}

/// A message about a file as such.
typealias FileMessage = Message<FileMessageID>

extension FileMessage {
    static func cannotRead(_ path: String, _ reason: String) -> Self {
        Self(.cannotRead, "cannot read '\(path)': \(reason)")
    }
    static func cannotWrite(_ path: String, _ reason: String) -> Self {
        Self(.cannotWrite, "cannot write '\(path)': \(reason)")
    }
    static func manifestConflict(_ path: String, _ reason: String) -> Self {
        Self(.manifestConflict, "'\(path)' is not written: \(reason)")
    }
    static func sameOutput(_ inputs: [String], _ output: String) -> Self {
        let names = inputs.map { "'\($0)'" }.joined(separator: " and ")
        return Self(.sameOutput, "\(names) have one output, '\(output)'; nothing is written for them")
    }
}
