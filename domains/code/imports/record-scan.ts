import { v7 as uuidv7 } from 'uuid'
import { isCheckTimeout } from '../../../execution/repositories/index.ts'
import type { HandlerReply, InvalidField, SandboxUse, Static } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { announceObjects, type Removals } from '../../../platform/removals/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import {
  withSandboxSlot,
  type StoredInspectParts,
  inspectStored,
  manifestOf,
  type CheckPlace,
} from '../uploads/index.ts'
import type { ProjectImportScan } from './contract.ts'
import { presentScan } from './present.ts'
import type { KnownRefusal, ScanSource } from './scan-source.ts'
import { importSessions } from './store.ts'
import { dropOlderScans, insertScan } from './store-scans.ts'
import { manifestBodyBytes } from '../uploads/contract.ts'
import type { ScanReport } from './tables.ts'

export type ImportScanParts = StoredInspectParts & {
  readonly database: Database
  readonly engine: Engine
  readonly removals: Removals
}

/** The refusals of all operations that scan code. */
export interface ScanFail {
  readonly rejected: (details: { readonly fields: InvalidField[] }) => never
  readonly diskFull: () => never
  readonly checkTimeout: () => never
  readonly sandboxesInUse: (budget: SandboxUse) => never
}

export interface ScanRequest<Done> {
  readonly workspace: string
  readonly caller: { readonly userId: string }
  readonly signal: AbortSignal
  readonly fail: ScanFail
  readonly commit: (work: (context: ScanCommit<Done>) => Promise<Done>) => Promise<Done>
}

interface ScanCommit<Done> {
  readonly tx: Transaction
  readonly now: Date
  readonly created: (scan: HandlerReply<Static<typeof ProjectImportScan>>, subject: Subject) => Done
}

const scansMost = 10

/** Scans and records the code that `take` stores under a key; it is removed after a failure, else after 48 hours. */
export const scanInto = async <Done>(
  parts: ImportScanParts,
  { workspace, caller, signal, fail, commit }: ScanRequest<Done>,
  take: (key: string) => Promise<ScanSource | KnownRefusal>,
  from: object = {},
): Promise<Done> => {
  const { userId } = caller
  const id = uuidv7()
  // The import that takes the scan has its id, and so finds its bundle.
  const key = importSessions.bundleKey(id)
  await parts.database.within(workspace, (tx) => announceObjects(tx, { keys: [key] }))
  try {
    const source = await take(key)
    if (source.fault === 'disk-full') return fail.diskFull()
    if (source.fault) return fail.rejected({ fields: source.fields })
    const scan = (address?: string) => scanBundle(parts, { id, key, source }, { workspace, address, signal })
    const { done: scanned, ...budget } = await withSandboxSlot(parts, workspace, scan, { anywhere: true })
    if ('limit' in budget) return fail.sandboxesInUse(budget)
    if (!scanned || scanned.fields) return fail.rejected({ fields: scanned?.fields ?? [] })
    const { manifest, manifestSha256, report } = scanned
    const { stored, branch: defaultBranch, commitSha } = source
    const bundle = { bundleSha256: stored.sha256, bundleSizeBytes: stored.sizeBytes }
    const made = { id, userId, source: source.source, defaultBranch, commitSha, ...bundle, manifestSha256 }
    return await commit(async ({ tx, now, created }) => {
      const row = await insertScan(tx, { ...made, manifest, report, now })
      await dropOlderScans(tx, { userId, most: scansMost })
      const metadata = { commitSha, bundleSha256: stored.sha256, findings: report.findingsTotal, ...from }
      return created(presentScan(row, manifest), { resource: ['import_scan', id], metadata })
    })
  } catch (error) {
    await parts.removals.now([key])
    if (isCheckTimeout(error)) return fail.checkTimeout()
    throw error
  }
}

interface Scanned {
  readonly fields?: undefined
  readonly manifest: string
  readonly manifestSha256: string
  readonly report: ScanReport
}

const shownMost = 1_000
// A declaration holds the manifest and little else.
const manifestMostBytes = manifestBodyBytes - 64 * 1024

/** Checks a stored bundle as a finalize does, and returns its content, or why no import would take it. */
const scanBundle = async (
  parts: StoredInspectParts,
  { id, key, source }: { readonly id: string; readonly key: string; readonly source: ScanSource },
  at: CheckPlace,
): Promise<Scanned | { readonly fields: InvalidField[] }> => {
  const { branch, commitSha, stored } = source
  const bundle = { id, bundleKey: key, bundleSizeBytes: stored.sizeBytes, commitSha, branch }
  const inspected = await inspectStored(parts, bundle, at)
  if (!inspected) throw new Error(`The bundle of the scan ${id} is not there any more`)
  if (!inspected.ok) return { fields: [...inspected.rejected] }
  try {
    const listed = { protected: source.protected, findingsMost: shownMost }
    const made = await manifestOf(inspected.quarantine, listed, at.signal)
    if ('fault' in made) return { fields: [made.fault] }
    if (made.text.length > manifestMostBytes) return { fields: [tooLarge] }
    const { manifestSha256, findingsTotal } = made
    const findings = made.findings.map(({ path, pathBase64, ...finding }) => ({ path: path ?? pathBase64, ...finding }))
    const leftOut = source.leftOut.slice(0, shownMost)
    const totals = { findingsTotal, leftOutTotal: source.leftOut.length }
    const report = { protected: [...made.protected], findings, leftOut, ...totals }
    return { manifest: new TextDecoder().decode(made.text), manifestSha256, report }
  } finally {
    await parts.repositories.discard(inspected.quarantine)
  }
}

const tooLarge = {
  path: 'manifest',
  rule: 'too_large',
  message: `The manifest of its files has more than ${manifestMostBytes} bytes, and no import takes that.`,
}
