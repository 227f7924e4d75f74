import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { apiKey, membership, workspaceTable } from './tables.ts'

const lock = statement(
  'identity.lock-first-start',
  `select pg_advisory_xact_lock(hashtextextended('atelier first start', 0))`,
)
export const anyWorkspace = statement<NoValues, { id: string }>(
  'identity.any-workspace',
  'select id from workspace order by created_at limit 1',
)
/** True if this instance has a workspace; one caller at a time gets to ask. */
export const hasWorkspace = async (tx: Transaction) => {
  await lock(tx)
  return (await anyWorkspace(tx)).length > 0
}

const everyWorkspace = statement<NoValues, { id: string }>(
  'identity.every-workspace',
  'select id from workspace order by id',
)
export const workspaceIds = async (tx: Transaction) => (await everyWorkspace(tx)).map(({ id }) => id)

const insertWorkspace = statement<{ workspaceId: string; name: string }>(
  'identity.insert-workspace',
  insertInto(workspaceTable, ['name'], { id: ':workspaceId' }),
)
const insertMembership = statement<{ workspaceId: string; userId: string; role: string }>(
  'identity.insert-membership',
  insertInto(membership, ['workspaceId', 'userId', 'role']),
)
const insertKey = statement<{
  keyId: string
  workspaceId: string
  userId: string
  name: string
  secretHash: Buffer
  hint: string
  scopes: string[]
}>(
  'identity.insert-key',
  insertInto(apiKey, ['workspaceId', 'userId', 'name', 'secretHash', 'hint', 'scopes'], { id: ':keyId' }),
)
/** Runs among people: a workspace with its first owner. */
export const foundWorkspace = async (
  tx: Transaction,
  { id: workspaceId, name, ownerId: userId }: { readonly id: string; readonly name: string; readonly ownerId: string },
): Promise<void> => {
  await insertWorkspace(tx, { workspaceId, name })
  await insertMembership(tx, { workspaceId, userId, role: 'owner' })
}

const rename = statement<{ workspaceId: string; name: string; suffix: string }>(
  'identity.rename-workspace',
  `update ${workspaceTable.name} set name = :name, settings_revision = settings_revision + 1
   where id = :workspaceId and right(name, length(:suffix)) = :suffix`,
)
/** Runs among people: renames a workspace if its name ends in `suffix`. */
export const renameWorkspace = (
  tx: Transaction,
  to: { readonly workspaceId: string; readonly name: string; readonly suffix: string },
) => rename(tx, to)

interface FirstKey {
  readonly keyId: string
  readonly workspaceId: string
  readonly userId: string
  readonly secretHash: Buffer
  readonly hint: string
}
/** Runs among people: the key of the first owner, which may do everything. */
export const addFirstKey = (tx: Transaction, first: FirstKey) =>
  insertKey(tx, { ...first, name: 'First key', scopes: ['read', 'write', 'admin'] })

const zone = statement<NoValues, { timeZone: string }>(
  'identity.time-zone',
  'select workspace_time_zone() as "timeZone"',
)
/** The time zone of the transaction's workspace. */
export const workspaceTimeZone = async (tx: Transaction) => (await zone(tx))[0]!.timeZone
