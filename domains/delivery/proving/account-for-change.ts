import { randomBytes } from 'node:crypto'
import {
  type AccountedFile,
  type PartAccount,
  isEvidence,
  isSharedSetting,
  isTestPath,
} from '../../../packages/verdict/index.ts'
import {
  judgeAccounts,
  probedRunner,
  probesInThread,
  type AccountedPart,
  type EarlierAccount,
  type ProbeFile,
  type TestsOfChange,
} from '../../../execution/probes/index.ts'
import type { ChangedFile, Comparison, TreePath } from '../../../execution/repositories/index.ts'
import { isBesideTests } from '../../../execution/setup/index.ts'
import { reviewOf } from '../../code/projects/rules/policies.ts'
import type { ChangePartRow, CheckRow } from '../checks/index.ts'
import { isSetup, mayLoad, nameOf, textIn, type StepWork } from '../workbench/index.ts'
import { withFilesMadeAgain } from './made-again.ts'
import { namesNotFound } from './names-not-found.ts'
import type { ChangedRows } from '../examination/index.ts'
import { healedFilesOf } from '../review/index.ts'
import { commandOf, newTestsOf, probeFilesAt, testFilesOf } from './find-subject.ts'
import { runInFreshFiles } from './run-in-fresh-files.ts'

interface ChangeToAccountFor extends Omit<ChangedRows, 'checks'> {
  readonly compared: Comparison
  /** Tests of people and of the examiner that pass over the change, under the names with which they run. */
  readonly given: readonly ProbeFile[]
  /** The parts of an earlier account, of which those are tried that had no time. */
  readonly earlier?: readonly ChangePartRow[]
}

const checksMost = 4
const testsMost = 60
const leastMs = 120_000
const restMostMs = 30 * 60_000

/** The account of each part of a change. A project without probes has none, but for a change that needs no test. */
export const accountForChange = async (
  stepWork: StepWork,
  change: ChangeToAccountFor,
): Promise<readonly ChangePartRow[]> => {
  const { judged, compared, earlier } = change
  const { parts, context, work } = stepWork
  const isOff = reviewOf(work.project, parts).probes === 'off'
  const files = await textsOfChange(stepWork, compared.files)
  const passed = judged
    .filter((row) => row.phase === 'task' && row.outcome === 'passed' && !isSetup(row) && !isBesideTests(row.name))
    .slice(0, checksMost)
  const tests: TestsOfChange[] = []
  for (const check of isOff ? [] : passed) tests.push(await testsOf(stepWork, check, change))
  const checkMs = passed.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const nonce = randomBytes(8).toString('hex')
  const { namesToSeek, planAccounts } = probesInThread(context.run.workspaceId, context.signal)
  const notElsewhere = await namesNotFound(stepWork, files, await namesToSeek(files))
  const planned = await planAccounts({
    change: { files, notElsewhere, ...rolesOf(files) },
    request: `${work.cycle.title}\n\n${work.cycle.description}`,
    tests,
    nonce,
    budget: budgetFor(checkMs, earlier !== undefined),
    earlier: earlier?.map(earlierOf),
  })
  // A failure to read the change accounts for nothing of it.
  if (!planned) return isOff ? [] : files.map(notRead)
  const { run } = planned
  const result = run && (await runInFreshFiles(stepWork, { commit: 'change', run, checkMs }))
  const judgedParts = judgeAccounts(planned, result, nonce)
  const made = isOff ? judgedParts : await withFilesMadeAgain(stepWork, { files, parts: judgedParts, checkMs })
  const rows = made.map(rowOf)
  return isOff && !rows.every(({ account }) => account === 'same' || account === 'shape') ? [] : rows
}

/** The time for all trials: beside the checks, or with low priority for what had no time there. */
const budgetFor = (checkMs: number, isRest: boolean) => {
  if (isRest) return { busyMs: 0, mostMs: Math.max(leastMs, Math.min(10 * checkMs, restMostMs)) }
  const busyMs = Math.max(leastMs, 3 * checkMs)
  return { busyMs, mostMs: busyMs }
}

const earlierOf = (row: ChangePartRow): EarlierAccount => ({
  kind: row.kind,
  line: row.line,
  endLine: row.endLine,
  account: row.reason === 'not_tried' ? null : accountOf(row),
})

