import Foundation
import VirtualViewFormat

// MARK: - Ending a load

extension ManagerState {
    /// The end of a load, as the thread of one of its runs sees it.
    struct RunEnd {
        /// The outcome of the load, which may differ from the result of the run.
        let outcome: Result<Template, TemplateError>
        /// Whether the run ended the load, and nobody else.
        var isOfRun = false
        /// Whether the thread has to prepare the template, and to tell of the load after that.
        var isToBePrepared = false
    }

    /// Takes the result of a thread's run, and publishes it unless the load has ended meanwhile.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - result: Its result.
    ///   - isCancelled: Whether the result is not that of the run, because its task was cancelled.
    /// - Returns: The end of the load; that of the run alone, if it was cancelled and somebody else needs the load now.
    mutating func finish(
        _ run: TemplateRun,
        with result: Result<Template, TemplateError>,
        isCancelled: Bool = false
    ) -> RunEnd {
        let key = run.request.looseType
        let finished: RunEnd = withSlot(key) { state, slot in
            guard let index = slot.firstIndex(where: { $0.sequence == run.sequence }) else {
                return RunEnd(outcome: result)
            }
            slot[index].runs.removeAll { $0.thread == run.thread }
            if let outcome = slot[index].outcome { return RunEnd(outcome: outcome) }
            if isCancelled, slot[index].isNeededNow { return RunEnd(outcome: result) }
            let outcome = result.flatMap { state.publish($0, for: run.request) }
            let ending = state.conclude(&slot[index], outcome, run, isOfRun: !isCancelled)
            if case .success = outcome, state.preparesInQueue, run.place == .queue {
                state.preparing.append(PreparingLoad(sequence: run.sequence, key: key, ending: ending))
                return RunEnd(outcome: outcome, isOfRun: true, isToBePrepared: true)
            }
            state.tell(ending, of: key)
            return RunEnd(outcome: outcome, isOfRun: !isCancelled)
        }
        if case .success = finished.outcome {
            supersede(key) { $0.sequence < run.sequence && $0.isRelated(to: run.request) }
        }
        return finished
    }

    /// Ends the load with this sequence number without a template, if it is live and nobody needs it now.
    ///
    /// - Returns: Whether that was so.
    mutating func cancel(_ sequence: UInt64, in key: String, _ error: TemplateError) -> Bool {
        end(in: key, { _ in error }, where: { $0.sequence == sequence && !$0.isNeededNow })
    }

    /// Ends every live load that meets a condition, in the order of the requests.
    mutating func endAll(_ error: TemplateError, where condition: (TemplateLoad) -> Bool) {
        let loads = slots.values.joined().filter { $0.isLive && condition($0) }.sorted { $0.sequence < $1.sequence }
        for load in loads { end(in: load.request.looseType, { _ in error }, where: { $0.sequence == load.sequence }) }
    }

    /// Removes a type, and ends its live loads.
    mutating func remove(_ type: String) {
        endLoads(ofRemoved: type)
        setPublished(nil, for: publishedName(type))
    }

    private mutating func endLoads(ofRemoved type: String) {
        func error(_ load: TemplateLoad) -> TemplateError {
            TemplateError(.cancelled, "the type '\(VisibleText.short(type))' was removed")
        }
        end(in: type.looseSpelling, error, where: { $0.isOf(type: type) })
    }

    /// Removes everything, and ends all live loads.
    mutating func removeAll() {
        endAll(TemplateError(.cancelled, "all templates were removed")) { _ in true }
        for name in Array(published.keys) { setPublished(nil, for: name) }
        spellings = [:]
    }

    /// Ends the live loads of a slot that meet a condition, because there is a newer one.
    mutating func supersede(_ key: String, where condition: (TemplateLoad) -> Bool) {
        func error(_ load: TemplateLoad) -> TemplateError {
            let type = VisibleText.short(load.request.type)
            return TemplateError(.superseded, "a newer load of '\(type)' took the place of this one")
        }
        end(in: key, error, where: condition)
    }

