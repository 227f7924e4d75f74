import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { namesOfAgents } from './present.ts'
import { type ThreadCount, threadCounts } from './store-project.ts'
import type { ProjectThreads } from './contract.ts'

const cyclesMost = 200

type CycleThreads = Static<typeof ProjectThreads>['cycles'][number]

/** The conversations of a project, the most recently active cycles first. */
export const threadsOf = async (tx: Transaction, projectId: string): Promise<Static<typeof ProjectThreads>> => {
  const byCycle = Map.groupBy(await threadCounts(tx, { projectId, cycles: cyclesMost + 1 }), ({ cycleId }) => cycleId)
  const own = countOf(byCycle.get(null)?.[0])
  byCycle.delete(null)
  const shown = [...byCycle.values()].slice(0, cyclesMost)
  const agentIds = shown.flat().flatMap(({ agentId }) => agentId ?? [])
  const names = await namesOfAgents(tx, agentIds)
  const cycles = shown.map((threads): CycleThreads => {
    const { cycleId, cycleTitle } = threads[0]!
    const isOfCycle = ({ agentId, taskId }: ThreadCount) => agentId === null && taskId === null
    return {
      cycleId: cycleId!,
      title: cycleTitle!,
      ...countOf(threads.find(isOfCycle)),
      agents: threads.flatMap(({ agentId, ...count }) =>
        agentId === null ? [] : { agentId, name: names.get(agentId) ?? null, ...countOf(count) },
      ),
      tasks: threads.flatMap(({ taskId, taskTitle: title, ...count }) =>
        taskId === null || title === null ? [] : { taskId, title, ...countOf(count) },
      ),
    }
  })
  return { projectId, ...own, cycles, cyclesTruncated: byCycle.size > cyclesMost }
}

const countOf = (count: Pick<ThreadCount, 'messages' | 'newestAt'> | undefined) => ({
  messages: count?.messages ?? 0,
  newestAt: count?.newestAt ?? null,
})
