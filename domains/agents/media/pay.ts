import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { mediaCost, type MediaAmounts, type MediaPrice } from '../../../execution/media/index.ts'
import { ModelFailure, type NewCall } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { areCapsSet, capCalls, type CapParts } from '../models/index.ts'
import { applyProjectCap, openLedger, settleCall, type Payer, type PayerLedger } from '../spending/index.ts'

/** A paid call of a model, or of the operator's program. */
export interface MediaOrder {
  readonly workspace: string
  readonly userId: string
  readonly projectId: string | null
  readonly endpointId: string | undefined
  /** Host or name of the endpoint that answers it, and the model there. */
  readonly provider: string
  readonly model: string
  /** Undefined if it is not known. */
  readonly price: MediaPrice | undefined
  /** The most that the call can make or read. */
  readonly most: MediaAmounts
  /** The request, for the hash in the record. */
  readonly body: object
  /** How long the call may be open. */
  readonly longestMs: number
}

export const payerOf = (order: Pick<MediaOrder, 'workspace' | 'projectId' | 'endpointId' | 'userId'>): Payer => ({
  workspaceId: order.workspace,
  ...(order.projectId !== null && { projectId: order.projectId }),
  endpointId: order.endpointId,
  calledBy: order.userId,
  step: 'media',
})

/** The record of a call, with the most that it can cost. */
export const callOf = ({ provider, model, price, most, body, longestMs }: MediaOrder): NewCall => ({
  id: uuidv7(),
  requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
  nth: 1,
  provider,
  model,
  isPriced: price !== undefined,
  worstMicros: price ? costOf(price, most) : 0,
  longestMs,
})

const costOf = (price: MediaPrice, most: MediaAmounts): number => {
  const cost = mediaCost(price, most)
  if (cost === undefined) throw new Error('The most that a call of media can cost is not known')
  return cost
}

/** A call whose money is held back. */
export interface PaidCall {
  readonly id: string
  /** Notes the amounts of a call as soon as its answer has come: the call then costs that, however it ends. */
  answered(amounts: MediaAmounts): void
  /** Settles the call in the transaction that records its result. Null if the price is not known. */
  settleIn(tx: Transaction): Promise<number | null>
}

/** Sets the caps that a call of a person counts against. */
export const setCaps = async (
  parts: CapParts,
  { workspace, projectId }: Pick<MediaOrder, 'workspace' | 'projectId'>,
): Promise<void> => {
  if (!(await parts.database.reading(workspace, (tx) => areCapsSet(tx, parts, workspace))))
    await capCalls(parts, workspace)
  if (projectId !== null) await parts.database.within(workspace, (tx) => applyProjectCap(tx, parts.caps, projectId))
}

/**
 * Reserves the most that a call can cost, in a transaction of its own, before `work` sends it. If `work` ends without
 * settling the call, the call is settled here: at nothing if nothing was billed, else at its cost as far as that is
 * known. Throws ModelFailure if a cap refuses it.
 */
export const withPaidCall = async <T>(
  parts: CapParts,
  order: MediaOrder,
  work: (call: PaidCall) => Promise<T>,
): Promise<T> => {
  await setCaps(parts, order)
  const ledger = openLedger(parts.database, payerOf(order))
  const call = callOf(order)
  await ledger.reserve(call)
  let costMicros: number | undefined
  let usage: MediaAmounts['usage']
  const { price } = order
  try {
    return await work({
      id: call.id,
      answered: (amounts) => {
        const cost = price && mediaCost(price, amounts)
        costMicros = Math.min(cost ?? call.worstMicros, call.worstMicros)
        usage = amounts.usage
      },
      settleIn: async (tx) => {
        const cost = costMicros ?? call.worstMicros
        const settlement = { status: 'finished', costMicros: cost, usage, response: Buffer.alloc(0) } as const
        await settleCall(tx, call.id, payerOf(order), settlement)
        return price ? cost : null
      },
    })
  } catch (error) {
    await settleFailed(ledger, call, costMicros, error)
    throw error
  }
}

const settleFailed = (ledger: PayerLedger, call: NewCall, known: number | undefined, error: unknown) => {
  const isFree = error instanceof ModelFailure && error.billed === 'nothing'
  const costMicros = known ?? (isFree ? 0 : call.worstMicros)
  const { code, message } =
    error instanceof ModelFailure ? error : { code: 'not_recorded', message: 'The result could not be recorded.' }
  return ledger.settle(call.id, { status: 'failed', costMicros, failure: { code, message } })
}
