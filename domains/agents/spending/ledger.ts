import {
  type Ledger,
  ModelFailure,
  type NewCall,
  type StepLedger,
  type FailureCode,
  databaseUnavailable,
} from '../../../execution/models/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  CapReached,
  PriceUnknown,
  type Payer,
  type RunPayer,
  capSentence,
  scopesOf,
  unpricedSentence,
} from './budget.ts'
import { findAnswer, finishedCalls, settleCall, insertRefusedCall, reserveCall } from './store-calls.ts'
import { refuseBeyond, type StepLimits, stepUse } from './store-step-use.ts'
import { cappedScope, findBudget } from './store-budgets.ts'
import { noteRefusal } from './store-warnings.ts'
import { isBusy, isUnavailable } from '../../../platform/db/unavailable.ts'

/** The ledger of a payer, for code that records the effect of a call in its own transaction. */
export interface PayerLedger extends Ledger {
  /** Reserves a call in that transaction. Where it throws, roll back and give the error to `refused`. */
  reserveIn(tx: Transaction, call: NewCall): Promise<void>
  /** A refusal by a cap, recorded; any other error is thrown on. */
  refused(call: NewCall, error: unknown): Promise<ModelFailure>
}

/** Throws ModelFailure for a call that is not to be sent, in the transaction that reserves it. */
export type CallJudge = (tx: Transaction, call: NewCall) => Promise<void>

/** Opens the ledger in which the calls of a payer are recorded and paid for, each in a transaction of its own. */
export const openLedger = (database: Database, payer: Payer, judge?: CallJudge): PayerLedger => {
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

/** Opens the ledger of a step's attempt. The first call reads what earlier attempts finished, once for all calls. */
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
    ...openLedger(database, identity, judge),
    findAnswer: async (hash, nth) => {
      finished ??= reading((tx) => finishedCalls(tx, identity))
      // A look-up that failed is asked again by the next call.
      finished.catch(() => (finished = undefined))
      const id = (await finished).get(`${hash.toString('base64')} ${nth}`)
      return id === undefined ? undefined : reading((tx) => findAnswer(tx, id))
    },
  }
}

/** Reserves a call in the caller's transaction. Throws CapReached or PriceUnknown. */
const reserveIn = async (tx: Transaction, payer: Payer, call: NewCall): Promise<void> => {
  // A call without a known price passes only if no scope has a cap.
  const capped = call.isPriced ? undefined : await cappedScope(tx, scopesOf(payer))
  if (capped) throw new PriceUnknown(capped)
  await reserveCall(tx, payer, call)
}

/** Records that a cap refused the call, and returns the refusal. */
const recordRefusal = async (
  tx: Transaction,
  payer: Payer,
  call: NewCall,
  error: CapReached | PriceUnknown,
): Promise<ModelFailure> => {
  const { kind } = error.scope
  const isUnknown = error instanceof PriceUnknown
  const code: FailureCode = isUnknown ? 'provider_price_unknown' : `${kind}_cap_reached`
  const message = isUnknown
    ? unpricedSentence(kind, call.model)
    : capSentence(kind, await findBudget(tx, error.scope), call.worstMicros)
  if (!isUnknown) await noteRefusal(tx, error.scope, call.worstMicros)
  await insertRefusedCall(tx, payer, call, { code, message })
  return new ModelFailure(message, { status: 402, code, billed: 'nothing' })
}

/** Works in the database for a call of a model. If it is away or busy, throws a ModelFailure with the reason. */
export const inDatabase = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isUnavailable(error) || isBusy(error) ? databaseUnavailable(error) : error
  }
}
