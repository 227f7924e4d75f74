import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { manifestWithSha256 } from '../../code/revisions/index.ts'
import { artifactWithHash, limits, objectKey } from '../artifacts/index.ts'
import { billWithSha256 } from '../components/index.ts'
import { billName, manifestName, type Artifact } from './content.ts'
import type { DraftRow } from './tables.ts'

interface SnapshotFile {
  readonly mediaType: string
  /** The bytes themselves, or the key of their object. */
  readonly from: Buffer | { readonly key: string }
}

/** Where the bytes of a file that a snapshot names are; undefined if nothing of it is kept. */
export const findNamed = async (
  tx: Transaction,
  { projectId, cycleId }: Pick<DraftRow, 'projectId' | 'cycleId'>,
  { name, sha256 }: Artifact,
): Promise<SnapshotFile | undefined> => {
  if (name === manifestName) {
    const manifest = await manifestWithSha256(tx, projectId, sha256)
    return manifest === undefined ? undefined : { mediaType: 'application/json', from: Buffer.from(manifest) }
  }
  if (name === billName) {
    const bill = await billWithSha256(tx, projectId, sha256)
    return bill === undefined ? undefined : { mediaType: 'application/vnd.cyclonedx+json', from: Buffer.from(bill) }
  }
  const row = await artifactWithHash(tx, cycleId, name, sha256)
  return row && { mediaType: row.contentType, from: { key: objectKey(row) } }
}

/**
 * The bytes, checked against their hash before any of them is returned: `notKept` if there are none, `differs` if they
 * do not fit.
 */
export const readNamed = async (
  objects: Pick<ObjectStore, 'open'>,
  from: SnapshotFile['from'],
  sha256: string,
): Promise<Buffer | 'notKept' | 'differs'> => {
  const bytes = Buffer.isBuffer(from) ? from : await readObject(objects, from.key)
  if (!bytes) return 'notKept'
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : 'differs'
}

const readObject = async (objects: Pick<ObjectStore, 'open'>, key: string): Promise<Buffer | undefined> => {
  const object = await objects.open(key)
  if (!object) return undefined
  if (object.sizeBytes <= limits.fileBytes) return buffer(object.content)
  // No stored file is larger: it is another file, with another hash.
  object.content.destroy()
  return Buffer.alloc(0)
}
