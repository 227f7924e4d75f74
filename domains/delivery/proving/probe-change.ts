import { performance } from 'node:perf_hooks'
import type { Comparison } from '../../../execution/repositories/index.ts'
import { probesInThread, type NotProbed, type ProbeFile, type TrialSubject } from '../../../execution/probes/index.ts'
import type { Finding } from '../../../packages/verdict/index.ts'
import { reviewOf } from '../../code/projects/rules/policies.ts'
import { type ChangedRows, withMark } from '../examination/index.ts'
import { proofsOf, verdictOn } from '../review/index.ts'
import type { CheckRow } from '../checks/index.ts'
import type { Examination, ProbeResult } from '../tasks/contract/verdict.ts'
import { isSetup, type StepWork } from '../workbench/index.ts'
import { findSubject } from './find-subject.ts'
import { probes } from './probe-table.ts'
import { runInFreshFiles } from './run-in-fresh-files.ts'
import { sentence } from '../sentences/index.ts'

/** The findings of a change's probes, and the result of each. */
export interface Probed {
  readonly results: ProbeResult[]
  readonly findings: Finding[]
}

interface ChangeToProbe extends Omit<ChangedRows, 'checks'> {
  readonly compared: Comparison
  /** Acceptance tests that pass over the change, under the names with which they run. */
  readonly acceptance: readonly ProbeFile[]
}

const checksMost = 4
const findingsMost = 100

/**
 * Probes a change whose checks pass for code that deceives its tests. Nothing that a probe reports counts as a check.
 * Undefined if no check passes, or the checks refuse the change already.
 */
export const probeChange = async (
  stepWork: StepWork,
  { base, judged, compared, acceptance }: ChangeToProbe,
): Promise<Probed | undefined> => {
  const { project } = stepWork.work
  const passed = judged.filter((row) => row.phase === 'task' && row.outcome === 'passed' && !isSetup(row))
  if (verdictOn([...base, ...judged], []).verdict.outcome === 'refused') return undefined
  if (reviewOf(project, stepWork.parts).probes === 'off') return withoutRuns('off', sentence('probe_off'))
  const all: Probed[] = []
  for (const check of passed) {
    const subject = all.length < checksMost && (await findSubject(stepWork, { base, check, compared, acceptance }))
    if (subject) all.push(await probeCheck(stepWork, check, subject))
  }
  return all.length === 0 ? withoutRuns('not_probed', sentence('probe_no_runner')) : joined(all)
}

const joined = (all: readonly Probed[]): Probed => ({
  results: all.flatMap(({ results }) => results),
  findings: all.flatMap(({ findings }) => findings).slice(0, findingsMost),
})

/** The results of a change with the calls that tests of the examiner make: they are made again outside of tests. */
export const probeExamined = async (
  stepWork: StepWork,
  { base, judged, compared }: Omit<ChangeToProbe, 'acceptance'>,
  probed: Probed | undefined,
  examined: Examination | undefined,
): Promise<Probed | undefined> => {
  const check = judged.find(({ name, phase }) => name === examined?.check && phase === 'task')
  if (!probed || !check || proofsOf(examined).length === 0) return probed
  if (reviewOf(stepWork.work.project, stepWork.parts).probes === 'off') return probed
  const files = withMark(stepWork.context.key, examined!.files)
  const acceptance = files.map(({ path, content }) => ({ path, text: content }))
  const subject = await findSubject(stepWork, { base, check, compared, acceptance })
  if (!subject || 'notProbed' in subject) return probed
  return joined([probed, await probeCheck(stepWork, check, { ...subject, newTests: [] }, ['replay'])])
}

const restMostMs = 5 * 60_000

/** The results of a change whose calls had no time to be made again: they have ten times as long now. */
export const probeRest = async (
  stepWork: StepWork,
  { probed, base, judged, compared, acceptance }: ChangeToProbe & { readonly probed: Probed | undefined },
): Promise<Probed | undefined> => {
  if (!probed?.findings.some(({ kind }) => kind === 'replay_not_finished')) return probed
  const names = new Set(probed.results.flatMap(({ name, check }) => (name === 'replay' && check ? [check] : [])))
  const again: Probed[] = []
  for (const check of judged.filter(({ name, phase }) => phase === 'task' && names.has(name))) {
    const subject = await findSubject(stepWork, { base, check, compared, acceptance })
    if (!subject || 'notProbed' in subject) return probed
    const durationMs = Math.max(check.durationMs, Math.min(10 * check.durationMs, restMostMs))
    again.push(await probeCheck(stepWork, { ...check, durationMs }, subject, ['replay']))
  }
  const results = probed.results.filter(({ name }) => name !== 'replay')
  const findings = probed.findings.filter(({ kind }) => !kind.startsWith('replay_'))
  return joined([{ results, findings }, ...again])
}

const withoutRuns = (outcome: 'off' | 'not_probed', reason: string): Probed => ({
  results: Object.keys(probes).map((name) => ({ name, outcome, reason, findings: 0 })),
  findings: [],
})

const probeCheck = async (
  stepWork: StepWork,
  { name: check, durationMs: checkMs }: CheckRow,
  subject: TrialSubject | NotProbed,
  names: readonly string[] = Object.keys(probes),
): Promise<Probed> => {
  const results: ProbeResult[] = []
  const findings: Finding[] = []
  for (const name of names) {
    const examine = probes[name]!
    const startedMs = performance.now()
    const found =
      'notProbed' in subject
        ? subject
        : await examine({
            subject,
            checkMs,
            inThread: probesInThread(stepWork.context.run.workspaceId, stepWork.context.signal),
            run: (commit, run) => runInFreshFiles(stepWork, { commit, run, checkMs }),
          })
    const durationMs = Math.round(performance.now() - startedMs)
    const isProbed = !('notProbed' in found)
    const what = isProbed ? { outcome: 'ran' as const } : { outcome: 'not_probed' as const, reason: found.notProbed }
    results.push({ name, check, ...what, ...(durationMs > 0 && { durationMs }), findings: isProbed ? found.length : 0 })
    if (isProbed) findings.push(...found)
  }
  return { results, findings }
}
