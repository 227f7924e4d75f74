import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { isLockFile } from '../../../execution/setup/index.ts'
import { isEvidence, isProgram, isTestPath } from '../../../packages/verdict/index.ts'
import type { CheckRow } from '../checks/index.ts'
import type { ReviewFinding } from '../tasks/contract/verdict.ts'
import { mayLoad, readTree, type TaskWork } from '../workbench/index.ts'
import { packagesOf } from './evidence.ts'

interface FactsInput {
  readonly compared: Comparison
  readonly checks: readonly Pick<CheckRow, 'phase' | 'outcome' | 'report'>[]
  readonly signal: AbortSignal
}

/** A thing that programs load, with the programs that do. */
interface Loaded {
  readonly path: string
  /** The file or package as programs name it. */
  readonly name: string
  readonly tests: string[]
  readonly programs: string[]
}

// More than a person reads before a decision.
const listedMost = 10

/**
 * Notes by which a person can decide about a change that no test proves: whether a program still loads a file that is
 * removed, which tests load a file that changed, and which programs load a package that comes to another version.
 */
export const factsOfChange = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  { compared, checks, signal }: FactsInput,
): Promise<readonly ReviewFinding[]> => {
  const between = { base: task.baseSha!, head: task.headSha! }
  const { changes } = await packagesOf(repositories, repository.id, between, compared)
  const lock = compared.files.find(({ path }) => path !== undefined && isLockFile(path))?.path ?? ''
  const moved = changes.filter(({ kind }) => kind === 'changed').slice(0, listedMost)
  const files = compared.files.filter((file) => file.path !== undefined && isProgram(file.path))
  const gone = files.filter(({ kind }) => kind === 'deleted').slice(0, listedMost)
  const kept = files.filter(({ kind, path }) => kind === 'modified' && !isEvidence(path!)).slice(0, listedMost)
  const loaded = new Map<object, Loaded>()
  for (const one of [...gone, ...kept]) loaded.set(one, empty(one.path!, one.path!))
  for (const one of moved) loaded.set(one, empty(lock, one.name))
  if (loaded.size === 0) return []
  const isWhole = await readTree(
    repositories,
    { id: repository.id, commit: task.headSha!, signal },
    {
      isWanted: isProgram,
      show: ({ path, text = '' }) => {
        for (const { name, tests, programs } of loaded.values())
          if (name !== path && mayLoad(text, name)) (isTestPath(path) ? tests : programs).push(path)
      },
    },
  )
  if (!isWhole) return []
  const passing = passingTests(checks)
  return [
    ...gone.map((one) => removed(loaded.get(one)!)),
    ...moved.map((one) => moves(loaded.get(one)!, one, passing)),
    ...kept.map((one) => changed(loaded.get(one)!, passing)),
  ]
}

const empty = (path: string, name: string): Loaded => ({ path, name, tests: [], programs: [] })

/** How many tests of each file pass over the change. */
const passingTests = (checks: FactsInput['checks']): ReadonlyMap<string, number> => {
  const passing = new Map<string, number>()
  for (const { phase, report } of checks)
    for (const { file, outcome } of phase === 'task' && report?.fault === undefined ? (report?.tests ?? []) : [])
      if (outcome === 'passed') passing.set(file, (passing.get(file) ?? 0) + 1)
  return passing
}

const removed = ({ path, tests, programs }: Loaded): ReviewFinding => {
  const users = [...programs, ...tests]
  const reason =
    users.length === 0
      ? `“${path}” is removed, and no program names it.`
      : `“${path}” is removed, and ${listed(users)} still ${users.length === 1 ? 'names' : 'name'} it.`
  return { kind: 'file_removed', level: 'note', path, reason }
}

const moves = (
  { path, name, tests, programs }: Loaded,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  passing: ReadonlyMap<string, number>,
): ReviewFinding => {
  const users = tests.length > 0 ? tests : programs
  const who = users.length === 0 ? 'no program of the project loads it' : `${listed(users)} ${loads(users, passing)}`
  const versions = `from ${before.join(', ')} to ${after.join(', ')}`
  return { kind: 'package_loaded', level: 'note', path, reason: `“${name}” goes ${versions}; ${who}.` }
}

const changed = ({ path, tests }: Loaded, passing: ReadonlyMap<string, number>): ReviewFinding => {
  const reason =
    tests.length === 0
      ? `No test file loads “${path}” itself.`
      : `${listed(tests)} ${loads(tests, passing, `“${path}”`)}.`
  return { kind: 'tests_load_file', level: 'note', path, reason }
}

const listed = (paths: readonly string[]) =>
  paths.length > 1 ? `“${paths[0]}” and ${paths.length - 1} more` : `“${paths[0]}”`

/** A sentence: files load something, and so many of their tests pass. */
const loads = (paths: readonly string[], passing: ReadonlyMap<string, number>, what = 'it'): string => {
  const verb = `${paths.length === 1 ? 'loads' : 'load'} ${what}`
  const count = paths.reduce((sum, path) => sum + (passing.get(path) ?? 0), 0)
  if (count === 0) return verb
  return `${verb}, with ${count} ${count === 1 ? 'test that passes' : 'tests that pass'}`
}
