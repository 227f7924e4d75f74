import { handle } from '../../../../platform/handler/index.ts'
import { microsToUsd } from '../../../code/projects/rules.ts'
import { proposalsOfCycles } from '../../cycles/index.ts'
import { askingInProject } from '../../conversation/index.ts'
import { runsOfProject } from '../../tasks/index.ts'
import { getProjectUsage } from '../contract.ts'
import { type UseSum, sumOf, sumsByCycle } from '../rules.ts'
import { usageOfRuns } from '../../../agents/spending/index.ts'

const cyclesMost = 1_000

export default handle(getProjectUsage, async ({ tx, params: { id }, ok }) => {
  const runs = await runsOfProject(tx, id)
  // The use by answers in conversations is recorded under the messages that asked.
  const asking = await askingInProject(tx, id)
  const cycleOf = new Map([...runs, ...asking].map(({ runId, cycleId }) => [runId, cycleId]))
  const used = await usageOfRuns(tx, [...cycleOf.keys()])
  const byCycle = sumsByCycle(used, cycleOf)
  const asked = new Set(asking.map(({ runId }) => runId))
  const runsIn = Map.groupBy(new Set(used.map(({ runId }) => runId)).difference(asked), (runId) => cycleOf.get(runId))
  // A cycle that was deleted counts and is not named.
  const proposals = await proposalsOfCycles(
    tx,
    byCycle.map(([cycleId]) => cycleId),
  )
  const { runs: _runs, ...total } = present(sumOf(used))
  const cycles = byCycle.flatMap(([cycleId, sum]) => {
    const title = proposals.get(cycleId)?.title
    return title === undefined ? [] : [{ cycleId, title, ...present(sum), runs: runsIn.get(cycleId)?.length ?? 0 }]
  })
  return ok({ projectId: id, ...total, cycles: cycles.slice(0, cyclesMost) })
})

const present = ({ costMicros, ...sum }: UseSum) => ({ ...sum, costUsd: microsToUsd(costMicros) })
