import { handle } from '../../../platform/handler/index.ts'
import { workspaceTimeZone } from '../../accounts/workspaces/index.ts'
import { endedRuns, stageEventsOf } from '../../record/events/index.ts'
import { activeCyclesOf, proposedAt } from '../cycles/index.ts'
import { cycleStages, metricsOf, taskStages } from './compute.ts'
import * as contract from './contract.ts'

const runsMost = 500
const atWorkMost = 200
const eventsMost = 50_000
const dayMs = 86_400_000

// The last entry of a history is its end.
const cycleNames = [...cycleStages, 'completed', 'failed', 'stopped'].map((stage) => `cycle.${stage}`)
const taskNames = [...taskStages, 'done', 'failed'].map((stage) => `task.${stage}`)

const getProjectCycleMetrics = handle(contract.getProjectCycleMetrics, async ({ tx, params, query, now, ok }) => {
  const { id } = params
  const since = new Date(now.getTime() - (query.days ?? contract.daysByDefault) * dayMs)
  const [runs, working, timeZone] = await Promise.all([
    endedRuns(tx, { projectId: id, since, limit: runsMost + 1 }),
    activeCyclesOf(tx, id, atWorkMost + 1),
    workspaceTimeZone(tx),
  ])
  const ended = runs.slice(0, runsMost)
  const atWork = working.slice(0, atWorkMost)
  const ids = [...new Set([...ended.map(({ cycleId }) => cycleId), ...atWork.map((cycle) => cycle.id)])]
  const [events, proposed] = await Promise.all([
    stageEventsOf(tx, { cycleIds: ids, names: [...cycleNames, ...taskNames], limit: eventsMost + 1 }),
    proposedAt(tx, ids),
  ])
  const truncated = runs.length > runsMost || working.length > atWorkMost || events.length > eventsMost
  const span = { since, until: now }
  return ok(metricsOf({ span, timeZone, ended, events: events.slice(0, eventsMost), atWork, proposed, truncated }))
})

export default { getProjectCycleMetrics }
