/** The facts of a checkout that suggest a first change. */
export interface CheckoutFacts {
  readonly paths: readonly string[]
  /** The command of the tests; undefined if none was found. */
  readonly testCommand: string | undefined
  readonly tests: 'passed' | 'failed' | 'could_not_run' | 'not_run'
  /** Whether the packages that tests need are installed. */
  readonly isSetUp: boolean
  /** The most useful line that failed tests printed; undefined if none names a failure. */
  readonly failure: string | undefined
  /** The number of passed tests beside the failed tests, if their runner reports it. */
  readonly passedTests?: number | undefined
  /** The language that ran them, such as “Python 3.11.2”, if it is known. */
  readonly runtime?: string | undefined
  /** The logs of the setup and of all checks. */
  readonly logs: readonly string[]
  /** The checks beside the tests that failed. */
  readonly failedChecks: readonly { readonly command: string; readonly log: string }[]
  /** The file with the wanted packages, if no lock file has their versions. */
  readonly unlockedManifest: string | undefined
  /** Lines with the mark for work that was put off until a day, each with its path. */
  readonly postponed: readonly {
    readonly path: string
    readonly line: number
    readonly text: string
    /** The statement of a manifest that fulfils its condition; undefined if its condition is a day. */
    readonly fulfilledBy?: string
  }[]
  /** Public functions that commits changed often, and that no test names. */
  readonly untested: readonly { readonly path: string; readonly name: string; readonly commits: number }[]
  /** The day of today, as 2026-11-29. */
  readonly day: string
}

export interface FirstChange {
  readonly title: string
  /** The evidence for it. */
  readonly reason: string
  /** The part of the checkout that it would touch. */
  readonly touches: string
  /** How it would be proved. */
  readonly proof: string
}

export const changesMost = 3

const manifests: readonly (readonly [manifest: string, locks: readonly string[]])[] = [
  [
    'package.json',
    ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  ],
  ['Cargo.toml', ['Cargo.lock']],
  ['Gemfile', ['Gemfile.lock']],
  ['composer.json', ['composer.lock']],
]

/** Files in which a project says that it wants no lock file. */
export const lockRefusals = ['.gitignore', '.npmrc'] as const

