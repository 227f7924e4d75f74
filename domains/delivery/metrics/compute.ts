import type { Static } from '../../../platform/contract/index.ts'
import type { EndedRun, StageEvent } from '../../record/events/index.ts'
import type { ActiveCycle } from '../cycles/index.ts'
import type { CycleMetrics } from './contract.ts'
import {
  passagesOf,
  percentile,
  returnsTo,
  secondsBetween,
  secondsByStage,
  stageDurations,
  weeksOf,
  type StageEntry,
  type StageDuration,
} from './rules.ts'

type Metrics = Static<typeof CycleMetrics>

/** The statuses in the order of work; a wait comes before the work. */
export const cycleStages = ['planning', 'blocked', 'running', 'reviewing', 'stopping'] as const
export const taskStages = [
  ...(['queued', 'blocked', 'building', 'testing', 'reviewing', 'approved'] as const),
  ...(['pr_created', 'ci_passing', 'merging', 'merged'] as const),
]

export interface MetricsInput {
  readonly span: { readonly since: Date; readonly until: Date }
  readonly timeZone: string
  readonly ended: readonly EndedRun[]
  readonly events: readonly StageEvent[]
  readonly atWork: readonly ActiveCycle[]
  /** When cycles were proposed. */
  readonly proposed: ReadonlyMap<string, Date>
  readonly truncated: boolean
}

/** The metrics of a project, from the stage history of its cycles and their tasks. */
export const metricsOf = ({ span, timeZone, ended, events, atWork, proposed, truncated }: MetricsInput): Metrics => {
  const cycles = historiesOf(events.filter(({ of }) => of === 'cycle'))
  const completed = ended.filter(({ outcome }) => outcome === 'completed')
  const started = (id: string) => cycles.get(id)?.find(({ stage }) => stage === 'planning')?.at
  const cycleTimes = completed.map(({ cycleId, at }) => secondsFrom(started(cycleId), at)).filter(isKnown)
  const leadTimes = completed.map(({ cycleId, at }) => secondsFrom(proposed.get(cycleId), at)).filter(isKnown)
  const completedIds = new Set(completed.map(({ cycleId }) => cycleId))
  const everyTask = [...historiesOf(events.filter((event) => event.of === 'task')).values()]
  const ofCompleted = events.filter(({ of, cycleId }) => of === 'task' && completedIds.has(cycleId))
  const tasks = [...historiesOf(ofCompleted).values()]
  const done = completed.map(({ cycleId }) => cycles.get(cycleId) ?? [])
  return {
    since: span.since,
    until: span.until,
    timeZone,
    truncated,
    throughput: throughputOf(completed, everyTask, span, timeZone),
    cycleTime: percentilesOf(cycleTimes),
    leadTime: percentilesOf(leadTimes),
    cycleStages: stageTimesOf(done, cycleStages),
    taskStages: stageTimesOf(tasks, taskStages),
    wip: wipOf(atWork),
    agingWip: agingOf(atWork, started, cycleTimes, span.until),
    automation: automationOf(ended, done, tasks),
  }
}

/** The stages of a cycle or task with their times, the oldest first. */
type History = readonly StageEntry[]

const historiesOf = (events: readonly StageEvent[]): ReadonlyMap<string, History> => Map.groupBy(events, ({ id }) => id)

const secondsFrom = (from: Date | undefined, until: Date) => from && secondsBetween(from, until)
const isKnown = (seconds: number | undefined): seconds is number => seconds !== undefined

const weekDays = 7
const dayMs = 86_400_000

const throughputOf = (
  completed: readonly EndedRun[],
  tasks: readonly History[],
  span: MetricsInput['span'],
  timeZone: string,
): Metrics['throughput'] => {
  const days = (span.until.getTime() - span.since.getTime()) / dayMs
  const perWeek = Math.round((completed.length / days) * weekDays * 100) / 100
  const inSpan = (times: readonly Date[]) => times.filter((at) => at >= span.since && at <= span.until)
  const weeks = weeksOf(
    {
      completed: completed.map(({ at }) => at),
      merged: inSpan(tasks.flatMap((history) => history.filter(({ stage }) => stage === 'merged').map(({ at }) => at))),
      sentBack: inSpan(tasks.flatMap((history) => returnsTo(history, 'building'))),
    },
    span,
    timeZone,
  )
  return { completed: completed.length, perWeek, weeks }
}

const percentilesOf = (times: readonly number[]): Metrics['cycleTime'] => ({
  count: times.length,
  p50Seconds: percentile(times, 50) ?? null,
  p85Seconds: percentile(times, 85) ?? null,
  p95Seconds: percentile(times, 95) ?? null,
})

const stageTimesOf = (items: readonly History[], order: readonly string[]): Metrics['taskStages'] => {
  const sums = items.map((history) => secondsByStage(stageDurations(history)))
  return order.flatMap((stage) => {
    const times = sums.map((byStage) => byStage.get(stage)).filter(isKnown)
    if (times.length === 0) return []
    const medianSeconds = percentile(times, 50)!
    const p85Seconds = percentile(times, 85)!
    return [{ stage, count: times.length, medianSeconds, p85Seconds }]
  })
}

const wipOf = (atWork: readonly ActiveCycle[]): Metrics['wip'] => ({
  cycles: atWork.length,
  stages: cycleStages
    .map((stage) => ({ stage, cycles: atWork.filter(({ status }) => status === stage).length }))
    .filter(({ cycles }) => cycles > 0),
})

const agingOf = (
  atWork: readonly ActiveCycle[],
  started: (id: string) => Date | undefined,
  cycleTimes: readonly number[],
  now: Date,
): Metrics['agingWip'] => {
  const usual = percentile(cycleTimes, 85)
  return atWork
    .map(({ id, title, status, statusChangedAt }) => {
      const startedAt = started(id) ?? statusChangedAt
      const ageSeconds = secondsBetween(startedAt, now)
      const isAging = usual === undefined ? null : ageSeconds > usual
      const stageSeconds = secondsBetween(statusChangedAt, now)
      return { cycleId: id, title, stage: status, startedAt, ageSeconds, stageSeconds, isAging }
    })
    .sort((one, other) => other.ageSeconds - one.ageSeconds)
}

const automationOf = (
  ended: readonly EndedRun[],
  done: readonly History[],
  tasks: readonly History[],
): Metrics['automation'] => {
  const ends = (outcome: EndedRun['outcome']) => ended.filter((run) => run.outcome === outcome).length
  const count = { completed: ends('completed'), failed: ends('failed'), stopped: ends('stopped') }
  const finished = tasks.filter((history) => history.some(({ stage }) => stage === 'done'))
  return {
    ...count,
    completionRate: rate(count.completed, count.completed + count.failed),
    handsOffRate: rate(done.filter((history) => entries(history, 'blocked') === 0).length, done.length),
    firstPassRate: rate(finished.filter((history) => entries(history, 'building') <= 1).length, finished.length),
    stages: qualityOf(tasks.flatMap((history) => stageDurations(history))),
  }
}

const entries = (history: History, stage: string) => history.filter((entered) => entered.stage === stage).length

const qualityOf = (stays: readonly StageDuration[]): Metrics['automation']['stages'] =>
  taskStages.flatMap((stage) => {
    const passages = passagesOf(stays, stage, taskStages)
    return passages.left === 0 ? [] : [{ stage, ...passages, passRate: rate(passages.passed, passages.left) }]
  })

const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)
