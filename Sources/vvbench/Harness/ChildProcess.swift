import Foundation

/// Runs another program.
enum ChildProcess {
    /// Runs a program to its end.
    ///
    /// - Returns: Its exit code, which is 0.
    static func run(_ program: String, _ arguments: [String]) throws -> Int {
        var list = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for argument in list { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, program, nil, nil, &list, environ) == 0 else {
            throw BenchmarkError("cannot run '\(program)'")
        }
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status == 0 else {
            throw BenchmarkError("'\(program)' failed")
        }
        return 0
    }
}
