import Testing
import VirtualViewDelivery

@Suite struct DeliveryErrorTests {
    @Test func describesItselfInOneLineAfterThePlace() {
        let error = DeliveryError(.untrusted, "0 of 2 signatures are valid")
        #expect(error.description == "0 of 2 signatures are valid")
        #expect(
            DeliveryError(error.code, error.message, at: "latest.json").description
                == "latest.json: 0 of 2 signatures are valid"
        )
    }
}
