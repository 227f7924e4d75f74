// Test vectors of the audit log's format, made from fixed rows with a fixed key: node testing/audit/write-vectors.ts
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { chainHash, detailsHash, emptyHead } from '../../platform/audit/chain.ts'
import { chainLine, exportHead } from '../../platform/audit/export.ts'
import { signCheckpoint, verifierText, type Signer, originOf } from '../../platform/audit/note.ts'
import { proveRow } from '../../platform/audit/row-proof.ts'
import type { StoredRow } from '../../platform/audit/row.ts'
import { growTree, leafHash, proveConsistency } from '../../platform/audit/tree.ts'

const workspaceId = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
const origin = originOf(workspaceId)
const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')

const signerOf = (bytes: Buffer): Signer => {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return { publicKey: Buffer.from(x!, 'base64url'), sign: (text) => sign(null, text, key) }
}

/** Values that are easy to get wrong: escapes, the order of keys, numbers, characters beyond the first plane. */
const canonicalValues = [
  { z: 1, a: { c: null, b: [true, false] } },
  { text: '“ü”\u0000\u001f\u007f\n\t"\\/', '\ufb33': 1, '\u{1f600}': 2, '\r': 3, '1': 4 },
  { numbers: [0, -0, 1, -1.5, 1e21, 1e-7, 0.000001, 123456789012345680000, 5e-324, 333333333.3333333] },
]

const entries: readonly { readonly action: string; readonly details: Record<string, unknown>; erased?: true }[] = [
  { action: 'workspace.create', details: {} },
  { action: 'project.create', details: { name: 'Shop “Müller” \u{1f6d2}', repositories: 2 } },
  { action: 'member.invite', details: { email: 'erased@example.com' }, erased: true },
  { action: 'project.update', details: canonicalValues[2]! },
  { action: 'audit.erase', details: { positions: [3] } },
]

const rowsOf = (): StoredRow[] => {
  let hash: Buffer = emptyHead
  return entries.map(({ action, details, erased }, at) => {
    const salt = Buffer.alloc(16, at + 1)
    const row = {
      workspaceId,
      position: at + 1,
      id: `019358a2-5b7e-7c3e-9d51-00000000000${at + 1}`,
      occurredAt: `2026-03-04T10:00:0${at}.000Z`,
      actorType: 'user',
      actorId: '019358a2-0000-7000-8000-000000000001',
      action,
      category: 'update',
      resourceType: 'project',
      resourceId: `project ${at}`,
      parentType: null,
      parentId: null,
      outcome: 'success',
      severity: 'info',
      source: 'api',
      requestId: null,
      traceId: null,
      detailsHash: detailsHash(salt, details).toString('hex'),
    } as StoredRow['row']
    hash = chainHash(hash, row)
    if (!erased) return { row, hash, salt, details, erasedAt: null }
    return { row, hash, salt: null, details: null, erasedAt: new Date('2026-03-05T10:00:00.000Z') }
  })
}

const hex = (bytes: Buffer) => bytes.toString('hex')

/** The whole file, as text. */
export const auditVectors = async (): Promise<string> => {
  const signer = signerOf(seed)
  const rows = rowsOf()
  const leaves = rows.map(({ hash }) => leafHash(hash))
  const treeOf = (from: number, to: number) => {
    const tree = growTree()
    for (const leaf of leaves.slice(from, to)) tree.push(leaf)
    return tree
  }
  const find = async (height: number, index: number) => treeOf(index * 2 ** height, (index + 1) * 2 ** height).root()
  const noteOf = (size: number) => signCheckpoint({ origin, size, root: treeOf(0, size).root() }, signer)
  const head = { position: rows.length, hash: rows.at(-1)!.hash }
  const verifier = verifierText({ name: origin, publicKey: signer.publicKey })
  const exported = [
    exportHead({ workspaceId, origin, verifiers: [verifier], head, exportedAt: '2026-03-06T10:00:00.000Z' }),
    ...rows.slice(0, 2).map(chainLine),
    chainLine({ note: noteOf(2) }),
    ...rows.slice(2).map(chainLine),
    chainLine({ note: noteOf(5) }),
  ]
  const vectors = {
    key: { seed: hex(seed), publicKey: hex(signer.publicKey), verifier },
    canonicalJson: canonicalValues.map((value) => ({ value, canonical: canonicalize(value) })),
    rows: rows.map(({ row, hash, salt, details }, at) => ({
      before: hex(rows[at - 1]?.hash ?? emptyHead),
      canonical: canonicalize(row),
      hash: hex(hash),
      leaf: hex(leaves[at]!),
      salt: salt && hex(salt),
      canonicalDetails: details && canonicalize(details),
      detailsHash: row.detailsHash,
    })),
    roots: rows.map((_row, at) => hex(treeOf(0, at + 1).root())),
    consistency: await Promise.all(
      [1, 2, 3, 4].map(async (from) => ({ from, size: 5, proof: (await proveConsistency(from, 5, find)).map(hex) })),
    ),
    checkpoints: [noteOf(2), noteOf(5)],
    rowProof: await proveRow({ stored: rows[1]!, before: rows[0]!.hash, find, size: 5, note: noteOf(5) }),
    export: exported.map((line) => line.trimEnd()),
  }
  return `${JSON.stringify(vectors, null, 2)}\n`
}

export const writtenAuditVectors = join(import.meta.dirname, '../../docs/audit-vectors.json')

if (import.meta.main) await writeFile(writtenAuditVectors, await auditVectors())
