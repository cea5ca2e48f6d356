import VirtualViewCompiler
import VirtualViewFormat

// What becomes of what earlier runs have left, and the record for later ones.

extension IncrementalBuild {
    /// What a run did with what earlier runs had left.
    struct Result {
        /// The number of templates whose outputs were removed.
        var removedCount = 0
        var code = ExitCode.success
    }

    /// Records outputs that the run is about to write for the first time.
    ///
    /// If it does not come to its end, they are no less outputs of their sources, and go with them.
    ///
    /// - Parameter jobs: The templates of the run.
    func announce(_ jobs: [CompileJob]) {
        var hasNew = false
        for job in jobs where job.template?.bytes != nil {
            let paths = job.partsJSON(command) == nil ? job.files.map(\.path) : job.paths
            let outputs = paths.compactMap { relativePath(of: $0) }
            guard let source = relativePath(of: job.input), let first = outputs.first,
                outputs.count == paths.count, outputs.allSatisfy(OutputRecord.isOutput)
            else { continue }
            let place = Place(source, output: first)
            let index = indexOfKnown(place, output: first)
            var template =
                index.flatMap { known[place]?[$0] }
                ?? OutputRecord.Template(
                    source: OutputRecord.File(path: source, content: ""),
                    name: job.template?.type ?? "",
                    options: "",
                    outputs: []
                )
            let before = Set(template.outputs.map { ExactText($0.path) })
            let added = outputs.filter { !before.contains(ExactText($0)) }
            guard !added.isEmpty else { continue }
            hasNew = true
            template.options = ""
            template.outputs += added.map { OutputRecord.File(path: $0, content: "") }
            if let index {
                known[place]?[index] = template
            } else {
                known[place, default: []].append(template)
            }
        }
        guard hasNew else { return }
        var record = OutputRecord(program: recorded?.program ?? program, templates: known.values.flatMap(\.self))
        record.stale = stale
        // What keeps the record from being written is told at the end of the run.
        try? save(record)
    }

    /// Removes outputs that no source becomes any more, and writes the record.
    ///
    /// - Parameters:
    ///   - jobs: The templates of the run.
    ///   - fates: What became of each.
    ///   - prunes: Whether outputs are removed; those of a source with errors are in any case.
    ///   - reporter: Receives what cannot be removed or written.
    /// - Returns: What was removed.
    func finish(
        _ jobs: [CompileJob],
        _ fates: [CompileJob.Fate],
        prunes: Bool,
        _ reporter: DiagnosticReporter
    ) -> Result {
        var result = Result()
        var record = OutputRecord(program: program)
        var paths: [String] = []
        var haveErrors: [Place: Bool] = [:]
        let wereCompared = Self.wereCompared(jobs.map(\.outcome))
        for (job, fate) in zip(jobs, fates) {
            if case .written(let written) = fate {
                paths += written.compactMap { relativePath(of: $0.path) }
            }
            guard let source = relativePath(of: job.input) else { continue }
            let output = job.files.first.flatMap { relativePath(of: $0.path) } ?? ""
            let place = Place(source, output: output)
            let index = indexOfKnown(place, output: output)
            let old = index.flatMap { known[place]?.remove(at: $0) }
            if known[place]?.isEmpty == true { known[place] = nil }
            var new: OutputRecord.Template?
            var hasErrors = false
            switch fate {
            case .unchanged: new = job.earlier
            case .written(let written): new = entry(for: job, place, written)
            case .notWritten:
                new = old
                new?.options = ""
            case .failed: hasErrors = true
            }
            haveErrors[place] = haveErrors[place] != false && hasErrors
            // No other template has this number; it gets one of the file when that is written.
            if !wereCompared || job.earlier == nil { new?.group = -1 }
            if let new { record.templates.append(new) }
            paths += new?.outputs.map(\.path) ?? []
            guard let old, old.outputs != new?.outputs else { continue }
            let rest = old.outputs.map(\.path).filter { path in
                new?.outputs.contains { $0.path.hasSameBytes(as: path) } != true
            }
            if rest.isEmpty { continue }
            if hasErrors { leftovers.append(rest) } else { stale.append(rest) }
        }
        guard !known.isEmpty || !stale.isEmpty || !leftovers.isEmpty else {
            write(record, &result, reporter)
            return result
        }
        let made = Set(paths.map(ExactText.init))
        keepOthers(in: &record, made, haveErrors, prunes: prunes)
        let kept = made.union(record.templates.flatMap { $0.outputs.map { ExactText($0.path) } })
        record.stale = rest(of: stale, without: kept)
        if prunes {
            let removed = remove(record.stale, sparing: kept, reporter, &result.code)
            record.stale = removed.left
            result.removedCount = removed.count
        } else {
            // Parts that lost their names had a file that the run has removed.
            record.stale = record.stale.filter { !$0.allSatisfy { FileSystem.isGone(Path.join(folder, $0)) } }
        }
        // What stays of a source with errors is removed by a later run.
        record.stale += remove(rest(of: leftovers, without: kept), sparing: kept, reporter, &result.code).left
        write(record, &result, reporter)
        return result
    }

