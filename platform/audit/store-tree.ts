import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { growTree, leafHash, type FindSubtree, type Subtree } from './tree.ts'
import type { ReadTransaction } from './read-chain.ts'

const hashBytes = 32
const tileHashes = 256
const tileHeight = 8

const tiles = statement<{ levels: readonly number[]; tiles: readonly number[] }, { level: number; hashes: Buffer }>(
  'audit.tree-tiles',
  `select level, hashes from audit_tree where workspace_id = :workspace
     and (level, tile) in (select * from unnest(:levels::integer[], :tiles::bigint[]))`,
)
const leaves = statement<{ after: number; upTo: number }, { hash: Buffer }>(
  'audit.tree-leaves',
  `select hash from audit_row where workspace_id = :workspace and position > :after and position <= :upTo
   order by position`,
)

/**
 * The tree of the first `size` rows, from its stored subtrees and the rows of the last 256 leaves, with the head of the
 * chain at its last leaf; undefined if some of them are missing. Only the resulting root shows that they are right.
 */
export const storedTree = async (tx: Transaction, size: number, onWhole: (subtree: Subtree) => void) => {
  const before = Math.floor((size - 1) / tileHashes)
  const ends = endsOf(before)
  const places = {
    levels: ends.map(({ level }) => level),
    tiles: ends.map(({ count }) => Math.floor(count / tileHashes)),
  }
  const [stored, last] = await Promise.all([tiles(tx, places), leaves(tx, { after: before * tileHashes, upTo: size })])
  const tree = growTree(onWhole)
  for (const { level, count } of ends) {
    const hashes = stored.find((tile) => tile.level === level)?.hashes ?? Buffer.alloc(0)
    if (hashes.length < (count % tileHashes) * hashBytes) return undefined
    for (const hash of hashesIn(hashes, 0, count % tileHashes)) tree.push(hash, level * tileHeight)
  }
  for (const { hash } of last) tree.push(leafHash(hash))
  return tree.size() === size ? { tree, lastHash: last.at(-1)!.hash } : undefined
}

/** How many hashes each level holds of so many whole subtrees of 256 leaves, the highest level first. */
const endsOf = (whole: number) => {
  const ends: { readonly level: number; readonly count: number }[] = []
  for (let [level, count] = [1, whole]; count > 0; [level, count] = [level + 1, Math.floor(count / tileHashes)])
    if (count % tileHashes > 0) ends.unshift({ level, count })
  return ends
}

const hashesIn = (hashes: Buffer, from: number, to: number): Buffer[] =>
  Array.from({ length: to - from }, (_none, at) =>
    hashes.subarray((from + at) * hashBytes, (from + at + 1) * hashBytes),
  )

export const isStored = ({ height }: Subtree): boolean => height % tileHeight === 0

const keep = statement<{ level: number; tile: number; hashes: Buffer; offset: number }>(
  'audit.tree-keep',
  `insert into audit_tree as t (workspace_id, level, tile, hashes) values (:workspace, :level, :tile, :hashes)
   on conflict (workspace_id, level, tile) do update
   set hashes = substring(t.hashes from 1 for :offset) || excluded.hashes
     || substring(t.hashes from :offset + length(excluded.hashes) + 1)`,
)
/** Stores whole subtrees in the order in which they became whole; storing one again changes nothing. */
export const putSubtrees = async (tx: Transaction, whole: readonly Subtree[]): Promise<void> => {
  const byTile = Map.groupBy(whole, ({ height, index }) => `${height / tileHeight} ${Math.floor(index / tileHashes)}`)
  const writes = [...byTile].map(([name, subtrees]) => {
    const hashes = Buffer.concat(subtrees.map(({ hash }) => hash))
    const offset = (subtrees[0]!.index % tileHashes) * hashBytes
    const [level, tile] = name.split(' ').map(Number) as [number, number]
    return keep(tx, { level, tile, hashes, offset })
  })
  await Promise.all(writes)
}

/** Whole subtrees of a workspace's tree, for proofs. Throws for a subtree that is not stored. */
export const storedSubtrees =
  (read: ReadTransaction): FindSubtree =>
  async (height, index) => {
    const level = Math.floor(height / tileHeight)
    const count = 2 ** (height % tileHeight)
    const first = index * count
    const hashes = await read((tx) => (level === 0 ? leavesFrom(tx, first, count) : tileFrom(tx, level, first, count)))
    if (hashes.length !== count) throw new Error(`The tree has no subtree ${index} of height ${height}`)
    const tree = growTree()
    for (const hash of hashes) tree.push(hash)
    return tree.root()
  }

const leavesFrom = async (tx: Transaction, first: number, count: number) =>
  (await leaves(tx, { after: first, upTo: first + count })).map(({ hash }) => leafHash(hash))

const tileFrom = async (tx: Transaction, level: number, first: number, count: number) => {
  const [tile] = await tiles(tx, { levels: [level], tiles: [Math.floor(first / tileHashes)] })
  const from = first % tileHashes
  const isThere = tile !== undefined && tile.hashes.length >= (from + count) * hashBytes
  return isThere ? hashesIn(tile.hashes, from, from + count) : []
}
