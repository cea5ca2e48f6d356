import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// What tests with steps choose of the surroundings.
@Suite struct TestSettingTests {
    /// Runs a test of a template that shows the language and the locale.
    private func play(_ environment: String, _ steps: String) throws -> Workspace.Result {
        let space = try Workspace(isRepository: true)
        let card = #"<NText id="1" text="${env.language} ${env.locale}" layoutWidth="-1" layoutHeight="20"/>"#
        try space.write("Cards/Card.xml", card)
        try space.write("Cards/Card.json", "{}")
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        try space.write(
            "Cards/Card.test.json",
            "{\"tests\": [{\"name\": \"it\", \"environment\": \(environment), \"steps\": [\(steps)]}]}"
        )
        return space.vvc("test", "@/Cards")
    }

    @Test func aTestChoosesTheLanguage() throws {
        let result = try play(
            #"{"locale": "ar_EG"}"#,
            ##"{"expect": {"texts": {"#1": "ar ar_EG"}}}, {"environment": {"width": 200}, "expect": {"texts": {"#1": "ar ar_EG"}}}, "##
                + ##"{"environment": {"locale": "zh-Hant"}, "expect": {"texts": {"#1": "zh zh-Hant"}}}"##
        )
        #expect(result.code == .success, "\(result)")
        #expect(try play("{}", ##"{"expect": {"texts": {"#1": "en en"}}}"##).code == .success)
    }

    @Test(arguments: ["", "ar EG", "_EG", "é", "en_US@calendar"])
    func aLocaleIsAnIdentifier(_ locale: String) throws {
        let result = try play("{\"locale\": \"\(locale)\"}", ##"{"expect": {"issues": []}}"##)
        let message = "'locale' is '\(locale)'; expected an identifier such as 'ar_EG' [project.bad-text]"
        #expect(result.code == .inputErrors && (result.error + result.out).contains(message), "\(result)")
    }
}