    /// Records again what the run has not made, as far as its source may still become it.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - made: What the run has made.
    ///   - haveErrors: The places of the run, and whether all of their sources have errors.
    ///   - prunes: Whether the outputs of deleted sources are removed.
    private func keepOthers(
        in record: inout OutputRecord,
        _ made: Set<ExactText>,
        _ haveErrors: [Place: Bool],
        prunes: Bool
    ) {
        for (place, templates) in known {
            for template in templates {
                var template = template
                let count = template.outputs.count
                template.outputs.removeAll { made.contains(ExactText($0.path)) }
                guard !template.outputs.isEmpty else { continue }
                // The record is from now on one of this program, which has not compiled it.
                if template.outputs.count < count || recorded?.program != program { template.options = "" }
                let outputs = template.outputs.map(\.path)
                let path = template.source.path
                if let hasErrors = haveErrors[place] {
                    // The run has made something else of its source, or nothing.
                    if hasErrors { leftovers.append(outputs) } else { stale.append(outputs) }
                } else if prunes, FileSystem.isGone(path.hasPrefix("/") ? path : root + path) {
                    stale.append(outputs)
                } else {
                    record.templates.append(template)
                }
            }
        }
    }

    private func rest(of groups: [[String]], without kept: Set<ExactText>) -> [[String]] {
        groups.map { paths in paths.filter { !kept.contains(ExactText($0)) } }.filter { !$0.isEmpty }
    }

    private func entry(
        for job: CompileJob,
        _ place: Place,
        _ written: [(path: String, content: [UInt8])]
    ) -> OutputRecord.Template? {
        guard let template = job.template else { return nil }
        let outputs = written.compactMap { file in
            relativePath(of: file.path).map { OutputRecord.File(path: $0, content: ContentHash.of(file.content)) }
        }
        guard !outputs.isEmpty, outputs.count == written.count, outputs.allSatisfy({ OutputRecord.isOutput($0.path) })
        else { return nil }
        // A template with warnings is compiled in every run, so that they are not forgotten.
        let options = template.diagnostics.ordered.isEmpty ? options(for: job.input, job.optionPaths) : ""
        return OutputRecord.Template(
            source: OutputRecord.File(
                path: place.source.text,
                content: ContentHash.of(template.source.file.bytes),
                stamp: stamps[place]??.text ?? ""
            ),
            name: template.type,
            options: options,
            outputs: outputs
        )
    }

    /// Removes files, and the folders that become empty.
    ///
    /// - Returns: The number of groups of which something was removed, and the files that could not be removed.
    private func remove(
        _ groups: [[String]],
        sparing kept: Set<ExactText>,
        _ reporter: DiagnosticReporter,
        _ code: inout ExitCode
    ) -> (count: Int, left: [[String]]) {
        guard !groups.isEmpty else { return (0, []) }
        // Where names that differ in case are one file, an output may have got another name.
        let spared = Set(kept.flatMap { FileSystem.identities(of: Path.join(folder, $0.text)) })
        let remains = Leftovers()
        var left: [[String]] = []
        var count = 0
        for group in groups {
            var rest: [String] = []
            var isRemoved = false
            for name in group {
                let path = Path.join(folder, name)
                let identities = FileSystem.identities(of: path)
                guard spared.isDisjoint(with: identities) else { continue }
                remains.remove(of: path)
                do throws(FileError) {
                    try FileSystem.removeFile(path)
                    if !identities.isEmpty { isRemoved = true }
                    // Those of a source with errors were removed before.
                    removeEmptyFolders(above: name)
                } catch {
                    reporter.report(error, &code)
                    rest.append(name)
                }
            }
            if isRemoved { count += 1 }
            if !rest.isEmpty { left.append(rest) }
        }
        return (count, left)
    }

    private func removeEmptyFolders(above name: String) {
        var name = Path.folder(of: name)
        while !name.isEmpty, rmdir(Path.join(folder, name)) == 0 { name = Path.folder(of: name) }
    }

    private func write(_ record: OutputRecord, _ result: inout Result, _ reporter: DiagnosticReporter) {
        do throws(FileError) {
            try save(record)
        } catch {
            reporter.report(error, &result.code)
        }
    }

    private func save(_ record: OutputRecord) throws(FileError) {
        var record = record
        record.arrange()
        try OutputFile.write(Array(record.text.utf8), to: Path.join(folder, OutputRecord.name))
    }

    /// Returns the index of the template that a place had, by its first output.
    private func indexOfKnown(_ place: Place, output: String) -> Int? {
        known[place]?.firstIndex { $0.outputs[0].path.hasSameBytes(as: output) }
    }
}
