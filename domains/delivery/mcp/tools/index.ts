import { failure, type Tool, tool } from '../tool.ts'
import { callOperation } from './call-operation.ts'
import { searchOperations } from './search-operations.ts'
import { watchCycle } from './watch-cycle.ts'
import { Type } from 'typebox'
import { getDeliverable, listDeliverables } from '../../deliverables/contract.ts'
import { replyOf, markedData } from '../marked-data.ts'
import { listPendingRequests, getPendingRequest, resolvePendingRequest } from '../../requests/contract.ts'
import { proposeCycle } from '../../planning/contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { isRefusal, patchesOf, readEvidence } from '../read-evidence.ts'
import { pageOf, pageAddress } from '../for-people.ts'

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
