/** Why probes do not apply to a change, as sentences for people. */
export const notProbedReasons = {
  commandNamesTests: 'The command of the check names the tests that it runs.',
  commandUnknown: 'Tests were not copied: the command is no plain run of a test runner that is known.',
  noCall: 'The new tests make no call to the product that can be recorded.',
  noNewTest: 'No new test was found in a language that probes read.',
  noPlainValue: 'No recorded call could be made again outside of the tests.',
  notRecorded: 'The tests failed while their calls were recorded, so that none could be made again.',
  noAssertion: 'The run of mutated tests recorded no assertion.',
  noBaseTest: 'No test of the base passes over the change, beside which the probe could run.',
  noLiteralExpectation: 'No assertion with a literal expected value was found for the mutants of tests.',
  noLiteralInput: 'No test gives a literal to the product, so that no input was altered.',
  noModule: 'The change touches no module that its runner loads.',
  notRead: 'The tests take more time or memory than there is to read them.',
  noValue: 'The runs with altered inputs recorded no value to compare.',
  runnerWithoutIdentities: (runner: string) => `Identities are not compared under the runner “${runner}”.`,
  runnerWithoutTraps: (runner: string) => `Reads are not trapped under the runner “${runner}”.`,
}
