// MARK: - Ending a load

extension ManagerState {
    /// Takes the result of a thread's attempt, and publishes it unless the load has ended meanwhile.
    ///
    /// - Returns: The outcome of the load, which may differ from the result of this attempt.
    mutating func finish(
        _ run: TemplateRun,
        with brought: TemplateRunResult,
        _ aftermath: inout ManagerAftermath
    ) -> Result<Template, TemplateError> {
        let load = run.load
        return withSlot(load.key) { state, slot in
            guard
                let index = slot.firstIndex(where: {
                    $0.load === load && $0.attempt?.thread == run.attempt.thread
                })
            else { return brought.result }
            let entry = slot.remove(at: index)
            if case .ended(_, let outcome) = entry.stage { return outcome.result }

            var outcome = brought.result
            if case .success(let template) = outcome,
                let conflict = state.publish(template, named: brought.type, for: load)
            {
                outcome = .failure(conflict)
            }
            state.conclude(entry, outcome, byteCount: brought.byteCount, in: &slot, &aftermath)
            if case .success = outcome {
                state.supersede(in: &slot, &aftermath) { other in
                    other.load.sequence < load.sequence && other.load.isRelated(to: load.request)
                }
            }
            return outcome
        }
    }

    /// Ends the load with this sequence number without a template, if it is still live.
    ///
    /// - Returns: Whether it was live.
    mutating func end(
        _ sequence: UInt64,
        in key: String,
        _ error: TemplateError,
        _ aftermath: inout ManagerAftermath
    ) -> Bool {
        withSlot(key) { state, slot in
            guard let entry = slot.first(where: { $0.load.sequence == sequence && $0.isLive }) else { return false }
            state.end(entry, error, in: &slot, &aftermath)
            return true
        }
    }

    /// Ends every live load that meets a condition, in the order of the requests.
    mutating func endAll(
        _ error: TemplateError,
        _ aftermath: inout ManagerAftermath,
        where condition: (InFlight) -> Bool
    ) {
        var loads: [TemplateLoad] = []
        for slot in slots.values {
            for entry in slot where entry.isLive && condition(entry) { loads.append(entry.load) }
        }
        loads.sort { $0.sequence < $1.sequence }
        for load in loads { _ = end(load.sequence, in: load.key, error, &aftermath) }
    }

    /// Ends the queued load of a request's type as superseded.
    mutating func supersedeQueued(like request: TemplateRequest, _ key: String, _ aftermath: inout ManagerAftermath) {
        guard slots[key] != nil else { return }
        withSlot(key) { state, slot in
            state.supersede(in: &slot, &aftermath) { $0.isQueued && $0.load.isRelated(to: request) }
        }
    }

    /// Removes a type, and ends its live loads.
    mutating func remove(_ type: String, _ aftermath: inout ManagerAftermath) {
        let key = type.looseSpelling
        let error = TemplateError(.cancelled, "the type '\(type)' was removed")
        withSlot(key) { state, slot in
            for entry in slot where entry.isLive && entry.load.isOf(type: type) {
                state.end(entry, error, in: &slot, &aftermath)
            }
        }
        published[publishedName(type)] = nil
    }

    /// Removes everything, and ends all live loads.
    mutating func removeAll(_ aftermath: inout ManagerAftermath) {
        endAll(TemplateError(.cancelled, "all templates were removed"), &aftermath) { _ in true }
        published = [:]
        spellings = [:]
    }

    private mutating func supersede(
        in slot: inout [InFlight],
        _ aftermath: inout ManagerAftermath,
        where condition: (InFlight) -> Bool
    ) {
        for entry in slot where entry.isLive && condition(entry) {
            let message = "a newer load of '\(entry.load.request.type)' took the place of this one"
            end(entry, TemplateError(.superseded, message), in: &slot, &aftermath)
        }
    }

    /// Ends a live load; does nothing if it has ended since `entry` was read.
    private mutating func end(
        _ entry: InFlight,
        _ error: TemplateError,
        in slot: inout [InFlight],
        _ aftermath: inout ManagerAftermath
    ) {
        guard slot.contains(where: { $0.load === entry.load && $0.isLive }) else { return }
        if case .queued(let position) = entry.stage {
            pending.remove(at: position)
            slot.removeAll { $0.load === entry.load }
        }
        aftermath.ended.append(entry.load)
        let outcome = Result<Template, TemplateError>.failure(error.inFile(entry.load.request.path))
        conclude(entry, outcome, byteCount: 0, in: &slot, &aftermath)
    }

