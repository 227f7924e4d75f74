import type { AuditKeys } from './audit-keys.ts'
import { verifiersOf } from './audit-keys.ts'
import { checkpointOf, openNote, signCheckpoint, verifierText } from './note.ts'
import { readChain, type Read } from './read-chain.ts'
import { chainStanding, checkpointsBefore, insertCheckpoint } from './store.ts'
import { verifyChain, type Place, type Verdict } from './verify.ts'
import type { Database } from '../db/database.ts'

interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Signs the heads of chains, and checks chains against what was signed. */
export interface Checkpoints {
  /** The keys whose signatures count for this workspace, as text, the signing one first. */
  verifiers(workspace: string): readonly string[]
  /**
   * Signs the head of a workspace's chain, when it has grown since the last time. What it grew by is checked first:
   * a head that does not follow from what was signed before is never signed, and the log says where it breaks.
   */
  sign(workspace: string): Promise<'signed' | 'unchanged' | 'broken'>
  /** Walks the whole chain with its checkpoints, up to where it stands now. */
  verify(workspace: string, read: Read): Promise<Verdict>
}

/** The name of a workspace's chain in checkpoints. */
export const originOf = (workspace: string): string => `atelier/audit/${workspace}`

export const openCheckpoints = (database: Database, keys: AuditKeys, log: Log): Checkpoints => ({
  verifiers: (workspace) => verifiersOf(keys, originOf(workspace)).map(verifierText),
  sign: (workspace) => signHead(database, keys, log, workspace),
  verify: async (workspace, read) => {
    const head = await read(chainStanding)
    const terms = { origin: originOf(workspace), verifiers: verifiersOf(keys, originOf(workspace)), head }
    return verifyChain(readChain(read, { upTo: head.position, upToSize: head.lastSize }), terms)
  },
})

const signHead = async (database: Database, keys: AuditKeys, log: Log, workspace: string) => {
  const read: Read = (work) => database.reading(workspace, work)
  const head = await read(chainStanding)
  if (head.position === 0) return 'unchanged'
  const origin = originOf(workspace)
  const verifiers = verifiersOf(keys, origin)
  const from = await lastSigned(read, keys, origin)
  if (from?.position === head.position && from.hash.equals(head.hash)) return 'unchanged'
  const grown = readChain(read, { after: from?.position ?? 0, upTo: head.position, upToSize: head.lastSize })
  const { broken } = await verifyChain(grown, { origin, verifiers, head, ...(from && { from }) })
  if (broken) {
    log.error({ workspace, ...broken }, 'An audit chain is broken, and its head is not signed')
    return 'broken'
  }
  const note = signCheckpoint({ origin, size: head.position, root: head.hash }, keys.signer)
  await database.within(workspace, (tx) => insertCheckpoint(tx, head.position, note))
  // In the log too, which goes to places that the database's owner does not reach.
  log.info({ workspace, note }, 'An audit checkpoint was signed')
  return 'signed'
}

/** The newest checkpoint that bears the signing key's own signature. */
const lastSigned = async (read: Read, { signer }: AuditKeys, origin: string): Promise<Place | undefined> => {
  const [row] = await read((tx) => checkpointsBefore(tx, Number.MAX_SAFE_INTEGER, 1))
  if (!row) return undefined
  const opened = openNote(row.note, [{ name: origin, publicKey: signer.publicKey }])
  const checkpoint = typeof opened === 'string' ? undefined : checkpointOf(opened.text)
  if (checkpoint?.origin !== origin || checkpoint.size !== row.size) return undefined
  return { position: checkpoint.size, hash: checkpoint.root }
}
