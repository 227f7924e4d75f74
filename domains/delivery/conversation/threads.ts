import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findAgent } from '../../agents/agents/index.ts'
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
  const names = await namesOfAgents(tx, shown.flat())
  const cycles = shown.map((threads): CycleThreads => {
    const { cycleId, cycleTitle } = threads[0]!
    const isOfCycle = ({ agentId, taskId }: ThreadCount) => agentId === null && taskId === null
    return {
      cycleId: cycleId!,
      title: cycleTitle!,
      ...countOf(threads.find(isOfCycle)),
      agents: threads.flatMap((thread) => {
        const { agentId } = thread
        return agentId === null ? [] : [{ agentId, name: names.get(agentId) ?? null, ...countOf(thread) }]
      }),
      tasks: threads.flatMap((thread) => {
        const { taskId, taskTitle: title } = thread
        return taskId === null || title === null ? [] : [{ taskId, title, ...countOf(thread) }]
      }),
    }
  })
  return { projectId, ...own, cycles, cyclesTruncated: byCycle.size > cyclesMost }
}

const countOf = (count: ThreadCount | undefined) => ({
  messages: count?.messages ?? 0,
  newestAt: count?.newestAt ?? null,
})

const namesOfAgents = async (tx: Transaction, threads: readonly ThreadCount[]) => {
  const names = new Map<string, string>()
  for (const id of new Set(threads.flatMap(({ agentId }) => agentId ?? []))) {
    const agent = await findAgent(tx, id)
    if (agent) names.set(id, agent.name)
  }
  return names
}
