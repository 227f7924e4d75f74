import type { ServerResponse } from 'node:http'
import {
  gatewayWithin,
  openCall,
  openEmbeddings,
  openTokenCount,
  type PaidCall,
} from '../../../execution/models/index.ts'
import type { Caller } from '../../../platform/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { headerValue } from '../../../platform/validation/header-value.ts'
import { openLedger, type Payer, type PayerLedger } from '../spending/index.ts'
import { namedRuns } from '../../../platform/jobs/index.ts'
import type { CallForm, CallableModel } from './callable-models.ts'
import { openChosen } from './chosen-model.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import type { ModelParts } from './offered-models.ts'
import { type CallPolicy, longestMs } from './rules/call-policy.ts'

/** A call of a model, judged and not yet sent. */
export interface PreparedCall extends Pick<PaidCall, 'record'> {
  /** Where it is paid for: it is reserved there before it is sent. */
  readonly ledger: PayerLedger
  /** As the list has it. */
  readonly model: string
  /** Sends the call, and settles its reservation. Throws a ModelFailure as long as no byte is written. */
  send(response: ServerResponse, deadline: AbortSignal): Promise<void>
  /** Releases the reservation of a call that was not sent. */
  close(): Promise<void>
}

export interface CallOfCaller {
  readonly model: CallableModel
  /** The caller's shape. Chat is translated if the endpoint speaks another; embeddings and token counts are not. */
  readonly shape: CallForm
  readonly caller: Pick<Caller, 'workspaceId' | 'userId' | 'task'>
  readonly read: InTransaction
  readonly body: object
  readonly policy: CallPolicy
  /** The call that it is sent in the place of. */
  readonly insteadOf?: string
}

/** Judges a call of a listed model. Throws a ModelFailure 400 if the request cannot be sent to its endpoint. */
export const prepareCall = async (
  parts: ModelParts & { readonly database: Database },
  { model, shape, caller, read, body, policy, insteadOf }: CallOfCaller,
): Promise<PreparedCall> => {
  const ledger = openLedger(parts.database, await payerOf(caller, read, model))
  const opened = openChosen(parts, read, model)
  const { close } = opened
  try {
    const gateway = gatewayWithin(opened.gateway, boundsOf(policy, parts.gateway.parts.callMs))
    const call =
      shape === 'embeddings'
        ? openEmbeddings(gateway, ledger, body)
        : shape === 'token_count'
          ? openTokenCount(gateway, ledger, body)
          : openCall(gateway, ledger, body, { spoken: shape, insteadOf })
    return {
      record: call.record,
      ledger,
      model: model.id,
      close,
      send: async (response, deadline) => {
        try {
          await sent(call, model.id, response, deadline)
        } finally {
          await close()
        }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const boundsOf = ({ attempts, beginSeconds, ...policy }: CallPolicy, instanceMs: number) => ({
  attempts,
  beginMs: beginSeconds === null ? undefined : beginSeconds * 1_000,
  callMs: longestMs(policy, instanceMs),
})

/** Sends the caller the name of the answering model, before its first byte. */
const sent = async (call: PaidCall, model: string, response: ServerResponse, deadline: AbortSignal) => {
  response.setHeader(answeredBy, headerValue(model))
  try {
    await call.relay(response, deadline)
  } catch (error) {
    if (!response.headersSent) response.removeHeader(answeredBy)
    throw error
  }
}

const answeredBy = 'atelier-model'

/** The step that calls of keys, sessions and tasks are booked under: no step of a run has this name. */
const step = 'api'

const payerOf = async (
  { workspaceId, userId, task }: CallOfCaller['caller'],
  read: InTransaction,
  { endpoint }: CallableModel,
): Promise<Payer> => {
  const ofWorkspace = { workspaceId, calledBy: userId, endpointId: endpoint?.id, step }
  if (!task) return ofWorkspace
  const { id, projectId, runId } = task
  const [run] = await read((tx) => namedRuns(tx, runId, [], 1))
  if (!run) throw new Error('The active run of a task is missing')
  return { ...ofWorkspace, projectId, runId, taskId: id, cycleId: run.subjectId }
}
