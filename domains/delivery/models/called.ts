import {
  ModelFailure,
  openCall,
  toldCode,
  type PaidCall,
  type Payer,
  type ShapeName,
} from '../../../execution/models/index.ts'
import type { Caller } from '../../../platform/access/index.ts'
import { Refusal } from '../../../platform/handler/index.ts'
import { findTask } from '../tasks/index.ts'
import type { CallableModel } from './callable.ts'
import { openChosen } from './chosen.ts'
import type { Read } from './endpoint-provider.ts'
import type { ModelParts } from './offered.ts'

export interface Called extends Omit<PaidCall, 'refused'> {
  /** What a cap refused; any other error is thrown on. */
  refused(error: unknown): Promise<Refusal>

  /** What its audit row is about. */
  readonly subject: {
    readonly resource: readonly ['model_call', string]
    readonly metadata: Readonly<Record<string, unknown>>
  }
}

type Asking = Pick<Caller, 'workspaceId' | 'task'>

interface CallOfCaller {
  readonly model: CallableModel
  /** What the caller speaks: where the model's endpoint speaks another, request and answer are translated. */
  readonly shape: ShapeName
  readonly caller: Asking
  readonly read: Read
  readonly body: object
}

/** A call of a listed model, judged and not yet sent. Ends the request in 400 where its body is no call of the shape. */
export const callOfCaller = async (
  parts: ModelParts,
  { model, shape, caller, read, body }: CallOfCaller,
): Promise<Called> => {
  const payer = await payerOf(caller, read, model)
  const { gateway, close } = openChosen(parts, read, model)
  const call = await judged(() => openCall(gateway, payer, body, shape)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...call,
    // It is not sent, so that nobody else closes what was opened for it.
    refused: (error) => call.refused(error).then(refusalOf).finally(close),
    relay: (response) => call.relay(response).catch(refuse).finally(close),
    subject: { resource: ['model_call', call.id], metadata: { model: model.id, shape } },
  }
}

/** What the calls of keys, sessions and tasks are booked under: no step of a run has this name. */
const step = 'api'

const payerOf = async ({ workspaceId, task }: Asking, read: Read, { endpoint }: CallableModel): Promise<Payer> => {
  const ofWorkspace = { workspaceId, endpointId: endpoint?.id, step }
  if (!task) return ofWorkspace
  const { id, projectId, runId } = task
  const found = await read((tx) => findTask(tx, id))
  if (!found) throw new Error('A task whose run is active is gone')
  return { ...ofWorkspace, projectId, runId, taskId: id, cycleId: found.cycleId }
}

const judged = async (open: () => PaidCall): Promise<PaidCall> => {
  try {
    return open()
  } catch (error) {
    return refuse(error)
  }
}

const refuse = (error: unknown): never => {
  throw error instanceof ModelFailure ? refusalOf(error) : error
}

/** A failure as the router answers it, in the form of the operation. */
const refusalOf = (failure: ModelFailure): Refusal => {
  const { status, message, retryAfterMs } = failure
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000)
  const wait = retryAfterSeconds !== undefined && { retryAfterSeconds }
  return new Refusal({ status, code: toldCode(failure), message, ...wait })
}
