import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findRevision, manifestWithSha256 } from '../../code/revisions/index.ts'
import { artifactsOfRun, artifactWithHash, limits, objectKey } from '../artifacts/index.ts'
import { findBill, billWithSha256 } from '../components/index.ts'
import { findCycle, type CycleRow } from '../cycles/index.ts'
import type { ClientStatus, Current } from './rules.ts'
import type { DeliverableRow, DraftRow } from './tables.ts'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '../../../platform/storage/index.ts'

export interface Artifact {
  readonly name: string
  readonly sha256: string
}

/** The content of a snapshot, complete. Times are RFC 3339 in UTC with milliseconds. See decisions/0059. */
export interface Content {
  readonly version: 1
  readonly workspaceId: string
  readonly projectId: string
  readonly cycleId: string
  readonly revision: number
  readonly title: string
  readonly clientStatus: ClientStatus
  readonly dueDate: string | null
  readonly summary: string | null
  readonly commitSha: string | null
  readonly artifacts: readonly Artifact[]
}

/** The content of a publication as this revision: the deliverable's draft, and its cycle's delivery. */
export const contentOf = async (tx: Transaction, draft: DraftRow, revision: number): Promise<Content> => {
  const cycle = await findCycle(tx, draft.cycleId)
  const delivered = cycle?.revisionId ? await findRevision(tx, { id: cycle.revisionId }) : undefined
  return {
    version: 1,
    workspaceId: draft.workspaceId,
    projectId: draft.projectId,
    cycleId: draft.cycleId,
    revision,
    title: draft.title,
    clientStatus: draft.clientStatus,
    summary: draft.summary,
    dueDate: draft.dueDate?.toISOString() ?? null,
    commitSha: cycle?.mergedSha ?? null,
    artifacts: [
      ...(delivered ? [{ name: manifestName, sha256: delivered.manifestSha256 }] : []),
      ...(cycle ? await billOf(tx, cycle) : []),
      ...(cycle ? await filesLeft(tx, cycle) : []),
    ],
  }
}

/** The names of the delivered commit's manifest and bill of materials in a snapshot. */
const manifestName = 'manifest.json'
const billName = 'bill-of-materials.cdx.json'
const ownNames = [manifestName, billName]

const billOf = async (tx: Transaction, { repositoryId, mergedSha }: CycleRow): Promise<Artifact[]> => {
  const isDelivered = repositoryId !== null && mergedSha !== null
  const bill = isDelivered ? await findBill(tx, { repositoryId, commitSha: mergedSha }) : undefined
  return bill?.sha256 == null ? [] : [{ name: billName, sha256: bill.sha256 }]
}

/** Files of checks in the run that delivered, by name; empty before the delivery. */
const filesLeft = async (tx: Transaction, { mergedSha, runId }: CycleRow): Promise<Artifact[]> => {
  const files = mergedSha !== null && runId !== null ? await artifactsOfRun(tx, { runId }) : []
  const shown = files.filter(({ path }) => !ownNames.includes(path)).map(({ path, sha256 }) => ({ name: path, sha256 }))
  // In an order that no database decides: it is part of the hashed content.
  return shown.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The canonical JSON (RFC 8785) of a content, and the SHA-256 of its bytes in hexadecimal. */
export const sealContent = (content: Content): { readonly text: string; readonly sha256: string } => {
  const text = canonicalize(content)!
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

export const readContent = (text: string): Content => JSON.parse(text) as Content

/** The state of a deliverable, by its row and its cycle's delivery. */
export const currentOf = async (tx: Transaction, row: DeliverableRow): Promise<Current> => {
  const content = await contentOf(tx, row, row.submittedRevision)
  const publishedFiles = row.content === null ? [] : readContent(row.content).artifacts
  // A bill that was made after the publication is no change of the delivery.
  const hasBill = publishedFiles.some(({ name }) => name === billName)
  const artifacts = hasBill ? content.artifacts : content.artifacts.filter(({ name }) => name !== billName)
  const hash = sealContent({ ...content, artifacts }).sha256
  return { publishedAt: row.publishedAt, submittedRevision: row.submittedRevision, hash }
}

interface SnapshotFile {
  readonly mediaType: string
  /** The bytes themselves, or the key of their object. */
  readonly from: Buffer | { readonly key: string }
}

/** Where the bytes of a file that a snapshot names are; undefined if they are no longer stored. */
export const findNamed = async (
  tx: Transaction,
  { projectId, cycleId }: Pick<DraftRow, 'projectId' | 'cycleId'>,
  { name, sha256 }: Artifact,
): Promise<SnapshotFile | undefined> => {
  if (name === manifestName) return storedText('application/json', await manifestWithSha256(tx, projectId, sha256))
  if (name === billName)
    return storedText('application/vnd.cyclonedx+json', await billWithSha256(tx, projectId, sha256))
  const row = await artifactWithHash(tx, { cycleId, path: name, sha256 })
  return row && { mediaType: row.contentType, from: { key: objectKey(row) } }
}

const storedText = (mediaType: string, text: string | undefined): SnapshotFile | undefined =>
  text === undefined ? undefined : { mediaType, from: Buffer.from(text) }

/** The bytes, checked against their hash first: `notKept` without them, `differs` if they do not fit. */
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