    /// Ends the live loads of a slot that meet a condition, in the order of the requests.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    private mutating func end(
        in key: String,
        _ error: (TemplateLoad) -> TemplateError,
        where condition: (TemplateLoad) -> Bool
    ) -> Bool {
        withSlot(key) { state, slot in
            var isAny = false
            for index in slot.indices where slot[index].isLive && condition(slot[index]) {
                let load = slot[index]
                if load.isQueued { state.pending.remove(load.sequence) }
                state.aftermath.ended.append(load.request)
                let outcome = Result<Template, TemplateError>.failure(error(load).inFile(load.request.path))
                state.tell(state.conclude(&slot[index], outcome, load.runs.first, isOfRun: false), of: key)
                isAny = true
            }
            return isAny
        }
    }

    /// Records how a load ended, for the threads that still run it.
    ///
    /// - Returns: The ending, of which somebody has to tell.
    private mutating func conclude(
        _ load: inout TemplateLoad,
        _ outcome: Result<Template, TemplateError>,
        _ run: TemplateRun?,
        isOfRun: Bool
    ) -> LoadEnding {
        load.outcome = outcome
        if case .failure = outcome { noteEnd(of: load.request) }
        defer { (load.completion, load.progress) = (nil, nil) }
        return LoadEnding(
            outcome: outcome,
            completion: load.completion,
            progress: load.progress,
            report: isMeasured ? TemplateLoadReport(load, run, outcome, isOfRun: isOfRun) : nil
        )
    }

    /// Tells the observers of a load how it ended, once; before that, those of loads of the type that ended earlier and that
    /// the queue is preparing.
    private mutating func tell(_ ending: LoadEnding, of key: String) {
        call(for: key, before: preparing.count)
        call(ending)
        if let report = ending.report { aftermath.reports.append(report) }
    }

    /// Tells the observers of a load whose template the queue has prepared.
    ///
    /// - Parameters:
    ///   - sequence: The load's number.
    ///   - duration: How long that took, if the app measures loads.
    mutating func tellPrepared(_ sequence: UInt64, _ duration: Duration?) {
        guard let index = preparing.firstIndex(where: { $0.sequence == sequence }) else { return }
        call(for: preparing[index].key, before: index)
        let ending = preparing.remove(at: index).ending
        call(ending)
        guard var report = ending.report else { return }
        report.preparationDuration = duration
        aftermath.reports.append(report)
    }

    /// Makes the calls for the first loads that are being prepared, as far as they are of one type.
    private mutating func call(for key: String, before end: Int) {
        for index in preparing[..<end].indices where preparing[index].key == key {
            call(preparing[index].ending)
            (preparing[index].ending.completion, preparing[index].ending.progress) = (nil, nil)
        }
    }

    private mutating func call(_ ending: LoadEnding) {
        guard ending.completion != nil || ending.progress != nil else { return }
        deliver {
            ending.completion?(ending.outcome)
            ending.progress?.completedUnitCount += 1
        }
    }

    /// Lets a closure change a slot; afterwards, loads that have ended and that no thread runs leave it.
    private mutating func withSlot<Result>(
        _ key: String,
        _ body: (inout ManagerState, inout [TemplateLoad]) -> Result
    ) -> Result {
        var slot = slots.removeValue(forKey: key) ?? []
        let result = body(&self, &slot)
        slot.removeAll { !$0.isLive && $0.runs.isEmpty }
        if !slot.isEmpty { slots[key] = slot }
        return result
    }

    /// Queues a call on the main actor; the queue is empty as long as no task is on its way to make the calls.
    mutating func deliver(_ call: @escaping @MainActor @Sendable () -> Void) {
        aftermath.startsDelivery = aftermath.startsDelivery || deliveries.isEmpty
        deliveries.append(call)
    }
}

// MARK: - Replacing

extension ManagerState {
    /// Removes what is published or being loaded of some types, and queues their new loads.
    mutating func replace(_ requests: [TemplateRequest], removing types: [String], _ progress: Progress) {
        let names = Set(types).union(requests.map(\.type))
        let stems = Set(requests.filter(\.isTypeLoose).map(\.looseType))
        func isReplaced(_ name: String?) -> Bool {
            guard let name else { return false }
            return names.contains(name) || !stems.isEmpty && stems.contains(name.looseSpelling)
        }
        for (name, entry) in published
        where isReplaced(name) || isReplaced(entry.template.type) || isReplaced(entry.alias) {
            setPublished(nil, for: name)
        }
        for type in types {
            endLoads(ofRemoved: type)
            forgetSpelling(of: type)
        }
        for request in requests {
            supersede(request.looseType) { $0.isRelated(to: request) }
            forgetSpelling(of: request.type)
        }
        for request in requests { _ = enqueue(request, completion: nil, progress: progress) }
    }

    /// Forgets the name that a file's stem stands for, so that look-ups by the stem may give something else.
    private mutating func forgetSpelling(of type: String) {
        guard spellings.removeValue(forKey: type.looseSpelling) != nil, !watches.isEmpty else { return }
        changedNames.insert(type)
    }
}

// MARK: - Publishing

extension ManagerState {
    /// Publishes a template under its name and its alias.
    ///
    /// - Returns: The template, or the error if it cannot be published.
    private mutating func publish(
        _ template: Template,
        for request: TemplateRequest
    ) -> Result<Template, TemplateError> {
        let name = template.type
        guard !request.names(name) else {
            setPublished(Published(template: template, alias: nil), for: name)
            if request.isTypeLoose, name.hasLooseSpellings { spellings[request.looseType] = name }
            return .success(template)
        }
        let alias = request.type
        if let holder = published[alias], holder.alias != alias {
            let names = [alias, name].map { VisibleText.short($0) }
            let message = "the alias '\(names[0])' for '\(names[1])' is the name of a template that came from elsewhere"
            return .failure(TemplateError(.aliasConflict, message, path: request.path))
        }
        let entry = Published(template: template, alias: alias)
        setPublished(entry, for: alias)
        if published[name].map({ $0.alias == alias }) ?? true { setPublished(entry, for: name) }
        return .success(template)
    }
}