/** The manifest at the root whose lock file is missing, unless the project refuses one in `lockRefusals`. */
export const unlockedManifestAmong = (
  paths: readonly string[],
  refusals: Readonly<Partial<Record<(typeof lockRefusals)[number], string>>>,
): string | undefined => {
  const there = new Set(paths)
  const ignored = new Set((refusals['.gitignore'] ?? '').split('\n').map((line) => line.trim().replace(/^\//, '')))
  const isRefused = (locks: readonly string[]) =>
    locks.some((lock) => ignored.has(lock)) ||
    (locks.includes('package-lock.json') && /^(?:package-lock|lockfile) ?= ?false\b/m.test(refusals['.npmrc'] ?? ''))
  return manifests.find(
    ([manifest, locks]) => there.has(manifest) && !locks.some((lock) => there.has(lock)) && !isRefused(locks),
  )?.[0]
}

/** The first changes that have evidence in the checkout, the most useful first; none is better than a guess. */
export const firstChanges = (facts: CheckoutFacts): readonly FirstChange[] =>
  rules.flatMap((rule) => rule(facts) ?? []).slice(0, changesMost)

type Rule = (facts: CheckoutFacts) => FirstChange | readonly FirstChange[] | undefined

const proofByTests = ({ testCommand, tests }: CheckoutFacts) => {
  if (testCommand === undefined) return 'a test that comes with it'
  return tests === 'failed' ? 'no test fails that passes now' : `${testCommand} passes`
}

// Without its packages a machine is no judge of the tests.
const failingTests: Rule = (facts) =>
  facts.tests === 'failed' && facts.isSetUp && facts.failure !== undefined
    ? {
        title: `Make the tests pass that fail with ${facts.testCommand}`,
        reason: failureText(facts),
        touches: 'the code that these tests run',
        proof: `${facts.testCommand} passes`,
      }
    : undefined

const failureText = ({ failure, passedTests, runtime }: CheckoutFacts) => {
  const sentence = `${runtime === undefined ? 'They' : `With ${runtime} they`} say: ${failure}`
  return passedTests
    ? `${sentence}. ${passedTests} other ${passedTests === 1 ? 'test passes' : 'tests pass'}.`
    : sentence
}

/** Phrases with which linters and formatters offer to mend their findings. */
const mendable = ['fixable with', 'potentially fixable', 'Run Prettier with --write', 'would be reformatted']

const mendableCheck: Rule = ({ failedChecks }) => {
  const said = ({ log }: { readonly log: string }) =>
    log.split('\n').find((line) => mendable.some((words) => line.includes(words)))
  const check = failedChecks.find((one) => said(one) !== undefined)
  return (
    check && {
      title: `Mend what ${check.command.split('\n')[0]} finds and its tool can mend`,
      reason: `It says: ${shortened(said(check)!)}`,
      touches: 'the files that it names',
      proof: 'it passes, and so do the tests',
    }
  )
}

const firstTest: Rule = ({ testCommand, paths }) =>
  testCommand === undefined && paths.some((path) => sourceForm.test(path))
    ? {
        title: 'Add a first test, and the command that runs it',
        reason: 'No command runs tests, so nothing can prove a change.',
        touches: 'a new test and the settings of the project',
        proof: 'the new command passes, and fails without the code that it tests',
      }
    : undefined

const severities = ['critical', 'high', 'moderate', 'low']

/** The advisories in a report of npm audit that an update mends: package, versions, severity and title. */
const advisoriesIn = (log: string) =>
  log.split(/\n\n/).flatMap((block) => {
    const lines = block.trim().split('\n', 60)
    const at = lines.findIndex((line) => line.startsWith('Severity: '))
    const [name, versions] = at > 0 ? lines[at - 1]!.split(/ {2}/, 2) : []
    const said = lines.slice(at + 1).find((line) => line.includes('https://github.com/advisories/'))
    if (!name || !versions || !said || !lines.some((line) => line.startsWith('fix available'))) return []
    return [{ name, versions, severity: lines[at]!.slice('Severity: '.length), said }]
  })

const advisory: Rule = ({ logs, testCommand }) => {
  const found = logs.flatMap(advisoriesIn)
  const rank = ({ severity }: { readonly severity: string }) => severities.indexOf(severity)
  const worst = found.toSorted((one, other) => rank(one) - rank(other))[0]
  return (
    worst && {
      title: `Update ${worst.name}, which has a known advisory`,
      reason: `Severity ${worst.severity}, versions ${worst.versions}: ${shortened(worst.said)}`,
      touches: 'the manifest and the lock file',
      proof: `npm audit no longer names it${testCommand === undefined ? '' : `, and ${testCommand} passes`}`,
    }
  )
}

const lockFile: Rule = ({ unlockedManifest }) =>
  unlockedManifest === undefined
    ? undefined
    : {
        title: `Add a lock file for the packages of ${unlockedManifest}`,
        reason: 'Without one, each setup takes the versions of its day.',
        touches: 'the lock file alone',
        proof: 'the packages install from it, and the tests run as before',
      }

/** Asks for a single lock file if a `package.json` has several, by two package managers or two forms of one. */
const secondLockFile: Rule = (facts) => {
  const there = manifests[0]![1].filter((lock) => facts.paths.includes(lock))
  return there.length < 2
    ? undefined
    : {
        title: `Keep one lock file of ${there.join(' and ')}`,
        reason: 'An install reads only one of them, and the versions of the others differ sooner or later.',
        touches: 'the lock files alone',
        proof: proofByTests(facts),
      }
}

const dueWork: Rule = (facts) =>
  facts.postponed
    .filter(({ text, fulfilledBy }) => {
      const day = dueForm.exec(text)?.[1]
      return fulfilledBy !== undefined || (day !== undefined && day < facts.day)
    })
    .map(({ path, line, text, fulfilledBy }) => ({
      title: `Do what ${path}:${line} puts off`,
      reason: `${fulfilledBy === undefined ? 'Its day has passed' : `The project says ${fulfilledBy}`}: ${text}`,
      touches: path,
      proof: proofByTests(facts),
    }))

const untestedFunction: Rule = ({ untested, tests }) => {
  const one = tests === 'passed' || tests === 'not_run' ? untested[0] : undefined
  return (
    one && {
      title: `Add tests for ${one.name} of ${one.path}`,
      reason: `${one.commits} of the newest commits changed it, and no test names it or its file.`,
      touches: 'a new test',
      proof: 'the test passes, and fails if the function is changed',
    }
  )
}

const deprecation: Rule = (facts) => {
  const there = new Set(facts.paths)
  const lines = facts.logs.flatMap((log) => log.split('\n').map((one) => one.trim()))
  const pathIn = (line = '') => placed(line).find((path) => there.has(path))
  // Compilers name the place in the line, or in the next one behind an arrow.
  const pathOf = (at: number) =>
    pathIn(lines[at]) ?? (lines[at + 1]?.startsWith('-->') ? pathIn(lines[at + 1]) : undefined)
  const at = lines.findIndex((line, index) => deprecated.test(line) && pathOf(index) !== undefined)
  if (at === -1) return undefined
  const path = pathOf(at)!
  return {
    title: `Replace what ${path} uses and is deprecated`,
    reason: `A check prints: ${shortened(lines[at]!)}`,
    touches: path,
    proof: 'the tests pass without the warning',
  }
}

const rules: readonly Rule[] = [
  failingTests,
  advisory,
  mendableCheck,
  firstTest,
  lockFile,
  secondLockFile,
  dueWork,
  untestedFunction,
  deprecation,
]

const sourceForm = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php)$/
const dueForm = /\b(?:after|until|before|by|from) (\d{4}-\d\d-\d\d)\b/i

const deprecated = /\bDeprecationWarning\b|(?<![\w/])deprecated\b(?!\.\w)/

/** The words in a line before a line number, each of which may be the file's path. */
const placed = (line: string) =>
  line
    .slice(0, 400)
    .split(/[\s()]/, 8)
    .map((word) => word.replace(/^\.\//, '').split(':', 1)[0]!)

const shortened = (line: string) => line.trim().slice(0, 160)
