import { usageOfRuns } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { microsToUsd } from '../../../code/projects/index.ts'
import { titlesOfCycles } from '../../cycles/index.ts'
import { runsOfProject } from '../../tasks/index.ts'
import { getProjectUsage } from '../contract.ts'
import { type Sum, sumOf, sumsByCycle } from '../rules.ts'

const cyclesMost = 1_000

export default handle(getProjectUsage, async ({ tx, params: { id }, ok }) => {
  const runs = await runsOfProject(tx, id)
  const used = await usageOfRuns(
    tx,
    runs.map(({ runId }) => runId),
  )
  const byCycle = sumsByCycle(used, new Map(runs.map(({ runId, cycleId }) => [runId, cycleId])))
  // A cycle that was deleted counts and is not named.
  const titles = await titlesOfCycles(
    tx,
    byCycle.map(([cycleId]) => cycleId),
  )
  const { runs: _runs, ...total } = present(sumOf(used))
  const cycles = byCycle.flatMap(([cycleId, sum]) => {
    const title = titles.get(cycleId)
    return title === undefined ? [] : [{ cycleId, title, ...present(sum) }]
  })
  return ok({ projectId: id, ...total, cycles: cycles.slice(0, cyclesMost) })
})

const present = ({ costMicros, ...sum }: Sum) => ({ ...sum, costUsd: microsToUsd(costMicros) })