    /// Records how the load of an entry ended, for its observers and for the threads that still run it.
    private mutating func conclude(
        _ entry: InFlight,
        _ outcome: Result<Template, TemplateError>,
        byteCount: Int,
        in slot: inout [InFlight],
        _ aftermath: inout ManagerAftermath
    ) {
        var (completion, progress) = (entry.completion, entry.progress)
        if !slot.isEmpty {
            let ended = TemplateOutcome(outcome)
            for index in slot.indices where slot[index].load === entry.load {
                let other = slot[index]
                guard case .running(let attempt) = other.stage else { continue }
                completion = completion ?? other.completion
                progress = progress ?? other.progress
                slot[index] = InFlight(load: other.load, stage: .ended(attempt, ended))
            }
        }
        if let completion { deliver(.completion(completion, outcome), &aftermath) }
        if let progress { deliver(.progress(progress), &aftermath) }
        report(entry, outcome, byteCount: byteCount, &aftermath)
    }

    /// Lets a closure change a slot, and keeps the slot afterwards only if it is not empty.
    private mutating func withSlot<Result>(
        _ key: String,
        _ body: (inout ManagerState, inout [InFlight]) -> Result
    ) -> Result {
        var slot = slots.removeValue(forKey: key) ?? []
        let result = body(&self, &slot)
        if !slot.isEmpty { slots[key] = slot }
        return result
    }
}

// MARK: - Publishing

extension ManagerState {
    /// Publishes a template under its name and its alias.
    ///
    /// - Returns: The error if it cannot be published.
    private mutating func publish(
        _ template: Template,
        named name: String,
        for load: TemplateLoad
    ) -> TemplateError? {
        let request = load.request
        guard !request.names(name) else {
            published[name] = Published(template: template, alias: nil)
            if request.isTypeLoose, name.hasLooseSpellings { spellings[load.key] = name }
            return nil
        }
        let alias = request.type
        if let holder = published[alias], holder.alias != alias {
            return TemplateError(
                .aliasConflict,
                "the alias '\(alias)' for '\(name)' is the name of a template that came from elsewhere",
                path: request.path
            )
        }
        let entry = Published(template: template, alias: alias)
        published[alias] = entry
        if published[name].map({ $0.alias == alias }) ?? true { published[name] = entry }
        return nil
    }

    /// Adds the report of a load for the app's measurements.
    private func report(
        _ entry: InFlight,
        _ outcome: Result<Template, TemplateError>,
        byteCount: Int,
        _ aftermath: inout ManagerAftermath
    ) {
        guard isMeasured else { return }
        let attempt = entry.attempt
        aftermath.reports.append(
            TemplateLoadReport(
                type: entry.load.request.type,
                version: (try? outcome.get())?.version,
                byteCount: byteCount,
                duration: attempt?.start.map { .now - $0 } ?? .zero,
                place: attempt?.place,
                isPromoted: attempt?.isPromoted ?? false,
                outcome: TemplateLoadReport.Outcome(outcome)
            )
        )
    }
}

extension ManagerState {
    /// Queues a delivery for the main actor.
    mutating func deliver(_ delivery: TemplateDelivery, _ aftermath: inout ManagerAftermath) {
        deliveries.append(delivery)
        guard !isDelivering else { return }
        isDelivering = true
        aftermath.startsDelivery = true
    }
}

extension ManagerState.InFlight {
    /// Whether the load has not ended yet.
    var isLive: Bool {
        if case .ended = stage { return false }
        return true
    }

    fileprivate var isQueued: Bool {
        if case .queued = stage { return true }
        return false
    }

    /// The attempt; `nil` if the load is queued.
    var attempt: TemplateAttempt? {
        switch stage {
        case .queued: nil
        case .running(let attempt), .ended(let attempt, _): attempt
        }
    }
}

extension TemplateLoadReport.Outcome {
    fileprivate init(_ result: Result<Template, TemplateError>) {
        switch result {
        case .success: self = .published
        case .failure(let error) where error.code == .superseded: self = .superseded
        case .failure(let error) where error.code == .cancelled: self = .cancelled
        case .failure(let error): self = .failed(error)
        }
    }
}
