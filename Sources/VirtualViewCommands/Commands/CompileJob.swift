import VirtualViewCompiler

/// An input of `vvc compile`, what became of it, and where that goes.
struct CompileJob {
    let input: CompileInput
    /// The files that the outputs depend on, besides those that the source names.
    let sources: [String]
    /// `nil` if the source or its configuration could not be read.
    let template: CompiledTemplate?
    /// The reason why the source could not be read.
    let problem: FileError?
    /// The files that the template becomes.
    let files: [CompileOutputs.File]
}

extension [CompileJob] {
    /// Returns the jobs in groups that share an output; most groups are of one.
    ///
    /// - Returns: The groups in the order of their first jobs, each with the first path that is shared.
    func groupedByOutput() -> [(jobs: [Int], sharedPath: String?)] {
        var groups: [(jobs: [Int], sharedPath: String?)] = []
        var groupOfPath: [String: Int] = [:]
        /// The new index of each group that was joined to an earlier one.
        var joined: [Int: Int] = [:]
        for (index, job) in enumerated() {
            let paths = job.files.map { Path.normalized($0.path) }
            var touched: [(group: Int, path: String)] = []
            for (path, file) in zip(paths, job.files) {
                guard var group = groupOfPath[path] else { continue }
                while let next = joined[group] { group = next }
                if !touched.contains(where: { $0.group == group }) { touched.append((group, file.path)) }
            }
            let home = touched.map(\.group).min() ?? groups.count
            if home == groups.count { groups.append(([], nil)) }
            for (group, path) in touched {
                if groups[home].sharedPath == nil { groups[home].sharedPath = path }
                guard group != home else { continue }
                groups[home].jobs += groups[group].jobs
                groups[group].jobs = []
                joined[group] = home
            }
            groups[home].jobs.append(index)
            for path in paths { groupOfPath[path] = home }
        }
        return groups.filter { !$0.jobs.isEmpty }
    }
}
