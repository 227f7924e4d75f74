import type { KnownPack, StoredPack } from '../../../execution/repositories/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'
import { retention } from '../../../platform/retention/index.ts'

const prunedDays = retention.unreachedCommits.days

const all = statement<{ repositoryId: string; days: number }, KnownPack>(
  'repository-pack.all',
  `select name, object_id as "objectId", pack_bytes as "packBytes", pack_sha256 as "packSha256",
     index_bytes as "indexBytes", index_sha256 as "indexSha256", created_at as "createdAt",
     pruned_at is not null and pruned_at > now() - make_interval(days => :days) as "isPruned"
   from repository_pack where repository_id = :repositoryId order by name`,
)
/** The packs of a repository. */
export const packsOf = (tx: Transaction, repositoryId: string) => all(tx, { repositoryId, days: prunedDays })

const keysOf = `array[format('repositories/%s/%s.pack', pack.repository_id, pack.object_id),
     format('repositories/%s/%s.idx', pack.repository_id, pack.object_id)]`

const announce = statement<{ repositoryId: string; objectIds: readonly string[] }>(
  'removed-object.announce',
  `insert into removed_object (workspace_id, key, due_at)
   select :workspace, key, now() + interval '48 hours'
   from (select :repositoryId::uuid as repository_id, unnest(:objectIds::uuid[]) as object_id) pack,
     unnest(${keysOf}) key`,
)
/** Objects that are about to be stored go again two days later, unless a pack of theirs is recorded until then. */
export const announceObjects = (
  tx: Transaction,
  repositoryId: string,
  packs: readonly Pick<StoredPack, 'objectId'>[],
) => announce(tx, { repositoryId, objectIds: packs.map(({ objectId }) => objectId) })

interface PackColumns {
  readonly repositoryId: string
  readonly names: readonly string[]
  readonly objectIds: readonly string[]
  readonly packBytes: readonly number[]
  readonly packShas: readonly string[]
  readonly indexBytes: readonly number[]
  readonly indexShas: readonly string[]
  readonly createdAt: Date
  readonly prunedAt: Date | null
}
export const addPacks = statement<PackColumns, { added: number; kept: number }>(
  'repository-pack.add',
  `with pack as (
     insert into repository_pack (workspace_id, repository_id, name, object_id, pack_bytes, pack_sha256, index_bytes,
       index_sha256, created_at, pruned_at)
     select :workspace, :repositoryId::uuid, given.*, :createdAt, :prunedAt
     from unnest(:names::text[], :objectIds::uuid[], :packBytes::int8[], :packShas::text[], :indexBytes::int8[],
       :indexShas::text[]) as given
     on conflict (repository_id, name) do nothing returning repository_id, object_id),
   kept as (
     delete from removed_object where due_at > now()::timestamptz(3) and key in (select unnest(${keysOf}) from pack) returning key)
   select (select count(*) from pack)::int as added, (select count(*) from kept)::int as kept`,
)

const renew = statement<{ repositoryId: string; names: readonly string[] }>(
  'repository-pack.renew',
  'update repository_pack set created_at = now() where repository_id = :repositoryId and name = any(:names)',
)
/** Existing packs that were made once more: they count as stored now. */
export const renewPacks = (tx: Transaction, repositoryId: string, names: readonly string[]) =>
  renew(tx, { repositoryId, names })

export const dropPacks = statement<{ repositoryId: string; names: readonly string[] | null }, { dropped: number }>(
  'repository-pack.drop',
  `with pack as (
     delete from repository_pack
     where repository_id = :repositoryId and (:names::text[] is null or name = any(:names))
     returning workspace_id, repository_id, object_id),
   later as (
     insert into removed_object (workspace_id, key, due_at)
     select workspace_id, unnest(${keysOf}), now() + interval '48 hours' from pack)
   select count(*)::int as dropped from pack`,
)
const prune = statement<{ repositoryId: string; names: readonly string[] }>(
  'repository-pack.mark-pruned',
  'update repository_pack set pruned_at = now() where repository_id = :repositoryId and name = any(:names)',
)
export const markPacksPruned = (tx: Transaction, repositoryId: string, names: readonly string[]) =>
  prune(tx, { repositoryId, names })

const dueIn = statement<{ limit: number }, { workspaceId: string }>(
  'removed-object.due-in',
  'select distinct workspace_id as "workspaceId" from removed_object where due_at <= now()::timestamptz(3) limit :limit',
)
/** Workspaces with objects whose time has come. */
export const removalDueIn: DueIn = async (tx, limit) =>
  (await dueIn(tx, { limit })).map(({ workspaceId }) => workspaceId)

const due = statement<{ limit: number }, { key: string }>(
  'removed-object.due',
  `select key from removed_object where workspace_id = :workspace and due_at <= now()::timestamptz(3) order by due_at limit :limit`,
)
export const dueObjects = async (tx: Transaction, limit: number) => (await due(tx, { limit })).map(({ key }) => key)

const gone = statement<{ keys: readonly string[] }>(
  'removed-object.gone',
  'delete from removed_object where workspace_id = :workspace and key = any(:keys)',
)
/** After the objects themselves. */
export const forgetObjects = (tx: Transaction, keys: readonly string[]) => gone(tx, { keys })
