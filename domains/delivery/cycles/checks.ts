import type { Runtime } from '../../code/projects/index.ts'
import type { CheckOutcome, CheckRow } from '../tasks/index.ts'

export interface Check {
  readonly name: string
  readonly command: string
}

/** The name under which the setup is kept beside the checks. */
export const setupName = 'setup'

/** Files that tell how a project checks itself, in the order in which they are asked. */
export const checkFiles = ['package.json', 'Makefile', 'pyproject.toml', 'go.mod', 'Cargo.toml'] as const
type CheckFiles = Readonly<Partial<Record<(typeof checkFiles)[number], string>>>

/** The checks of a project: the ones that it sets, else the one that its files name; none where they name none. */
export const checksFor = (runtime: Runtime, files: CheckFiles): readonly Check[] => {
  if (runtime.checks) return distinct(runtime.checks)
  const command = commandIn(files)
  return command ? [{ name: 'test', command }] : []
}

/** Each under a name of its own, and none under that of the setup: by their names the rows are told apart. */
const distinct = (checks: readonly Check[]): readonly Check[] => {
  const taken = new Set([setupName])
  return checks.map(({ name: given, command }) => {
    let name = given
    for (let number = 2; taken.has(name); number += 1) name = `${given} ${number}`
    taken.add(name)
    return { name, command }
  })
}

const commandIn = (files: CheckFiles): string | undefined => {
  const script = testScript(files['package.json'])
  if (script) return script
  if (/^(test|check)\s*:/m.test(files.Makefile ?? ''))
    return /^test\s*:/m.test(files.Makefile!) ? 'make test' : 'make check'
  if (/\bpytest\b/.test(files['pyproject.toml'] ?? '')) return 'python3 -m pytest -q'
  if (files['go.mod'] !== undefined) return 'go test ./...'
  return files['Cargo.toml'] === undefined ? undefined : 'cargo test --offline'
}

/** The test script itself: run without npm, so that no other script of the package (a lint before it) comes along. */
const testScript = (text: string | undefined): string | undefined => {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: { test?: unknown } }
    const script = typeof scripts?.test === 'string' ? scripts.test.trim() : ''
    return script === '' || script.includes('no test specified') ? undefined : script
  } catch {
    return undefined
  }
}

interface Ended {
  readonly exitCode: number | null
  readonly stoppedBy?: string | undefined
}

const notFound = [126, 127]

/** A command that is missing, or was stopped at a limit, could not run; that is no verdict on the code. */
export const outcomeOf = ({ exitCode, stoppedBy }: Ended): CheckOutcome => {
  if (stoppedBy || exitCode === null || notFound.includes(exitCode)) return 'could_not_run'
  return exitCode === 0 ? 'passed' : 'failed'
}

/** What a change made worse: checks that passed on the base and do not any more. */
export const worsened = (checks: readonly Pick<CheckRow, 'name' | 'phase' | 'outcome'>[]): readonly string[] =>
  checks
    .filter(({ phase, outcome }) => phase === 'base' && outcome === 'passed')
    .map(({ name }) => name)
    .filter(
      (name) => !checks.some((check) => check.phase === 'task' && check.name === name && check.outcome === 'passed'),
    )

const logMostChars = 8_192

/** What these checks printed over the change, the end of each. A setup prints what strangers' packages say: never that. */
export const logsOf = (checks: readonly Pick<CheckRow, 'name' | 'phase' | 'log'>[], names: readonly string[]): string =>
  checks
    .filter(({ name, phase, log }) => phase === 'task' && name !== setupName && names.includes(name) && log !== '')
    .map(({ name, log }) => `${name}:\n${log.slice(-logMostChars)}`)
    .join('\n\n')
    .slice(-4 * logMostChars)
    .toWellFormed()
