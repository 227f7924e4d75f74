import { verifiersOf, type AuditKeys } from './audit-keys.ts'
import { emptyHead } from './chain.ts'
import { signEnvelope } from './envelope.ts'
import { originOf, signCheckpoint, signedCheckpointOf, verifierText } from './note.ts'
import { readChain, type ReadTransaction } from './read-chain.ts'
import { proveRow, type RowProof } from './row-proof.ts'
import {
  readChainState,
  checkpointsBefore,
  insertCheckpoint,
  rowsAbout,
  type ChainState,
  type RowQuery,
} from './store.ts'
import { isStored, putSubtrees, storedSubtrees, storedTree } from './store-tree.ts'
import { growTree, type FindSubtree, type Subtree } from './tree.ts'
import { verifyChain, type Verdict } from './verify.ts'
import type { Database } from '../db/database.ts'

interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Signs the heads of chains, and checks chains against the signed checkpoints. */
export type Checkpoints = ReturnType<typeof openCheckpoints>

/** The checkpoints of all workspaces, signed with the key of the instance. */
export const openCheckpoints = (database: Database, keys: AuditKeys, log: Log) => {
  const sign = (workspace: string) => signHead(database, keys, log, workspace)
  return {
    /** The keys whose signatures count for this workspace, as text, the signing one first. */
    verifiers: (workspace: string): readonly string[] => verifiersOf(keys, originOf(workspace)).map(verifierText),
    /**
     * Signs the head of a workspace's chain, when it has grown since the last time. The new rows are checked first: a
     * head that does not follow from the last signed head is never signed, and the log names the break.
     */
    sign,
    /** Walks the whole chain with its checkpoints, up to its present head. */
    verify: async (workspace: string, read: ReadTransaction): Promise<Verdict> => {
      const origin = originOf(workspace)
      const verifiers = verifiersOf(keys, origin)
      const { verdict } = await upToHead(read, (head) =>
        verifyChain(readChain(read, { upTo: head.position, upToSize: head.lastSize }), { origin, verifiers, head }),
      )
      return verdict
    },
    /** Proves rows, oldest first, to one checkpoint, which is signed now if needed; `tooMany` for more than `limit`. */
    prove: (workspace: string, query: RowQuery, limit: number) =>
      proveRows(
        (work) => database.reading(workspace, work),
        () => sign(workspace),
        query,
        limit,
      ),
    /** Signs bytes of a media type, apart from checkpoints by the form that is signed. */
    seal: (mediaType: string, payload: Buffer) => signEnvelope(keys.signer, mediaType, payload),
  }
}

const proveRows = async (read: ReadTransaction, sign: () => Promise<unknown>, query: RowQuery, limit: number) => {
  const rows = await read((tx) => rowsAbout(tx, query, limit + 1))
  if (rows.length > limit) return 'tooMany'
  const last = rows.at(-1)?.stored.row.position ?? 0
  let checkpoint = await newestCheckpoint(read)
  if (!checkpoint || checkpoint.size < last) {
    await sign()
    checkpoint = await newestCheckpoint(read)
  }
  if (!checkpoint || checkpoint.size < last) return 'broken'
  const { size, note } = checkpoint
  const find = remembered(storedSubtrees(read))
  const proofs: RowProof[] = []
  for (const { stored, before } of rows)
    proofs.push(await proveRow({ stored, before: before ?? emptyHead, find, size, note }))
  return proofs
}

const newestCheckpoint = async (read: ReadTransaction) =>
  (await read((tx) => checkpointsBefore(tx, { before: Number.MAX_SAFE_INTEGER, limit: 1 }))).at(0)

/** Finds each subtree once: rows in a proof share most of their paths. */
const remembered = (find: FindSubtree): FindSubtree => {
  const hashes = new Map<string, Promise<Buffer>>()
  return (height, index) => {
    const key = `${height} ${index}`
    const hash = hashes.get(key) ?? find(height, index)
    hashes.set(key, hash)
    return hash
  }
}

const attemptsMost = 3

/** Details that are erased while a walk is under way are explained behind its head: it is walked again, to the new one. */
const upToHead = async (read: ReadTransaction, walk: (head: ChainState) => Promise<Verdict>) => {
  for (let [head, attempt] = [await read(readChainState), 1]; ; attempt += 1) {
    const verdict = await walk(head)
    if (verdict.broken?.reason !== 'erasure_unexplained' || attempt === attemptsMost) return { verdict, head }
    const next = await read(readChainState)
    if (next.position === head.position) return { verdict, head }
    head = next
  }
}

const signHead = async (database: Database, keys: AuditKeys, log: Log, workspace: string) => {
  const read: ReadTransaction = (work) => database.reading(workspace, work)
  const origin = originOf(workspace)
  const verifiers = verifiersOf(keys, origin)
  const chain = await read(readChainState)
  if (chain.position === 0) return 'unchanged'
  let growth = await lastSigned(read, keys, origin)
  if (growth.position === chain.position && growth.hash.equals(chain.hash)) return 'unchanged'
  const { verdict, head } = await upToHead(read, async (to) => {
    if (to.position !== chain.position) growth = await lastSigned(read, keys, origin)
    const rows = readChain(read, { after: growth.position, upTo: to.position, upToSize: to.lastSize })
    return verifyChain(rows, { origin, verifiers, head: to, from: growth })
  })
  if (verdict.broken) {
    log.error({ workspace, ...verdict.broken }, 'An audit chain is broken; its head was not signed')
    return 'broken'
  }
  const note = signCheckpoint({ origin, size: head.position, root: growth.tree.root() }, keys.signer)
  const isNew = await database.within(workspace, async (tx) => {
    await putSubtrees(tx, growth.whole)
    return insertCheckpoint(tx, head.position, note)
  })
  if (!isNew) return 'unchanged'
  // In the log too, which goes to places that the database's owner does not reach.
  log.info({ workspace, note }, 'Signed an audit checkpoint')
  return 'signed'
}

/**
 * The newest checkpoint that bears the signing key's own signature, if the stored tree has its root; else the empty
 * chain: everything is walked then, against every checkpoint, and the tree is stored again.
 */
const lastSigned = async (read: ReadTransaction, { signer }: AuditKeys, origin: string) => {
  // The subtrees that become whole on the way of the walk that begins here, and are to be stored.
  const whole: Subtree[] = []
  const onWhole = (subtree: Subtree) => {
    if (isStored(subtree)) whole.push(subtree)
  }
  const row = await newestCheckpoint(read)
  const checkpoint = row && signedCheckpointOf(row.note, [{ name: origin, publicKey: signer.publicKey }])
  if (checkpoint && checkpoint.size === row.size && checkpoint.size > 0) {
    const stored = await read((tx) => storedTree(tx, checkpoint.size, onWhole))
    if (stored?.tree.root().equals(checkpoint.root))
      return { position: checkpoint.size, hash: stored.lastHash, tree: stored.tree, whole }
    whole.length = 0
  }
  return { position: 0, hash: emptyHead, tree: growTree(onWhole), whole }
}
