import { Type } from 'typebox'
import { clamped, Id, maybe, namedObject, Time } from '../../../platform/contract/schema.ts'
import { contract, operation, toThoseWho } from '../../../platform/contract/index.ts'

export const daysByDefault = 90

const seconds = (description: string) => Type.Integer({ minimum: 0, description, examples: [5_400] })
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })
const share = (description: string) =>
  maybe(Type.Number({ minimum: 0, maximum: 1, description: `${description}; null without any`, examples: [0.85] }))
const stage = Type.String({ description: 'A status of cycles or tasks', examples: ['reviewing'] })

const Percentiles = namedObject('TimePercentiles', {
  count: count('The number of cycles behind these figures.'),
  p50Seconds: maybe(seconds('Half of them took no longer; null without any.')),
  p85Seconds: maybe(seconds('85 of 100 took no longer; null without any.')),
  p95Seconds: maybe(seconds('95 of 100 took no longer; null without any.')),
})

const StageTimes = namedObject('StageTimes', {
  stage,
  count: count('How many cycles or tasks were in it.'),
  medianSeconds: seconds('What half of them spent there at most, over all their stays.'),
  p85Seconds: seconds('What 85 of 100 spent there at most.'),
})

const Aging = namedObject('AgingWip', {
  cycleId: Id,
  title: Type.String(),
  stage,
  startedAt: Type.Unsafe<Date>({ ...Time, description: 'When its first run began.' }),
  ageSeconds: seconds('Since then.'),
  stageSeconds: seconds('Since it came to its stage.'),
  isAging: maybe(
    Type.Boolean({ description: 'Whether it is older than 85 of 100 completed ones were; null if none is completed.' }),
  ),
})

const Quality = namedObject('StageQuality', {
  stage,
  left: count('How often tasks left it.'),
  passed: count('On to a later stage.'),
  returned: count('Back to an earlier one, for rework.'),
  waited: count('To wait for a person or another task.'),
  failed: count('Because they failed.'),
  passRate: share('Passed of left'),
})

export const CycleMetrics = namedObject('CycleMetrics', {
  since: Type.Unsafe<Date>({ ...Time, description: 'Where the time begins that the figures are about.' }),
  until: Type.Unsafe<Date>({ ...Time, description: 'Where it ends: now.' }),
  timeZone: Type.String({ description: 'Of the workspace: its weeks are meant.', examples: ['Europe/Berlin'] }),
  throughput: namedObject('Throughput', {
    completed: count('How many runs completed their cycle.'),
    perWeek: Type.Number({ minimum: 0, description: 'For each seven days.', examples: [3.5] }),
    weeks: Type.Array(
      namedObject('ThroughputOfWeek', {
        weekStart: Type.String({ description: 'Its Monday', examples: ['2026-03-02'] }),
        completed: count('How many completed in it.'),
        merged: count('How many tasks were merged in it, of cycles that ended since then or are in progress.'),
        sentBack: count('How often such tasks came back to be built again: after tests, a review or a person.'),
      }),
      { description: 'Every week, the oldest first, also those in which nothing happened' },
    ),
  }),
  cycleTime: Percentiles,
  leadTime: Percentiles,
  cycleStages: Type.Array(StageTimes, { description: 'Of completed cycles, in the order of work' }),
  taskStages: Type.Array(StageTimes, { description: 'Of the tasks of completed cycles, in the order of work' }),
  wip: namedObject('Wip', {
    cycles: count('How many cycles are begun and not ended.'),
    stages: Type.Array(namedObject('WipOfStage', { stage, cycles: count('How many are in it now.') })),
  }),
  agingWip: Type.Array(Aging, { description: 'The cycles that are begun and not ended, the oldest first' }),
  automation: namedObject('StageAutomation', {
    completed: count('How many runs completed.'),
    failed: count('How many failed.'),
    stopped: count('How many were stopped.'),
    completionRate: share('Share of completed cycles among completed and failed ones'),
    handsOffRate: share('Completed cycles that never waited for anybody'),
    firstPassRate: share('Tasks of completed cycles that never came back to be built again'),
    stages: Type.Array(Quality, { description: 'Of the tasks of completed cycles, in the order of work' }),
  }),
  truncated: Type.Boolean({ description: 'Whether these figures leave out runs, because more ended or are at work' }),
})

export const getProjectCycleMetrics = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/cycle-metrics',
  summary: 'Read a project’s cycle metrics: completion, duration, work in progress, and interventions by stage',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  query: Type.Object({ days: clamped(1, 365, daysByDefault) }),
  replies: { 200: CycleMetrics },
  audit: { refusals: 'project.cycle_metrics' },
  reads: { cycle: 'projectId' },
})

export const metrics = contract({ getProjectCycleMetrics })
