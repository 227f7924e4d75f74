import { v7 as uuidv7 } from 'uuid'
import { isCheckTimeout } from '../../../execution/repositories/index.ts'
import type { HandlerReply, InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { announceObjects, type Removals } from '../../../platform/removals/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { withSandboxSlot, type StoredInspectParts } from '../uploads/index.ts'
import type { ProjectImportScan } from './contract.ts'
import { presentScan } from './present.ts'
import { scanBundle } from './scan-bundle.ts'
import type { KnownRefusal, ScanSource } from './scan-source.ts'
import { importSessions } from './store.ts'
import { dropOlderScans, insertScan } from './store-scans.ts'

export type ImportScanParts = StoredInspectParts & {
  readonly database: Database
  readonly engine: Engine
  readonly removals: Removals
}

/** The refusals that every operation declares which scans code. */
export interface ScanFail {
  readonly rejected: (details: { readonly fields: InvalidField[] }) => never
  readonly diskFull: () => never
  readonly checkTimeout: () => never
  readonly sandboxesInUse: (budget: { readonly active: number; readonly limit: number }) => never
}

export interface ScanAsked<Done> {
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

const keptMost = 10

/**
 * Scans the code that `take` stores under a key, and records the scan with its source `from`. If that fails, the stored
 * code is removed; else it goes 48 hours later, long after the import that takes it.
 */
export const scanInto = async <Done>(
  parts: ImportScanParts,
  { workspace, caller, signal, fail, commit }: ScanAsked<Done>,
  take: (key: string) => Promise<ScanSource | KnownRefusal>,
  from: object = {},
): Promise<Done> => {
  const { userId } = caller
  const id = uuidv7()
  // The import that takes the scan has its id, and so finds its bundle.
  const key = importSessions.bundleKey(id)
  await parts.database.within(workspace, (tx) => announceObjects(tx, [key]))
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
      await dropOlderScans(tx, userId, keptMost)
      const metadata = { commitSha, bundleSha256: stored.sha256, findings: report.findingsTotal, ...from }
      return created(presentScan(row, manifest), { resource: ['import_scan', id], metadata })
    })
  } catch (error) {
    await parts.removals.now([key])
    if (isCheckTimeout(error)) return fail.checkTimeout()
    throw error
  }
}
