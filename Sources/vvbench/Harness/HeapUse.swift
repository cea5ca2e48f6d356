import Foundation

/// What the C library's heap has given out, its own headers and rounding included.
enum HeapUse {
    private typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

    /// How much the heap grows by values that are kept.
    ///
    /// - Parameters:
    ///   - count: How many values to make.
    ///   - make: Makes one.
    /// - Returns: The growth in bytes.
    /// - Throws: ``BenchmarkSkipped`` where the heap cannot be asked, and what `make` throws.
    static func growth<Value>(of count: Int, _ make: () throws -> Value) throws -> Double {
        var values: [Value] = []
        values.reserveCapacity(count)
        // What is made only once, and what the allocator keeps at hand.
        for _ in 0..<16 { _ = try make() }
        let before = try bytesInUse()
        for _ in 0..<count { values.append(try make()) }
        let after = try bytesInUse()
        return withExtendedLifetime(values) { Double(after - before) }
    }

    /// The bytes in use: what the heap has taken from the system, without what is free.
    static func bytesInUse() throws -> Int {
        #if canImport(Glibc)
            guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_info") else {
                throw BenchmarkSkipped(reason: "this C library does not tell what its heap holds")
            }
            var text: UnsafeMutablePointer<CChar>?
            var size = 0
            guard let file = open_memstream(&text, &size) else { throw BenchmarkError("no memory") }
            _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
            fclose(file)
            defer { free(text) }
            guard let text else { throw BenchmarkError("no memory") }
            return try parse(String(cString: text))
        #else
            throw BenchmarkSkipped(reason: "this C library does not tell what its heap holds")
        #endif
    }

    /// Adds up the report's lines for the whole process, which stand behind those of single heaps.
    private static func parse(_ report: String) throws -> Int {
        guard let heapsEnd = report.range(of: "</heap>", options: .backwards)?.upperBound else {
            throw BenchmarkError("the heap's report is not understood")
        }
        var inUse = 0
        for line in report[heapsEnd...].split(separator: "\n") {
            guard let field = line.range(of: "size=\""),
                let size = Int(line[field.upperBound...].prefix { $0.isNumber })
            else { continue }
            if line.contains("<total type=\"mmap\"") || line.contains("<system type=\"current\"") {
                inUse += size
            } else if line.contains("<total ") {
                inUse -= size
            }
        }
        return inUse
    }
}
