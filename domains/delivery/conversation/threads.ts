import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findAgent } from '../../agents/agents/index.ts'
import { proposalsOfCycles } from '../cycles/index.ts'
import { type ThreadCount, threadCounts } from './store-project.ts'
import { titlesOfTasks } from '../tasks/index.ts'
import type { ProjectThreads } from './contract.ts'

const cyclesMost = 200

type CycleThreads = Static<typeof ProjectThreads>['cycles'][number]

/** Where was spoken in a project: those cycles first in which something was said last. */
export const threadsOf = async (tx: Transaction, projectId: string): Promise<Static<typeof ProjectThreads>> => {
  const counts = await threadCounts(tx, projectId, cyclesMost + 1)
  const cycleIds = [...new Set(counts.flatMap(({ cycleId }) => cycleId ?? []))]
  const shown = cycleIds.slice(0, cyclesMost)
  const proposals = await proposalsOfCycles(tx, shown)
  const cycles: CycleThreads[] = []
  for (const cycleId of shown) {
    const title = proposals.get(cycleId)?.title
    // Messages in a deleted cycle are not shown anywhere.
    if (title === undefined) continue
    const of = counts.filter((count) => count.cycleId === cycleId)
    cycles.push({ cycleId, title, ...countOf(of.find(isItsOwn)), ...(await branchesOf(tx, of)) })
  }
  const own = countOf(counts.find(({ cycleId }) => cycleId === null))
  return { projectId, ...own, cycles, cyclesTruncated: cycleIds.length > cyclesMost }
}

const isItsOwn = ({ agentId, taskId }: ThreadCount) => agentId === null && taskId === null

const countOf = (count: ThreadCount | undefined) => ({
  messages: count?.messages ?? 0,
  newestAt: count?.newestAt ?? null,
})

const branchesOf = async (tx: Transaction, counts: readonly ThreadCount[]) => {
  const titles = await titlesOfTasks(
    tx,
    counts.flatMap(({ taskId }) => taskId ?? []),
  )
  const agents: CycleThreads['agents'] = []
  for (const count of counts)
    if (count.agentId !== null)
      agents.push({
        agentId: count.agentId,
        name: (await findAgent(tx, count.agentId))?.name ?? null,
        ...countOf(count),
      })
  const tasks = counts.flatMap((count) => {
    const title = count.taskId === null ? undefined : titles.get(count.taskId)
    return title === undefined ? [] : [{ taskId: count.taskId!, title, ...countOf(count) }]
  })
  return { agents, tasks }
}
