import type { ChangedFile, Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { isLockFile } from '../../../execution/setup/index.ts'
import { isEvidence, isProgram, isTestPath, languageOf } from '../../../packages/verdict/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { sentence } from '../sentences/index.ts'
import type { ReviewFinding } from '../tasks/contract/verdict.ts'
import { mayLoad, readTree, type TaskWork } from '../workbench/index.ts'
import { packagesOf } from './evidence.ts'
import { isLoadedByFolder, keyOf, loadersOf } from './loaders.ts'

interface FactsInput {
  readonly compared: Comparison
  readonly checks: readonly Pick<CheckRow, 'phase' | 'outcome' | 'report' | 'coverage'>[]
  readonly signal: AbortSignal
}

/** A file or package, with the files that name it. */
interface Named {
  /** The file or the package as programs name it. */
  readonly name: string
  readonly isPackage: boolean
  readonly tests: string[]
  readonly programs: string[]
  /** Pages, styles and settings. */
  readonly others: string[]
}

// More than a person reads before a decision.
const listedMost = 10
const page = /\.(?:html?|css|scss|sass|less)$/

/**
 * Notes by which a person can decide about a change that no test proves: which files still name a removed or renamed
 * file, the packages of a changed lock file and their programs, and the tests that run through a changed program.
 */
export const factsOfChange = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  { compared, checks, signal }: FactsInput,
): Promise<readonly ReviewFinding[]> => {
  const between = { base: task.baseSha!, head: task.headSha! }
  const { changes } = await packagesOf(repositories, repository.id, between, compared)
  const files = compared.files.flatMap((file) => (file.path === undefined ? [] : [{ ...file, path: file.path }]))
  const moved = changes.filter(({ kind }) => kind === 'changed').slice(0, listedMost)
  const gone = files.filter(({ kind }) => kind === 'deleted').slice(0, listedMost)
  const renamed = files.filter(({ kind, from }) => kind === 'renamed' && from?.path !== undefined).slice(0, listedMost)
  const isRun = ({ path, kind }: (typeof files)[number]) =>
    isCode(path) && !isEvidence(path) && (kind === 'modified' || kind === 'renamed')
  const kept = files.filter(isRun).slice(0, listedMost)
  const named = new Map<object, Named>()
  for (const one of [...gone, ...kept]) named.set(one, empty(one.path))
  const formerly = renamed.map(({ from }) => empty(from!.path!))
  for (const one of moved) named.set(one, empty(one.name, true))
  const things = [...named.values(), ...formerly]
  if (things.length === 0) return lockFacts(changes)
  const loaders = loadersOf()
  const commit = { id: repository.id, commit: task.headSha!, signal }
  const isWhole = await readTree(repositories, commit, {
    isWanted: (path) => !isLockFile(path) && (languageOf(path) !== undefined || page.test(path)),
    show: ({ path, text = '' }) => {
      if (isCode(path)) loaders.add(path, text)
      const list = isTestPath(path) ? 'tests' : isCode(path) ? 'programs' : 'others'
      for (const one of things) if (one.name !== path && mayName(text, one)) one[list].push(path)
    },
  })
  if (!isWhole) return lockFacts(changes)
  const proof: Proof = { passing: passingTests(checks), checks, through: (paths) => loaders.through(paths) }
  return [
    ...gone.map((one) => note('file_removed', one.path, goneSentence(named.get(one)!))),
    ...renamed.map((file, at) => note('file_renamed', file.path, renamedSentence(file, formerly[at]!))),
    ...lockFacts(changes),
    ...moved.map((one) => note('package_loaded', one.file, movedSentence(one, named.get(one)!, proof))),
    ...kept.map((one) => note('tests_load_file', one.path, loadedSentence(one, named.get(one)!, proof))),
  ]
}

const empty = (name: string, isPackage = false): Named => ({ name, isPackage, tests: [], programs: [], others: [] })

const isCode = (path: string) => isProgram(path) || /\.(?:ba)?sh$/.test(path)

// Programs of these languages use a class without importing the file that it is named like.
const ofClasses = new Set('java groovy scala kt kts cs fs vb rb php swift'.split(' '))

/** True if a text may load a file; a file that stands for its folder is named by the folder. */
const mayName = (text: string, { name: path, isPackage }: Named) => {
  if (!isPackage && !isCode(path)) return text.includes(path.slice(path.lastIndexOf('/') + 1))
  const key = keyOf(path)
  if (mayLoad(text, path) || (path.startsWith(`${key}/`) && mayLoad(text, key))) return true
  const dot = path.lastIndexOf('.')
  if (!ofClasses.has(path.slice(dot + 1))) return false
  const word = path.slice(path.lastIndexOf('/') + 1, dot).replaceAll(/\W|_/g, '')
  return word !== '' && new RegExp(`\\b${word}\\b`, 'i').test(text)
}

const note = (kind: string, path: string, reason: string): ReviewFinding => ({ kind, level: 'note', path, reason })

