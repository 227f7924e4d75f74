import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'

/** Facts of a request to the sign-in library, which does not pass them on to the functions that it calls. */
export interface SignInRequest {
  /** The path below `/v1/api/auth`. */
  readonly path: string
  readonly requestId: string
  readonly traceId: string
  /** The current address of the account, in a request that changes it. */
  readonly leaving: string | undefined
  /** Workspaces in whose audit chains the request is recorded. */
  readonly workspaces: Set<string>
  /** Actions of the request that become account events. */
  readonly events: { readonly userId: string; readonly action: string }[]
  /** True if another account has the email address. */
  isTaken: boolean
  /** Other work in the transaction of an audited action, with the id of the row that the action writes. */
  readonly alongside: ((tx: Transaction, userId: string, rowId: string) => Promise<unknown>) | undefined
}

const requests = new AsyncLocalStorage<SignInRequest>()
const transactions = new AsyncLocalStorage<() => Promise<Transaction>>()

export const runSignInRequest = <T>(signInRequest: SignInRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(signInRequest, work)
export const currentSignInRequest = (): SignInRequest | undefined => requests.getStore()

/** Runs `work` in the transaction that the library has open, else in a transaction of its own. */
export const inLibraryTransaction = async <T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const open = transactions.getStore()
  return open ? work(await open()) : database.identity(work)
}

/**
 * Runs `work` in a transaction that begins with its first statement: the library hashes passwords before that, and
 * meanwhile other requests can use the connection.
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
