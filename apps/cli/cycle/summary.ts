import { verdictOutcomes } from '../../../domains/delivery/tasks/rules.ts'
import { atelier, quoted } from '../program/command.ts'
import { printable, counted, listed } from '../terminal/text.ts'
import { isAsItShould, verdictText } from '../terminal/task-tree.ts'
import { acceptanceText } from './acceptance.ts'
import type { Evidence } from './evidence.ts'
import { examinationText } from './examination.ts'
import { modelReviewText } from './model-review.ts'
import { probesText } from './probes.ts'
import { spentText, type CycleUsage } from './spent.ts'
import type { CycleDetail } from './watch-cycle.ts'

interface SummaryInput {
  readonly detail: CycleDetail
  readonly evidence: readonly Evidence[]
  /** Null for a caller who may not read it. */
  readonly usage: CycleUsage | null
}

/** The result of a run: the verdict, its checks, packages and files, and its cost. Empty without known facts. */
export const summaryLines = ({ detail, evidence, usage }: SummaryInput): string[] => {
  const rows = [
    ...(evidence.length === 0 ? [] : [['Verdict', runVerdict(detail)]]),
    ['Checks', checksText(evidence)],
    ...evidence.map(({ verdict }) => ['Probes', probesText(verdict)]),
    ...evidence.map(({ verdict }) => ['Accepted', acceptanceText(verdict)]),
    ...evidence.map(({ verdict }) => ['Examiner', examinationText(verdict)]),
    ...evidence.map((task) => ['Review', reviewText(task)]),
    ['Files', filesText(evidence)],
    ['Packages', packagesText(evidence)],
    ['Logs', logsText(detail, evidence)],
    [
      'Used',
      usage !== null && usage.calls > 0 ? `${spentText(usage)} in ${counted(usage.calls, 'call')} of the model` : '',
    ],
  ]
  return rows.flatMap(([title = '', text = '']) => (text === '' ? [] : [`  ${title.padEnd(9)} ${text}`]))
}

/** The verdict on the tasks of the newest run. */
export const runVerdict = ({ cycle, tasks: all }: CycleDetail): string => {
  const ran = all.filter(({ runId }) => runId === cycle.runId)
  const verdicts = ran.map(({ verdict }) => verdict ?? 'unverified')
  const worst = verdictOutcomes.findLast((outcome) => verdicts.includes(outcome)) ?? 'unverified'
  return verdictText(worst, worst === 'proved' ? [...new Set(ran.flatMap(({ provedBy }) => provedBy))] : [])
}

/** A model's review of a task's change. */
const reviewText = ({ verdict }: Evidence) => (verdict?.modelReview && modelReviewText(verdict.modelReview)) ?? ''

const outcomes = { passed: 'passed', failed: 'failed', could_not_run: 'could not run' } as const

/** `test passed (before the change: failed)` */
const checksText = (evidence: readonly Evidence[]) =>
  evidence
    .flatMap(({ checks, checkReruns, headSha }) =>
      checks
        .filter(({ phase }) => phase === 'task')
        .map(({ name, outcome }) => {
          const before = checks.find((check) => check.phase === 'base' && check.name === name)
          const was = before && before.outcome !== outcome ? ` (before the change: ${outcomes[before.outcome]})` : ''
          return `${printable(name)} ${outcomes[outcome]}${was}${againText(checkReruns, name, headSha)}`
        }),
    )
    .join(', ')

/** The newest result of a check that was run again on request on this commit. */
const againText = (reruns: Evidence['checkReruns'], name: string, headSha: string) => {
  const newest = reruns.findLast((one) => one.name === name && one.commitSha === headSha && one.outcome !== null)
  return newest?.outcome ? `, asked again ${outcomes[newest.outcome]}` : ''
}

/** The command that shows the output of a failed check. */
const logsText = ({ cycle }: CycleDetail, evidence: readonly Evidence[]) => {
  const name = evidence.flatMap(({ checks }) => checks).find((check) => !isAsItShould(check))?.name
  return name === undefined ? '' : `${atelier} logs ${cycle.handle} --check ${quoted(name)}`
}

const filesText = (evidence: readonly Evidence[]) => {
  const files = evidence.flatMap((task) => task.files)
  if (files.length === 0) return ''
  const sum = (of: 'additions' | 'deletions') => files.reduce((total, file) => total + (file[of] ?? 0), 0)
  const paths = files.map(({ path, pathBase64 }) => printable(path ?? pathBase64 ?? ''))
  const more = evidence.some(({ filesTruncated }) => filesTruncated) ? ' and more' : ''
  return `${counted(files.length, 'file')}${more}, +${sum('additions')} −${sum('deletions')}: ${listed(paths)}`
}

const signs = { added: '+', removed: '−', changed: '~' } as const

const packagesText = (evidence: readonly Evidence[]) =>
  listed(
    evidence.flatMap(({ packages }) =>
      packages.changes.map(({ kind, name, before, after }) => {
        const versions = (kind === 'removed' ? before : after).map(printable).join(', ')
        return `${signs[kind]} ${printable(name)} ${versions}`.trim()
      }),
    ),
  )
