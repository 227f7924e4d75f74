import type { ReportFormat } from './report.ts'

/** A command that was asked for a report, and where the report comes from: a file, or what the command prints. */
export interface Reporting {
  readonly runner: string
  readonly command: string
  readonly format: ReportFormat
  readonly from: 'file' | 'output'
}

interface Runner {
  readonly name: string
  /** What the command begins with, up to where options may be added. */
  readonly program: RegExp
  /** What makes it no plain run of tests, or asks for a report of its own. */
  readonly unless?: RegExp
  readonly format: ReportFormat
  /** Options right behind the program; without them the report is printed. */
  readonly first?: (path: string) => string
  /** Options at the end. */
  readonly last?: (path: string) => string
}

// Anything else that a shell makes something of: with one of these, options could land in another program.
const shell = /[;|<>$`()\\\n#{}]|(?<!&)&(?!&)|&&&/
const launcher = String.raw`(?:(?:npx|bunx|pnpm exec|pnpm|yarn exec|yarn|bun x|npm exec --|cross-env) +(?:--no-install +|-y +)?)*`
const settings = String.raw`(?:[A-Za-z_][A-Za-z0-9_]*=[^\s'"]* +)*`
const nodeBefore = String.raw`(?:node(?: +-{1,2}[^\s'"]+)* +)?`
const binOf = (name: string, script: string) =>
  String.raw`(?:${name}|${nodeBefore}(?:\./)?node_modules/(?:\.bin/${name}|${script}))`
const begins = (program: string) => new RegExp(String.raw`^${settings}${launcher}${settings}${program}(?= |$)`)

const runners: readonly Runner[] = [
  {
    name: 'node --test',
    // Behind a file, node takes options for arguments of the test.
    program: new RegExp(
      String.raw`^${settings}(?:cross-env +)?${settings}node(?=(?: +(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C) +\S+| +-{1,2}\S+)* +--test(?: |$))`,
    ),
    unless: / --(test-reporter|watch)/,
    format: 'junit',
    first: (path) =>
      ` --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination='${path}'`,
  },
  {
    name: 'vitest',
    program: begins(binOf('vitest', String.raw`vitest/vitest\.mjs`)),
    unless: / (bench|list|init|watch|dev)( |$)| --(watch|outputFile|standalone|mergeReports|ui)/,
    format: 'vitest',
    last: (path) => ` --reporter=default --reporter=json --outputFile.json='${path}'`,
  },
  {
    name: 'jest',
    program: begins(binOf('jest', String.raw`jest/bin/jest\.js`)),
    unless: / --(json|outputFile|watch|watchAll|listTests|showConfig|init)/,
    format: 'jest',
    last: (path) => ` --json --outputFile='${path}'`,
  },
  {
    name: 'mocha',
    program: begins(binOf('mocha', String.raw`mocha/bin/_?mocha(?:\.js)?`)),
    unless: / (--reporter|-R|--watch|-w|--parallel)/,
    format: 'mocha',
    last: (path) => ` --reporter json --reporter-option output='${path}'`,
  },
  {
    name: 'pytest',
    program: new RegExp(
      String.raw`^${settings}(?:(?:uv|poetry|pdm|hatch|pipenv) run +)?(?:python[0-9.]* -m +)?(?:pytest|py\.test)(?= |$)`,
    ),
    unless: / --(junit|collect-only|co( |$)|fixtures|markers|version|help)/,
    format: 'junit',
    last: (path) => ` --junitxml='${path}' -o junit_family=xunit1`,
  },
  {
    name: 'go test',
    program: new RegExp(String.raw`^${settings}go test(?= |$)`),
    unless: / -(json|c|exec|bench|list|fuzz)/,
    format: 'go',
    first: () => ' -json',
  },
  {
    name: 'cargo test',
    program: new RegExp(String.raw`^${settings}cargo (?:\+\S+ )?(?:test|nextest run)(?= |$)`),
    unless: / (--no-run|--message-format|-q|--quiet|--format|--list)/,
    format: 'cargo',
  },
]

/**
 * The runner behind a command, and the command with a report asked for at `path`, which runs the same tests. Undefined
 * where the command is more than one program can be told to be, or its runner is not known. Of programs joined by `&&`
 * one may be a runner.
 */
export const askForReport = (command: string, path: string): Reporting | undefined => {
  if (shell.test(command) || path.includes("'") || isQuotedOddly(command)) return undefined
  const parts = command.split('&&').map((part) => part.trim())
  const found = parts.map((part) => asked(part, path))
  const known = found.filter((each) => each !== undefined)
  if (known.length !== 1) return undefined
  const { runner, format, from } = known[0]!
  return { runner, format, from, command: parts.map((part, at) => found[at]?.command ?? part).join(' && ') }
}

const isQuotedOddly = (command: string) => {
  const [single, double] = [command.split("'").length - 1, command.split('"').length - 1]
  return single % 2 === 1 || double % 2 === 1 || (single + double > 0 && command.includes('&&'))
}

const asked = (command: string, path: string): Reporting | undefined => {
  for (const { name, program, unless, format, first, last } of runners) {
    const begun = program.exec(command)?.[0]
    if (begun === undefined) continue
    const rest = command.slice(begun.length)
    // What stands behind ` -- ` belongs to the tests or to another program.
    if (unless?.test(rest) || (last && / --( |$)/.test(rest))) return undefined
    const from = last || name.startsWith('node') ? 'file' : 'output'
    return { runner: name, command: `${begun}${first?.(path) ?? ''}${rest}${last?.(path) ?? ''}`, format, from }
  }
  return undefined
}
