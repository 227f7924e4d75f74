import { generateKeyPairSync, sign } from 'node:crypto'
import { chainHash, detailsHash, emptyHead } from '../../platform/audit/chain.ts'
import { signCheckpoint, type Signer, type Verifier, chainOriginOf, originOf } from '../../platform/audit/note.ts'
import type { StoredRow } from '../../platform/audit/row.ts'
import { growTree, leafHash, type GrowingTree } from '../../platform/audit/tree.ts'
import type { ChainItem, ChainHead, ProvenHead } from '../../platform/audit/verify.ts'

export const workspaceId = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
export const origin = originOf(workspaceId)
export const formerOrigin = chainOriginOf(origin)

export const newSigner = (): Signer => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return { publicKey: Buffer.from(x!, 'base64url'), sign: (text) => sign(null, text, privateKey) }
}
export const signer = newSigner()
export const verifiers: readonly Verifier[] = [{ name: origin, publicKey: signer.publicKey }]

/** Rows as they are written, from 1 to `length`. */
export const madeChain = (length: number): StoredRow[] =>
  rehashed(
    Array.from({ length }, (_none, at) => {
      const salt = Buffer.alloc(16, at + 1)
      const details = { at, note: `Row ${at + 1} “ü”` }
      const row: StoredRow['row'] = {
        workspaceId,
        position: at + 1,
        id: `id ${at + 1}`,
        occurredAt: new Date(at * 1_000).toISOString(),
        actorType: 'user',
        actorId: 'somebody',
        action: 'project.update',
        category: 'update',
        resourceType: 'project',
        resourceId: `project ${at % 3}`,
        parentType: null,
        parentId: null,
        outcome: 'success',
        severity: 'info',
        source: 'api',
        requestId: null,
        traceId: null,
        detailsHash: detailsHash(salt, details).toString('hex'),
      }
      return { row, hash: emptyHead, salt, details, erasedAt: null }
    }),
  )

/** The same rows with the hashes of their content: as an attacker would write who computes the chain again. */
export const rehashed = (rows: readonly StoredRow[]): StoredRow[] => {
  let hash: Buffer = emptyHead
  return rows.map((stored) => ({ ...stored, hash: (hash = chainHash(hash, stored.row)) }))
}

/** The same rows numbered from 1, with the hashes that they had. */
export const renumbered = (rows: readonly StoredRow[]): StoredRow[] =>
  rows.map((stored, at) => ({ ...stored, row: { ...stored.row, position: at + 1 } }))

export const headOf = (rows: readonly StoredRow[]): ChainHead => ({
  position: rows.at(-1)?.row.position ?? 0,
  hash: rows.at(-1)?.hash ?? emptyHead,
})

/** A checkpoint of the first `size` rows. */
export const noteOf = (rows: readonly StoredRow[], size: number, by: Signer = signer): string =>
  signCheckpoint({ origin, size, root: treeOf(rows.slice(0, size)).root() }, by)

/** A checkpoint as it was signed before there was a tree: of the chain's own head. */
export const formerNoteOf = (rows: readonly StoredRow[], size: number): string =>
  signCheckpoint({ origin: formerOrigin, size, root: rows[size - 1]!.hash }, signer)

export const treeOf = (rows: readonly StoredRow[]): GrowingTree => {
  const tree = growTree()
  for (const { hash } of rows) tree.push(leafHash(hash))
  return tree
}

/** Where the first `size` rows were proven before. */
export const provenOf = (rows: readonly StoredRow[], size: number): ProvenHead => ({
  ...headOf(rows.slice(0, size)),
  tree: treeOf(rows.slice(0, size)),
})

export async function* itemsOf(items: readonly ChainItem[]): AsyncGenerator<ChainItem> {
  for (const item of items) yield item
}
