import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportFormat } from './report.ts'

/** A command that was asked for a report, and the source of the report: a file, or the command's output. */
export interface Reporting {
  readonly runner: string
  readonly command: string
  readonly format: ReportFormat
  readonly from: 'file' | 'output'
  /** The path at which the command was asked to leave its coverage, if it measures coverage and names no file. */
  readonly coverage?: { readonly path: string; readonly format: AskedCoverage['format'] } | undefined
}

/** Options that ask the runner at the end of a command for a report. */
export interface ReportOptions extends Omit<Reporting, 'command'> {
  readonly options: string
}

/** How a runner is asked for its coverage. */
interface AskedCoverage {
  /** That it measures one. */
  readonly asks: RegExp
  /** Option that sets the path already. */
  readonly unless?: RegExp
  readonly format: 'lcov' | 'cobertura' | 'go'
  readonly options: (path: string) => string
}

interface Runner {
  readonly name: string
  /** The beginning of the command, up to where options may be added. */
  readonly program: RegExp
  /** Words that make it no plain run of tests, or ask for a report of its own. */
  readonly unless?: RegExp
  readonly format: ReportFormat
  /** Another program in the place of the beginning. */
  readonly instead?: (begun: string, path: string) => string
  /** Options right behind the program; without them the report is printed. */
  readonly first?: (path: string) => string
  /** Options at the end. */
  readonly last?: (path: string) => string
  /** Files that it always writes, one for each class of tests, as a pattern of `find`. */
  readonly leaves?: string
  readonly coverage?: AskedCoverage
}

