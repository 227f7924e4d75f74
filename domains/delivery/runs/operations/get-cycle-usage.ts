import { handle } from '../../../../platform/handler/index.ts'
import { microsToUsd } from '../../../code/projects/rules.ts'
import { askingMessages } from '../../conversation/index.ts'
import { findBudget, usageOfRuns, type RunUsage } from '../../../agents/spending/index.ts'
import { tasksOfCycle } from '../../tasks/index.ts'
import { getCycleUsage } from '../contract.ts'
import { intakeRunsOf } from '../../planning/index.ts'
import { findCycle } from '../../cycles/index.ts'

export default handle(getCycleUsage, async ({ tx, params: { id }, absent, ok }) => {
  const cycle = (await findCycle(tx, id)) ?? absent()
  const tasks = await tasksOfCycle(tx, id)
  const ofRuns = [cycle.runId, ...tasks.map(({ runId }) => runId)].filter((runId) => runId !== null)
  // The use by answers in its conversation is recorded under the messages that asked, and its sorting under its own
  // run.
  const runIds = [...ofRuns, ...(await askingMessages(tx, id)), ...(await intakeRunsOf(tx, id))]
  const [used, budget] = await Promise.all([
    usageOfRuns(tx, [...new Set(runIds)]),
    findBudget(tx, { kind: 'cycle', id }),
  ])
  const sum = (of: (usage: RunUsage) => number) => used.reduce((total, usage) => total + of(usage), 0)
  return ok({
    cycleId: id,
    calls: sum(({ calls }) => calls),
    unpricedCalls: sum(({ unpricedCalls }) => unpricedCalls),
    estimatedCalls: sum(({ estimatedCalls }) => estimatedCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: microsToUsd(sum(({ costMicros }) => costMicros)),
    reservedUsd: microsToUsd(budget.reservedMicros),
    capUsd: budget.capMicros === null ? null : microsToUsd(budget.capMicros),
    tasks: used
      .filter(({ runId }) => ofRuns.includes(runId))
      .map(({ costMicros, ...usage }) => ({ ...usage, costUsd: microsToUsd(costMicros) })),
  })
})
