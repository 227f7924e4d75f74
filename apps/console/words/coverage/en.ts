const lines = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'}`

export const en = {
  title: 'Lines that the checks ran',
  note: 'As the programs of the change report it.',
  changed: (covered: number, total: number) => `${covered} of ${lines(total)} that the change adds were run`,
  noneChanged: 'The change adds no line that the report knows',
  noChange: 'The report has no lines, so nothing is known of those that the change adds',
  all: (share: string) => `${share} of all lines`,
  before: (share: string) => `${share} before the change`,
  missed: 'Not run',
  notMeasured: 'Not in the report',
  more: 'There is more than is listed here.',
  unread: 'The coverage could not be read.',
}
