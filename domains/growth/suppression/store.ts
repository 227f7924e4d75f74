import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { type NoValues, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import { mailboxOf, type SuppressionSource } from './rules.ts'
import { growthSuppression, growthSuppressionKey, type SuppressionRow } from './tables.ts'
import { normalAddress } from './entry.ts'

const { columns } = growthSuppression

const page = statement<Cursor & { rows: number }, SuppressionRow>(
  'growth-suppression.page',
  `select ${columns} from growth_suppression
   where workspace_id = :workspace and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const suppressionPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, rows: limit + 1 }), limit)

/** Locks the list against inserts until the transaction ends: a look-up in the list still holds as it commits. */
export const shareLockSuppressions = statement(
  'growth-suppression.hold',
  `select pg_advisory_xact_lock_shared(hashtextextended('growth suppressions of ' || :workspace::text, 0))`,
)

/** Waits for those who hold the list. Comes before the key of the hashes, which they may make too. */
export const lockSuppressions = (tx: Transaction) => lockInWorkspace(tx, 'growth suppressions of ')

/** A mailbox or domain with its hash: an erased entry has only the hash. */
interface HashedEntry {
  readonly value: string
  readonly hash: string
}
const listsOf = (entries: readonly HashedEntry[]) => ({
  values: entries.map(({ value }) => value),
  hashes: entries.map(({ hash }) => hash),
})
// The hash of an entry from before mailboxes can be that of the address with its tag; its value names the mailbox.
const isOneOf = 'workspace_id = :workspace and (value_hash = any(:hashes) or value = any(:values))'

const matching = statement<{ values: readonly string[]; hashes: readonly string[] }, SuppressionRow>(
  'growth-suppression.matching',
  `select ${columns} from growth_suppression where ${isOneOf} order by created_at desc, id desc`,
)
/** The entries for these mailboxes and domains, erased ones too. */
export const suppressionsFor = (tx: Transaction, entries: readonly HashedEntry[]) => matching(tx, listsOf(entries))

const onList = statement<
  { values: readonly string[]; hashes: readonly string[] },
  { value: string | null; hash: string }
>('growth-suppression.on-list', `select value, value_hash as hash from growth_suppression where ${isOneOf}`)
/** The mailboxes and domains among these that are on the list. */
export const entriesOnList = async (tx: Transaction, entries: readonly HashedEntry[]): Promise<ReadonlySet<string>> => {
  const found = await onList(tx, listsOf(entries))
  const hashes = new Set(found.map(({ hash }) => hash))
  const values = new Set(found.map(({ value }) => value))
  return new Set(entries.filter(({ value, hash }) => hashes.has(hash) || values.has(value)).map(({ value }) => value))
}

interface NewSuppressions extends ChangedBy {
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  readonly values: readonly string[]
  readonly hashes: readonly string[]
}
// In the order of the hashes: two lists that share entries wait for each other in one order.
/** The entries that were not on the list before. */
export const insertSuppressions = statement<NewSuppressions, SuppressionRow>(
  'growth-suppression.add',
  `insert into growth_suppression (id, workspace_id, kind, value, value_hash, source, added_by, created_at)
   select id, :workspace, kind, value, hash, 'person', :userId, :now
   from unnest(:ids::uuid[], :kinds::text[], :values::text[], :hashes::text[]) as entry (id, kind, value, hash)
   order by hash
   on conflict (workspace_id, value_hash) do nothing
   returning ${columns}`,
)

interface NewSuppression {
  readonly id: string
  readonly value: string
  readonly hash: string
  readonly source: SuppressionSource
  readonly now: Date
}
/** An address that no person added. The owner's wish makes an entry permanent; a bounce leaves it as it is. */
export const insertSuppression = statement<NewSuppression>(
  'growth-suppression.add-one',
  insertInto(
    growthSuppression,
    ['id', 'value', 'source'],
    { workspaceId: ':workspace', kind: `'address'`, valueHash: ':hash', createdAt: ':now' },
    `on conflict (workspace_id, value_hash) do update set source = excluded.source, added_by = null
     where growth_suppression.source in ('person', 'bounce') and excluded.source <> 'bounce'`,
  ),
)

/** Inserts an entry that is only a hash; a removable one can no longer be removed. Undefined if it was on the list. */
export const insertErased = rowStatement<{ id: string; hash: string; now: Date }, { id: string }>(
  'growth-suppression.add-erased',
  insertInto(
    growthSuppression,
    ['id'],
    {
      workspaceId: ':workspace',
      kind: `'address'`,
      value: 'null',
      valueHash: ':hash',
      source: `'erasure'`,
      createdAt: ':now',
    },
    `on conflict (workspace_id, value_hash) do update set source = 'unsubscribe', added_by = null
     where growth_suppression.source in ('person', 'bounce') returning id`,
  ),
)

/** Removes an entry if it is from these sources, and returns it. */
export const deleteSuppression = rowStatement<{ id: string; sources: readonly string[] }, SuppressionRow>(
  'growth-suppression.remove',
  `delete from growth_suppression where workspace_id = :workspace and id = :id and source = any(:sources)
   returning ${columns}`,
)

const release = statement<{ value: string; since: Date }>(
  'growth-suppression.release',
  `delete from growth_suppression where workspace_id = :workspace and kind = 'address' and value = :value
     and source = 'unsubscribe' and created_at >= :since`,
)
/** Removes the mailbox of an address from the list if a wish put it there since. The caller has locked the list. */
export const releaseAddress = (tx: Transaction, address: string, since: Date) =>
  release(tx, { value: mailboxOf(address), since })

export const findSuppression = rowStatement<{ id: string }, SuppressionRow>(
  'growth-suppression.find',
  selectById(growthSuppression),
)

export const sealedHashKey = rowStatement<NoValues, WorkspaceSecret>(
  'growth-suppression.key',
  `select ${growthSuppressionKey.columns} from growth_suppression_key where workspace_id = :workspace`,
)

/** The first key stays: of two that come at the same time, the second is dropped. */
export const insertHashKey = statement<WorkspaceSecret & { now: Date }>(
  'growth-suppression.keep-key',
  insertInto(
    growthSuppressionKey,
    ['keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (workspace_id) do nothing',
  ),
)

const ofAddress = statement<{ value: string }, Readonly<Record<string, unknown>>>(
  'growth-suppression.of-person',
  `select id, source, created_at as "createdAt" from growth_suppression
   where workspace_id = :workspace and value = :value order by created_at`,
)
/** The list in a person's own data: the entry of their address. */
export const suppressionsOfPerson = async (tx: Transaction, email: string) => {
  const address = normalAddress(email)
  return address === undefined ? [] : ofAddress(tx, { value: mailboxOf(address) })
}

/** Removes a mailbox from its entries. Their hashes stay, so that no mail is sent to it. */
export const eraseEntries = statement<{ value: string }>(
  'growth-suppression.erase',
  `update growth_suppression set value = null, source = 'erasure', added_by = null
   where workspace_id = :workspace and value = :value`,
)
