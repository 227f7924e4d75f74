import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'

/** One request to the sign-in library, which passes nothing of it to its callees. */
export interface SignInRequest {
  /** Below `/v1/api/auth`. */
  readonly path: string
  readonly requestId: string
  readonly traceId: string
  /** The current address of the account, in a request that changes it. */
  readonly leaving: string | undefined
  /** Workspaces whose chains record it. */
  readonly workspaces: Set<string>
  /** Its actions, with their people. */
  readonly events: { readonly userId: string; readonly action: string }[]
  /** Another account has the address. */
  isTaken: boolean
  /** Runs in the transaction of an act that the audit log names, with the id of the row that the act writes. */
  readonly alongside: ((tx: Transaction, userId: string, rowId: string) => Promise<unknown>) | undefined
}

const requests = new AsyncLocalStorage<SignInRequest>()
const transactions = new AsyncLocalStorage<() => Promise<Transaction>>()

export const runSignInRequest = <T>(signInRequest: SignInRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(signInRequest, work)
export const currentSignInRequest = (): SignInRequest | undefined => requests.getStore()

/** Runs `work` in the library's open transaction, else in a new transaction. */
export const inLibraryTransaction = async <T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const open = transactions.getStore()
  return open ? work(await open()) : database.identity(work)
}

/**
 * A transaction that begins with its first statement: the library hashes passwords before it, and a waiting connection
 * would be lost to other requests.
 */
export const inLazyTransaction = async <T>(database: Database, work: () => Promise<T>): Promise<T> => {
  if (transactions.getStore()) return work()
  const ended = Promise.withResolvers<undefined>()
  ended.promise.catch(() => undefined)
  let begun: Promise<Transaction> | undefined
  let whole: Promise<void> = Promise.resolve()
  const open = () =>
    (begun ??= new Promise<Transaction>((resolve, reject) => {
      whole = database.identity(async (tx) => {
        resolve(tx)
        await ended.promise
      })
      whole.catch(reject)
    }))
  try {
    const result = await transactions.run(open, work)
    ended.resolve(undefined)
    await whole
    return result
  } catch (error) {
    ended.reject(error)
    await whole.catch(() => undefined)
    throw error
  }
}
