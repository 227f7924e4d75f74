import { createHash } from 'node:crypto'
import { createAdapterFactory } from 'better-auth/adapters'
import { revoke, tokenHashOf } from '../../../../platform/access/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { addAccountEvent } from '../account-events.ts'
import { insertFormerName } from '../store-me.ts'
import { inLibraryTransaction, inLazyTransaction, currentSignInRequest } from './sign-in-request.ts'
import { accountEventOf, type Write } from '../rules/sign-in.ts'
import {
  countRows,
  deleteRows,
  endLinks,
  insertRow,
  selectRows,
  updateRows,
  type Condition,
  type Row,
} from './store.ts'

const token = 'token_hash'

type Factory = ReturnType<typeof createAdapterFactory>
/**
 * The sign-in library's way to the database, in our transactions and by the role of people. A session's token is stored
 * as its hash; a write's audit rows are kept in the same transaction, and its revocations go to every process with the
 * commit.
 */
export const identityAdapter = (database: Database): Factory => {
  let made: ReturnType<Factory>
  const factory = createAdapterFactory({
    config: {
      adapterId: 'atelier',
      supportsUUIDs: true,
      transaction: (work) => inLazyTransaction(database, () => work(made)),
    },
    adapter: ({ getFieldName }) => statementsOf(database, getFieldName),
  })
  return (options) => (made = factory(options))
}

const statementsOf = (database: Database, getFieldName: (asked: { model: string; field: string }) => string) => {
  const run = <T>(work: (tx: Transaction) => Promise<T>) => inLibraryTransaction(database, work)
  const write = (verb: Write['verb'], table: string, work: (tx: Transaction) => Promise<Row[]>, set?: Row) =>
    run(async (tx) => {
      const rows = await work(tx).catch(noteTaken)
      for (const row of rows) await followWrite(tx, { table, verb, columns: set ? { ...set, id: row.id } : row }, row)
      return rows
    })
  const read = (model: string, where: readonly Condition[], limit: number, rest: object = {}) =>
    run((tx) => selectRows(tx, { table: model, where: where.map(hashed), limit, ...rest }))
  const change = (model: string, where: readonly Condition[], set: Row) =>
    write(
      'update',
      model,
      async (tx) => {
        const chosen = { table: model, where: where.map(hashed) }
        if (isOtherName(model, set)) await keepFormerNames(tx, await selectRows(tx, { ...chosen, limit: 100 }))
        return updateRows(tx, chosen, storedColumns(model, set))
      },
      set,
    )
  const remove = (model: string, where: readonly Condition[]) =>
    write('delete', model, (tx) => deleteRows(tx, { table: model, where: where.map(hashed) }))

  return {
    create: async <T extends Row>({ model, data }: { model: string; data: T }) => {
      const [row] = await write('create', model, async (tx) => [await insertRow(tx, model, storedColumns(model, data))])
      return { ...row, ...(model === 'session' && { [token]: data[token] }) } as unknown as T
    },
    findOne: async <T>({ model, where }: { model: string; where: Condition[] }) => {
      const [row] = await read(model, where, 1)
      return (row ? withToken(row, where) : null) as T | null
    },
    findMany: async <T>({ model, where = [], limit, sortBy, offset }: Listing) => {
      // The library passes the columns of conditions, and the field of an order.
      const order = sortBy && { ...sortBy, field: getFieldName({ model, field: sortBy.field }) }
      return (await read(model, where, limit, { sortBy: order, offset })) as T[]
    },
    count: ({ model, where = [] }: { model: string; where?: Condition[] | undefined }) =>
      run((tx) => countRows(tx, { table: model, where: where.map(hashed) })),
    update: async <T>({ model, where, update }: { model: string; where: Condition[]; update: T }) => {
      const [row] = await change(model, where, update as Row)
      return (row ? withToken(row, where) : null) as T | null
    },
    updateMany: async ({ model, where, update }: { model: string; where: Condition[]; update: Row }) =>
      (await change(model, where, update)).length,
    delete: async ({ model, where }: { model: string; where: Condition[] }) => {
      await remove(model, where)
    },
    deleteMany: async ({ model, where }: { model: string; where: Condition[] }) => (await remove(model, where)).length,
    consumeOne: async <T>({ model, where }: { model: string; where: Condition[] }) =>
      ((await remove(model, where))[0] ?? null) as T | null,
  }
}

const isOtherName = (model: string, set: Row) =>
  model === 'users' && (set.name !== undefined || set.email_normal !== undefined)

const keepFormerNames = async (tx: Transaction, people: readonly Row[]) => {
  for (const { id, name, email } of people)
    await insertFormerName(tx, { userId: String(id), name: String(name), email: String(email) })
}

interface Listing {
  model: string
  where?: Condition[] | undefined
  limit: number
  sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined
  offset?: number | undefined
}

const hashed = ({ value, ...condition }: Condition): Condition => ({
  ...condition,
  value: condition.field !== token ? value : Array.isArray(value) ? value.map(hashOf) : hashOf(value),
})
const hashOf = (value: unknown) => tokenHashOf(String(value))

/** The columns as they are written: a token by its hash, an address beside its normal form. */
const storedColumns = (model: string, columns: Row): Row => {
  if (model === 'session' && token in columns) return { ...columns, [token]: hashOf(columns[token]) }
  if (model !== 'users' || columns.email_normal === undefined) return columns
  return { ...columns, email: columns.email_normal }
}

/** A session that was asked for by its token has it again, since the library puts it into the cookie. */
const withToken = (row: Row, where: readonly Condition[]): Row => {
  const byToken = where.find(({ field, operator }) => field === token && operator === 'eq')
  return byToken && token in row ? { ...row, [token]: byToken.value } : row
}

/** The library hides why a write failed; that another account has the address is answered, and all else is our fault. */
const noteTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  const signInRequest = currentSignInRequest()
  if (signInRequest && code === '23505' && constraint === 'users_email_normal_key') signInRequest.isTaken = true
  throw error
}

const takesAway = ({ table, verb }: Write) => verb !== 'create' && (table === 'session' || table === 'users')

/** Another password, or another address, after which the links that were sent before must lead nowhere. */
const isNewWayIn = ({ table, verb, columns }: Write) =>
  verb !== 'delete' &&
  ((table === 'account' && columns.password !== undefined) ||
    (table === 'users' && verb === 'update' && columns.email_normal !== undefined))

/** A passkey with the hash of its key, by which its signatures are recognized. */
const withKeyHash = (write: Write): Write => {
  const { table, columns } = write
  if (table !== 'passkey' || typeof columns.public_key !== 'string') return write
  const key_sha256 = createHash('sha256').update(columns.public_key, 'base64').digest('hex')
  return { ...write, columns: { ...columns, key_sha256 } }
}

/** Ends sessions and links after a write, and records it as an event of the account. */
const followWrite = async (tx: Transaction, write: Write, row: Row) => {
  const userId = String(write.table === 'users' ? row.id : row.user_id)
  if (takesAway(write)) revoke(tx, { userIds: [userId] })
  if (isNewWayIn(write)) await endLinks(tx, { userId })
  const signInRequest = currentSignInRequest()
  const event = signInRequest && accountEventOf(signInRequest.path, withKeyHash(write))
  if (!event) return
  const { requestId, traceId } = signInRequest
  signInRequest.events.push({ userId, action: event.action })
  for (const workspace of await addAccountEvent(tx, { ...event, userId, requestId, traceId }))
    signInRequest.workspaces.add(workspace)
  await signInRequest.alongside?.(tx, userId, String(row.id))
}
