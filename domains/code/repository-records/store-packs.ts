import { keysOf, type KnownPack, type StoredPack } from '../../../execution/repositories/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { removeLater } from '../../../platform/removals/index.ts'
import { retention } from '../../../platform/retention/index.ts'

const prunedDays = retention.unreachedCommits.days

export const packsOf = statement<{ repositoryId: string }, KnownPack>(
  'repository-pack.all',
  `select name, object_id as "objectId", pack_bytes as "packBytes", pack_sha256 as "packSha256",
     index_bytes as "indexBytes", index_sha256 as "indexSha256", created_at as "createdAt",
     pruned_at is not null and pruned_at > now() - make_interval(days => ${prunedDays}) as "isPruned"
   from repository_pack where repository_id = :repositoryId order by name`,
)

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
/** Inserts packs, and returns the objects of the rows with their names; a recorded pack counts as stored now. */
export const addPacks = statement<PackColumns, { objectId: string }>(
  'repository-pack.add',
  `insert into repository_pack (workspace_id, repository_id, name, object_id, pack_bytes, pack_sha256, index_bytes,
     index_sha256, created_at, pruned_at)
   select :workspace, :repositoryId::uuid, given.*, :createdAt, :prunedAt
   from unnest(:names::text[], :objectIds::uuid[], :packBytes::int8[], :packShas::text[], :indexBytes::int8[],
     :indexShas::text[]) as given
   on conflict (repository_id, name) do update set created_at = greatest(repository_pack.created_at, excluded.created_at)
   returning object_id as "objectId"`,
)

const renew = statement<{ repositoryId: string; names: readonly string[] }, { name: string }>(
  'repository-pack.renew',
  `update repository_pack set created_at = now() where repository_id = :repositoryId and name = any(:names)
   returning name`,
)
/** Existing packs that were stored again: they count as stored now. False if one of them was deleted. */
export const renewPacks = async (tx: Transaction, repositoryId: string, names: readonly string[]) =>
  (await renew(tx, { repositoryId, names })).length === names.length

const drop = statement<
  { repositoryId: string; names: readonly string[]; times: readonly string[] },
  { objectId: string }
>(
  'repository-pack.drop',
  `delete from repository_pack pack using unnest(:names::text[], :times::text[]) as seen (name, created_at)
   where pack.repository_id = :repositoryId and pack.name = seen.name and pack.created_at = seen.created_at::timestamptz
   returning pack.object_id as "objectId"`,
)
/** Deletes packs that are unchanged since they were read; returns their number. Their objects are deleted later. */
export const dropPacks = async (
  tx: Transaction,
  repositoryId: string,
  packs: readonly Pick<KnownPack, 'name' | 'createdAt'>[],
): Promise<number> => {
  const times = packs.map(({ createdAt }) => createdAt.toISOString())
  const dropped = await drop(tx, { repositoryId, names: packs.map(({ name }) => name), times })
  await removeLater(tx, objectsOf(repositoryId, dropped))
  return dropped.length
}

const dropAll = statement<{ repositoryId: string }, { objectId: string }>(
  'repository-pack.drop-all',
  'delete from repository_pack where repository_id = :repositoryId returning object_id as "objectId"',
)
/** Deletes all packs of a repository; their objects are deleted later. */
export const dropAllPacks = async (tx: Transaction, repositoryId: string): Promise<void> => {
  await removeLater(tx, objectsOf(repositoryId, await dropAll(tx, { repositoryId })))
}

/** The keys of the objects of packs. */
export const objectsOf = (repositoryId: string, packs: readonly Pick<StoredPack, 'objectId'>[]): string[] =>
  packs.flatMap((pack) => Object.values(keysOf(repositoryId, pack)))

export const markPacksPruned = statement<{ repositoryId: string; names: readonly string[] }>(
  'repository-pack.mark-pruned',
  'update repository_pack set pruned_at = now() where repository_id = :repositoryId and name = any(:names)',
)
