import { v7 as uuidv7 } from 'uuid'
import { record } from '../../../platform/audit/index.ts'
import { storableText } from '../../../platform/validation/storable-text.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sentence } from '../sentences/index.ts'
import { recordRequest, requestEvent } from './audit-subject.ts'
import { type RequestReason, type RequestType, countUnshown } from './rules.ts'
import { insertRequest, type NewRequest } from './store.ts'
import { expiryOf } from './store-deadlines.ts'
import { pictureOfRun } from '../artifacts/index.ts'
import type { RequestRow } from './tables.ts'
import { shownLine } from '../../../platform/contract/schema.ts'
import { notifyAgency, notifyClients } from '../../accounts/letters/index.ts'

/** A run's question to the agency before it continues: whether a change may be merged, or a question of its agent. */
export interface NewQuestion extends Question {
  readonly taskId: string | null
  readonly runId: string
  readonly requestType?: RequestType
  /** The commit that is decided on; null if a question is asked. */
  readonly commitSha: string | null
  readonly reasons: readonly RequestReason[]
}

const titleMost = 200
const questionMost = 5_000
const reasonsMost = 200
const messageMost = 1_000

/** Asks the agency; too long text is cut. The caller parks the run in the same transaction, labelled `decided`. */
export const askPerson = async (
  tx: Transaction,
  { title, question, reasons, requestType = 'approval', ...asked }: NewQuestion,
): Promise<RequestRow> => {
  const row = await insertRequest(tx, {
    ...asked,
    id: uuidv7(),
    requestType,
    requiredActor: 'agency',
    blocking: true,
    title: cut(shownLine(title), titleMost),
    question: cut(question, questionMost),
    reasons: shortened(reasons),
  })
  await notifyAsked(tx, row, asked.now)
  recordRequest(tx, row, 'pending_request.created', {
    action: 'pending_request.create',
    category: 'create',
    // Agents ask questions; the server asks for approvals.
    actor: { type: requestType === 'question' ? 'agent' : 'system', id: asked.runId },
    source: 'internal',
  })
  return row
}

type Question = Pick<NewRequest, 'projectId' | 'cycleId' | 'title' | 'question' | 'now'>

/** Asks the client of a project. No run waits for it; the caller records in the audit log who asked. */
export const askClient = async (tx: Transaction, asked: Question): Promise<RequestRow> => {
  const row = await insertRequest(tx, {
    id: uuidv7(),
    taskId: null,
    runId: null,
    commitSha: null,
    reasons: [],
    requestType: 'question',
    requiredActor: 'client',
    blocking: false,
    ...asked,
  })
  await notifyAsked(tx, row, asked.now)
  record(tx, undefined, requestEvent('pending_request.created', row))
  return row
}

const shortened = (reasons: readonly RequestReason[]): RequestReason[] => {
  const shown = reasons
    .slice(0, reasonsMost)
    .map((reason) => ({ ...reason, message: cut(reason.message, messageMost) }))
  const left = reasons.length - shown.length
  return left === 0 ? shown : [...shown, { code: 'more', message: sentence('more_reasons', { count: String(left) }) }]
}

/** The beginning of a text, without NUL and halves of surrogate pairs: the database refuses them, and repositories have them. */
const cut = (text: string, most: number): string => {
  const safe = storableText(text)
  return safe.length <= most ? safe : `${safe.slice(0, most - 1).toWellFormed()}…`
}

/** Queues letters to the deciders: to clients about their own decisions, to the agency about all others. */
export const notifyAsked = async (
  tx: Transaction,
  { id: subjectId, projectId, cycleId, runId, requestType, requiredActor, reasons, ...asked }: RequestRow,
  now: Date,
  { reminds = false } = {},
): Promise<void> => {
  const kind = requestType === 'question' ? 'question' : 'request'
  // A letter says itself what is needed: the title of a run's question is a sentence about its task.
  const title = (asked.blocking ? asked.taskTitle : null) ?? asked.title
  const notify = requiredActor === 'client' ? notifyClients : notifyAgency
  const pictureKey = kind === 'request' && runId !== null ? await pictureOfRun(tx, cycleId, runId) : undefined
  const decideBy = await expiryOf(tx, subjectId)
  const about = { kind, projectId, cycleId, subjectId, title, decideBy, pictureKey } as const
  await notify(tx, { ...about, unshown: countUnshown(reasons), now }, { reminds })
}
