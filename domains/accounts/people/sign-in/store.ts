import { validate } from 'uuid'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../../platform/db/statement.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { RowOf } from '../../../../platform/db/table.ts'
import type { person } from './tables.ts'

export type Row = Record<string, unknown>

/** One condition of the sign-in library, on a column; all of a statement's hold at once. */
export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value: unknown
}

interface Query {
  readonly table: string
  readonly where: readonly Condition[]
}

const comparisons: Readonly<Record<string, string>> = { ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' }
const uuids = ['id', 'user_id', 'active_workspace_id']
const name = (column: string) => `"${column.replaceAll('"', '""')}"`

/** Statements of the library: their tables and columns come from our own mapping, their values always as parameters. */
const compose = (values: unknown[]) => {
  const parameter = (value: unknown) => `$${values.push(value)}`
  const one = ({ field, operator, value }: Condition) => {
    const column = name(field)
    // A text that cannot be an id matches no row, and is no error of the database.
    if (uuids.includes(field) && operator === 'eq' && !validate(value)) return 'false'
    if (value === null) return `${column} is ${operator === 'eq' ? '' : 'not '}null`
    if (operator === 'eq') return `${column} = ${parameter(value)}`
    if (operator === 'in') return `${column}::text = any(${parameter(value)})`
    const comparison = comparisons[operator]
    if (!comparison) throw new Error(`The sign-in library asks for “${operator}”, which the adapter does not support`)
    return `${column} ${comparison} ${parameter(value)}`
  }
  return { parameter, where: (conditions: readonly Condition[]) => conditions.map(one).join(' and ') || 'true' }
}

const run = async (tx: Transaction, values: unknown[], text: string) => (await tx.query<Row>({ text, values })).rows

export const insertRow = async (tx: Transaction, table: string, row: Row): Promise<Row> => {
  const values: unknown[] = []
  const { parameter } = compose(values)
  const columns = Object.keys(row).map(name).join(', ')
  const parameters = Object.values(row).map(parameter).join(', ')
  const [added] = await run(tx, values, `insert into ${name(table)} (${columns}) values (${parameters}) returning *`)
  return added!
}

interface Paged extends Query {
  readonly limit: number
  readonly offset?: number | undefined
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined
}

export const selectRows = (tx: Transaction, { table, where, limit, offset = 0, sortBy }: Paged): Promise<Row[]> => {
  const values: unknown[] = []
  const { parameter, where: conditions } = compose(values)
  const { field, direction } = sortBy ?? { field: 'id', direction: 'asc' }
  const order = `order by ${name(field)} ${direction === 'desc' ? 'desc' : 'asc'}`
  const text = `select * from ${name(table)} where ${conditions(where)} ${order}
    limit ${parameter(limit)} offset ${parameter(offset)}`
  return run(tx, values, text)
}

export const countRows = async (tx: Transaction, { table, where }: Query): Promise<number> => {
  const values: unknown[] = []
  const text = `select count(*)::int as count from ${name(table)} where ${compose(values).where(where)}`
  return (await run(tx, values, text))[0]!.count as number
}

export const updateRows = (tx: Transaction, { table, where }: Query, set: Row): Promise<Row[]> => {
  const values: unknown[] = []
  const { parameter, where: conditions } = compose(values)
  const changes = Object.entries(set).map(([column, value]) => `${name(column)} = ${parameter(value)}`)
  const text = `update ${name(table)} set ${changes.join(', ')} where ${conditions(where)} returning *`
  return run(tx, values, text)
}

export const deleteRows = (tx: Transaction, { table, where }: Query): Promise<Row[]> => {
  const values: unknown[] = []
  return run(tx, values, `delete from ${name(table)} where ${compose(values).where(where)} returning *`)
}

type PersonRow = RowOf<typeof person>
export const findPersonOf = rowStatement<
  { emailNormal: string },
  Pick<PersonRow, 'id' | 'name' | 'email'> & { isVerified: boolean }
>(
  'sign-in.of-address',
  'select id, name, email_normal as email, email_verified as "isVerified" from users where email_normal = :emailNormal',
)

export const findRecipient = rowStatement<{ userId: string }, { name: string; email: string }>(
  'sign-in.recipient',
  'select name, email_normal as email from users where id = :userId',
)

/** A person as the sign-in library shows them. */
export const findUser = rowStatement<{ userId: string }, Omit<PersonRow, 'emailNormal'>>(
  'sign-in.user',
  `select id, name, email_normal as email, email_verified as "emailVerified", image, created_at as "createdAt",
     updated_at as "updatedAt" from users where id = :userId`,
)

export const verifyPerson = statement<{ userId: string }>(
  'sign-in.verify',
  'update users set email_verified = true where id = :userId',
)

export const isFreshSession = matchStatement<{ sessionId: string; minutes: number }>(
  'sign-in.fresh-session',
  'select from session where id = :sessionId and created_at > now() - make_interval(mins => :minutes)',
)

/** Ends the links by which a person may choose a password; nothing else is kept under a person's bare id. */
export const endLinks = statement<{ userId: string }>(
  'sign-in.end-links',
  'delete from verification where value = :userId',
)

interface OwnPasskey {
  /** Base64url. */
  readonly credentialId: string
  /** The COSE key, in base64. */
  readonly publicKey: string
}

const ofPerson = statement<{ userId: string }, OwnPasskey>(
  'passkey.of-person',
  `select credential_id as "credentialId", public_key as "publicKey" from passkey
   where user_id = :userId order by created_at, id limit 100`,
)
/** The passkeys that a person has now; they belong to no workspace. */
export const passkeysOf = (database: Database, userId: string): Promise<OwnPasskey[]> =>
  database.identity((tx) => ofPerson(tx, { userId }))

const ids = statement<{ userId: string }, { id: string }>(
  'passkey.ids-of-person',
  'select id from passkey where user_id = :userId order by id limit 100',
)
/** Returns the ids of a person's passkeys. Runs in an identity transaction. */
export const passkeyIdsOf = async (tx: Transaction, userId: string) => (await ids(tx, { userId })).map(({ id }) => id)

/** True if a person can sign in by a password or a passkey. Runs in an identity transaction. */
export const hasOwnWayIn = matchStatement<{ userId: string }>(
  'passkey.own-ways-in',
  `select from account where user_id = :userId and password is not null
   union all select from passkey where user_id = :userId limit 1`,
)

interface Slot {
  readonly kind: string
  readonly slot: number
}

const count = oneRowStatement<Slot & { delaysMs: readonly number[] }, { passes: boolean; waitMs: number | null }>(
  'throttle.count',
  `with counted as (
     insert into throttle as t (kind, slot, failures, next_at, forgotten_at)
     values (:kind, :slot, 1, clock_timestamp() + (:delaysMs::integer[])[1] * interval '1 millisecond',
       clock_timestamp() + interval '1 hour')
     on conflict (kind, slot) do update set
       failures = case when t.forgotten_at <= clock_timestamp() then 1 else t.failures + 1 end,
       next_at = clock_timestamp() + interval '1 millisecond' * (:delaysMs::integer[])[
         case when t.forgotten_at <= clock_timestamp() then 1
           else least(t.failures + 1, array_length(:delaysMs::integer[], 1)) end],
       forgotten_at = excluded.forgotten_at
     where t.next_at <= clock_timestamp() or t.forgotten_at <= clock_timestamp()
     returning 1)
   select exists (select from counted) as passes, (
     select (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 from throttle
     where kind = :kind and slot = :slot) as "waitMs"`,
)
/** Counts an attempt, which delays the next one by the number of failures; or returns how long this one has to wait. */
export const countAttempt = async (tx: Transaction, at: Slot & { readonly delaysMs: readonly number[] }) => {
  const { passes, waitMs } = await count(tx, at)
  // Without a time, another transaction has counted the first attempt of this name at the same moment.
  return passes ? undefined : (waitMs ?? 0)
}

/** Takes one attempt back, or all of them if `anew` is set. */
export const releaseAttempt = statement<Slot & { anew: boolean }>(
  'throttle.forget',
  `with ended as (
     delete from throttle where kind = :kind and slot = :slot and (:anew::boolean or failures = 1))
   update throttle set failures = failures - 1, next_at = clock_timestamp()
   where kind = :kind and slot = :slot and not :anew::boolean and failures > 1`,
)

const old = statement<{ limit: number }>(
  'throttle.remove-forgotten',
  `with forgotten as materialized (
     select kind, slot from throttle where forgotten_at <= now()::timestamptz(3) limit :limit for update skip locked)
   delete from throttle t using forgotten f where t.kind = f.kind and t.slot = f.slot returning 1`,
)
export const removeOldThrottles = async (tx: Transaction, limit: number) => (await old(tx, { limit })).length