// Anything else that a shell makes something of: with one of these, options could land in another program.
const shell = /[;|<>$`()\\\n#{}]|(?<!&)&(?!&)|&&&/
const launcher = String.raw`(?:(?:npx|bunx|pnpm exec|pnpm|yarn exec|yarn|bun x|npm exec --|cross-env) +(?:--no-install +|-y +)?)*`
const settings = String.raw`(?:[A-Za-z_][A-Za-z0-9_]*=[^\s'"]* +)*`
const nodeBefore = String.raw`(?:node(?: +-{1,2}[^\s'"]+)* +)?`
const binOf = (name: string, script: string) =>
  String.raw`(?:${name}|${nodeBefore}(?:\./)?node_modules/(?:\.bin/${name}|${script}))`
const python = String.raw`(?:(?:uv|poetry|pdm|hatch|pipenv) run +)?python[0-9.]*`
// Between single quotes of a shell: it has none itself.
const unittestReport = readFileSync(join(import.meta.dirname, 'unittest_report.py'), 'utf8')
const begins = (program: string) => new RegExp(String.raw`^${settings}${launcher}${settings}${program}(?= |$)`)

const runners: readonly Runner[] = [
  {
    name: 'node --test',
    program: new RegExp(
      String.raw`^${settings}(?:cross-env +)?${settings}node(?=(?: +(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C) +\S+| +-{1,2}\S+)* +--test(?: |$))`,
    ),
    unless: / --(test-reporter|watch)/,
    format: 'junit',
    first: (path) =>
      ` --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination='${path}'`,
    coverage: {
      asks: / --experimental-test-coverage(?= |$)/,
      format: 'lcov',
      options: (path) => ` --test-reporter=lcov --test-reporter-destination='${path}'`,
    },
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
    coverage: {
      asks: / --cov(?=[ =]|$)/,
      unless: / --(?:cov-report|no-cov)/,
      format: 'cobertura',
      options: (path) => ` --cov-report=term --cov-report=xml:'${path}'`,
    },
  },
  {
    name: 'unittest',
    program: new RegExp(
      String.raw`^${settings}${python}(?: +(?:-[bBdEiIOPqsSuvx]+|-[WX] +[^\s'"]+))* +-m +unittest(?= |$)`,
    ),
    unless: / (?:-h|--help)(?= |$)/,
    format: 'jest',
    instead: (begun, path) => `${withoutUnittest(begun)} -c '${unittestReport}' '${path}'`,
  },
  {
    name: 'go test',
    program: new RegExp(String.raw`^${settings}go test(?= |$)`),
    unless: / -(json|c|exec|bench|list|fuzz)(?=[ =]|$)/,
    format: 'go',
    first: () => ' -json',
    coverage: {
      asks: / --?cover(?:mode|pkg)?(?=[ =]|$)/,
      unless: / --?coverprofile/,
      format: 'go',
      options: (path) => ` -coverprofile='${path}'`,
    },
  },
  {
    name: 'cargo test',
    program: new RegExp(String.raw`^${settings}cargo (?:\+\S+ )?(?:test|nextest run)(?= |$)`),
    unless: / (--no-run|--message-format|-q|--quiet|--format|--list)/,
    format: 'cargo',
  },
  {
    name: 'mvn test',
    program: new RegExp(
      String.raw`^${settings}(?:mvn|(?:sh +|bash +)?(?:\./)?mvnw)(?=(?: +\S+)* +(?:test|package|verify|install)(?: |$))`,
    ),
    unless: / -D(?:skipTests|maven\.test\.skip|surefire\.)/,
    format: 'junit',
    leaves: '*/target/surefire-reports/TEST-*.xml',
  },
  {
    name: 'gradle test',
    program: new RegExp(
      String.raw`^${settings}(?:gradle|(?:sh +|bash +)?(?:\./)?gradlew)(?=(?: +\S+)* +\S*(?:test|check|build)(?: |$))`,
    ),
    unless: / (?:-x|--exclude-task|-t|--continuous|-m|--dry-run)(?= |$)/,
    format: 'junit',
    leaves: '*/build/test-results/*/TEST-*.xml',
  },
]

/**
 * The runner behind a command, and the command with a report asked for at `path`, which runs the same tests. Undefined
 * if the command is more than one program, or its runner is not known. One of the programs joined by `&&` may be a
 * runner.
 */
export const askForReport = (command: string, path: string): Reporting | undefined => {
  const { parts, known } = runnersIn(command, path)
  if (!known) return undefined
  const { at, runner, begun, rest } = known
  const { instead, first, last, leaves } = runner
  const asked = coverageOf(runner, rest, path)
  const called = `${instead ? instead(begun, path) : begun}${first ? first(path) + asked.options : ''}${rest}${last ? last(path) + asked.options : ''}`
  const asking = leaves === undefined ? called : gathering(called, leaves, path)
  return { ...reportOf(runner), command: parts.with(at, asking).join(' && '), coverage: asked.coverage }
}

/** Puts the reports of a run together, without reports from an earlier run, and ends as the run did. */
const gathering = (called: string, leaves: string, path: string) =>
  `{ find . -path '${leaves}' -delete; ${called}; ended=$?; ` +
  `find . -path '${leaves}' -print0 | sort -z | xargs -0 -r cat >'${path}'; ( exit $ended ); }`

/** A file of its own beside the report. */
const coverageOf = ({ coverage }: Runner, rest: string, path: string) => {
  if (!coverage?.asks.test(rest) || coverage.unless?.test(rest)) return { options: '' }
  const own = `${path}.coverage`
  return { options: coverage.options(own), coverage: { path: own, format: coverage.format } }
}

/**
 * The options by which the runner at the end of a command is asked for a report at `path`, if they may be added behind
 * everything else. Undefined if they would mean something else there, and as in {@link askForReport}.
 */
export const optionsForReport = (command: string, path: string): ReportOptions | undefined => {
  const { parts, known } = runnersIn(command, path)
  if (known?.at !== parts.length - 1) return undefined
  const { runner, rest } = known
  const options = runner.last ?? (onlyOptions.test(rest) ? runner.first : undefined)
  const report = reportOf(runner)
  if (!options || report.from !== 'file') return undefined
  const asked = coverageOf(runner, rest, path)
  return { ...report, options: `${options(path)}${asked.options}`.trim(), coverage: asked.coverage }
}

// Behind a file, node takes options for arguments of the test.
const onlyOptions = /^(?: +-{1,2}[^\s'"]+)*$/

/** The program and options of Python in the beginning of a command that runs unittest. */
export const withoutUnittest = (begun: string): string => begun.replace(/(?<! ) +-m +unittest$/, '')

const reportOf = ({ name, format, instead, first, last, leaves }: Runner): Omit<Reporting, 'command' | 'coverage'> => ({
  runner: name,
  format,
  from: instead || last || leaves || (first && format === 'junit') ? 'file' : 'output',
})

/**
 * The runner behind a command, with the text around it: `before + begun + rest + behind` is the command. `begun` is the
 * runner’s program with its settings and launcher, `rest` its options and files; programs before it and behind it are
 * joined by `&&`. Undefined as in {@link askForReport}.
 */
export const findRunner = (command: string) => {
  const { parts, known } = runnersIn(command, '')
  if (!known) return undefined
  const { at, runner, begun, rest } = known
  const before = parts.slice(0, at).map((part) => `${part} && `)
  const behind = parts.slice(at + 1).map((part) => ` && ${part}`)
  return { name: runner.name, before: before.join(''), begun, rest, behind: behind.join('') }
}

type KnownRunner = ReturnType<typeof knownIn>

const runnersIn = (command: string, path: string): { parts: readonly string[]; known?: KnownRunner } => {
  if (shell.test(command) || path.includes("'") || isQuotedOddly(command)) return { parts: [] }
  const parts = command.split('&&').map((part) => part.trim())
  const found = parts.flatMap((part, at) => knownIn(part, at) ?? [])
  return { parts, known: found.length === 1 ? found[0] : undefined }
}

/** The runner of a command, which has the place `at` among the programs joined by `&&`. */
const knownIn = (command: string, at: number) => {
  for (const runner of runners) {
    const begun = runner.program.exec(command)?.[0]
    if (begun === undefined) continue
    const rest = command.slice(begun.length)
    // Words behind ` -- ` belong to the tests or to another program.
    if (runner.unless?.test(rest) || (runner.last && / --( |$)/.test(rest))) return undefined
    return { at, runner, begun, rest }
  }
  return undefined
}

const isQuotedOddly = (command: string) => {
  const single = command.split("'").length - 1
  const double = command.split('"').length - 1
  return single % 2 === 1 || double % 2 === 1 || (single + double > 0 && command.includes('&&'))
}
