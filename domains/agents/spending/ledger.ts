import type { Ledger, ModelFailure, NewCall, StepLedger } from '../../../execution/models/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { CapReached, PriceUnknown, type Payer, type RunPayer } from './budget.ts'
import { inDatabase } from './database-failure.ts'
import { recordRefusal, reserveIn } from './reserve.ts'
import { findAnswer, finishedCalls, settleCall } from './store-calls.ts'
import { refuseBeyond, type StepLimits } from './step-limits.ts'
import { stepUse } from './store-step-use.ts'

/** The ledger of a payer, for code that records the effect of a call in a transaction of its own. */
export interface PayerLedger extends Ledger {
  /** Reserves a call in that transaction. Where it throws, roll back and give the error to `refused`. */
  reserveIn(tx: Transaction, call: NewCall): Promise<void>
  /** A refusal by a cap, recorded; any other error is thrown on. */
  refused(call: NewCall, error: unknown): Promise<ModelFailure>
}

/** Where the calls of a payer are recorded and paid for: each in a transaction of its own. */
export const openLedger = (database: Database, payer: Payer): PayerLedger => ledgerOf(database, payer)

/** Throws ModelFailure for a call that is not to be sent, in the transaction that reserves it. */
export type CallJudge = (tx: Transaction, call: NewCall) => Promise<void>

const ledgerOf = (database: Database, payer: Payer, judge?: CallJudge): PayerLedger => {
  const within = <T>(work: (tx: Transaction) => Promise<T>) =>
    inDatabase(() => database.within(payer.workspaceId, work))
  const refused = async (call: NewCall, error: unknown) => {
    if (error instanceof CapReached || error instanceof PriceUnknown)
      return within((tx) => recordRefusal(tx, payer, call, error))
    throw error
  }
  return {
    cacheKey: payer.taskId ?? payer.runId,
    reserveIn: (tx, call) => reserveIn(tx, payer, call),
    refused,
    reserve: async (call) => {
      try {
        await within(async (tx) => {
          await judge?.(tx, call)
          await reserveIn(tx, payer, call)
        })
      } catch (error) {
        throw await refused(call, error)
      }
    },
    settle: async (callId, end) => {
      await within((tx) => settleCall(tx, callId, payer, end))
    },
  }
}

/**
 * The ledger of one attempt of a step, within its limits. Reads once, with the first call, which calls earlier attempts
 * have finished: later ones need no look-up.
 */
export const openStepLedger = (
  database: Database,
  identity: RunPayer,
  limits?: StepLimits,
  ownJudge?: CallJudge,
): StepLedger => {
  const reading = <T>(work: (tx: Transaction) => Promise<T>) =>
    inDatabase(() => database.reading(identity.workspaceId, work))
  const judge: CallJudge = async (tx, call) => {
    if (limits) refuseBeyond(limits, await stepUse(tx, identity))
    await ownJudge?.(tx, call)
  }
  let finished: Promise<ReadonlyMap<string, string>> | undefined
  return {
    ...ledgerOf(database, identity, judge),
    findAnswer: async (hash, nth) => {
      finished ??= reading((tx) => finishedCalls(tx, identity))
      // A look-up that failed is asked again by the next call.
      finished.catch(() => (finished = undefined))
      const id = (await finished).get(`${hash.toString('base64')} ${nth}`)
      return id === undefined ? undefined : reading((tx) => findAnswer(tx, id))
    },
  }
}
