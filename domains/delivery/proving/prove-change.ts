import {
  addedLinesIn,
  type Finding,
  isEvidence,
  isFixture,
  isSnapshot,
  isTestPath,
} from '../../../packages/verdict/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { acceptChange } from '../acceptance/index.ts'
import { type NewArtifact, replaceArtifacts } from '../artifacts/index.ts'
import {
  type ChangePartRow,
  type CheckRow,
  checksOf,
  deleteChecks,
  recordChecks,
  replaceChangeParts,
  changePartsOf,
} from '../checks/index.ts'
import { examineChange } from '../examination/index.ts'
import { verdictOn } from '../review/index.ts'
import type { AcceptanceResult, Examination } from '../tasks/contract/verdict.ts'
import type { TaskRow } from '../tasks/index.ts'
import {
  type AddedLinesInput,
  compareTask,
  cycleRunId,
  type CycleParts,
  isSetup,
  openFileKeeper,
  type StepWork,
  type TaskWork,
  type Check,
  runChecks,
} from '../workbench/index.ts'
import { accountForChange } from './account-for-change.ts'
import { checkBaseTests } from './check-base-tests.ts'
import { passingTests, type GivenTests } from './find-subject.ts'
import { probeChange, probeExamined, type Probed, probeRest } from './probe-change.ts'
import { checksOverChange, withReportsOf } from './rules-checks.ts'
import { runOverChange } from './run-over-change.ts'
import type { Comparison } from '../../../execution/repositories/index.ts'

/** The results of checks, tests and probes over a change. */
export interface Proof {
  readonly rows: readonly CheckRow[]
  readonly kept: readonly NewArtifact[]
  readonly changeParts: readonly ChangePartRow[]
  readonly probed?: Probed | undefined
  readonly examined?: Examination | undefined
  readonly accepted?: AcceptanceResult | undefined
}

/** Runs the same commands over the change. They are the base's: a change cannot rewrite its own checks. */
export const proveChange = async (stepWork: StepWork): Promise<Proof> => {
  const { parts, context, work } = stepWork
  const onBase = await context.read((tx) => checksOf(tx, work.task.id, cycleRunId(context.run)))
  const base = onBase.filter(({ phase }) => phase === 'base')
  const checks = checksOverChange(
    work.runtime,
    base.filter((row) => !isSetup(row)),
  )
  const keeper = openFileKeeper(stepWork, work.task.id)
  const measuring = { added: linesAddedBy(parts, work) }
  const at = { commit: work.task.headSha!, phase: 'task' as const }
  const checked = await runOverChange(stepWork, base, { ...at, checks, keeper, measuring })
  const kept = keeper.kept()
  const judged = withReportsOf(base, checked)
  // A refused change needs no more proof.
  const isRefused = verdictOn([...base, ...judged], []).verdict.outcome === 'refused'
  // Derived checks beside the tests read no tests: the base's tests may not even fit the types of the change.
  const again = isRefused
    ? []
    : checks.filter(({ name, wallMs }) => wallMs === undefined && isGate(rowOf(base, name), rowOf(judged, name)))
  const accepted = isRefused ? undefined : await acceptChange(stepWork, { checks, base, judged })
  const compared = await compareTask(parts.repositories, work)
  if (again.length === 0) {
    const { examined, lost = [] } =
      (await examineChange(stepWork, { checks, base, judged, findings: [], accepted })) ?? {}
    const given = await passingTests(stepWork, { accepted, examined })
    const changeParts = isRefused ? [] : await accountForChange(stepWork, { base, judged, compared, given })
    return { rows: judged, kept, changeParts, probed: withLost(undefined, lost), examined, accepted }
  }
  const asked = { checks: again, compared }
  const withBase = await checkBaseTests(stepWork, base, asked)
  const withNew = await checkNewTests(stepWork, asked)
  const rows = [...judged, ...withBase, ...withNew]
  const acceptance = await passingTests(stepWork, { accepted })
  const probed = await probeChange(stepWork, { base, judged: rows, compared, acceptance })
  const change = { checks, base, judged: rows, findings: probed?.findings ?? [], compared, accepted }
  const { examined, lost = [] } = (await examineChange(stepWork, change)) ?? {}
  const replayed = await probeExamined(stepWork, { base, judged: rows, compared }, probed, examined)
  const tests = [...acceptance, ...(await passingTests(stepWork, { accepted, examined }))]
  const changeParts = await accountForChange(stepWork, { base, judged: rows, compared, given: tests })
  return { rows, kept, changeParts, probed: withLost(replayed, lost), accepted, examined }
}

