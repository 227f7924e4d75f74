import { setTimeout as later } from 'node:timers/promises'
import { Type, type Static } from 'typebox'
import { isActive } from '../../cycles/rules.ts'
import { getCycle, type CycleDetail } from '../../cycles/contract.ts'
import type { ApiAnswer } from '../caller-api.ts'
import { replyOf } from '../marked-data.ts'
import { tool } from '../tool.ts'

// Clients give a call up after 60 s.
const waitMostSeconds = 50

export const watchCycle = tool({
  name: 'watch_cycle',
  description: 'Read the status and tasks of a cycle, after it ends, needs a person, or waitSeconds are over.',
  properties: {
    cycleId: Type.String(),
    waitSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: waitMostSeconds })),
  },
  isReadOnly: true,
  run: async ({ cycleId, waitSeconds = 0 }, { api, signal }) => {
    const read = () => api.call(getCycle, { params: { id: cycleId } })
    let answer = await read()
    for (let second = 0; second < waitSeconds && isAtWork(answer); second += 1) {
      await later(1_000, undefined, { signal })
      answer = await read()
    }
    return replyOf(answer.status === 200 ? { ...answer, body: summaryOf(answer.body as Detail) } : answer)
  },
})

type Detail = Static<typeof CycleDetail>

/** A cycle that is blocked waits for a person. */
const isAtWork = ({ status, body }: ApiAnswer) => {
  if (status !== 200) return false
  const { cycle } = body as Detail
  return isActive(cycle.status) && cycle.status !== 'blocked'
}

const summaryOf = ({ cycle, tasks, previewUrl }: Detail) => {
  const { id, projectId, handle, title, status, failure, mergedSha } = cycle
  return {
    cycle: { id, projectId, handle, title, status, failure, mergedSha },
    tasks: tasks.map((task) => ({ id: task.id, title: task.title, status: task.status, failure: task.failure })),
    previewUrl,
    ...(status === 'blocked' && { next: 'It waits for a person: list_waiting says for what.' }),
  }
}