const accountOf = (row: ChangePartRow): PartAccount => {
  const { account, reason, tests, added, removed, sourceLine } = row
  const known = { account, ...(tests && { tests }) }
  if (reason === null) return known
  if (reason === 'failure') return { ...known, isUntriedFailure: true }
  if (reason === 'renamed') return { ...known, isRenaming: true }
  const untold = { line: sourceLine, is: added, other: removed }
  return { ...known, reason, ...(reason === 'not_told' && { untold }) }
}

const textMostBytes = 1_048_576
const textsMostChars = 16 * 1_048_576
const readTogether = 16

/** The changed files with their texts on both sides. A binary or too large file has no text. */
const textsOfChange = async (
  { parts: { repositories }, work: { repository, task } }: StepWork,
  changed: readonly ChangedFile[],
): Promise<AccountedFile[]> => {
  const texts: AccountedFile[] = []
  let left = textsMostChars
  const read = async (commit: string, files: readonly TreePath[]) => {
    const found = await repositories.readFiles(repository.id, { commit, paths: files, maxBytes: textMostBytes })
    return found.map((file) => textIn(file?.content))
  }
  for (let at = 0; at < changed.length; at += readTogether) {
    const some = changed.slice(at, at + readTogether)
    const before = await read(
      task.baseSha!,
      some.map((file) => file.from ?? file),
    )
    const after = await read(task.headSha!, some)
    for (const [place, file] of some.entries()) {
      left -= (before[place]?.length ?? 0) + (after[place]?.length ?? 0)
      texts.push({
        path: nameOf(file),
        from: file.from && nameOf(file.from),
        kind: file.kind,
        modeBefore: file.modeBefore,
        modeAfter: file.modeAfter,
        before: left < 0 ? undefined : before[place],
        after: left < 0 ? undefined : after[place],
      })
    }
  }
  return texts
}

/** The roles of changed files: new tests, and earlier tests that are judged by rules of their own. */
const rolesOf = (files: readonly AccountedFile[]) => {
  const product = files.filter(({ path }) => !isEvidence(path))
  const isNamed = (path: string) => product.some(({ after = '' }) => mayLoad(after, path))
  const pathsOf = (isNew: boolean) => files.filter(({ kind }) => (kind === 'added') === isNew).map(({ path }) => path)
  return {
    newTests: pathsOf(true).filter((path) => isTestPath(path) && !isNamed(path)),
    judgedElsewhere: pathsOf(false).filter((path) => isEvidence(path) && !isSharedSetting(path)),
  }
}

const testsOf = async (
  stepWork: StepWork,
  check: CheckRow,
  { base, compared, given }: ChangeToAccountFor,
): Promise<TestsOfChange> => {
  const { task } = stepWork.work
  const command = await commandOf(stepWork, check)
  const before = base.find(({ name, phase }) => name === check.name && phase === 'base')?.report
  const onBase = [...new Set([...healedFilesOf(before, check.report), ...testFilesOf(before, check.report)])]
  const own = newTestsOf(compared, check.report).slice(0, testsMost)
  return {
    check: check.name,
    command,
    runner: probedRunner(command),
    given,
    base: await probeFilesAt(stepWork, task.baseSha!, onBase.slice(0, testsMost)),
    own: await probeFilesAt(stepWork, task.headSha!, own),
  }
}

const textMostChars = 1_000

const rowOf = (part: AccountedPart): ChangePartRow => ({
  path: storable(part.path),
  line: part.line,
  endLine: part.endLine,
  linesToRead: part.linesToRead,
  kind: part.kind,
  // For `not_told`: a value, the value that no test distinguishes from it, and their line.
  sourceLine: storable(part.untold?.line ?? part.sourceLine),
  added: storable(part.untold?.is ?? part.shown.added),
  removed: storable(part.untold?.other ?? part.shown.removed),
  account: part.account,
  reason: part.isUntriedFailure ? 'failure' : part.isRenaming ? 'renamed' : (part.reason ?? null),
  tests: testsOfRow(part),
})

const filesMost = 10

const testsOfRow = ({ tests }: AccountedPart): ChangePartRow['tests'] =>
  tests ? { check: storable(tests.check), by: tests.by, files: tests.files.slice(0, filesMost).map(storable) } : null

/** A file whose parts could not be read in time. */
const notRead = ({ path }: AccountedFile): ChangePartRow => ({
  path: storable(path),
  line: 1,
  endLine: 1,
  linesToRead: 1,
  sourceLine: '',
  kind: 'binary',
  added: '',
  removed: '',
  account: 'unseen',
  reason: 'not_tried',
  tests: null,
})

const storable = (text: string) => text.slice(0, textMostChars).replaceAll('\0', ' ').toWellFormed()