/** Records the proof of a change in the place of an earlier one. */
export const recordProof = async (
  tx: Transaction,
  task: TaskRow,
  runId: string,
  { rows, kept, changeParts }: Proof,
  now: Date,
): Promise<void> => {
  const { id: taskId, projectId, cycleId } = task
  await deleteChecks(tx, { taskId, runId })
  await recordChecks(tx, task, runId, rows, now)
  await replaceChangeParts(tx, { taskId, runId }, changeParts, now)
  await replaceArtifacts(tx, { runId, taskId, projectId, cycleId }, kept, now)
}

/** The findings of probes, and those about behaviour of the base that the change ends. */
const withLost = (probed: Probed | undefined, lost: readonly Finding[]): Probed | undefined =>
  lost.length === 0 ? probed : { results: probed?.results ?? [], findings: [...lost, ...(probed?.findings ?? [])] }

// A reviewer does not read a longer change either: the lines before the cut are compared with the coverage.
const patchMostBytes = 8 * 2 ** 20

/** The lines that a task adds, read once, and only if a check measures its coverage. */
const linesAddedBy = ({ repositories }: CycleParts, { repository, task }: TaskWork) => {
  const between = { base: task.baseSha!, head: task.headSha!, maxBytes: patchMostBytes }
  let added: Promise<AddedLinesInput> | undefined
  return () =>
    (added ??= repositories
      .patch(repository.id, between)
      .then(({ text, truncated }) => ({ lines: addedLinesIn(text), isCut: truncated })))
}

const rowOf = (rows: readonly CheckRow[], name: string) => rows.find((row) => row.name === name)!

/** A check that can show whether the change breaks a part of the base, or heals it with tests of its own. */
const isGate = ({ outcome, report }: CheckRow, task: CheckRow) =>
  outcome === 'passed' ||
  (report !== null && report.fault === undefined) ||
  (outcome === 'failed' && task.outcome === 'passed')

/**
 * Runs checks over the base with the tests of the change, which shows the tests that fail without it. Nothing runs if
 * the change touches no test, or only tests and their runner.
 */
const checkNewTests = async (
  stepWork: StepWork,
  { checks, compared }: { readonly checks: readonly Check[]; readonly compared: Comparison },
): Promise<CheckRow[]> => {
  const commit = await baseWithNewTests(stepWork, compared)
  return commit === undefined ? [] : runChecks(stepWork, { commit, phase: 'new_tests', checks })
}

const baseWithNewTests = async (
  { parts: { repositories }, context: { run, key }, work: { repository, task } }: StepWork,
  { files }: Comparison,
): Promise<string | undefined> => {
  const onto = task.baseSha!
  const from = task.headSha!
  const touched = files.filter(({ kind }) => kind !== 'deleted').flatMap(({ path }) => path ?? [])
  const changesProduct = files.some(({ path }) => path !== undefined && !isEvidence(path))
  if (!changesProduct || !touched.some(isTestPath)) return undefined
  const message = 'The base with the tests of the change'
  return repositories.overlay(repository.id, { onto, from, restores: isOfTests, message, at: run.createdAt, key })
}

const isOfTests = (path: string) => isTestPath(path) || isFixture(path) || isSnapshot(path)

/** Tries the parts of a change that had no time, and makes the calls again for which there was none. */
export const proveRest = async (
  stepWork: StepWork,
  { probed: before, ...tests }: GivenTests & { readonly probed?: Probed | undefined },
) => {
  const { parts, context, work } = stepWork
  const at = { taskId: work.task.id, runId: cycleRunId(context.run) }
  const [rows, earlier] = await context.read(async (tx) => [
    await checksOf(tx, at.taskId, at.runId),
    await changePartsOf(tx, at),
  ])
  const compared = await compareTask(parts.repositories, work)
  const given = await passingTests(stepWork, tests)
  const change = { base: rows, judged: rows, compared }
  const isLate = earlier.some(({ reason }) => reason === 'not_tried')
  const changeParts = isLate ? await accountForChange(stepWork, { ...change, given, earlier }) : []
  const probed = await probeRest(stepWork, { ...change, acceptance: given, probed: before })
  return { changeParts, probed }
}