const goneSentence = ({ name, programs, tests, others }: Named): string => {
  const users = [...programs, ...tests, ...others]
  if (users.length > 0) return sentence('fact_removed_named', { file: name, files: listed(users) })
  return sentence(isLoadedByFolder(name) ? 'fact_removed_of_folder' : 'fact_removed', { file: name })
}

const renamedSentence = (
  { path, additions = 0, deletions = 0 }: Pick<ChangedFile, 'additions' | 'deletions'> & { readonly path: string },
  { name, programs, tests, others }: Named,
): string => {
  const users = [...programs, ...tests, ...others].filter((user) => user !== path)
  const isSame = additions === 0 && deletions === 0
  return [
    sentence(isSame ? 'fact_renamed' : 'fact_renamed_changed', { file: path, from: name }),
    users.length === 0 ? sentence('fact_unnamed') : sentence('fact_still_named', { files: listed(users) }),
  ].join(' ')
}

type PackageChange = Awaited<ReturnType<typeof packagesOf>>['changes'][number]

/** The changes of each lock file, in numbers. */
const lockFacts = (changes: readonly PackageChange[]): readonly ReviewFinding[] =>
  [...Map.groupBy(changes, ({ file }) => file)].map(([file, all]) => {
    const count = (wanted: PackageChange['kind']) => String(all.filter(({ kind }) => kind === wanted).length)
    const counts = { changed: count('changed'), added: count('added'), removed: count('removed') }
    return note('lock_file_changed', file, sentence('fact_lock', { file, ...counts }))
  })

interface Proof {
  readonly passing: ReadonlyMap<string, number>
  readonly checks: FactsInput['checks']
  /** Files that load these files, themselves or through others. */
  through(paths: readonly string[]): readonly string[]
}

const movedSentence = ({ before, after }: PackageChange, { name, tests, programs }: Named, proof: Proof): string => {
  const further = proof.through(programs).filter((path) => isTestPath(path) && !tests.includes(path))
  const users = programs.length === 0 ? [] : [sentence('fact_package_programs', { files: listed(programs) })]
  return [
    sentence('fact_package', { name, before: before.join(', '), after: after.join(', ') }),
    ...(tests.length + programs.length === 0 ? [sentence('fact_package_unnamed')] : users),
    ...testsSentences(name, [...tests, ...further], tests.length, proof),
  ].join(' ')
}

const loadedSentence = (
  { additions = 0 }: Pick<ChangedFile, 'additions'>,
  { name, tests }: Named,
  proof: Proof,
): string => {
  const all = proof.through([name]).filter(isTestPath)
  const direct = [
    ...new Set([...tests, ...all.filter((path) => isLoadedByFolder(name) && keyOf(path) === keyOf(name))]),
  ]
  const further = all.filter((path) => !direct.includes(path))
  return [
    ...(direct.length + further.length === 0
      ? [sentence('fact_not_loaded', { name })]
      : testsSentences(name, [...direct, ...further], direct.length, proof)),
    ...(additions > 0 ? linesSentence(name, proof.checks) : []),
  ].join(' ')
}

/** The test files that load a thing, the first ones directly, and how many of their tests pass. */
const testsSentences = (
  name: string,
  files: readonly string[],
  direct: number,
  { passing }: Proof,
): readonly string[] => {
  if (files.length === 0) return []
  const count = files.reduce((sum, path) => sum + (passing.get(path) ?? 0), 0)
  return [
    sentence(direct > 0 ? 'fact_tests' : 'fact_tests_through', { name, files: listed(files) }),
    ...(count === 0 ? [] : [sentence('fact_passing', { count: String(count) })]),
  ]
}

/** Sentences about changed lines that the checks ran or did not run, if they measure the file. */
const linesSentence = (path: string, checks: FactsInput['checks']): readonly string[] => {
  const measured = checks.flatMap(({ phase, outcome, coverage }) =>
    phase === 'task' && outcome === 'passed' && coverage?.changed ? [coverage.changed] : [],
  )
  const of = measured.filter(({ notMeasured, isCut }) => !isCut && !notMeasured.includes(path))
  if (of.length === 0) return []
  const missed = of.map((changed) => changed.missed.find((one) => one.path === path)?.lines ?? [])
  // Several checks may each run other lines: lines that one of them ran were run.
  const least = missed.toSorted((one, other) => one.length - other.length)[0]!
  if (least.length === 0) return [sentence('fact_lines_ran')]
  const lines = least.slice(0, listedMost).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return [sentence('fact_lines_not_run', { lines: lines.join(', ') })]
}

/** How many tests of each file pass over the change. */
const passingTests = (checks: FactsInput['checks']): ReadonlyMap<string, number> => {
  const passing = new Map<string, number>()
  for (const { phase, report } of checks)
    for (const { file, outcome } of phase === 'task' && report?.fault === undefined ? (report?.tests ?? []) : [])
      if (outcome === 'passed') passing.set(file, (passing.get(file) ?? 0) + 1)
  return passing
}

const namedMost = 3

const listed = (paths: readonly string[]) => {
  const names = paths.slice(0, namedMost).map((path) => `“${path}”`)
  return `${names.join(', ')}${paths.length > namedMost ? ` +${paths.length - namedMost}` : ''}`
}
