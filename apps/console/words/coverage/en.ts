const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`

export const en = {
  title: 'Coverage',
  note: 'as the programs of the change report it',
  changed: (covered: number, total: number) => `${covered} of ${lines(total)} that the change adds were run`,
  noneChanged: 'No new line is measured',
  noChange: 'The report has no lines, so nothing is known of those that the change adds',
  all: (share: string) => `${share} of all lines`,
  before: (share: string) => `${share} before`,
  asBefore: 'as before',
  missed: 'Not run',
  notMeasured: 'Not measured',
  more: 'There is more than is listed here.',
  unread: 'The coverage could not be read.',
  probes: {
    identity: 'Code that tampers with the test runner',
    traps: 'Code that detects that it is tested',
    mutants: 'Tests that cannot fail',
    inputs: 'Answers made only for the inputs of the tests',
    bodies: 'New tests that pass without the new code',
    hunks: 'Changed lines that no test needs',
    replay: 'Other results outside the tests',
  },
  probed: (ran: number, found: string | undefined, missing: number) =>
    ran === 0
      ? 'Not checked for manipulated tests'
      : `${ran + missing} ${ran + missing === 1 ? 'check' : 'checks'} for manipulated tests: ${found ?? 'nothing found'}${missing === 0 ? '' : `, ${missing} did not run`}`,
  probe: 'Looked for',
  notProbed: 'Not checked',
  noFinding: 'None found',
}
