import { failure, type Tool, tool } from '../tool.ts'
import { callOperation } from './call-operation.ts'
import { searchOperations } from './search-operations.ts'
import { Type, type Static } from 'typebox'
import { getDeliverable, listDeliverables } from '../../deliverables/contract.ts'
import { replyOf, markedData } from '../marked-data.ts'
import { listPendingRequests, getPendingRequest, resolvePendingRequest } from '../../requests/contract.ts'
import { proposeCycle } from '../../planning/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { isRefusal, patchesOf, readEvidence } from '../read-evidence.ts'
import { pageOf, pageAddress } from '../for-people.ts'
import { setTimeout as later } from 'node:timers/promises'
import { isActive } from '../../cycles/rules.ts'
import { getCycle, type CycleDetail } from '../../cycles/contract.ts'
import type { ApiAnswer } from '../caller-api.ts'

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

const answerQuestion = tool({
  name: 'answer_question',
  description: 'Answer the question of an agent. Approvals are for people.',
  properties: { requestId: Type.String({ minLength: 1 }), answer: Type.String({ minLength: 1, maxLength: 5_000 }) },
  isReadOnly: false,
  run: async ({ requestId, answer }, { api, linkTo }) => {
    const params = { id: requestId }
    const request = await api.call(getPendingRequest, { params })
    if (request.status >= 400) return replyOf(request)
    // The type of a request never changes, so that a question now is a question when it is answered.
    if ((request.body as { readonly requestType: string }).requestType !== 'question') {
      const link = linkTo(pageAddress(pageOf(resolvePendingRequest), params))
      return failure(
        `This request asks for an approval, which a person decides. Nothing was resolved. Show the user this page: ${link}`,
      )
    }
    return replyOf(await api.call(resolvePendingRequest, { params, body: { status: 'approved', decision: answer } }))
  },
})

const readDiff = tool({
  name: 'read_diff',
  description: 'Read the changes of a cycle, and the verdict of the review.',
  properties: { cycleId: Type.String(), taskId: Type.Optional(Type.String()) },
  isReadOnly: true,
  run: async ({ cycleId, taskId }, { api }) => {
    const evidence = await readEvidence(api, cycleId, taskId)
    if (isRefusal(evidence)) return replyOf(evidence)
    if (evidence.length === 0) return { text: 'No task of this cycle has changed anything yet.' }
    const verdicts = evidence.map(({ taskId: id, verdict }) => {
      const { outcome, reasons } = verdict ?? { outcome: 'not judged yet', reasons: [] }
      return JSON.stringify({ taskId: id, outcome, reasons })
    })
    return { text: markedData([...verdicts, patchesOf(evidence)].join('\n'), 'Verdicts and patches.') }
  },
})

const proposeCycleTool = tool({
  name: 'propose_cycle',
  description: 'Propose a change of a project, described for an engineer who knows nothing else. start runs it.',
  properties: {
    projectId: Type.String(),
    title: Type.String(),
    description: Type.String(),
    start: Type.Optional(Type.Boolean()),
  },
  isReadOnly: false,
  run: async ({ start = false, ...body }, { api }) => {
    const proposed = await api.call(proposeCycle, { body })
    if (proposed.status >= 400 || !start) return replyOf(proposed)
    const { cycle } = proposed.body as { readonly cycle: { readonly id: string } }
    const started = await api.call(executeCycle, { params: { id: cycle.id } })
    if (started.status < 400) return replyOf(started)
    return failure(`The cycle ${cycle.id} is proposed as a draft, but did not start. ${replyOf(started).text}`)
  },
})

const requestsMost = 50

const listWaiting = tool({
  name: 'list_waiting',
  description: 'List what waits for the owner of the key: questions, approvals and deliverables.',
  properties: {},
  isReadOnly: true,
  run: async (_input, { api, linkTo }) => {
    const requests = await api.call(listPendingRequests, { query: { status: 'pending', limit: requestsMost } })
    if (requests.status >= 400) return replyOf(requests)
    const deliverables = await api.call(listDeliverables, { query: { awaiting: 'me' } })
    if (deliverables.status >= 400) return replyOf(deliverables)
    const rows = requests.body as readonly { readonly id: string }[]
    const withPages = rows.map((row) => ({ ...row, page: linkTo(`/console/?open=${row.id}`) }))
    return replyOf({ ...requests, body: { requests: withPages, deliverables: deliverables.body } })
  },
})

const listDeliverablesTool = tool({
  name: 'list_deliverables',
  description: 'List deliverables, or read one cycle’s.',
  properties: { cycleId: Type.Optional(Type.String({ minLength: 1 })) },
  isReadOnly: true,
  run: async ({ cycleId }, { api }) =>
    replyOf(
      cycleId === undefined
        ? await api.call(listDeliverables)
        : await api.call(getDeliverable, { params: { cycleId } }),
    ),
})

/** Two tools reach every operation; the others are for the usual work. */
export const tools: readonly Tool[] = [
  searchOperations,
  callOperation,
  proposeCycleTool,
  watchCycle,
  answerQuestion,
  readDiff,
  listWaiting,
  listDeliverablesTool,
]
