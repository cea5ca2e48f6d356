import Testing

@testable import VirtualViewCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which connection makes room first, and how its bytes go out.
@Suite struct ConnectionTests {
    /// Calls a function with the two ends of a connection.
    private func withSockets(_ body: (Socket, Socket) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        for end in ends { try #require(Socket.prepare(end)) }
        try body(Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
    }

    @Test func theAddressesForOthersAreNotThoseOfTheMachineForItself() {
        let hosts = NumericAddress.ofThisMachine()
        #expect(!hosts.contains { $0.hasPrefix("127.") || $0 == "::1" || $0.hasPrefix("fe80:") }, "\(hosts)")
    }

    /// No byte is sent: the system only looks for the way, which there is none of without a network.
    @Test func theAddressOnTheWayToOthersIsOneForThem() throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(9).bigEndian)
        // 203.0.113.1, which documentation may use.
        address.sin_addr.s_addr = in_addr_t(UInt32(0xCB00_7101).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let host = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> String? in
                guard connect(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0 else {
                    return nil
                }
                return NumericAddress(address, length)?.host
            }
        }
        if let host { #expect(NumericAddress.ofThisMachine().contains(host)) }
    }

    @Test(.timeLimit(.minutes(2))) func nothingWaitsForBytesThatAreNotThere() throws {
        try withSockets { socket, other in
            func text(_ transfer: Socket.Transfer) -> String {
                switch transfer {
                case .moved(let count): "\(count)"
                case .wouldBlock: "nothing"
                case .ended: "the end"
                }
            }
            var buffer = [UInt8](repeating: 0, count: 8)
            func receive() -> String { buffer.withUnsafeMutableBytes { text(socket.receive(into: $0)) } }
            #expect(receive() == "nothing")
            #expect(text(other.send([1, 2, 3])) == "3" && receive() == "3" && receive() == "nothing")
            // The system takes so much and no more.
            var count = 0
            while count < 1_000, case .moved = socket.send(ArraySlice(repeating: 1, count: 1 << 16)) { count += 1 }
            #expect(count < 1_000 && text(socket.send([1])) == "nothing")
            other.endSending()
            #expect(receive() == "the end")
        }
    }

    @Test func whoHasItsAnswerMakesRoomFirst() throws {
        try withSockets { socket, _ in
            func precedence(_ stage: Connection.Stage, in time: Int) -> (Int, MonotonicTime)? {
                var connection = Connection(socket, limits: ServerLimits())
                connection.stage = stage
                connection.deadline = .now + time
                return connection.precedence
            }
            // The stage decides; among those in one, who has been there for longest.
            let order = [
                precedence(.lingering, in: 8_000), precedence(.lingering, in: 9_000), precedence(.reading, in: 4_000),
                precedence(.reading, in: 5_000), precedence(.writing, in: 1_000), precedence(.writing, in: 2_000),
            ]
            for (first, second) in zip(order, order.dropFirst()) {
                let (first, second) = (try #require(first), try #require(second))
                #expect(first < second)
            }
            #expect(precedence(.waiting(key: "/"), in: 0) == nil)
            #expect(precedence(.streaming(topic: nil), in: 0) == nil)
        }
    }

    @Test func aQueueSendsItsPiecesInOrderHoweverLittleIsTaken() throws {
        try withSockets { socket, other in
            var queue = OutputQueue()
            var sent: [UInt8] = []
            for (number, size) in [3, 0, 700_000, 1, 500_000].enumerated() {
                let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 251 &+ $0 &+ number) }
                queue.append(piece)
                sent += piece
            }
            #expect(queue.count == sent.count)
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 30_011)
            while received.count < sent.count {
                let isConnected = queue.flush(to: socket)
                try #require(isConnected)
                let before = received.count
                buffer.withUnsafeMutableBytes { buffer in
                    if case .moved(let count) = other.receive(into: buffer) { received += buffer[..<count] }
                }
                // What was not taken is still counted, or it waits in the system.
                #expect(queue.count <= sent.count - before)
                try #require(received.count > before)
            }
            #expect(received == sent)
            #expect(queue.isEmpty && queue.count == 0)
        }
    }

    @Test func aQueueTellsThatNobodyReadsAnyMore() throws {
        try withSockets { socket, other in
            #expect(shutdown(other.descriptor, Int32(SHUT_RD)) == 0)
            var queue = OutputQueue()
            queue.append([1, 2, 3])
            let isConnected = queue.flush(to: socket)
            #expect(!isConnected)
        }
    }
}
