import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { record } from '../../../../platform/audit/index.ts'
import { isArchivedForGood } from '../../../../platform/access/index.ts'
import { storableText } from '../../../../platform/validation/storable-text.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import { type Ask, withModel } from '../../../agents/asking/index.ts'
import { type CycleRow, findCycle, capSpending } from '../../cycles/index.ts'
import { sentFilesFor } from '../material.ts'
import { drivingMessages } from '../store-cycle.ts'
import { addMessage } from '../store.ts'
import type { MessageRow } from '../tables.ts'
import { withChosen } from '../../../agents/models/index.ts'
import { presentTasks, failureFor, tasksOfCycle } from '../../tasks/index.ts'
import type { Answerer, AnswerParts } from './answerer.ts'
import { instructionsWith, type Material, materialText, roomInWindow } from './material.ts'

export interface AnswerRequest {
  readonly workspace: string
  readonly cycle: CycleRow
  readonly asked: MessageRow
  readonly answerer: Answerer
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

/** The stored answer; or the reason without one, in the gateway's words. */
export type AnswerResult =
  | { readonly answer: MessageRow }
  | { readonly failure: { readonly code: string; readonly message: string } }

/** The longest answer in characters and tokens, and the time that it may take. */
const answerMost = 16_000
const answerTokens = 4_000
const answerMs = 120_000

/** Asks a model once for the answer to a message and stores it: its beginning if `signal` aborts or it grows too long. */
export const askForAnswer = async (parts: AnswerParts, asking: AnswerRequest): Promise<AnswerResult> => {
  const { workspace, cycle, asked, answerer } = asking
  const read: InTransaction = (work) => parts.database.reading(workspace, work)
  const material = await read((tx) => materialOf(tx, cycle, asked, answerer.agentId))
  const paying = { workspaceId: workspace, cycleId: cycle.id, projectId: cycle.projectId }
  const mayAsk = await parts.database.within(workspace, (tx) => capSpending(tx, parts.caps, paying))
  if (!mayAsk) return { failure: notStored }
  const spoken = await withChosen(parts, read, answerer.chosen, (gateway) => {
    const identity = { ...paying, endpointId: answerer.chosen.endpoint?.id, runId: asked.id, step: 'conversation' }
    const maxOutputTokens = Math.min(answerTokens, gateway.provider.maxOutputTokens)
    const room = roomInWindow(gateway.provider.contextTokens, maxOutputTokens)
    const speakTo = (ask: Ask) => speak(ask, asking, material, room)
    return withModel({ ...parts, gateway }, identity, speakTo, { maxOutputTokens })
  })
  const content = storableText(spoken.text.trim()).slice(0, answerMost).toWellFormed()
  if (content === '')
    return { failure: spoken.failure ?? { code: 'empty_answer', message: 'The model answered nothing.' } }
  const answer = await parts.database.within(workspace, (tx) => storeAnswer(tx, asking, content, spoken.isCut))
  return answer ? { answer } : { failure: notStored }
}

const notStored = {
  code: 'answer_not_kept',
  message: 'The answer could not be kept: the cycle was deleted, or its project archived, meanwhile.',
}

/** Asks once, and passes the words on as they come. Ends the call when the answer is as long as it may be. */
const speak = async (ask: Ask, asking: AnswerRequest, material: Material, room: number) => {
  const enough = new AbortController()
  const signal = AbortSignal.any([asking.signal, enough.signal, AbortSignal.timeout(answerMs)])
  const mark = randomBytes(12).toString('hex')
  let text = ''
  const onText = (more: string) => {
    const left = more.slice(0, answerMost - text.length)
    text += left
    if (left !== '') asking.onText(left)
    if (text.length >= answerMost) enough.abort()
  }
  const content = materialText(mark, material, asking.asked, room)
  const question = { instructions: instructionsWith(mark), messages: [{ role: 'user', content }] as const }
  const answer = await ask({ ...question, signal, onText }).catch((error: unknown) => {
    if (signal.aborted) return { failure: { code: 'call_cancelled', message: 'The call of the model was ended.' } }
    throw error
  })
  if (!('failure' in answer)) return { text, isCut: answer.finishReason === 'length', failure: undefined }
  const { code = 'model_failed', message } = answer.failure
  return { text, isCut: true, failure: { code, message } }
}

/** The client's view of the cycle, since everybody who may view the project reads the answer. */
const materialOf = async (tx: Transaction, cycle: CycleRow, asked: MessageRow, agentId: string): Promise<Material> => ({
  cycle,
  failure: failureFor(cycle.failure, 'client')?.message,
  tasks: await presentTasks(tx, (await tasksOfCycle(tx, cycle.id)).slice(0, 50), { role: 'client' }),
  said: (await drivingMessages(tx, cycle.id, asked.agentId ?? agentId)).filter(({ id }) => id !== asked.id),
  files: await sentFilesFor(tx, cycle.id),
})

/** Stores the answer unless the cycle was deleted, or its project archived, while the model wrote. */
const storeAnswer = async (
  tx: Transaction,
  { cycle, asked, answerer }: AnswerRequest,
  content: string,
  isCut: boolean,
) => {
  if (!(await findCycle(tx, cycle.id)) || (await isArchivedForGood(tx, cycle.projectId))) return undefined
  const { id: cycleId, projectId } = cycle
  const id = uuidv7()
  const now = await tx.now()
  const added = await addMessage(tx, {
    id,
    projectId,
    cycleId,
    agentId: asked.agentId,
    drives: false,
    content,
    isCut,
    now,
    authorSide: 'agent',
    createdBy: answerer.agentId,
    answersId: asked.id,
  })
  const about = { authorSide: 'agent', drives: false, answersId: asked.id }
  record(
    tx,
    {
      action: 'cycle.answer',
      category: 'create',
      outcome: 'success',
      source: 'internal',
      actor: { type: 'agent', id: answerer.agentId },
      resource: ['cycle_message', id],
      parent: ['cycle', cycleId],
      details: { projectId, ...about },
    },
    { name: 'cycle.messaged', entity: ['cycle_message', id], projectId, cycleId, payload: about },
  )
  return added?.row
}
