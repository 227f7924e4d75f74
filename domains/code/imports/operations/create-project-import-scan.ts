import { v7 as uuidv7 } from 'uuid'
import { isCheckTimeout } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { withSandboxSlot } from '../../uploads/index.ts'
import { createProjectImportScan } from '../contract.ts'
import { presentScan } from '../present.ts'
import { scanBundle, type ScanParts } from '../scan-bundle.ts'
import { takeSource } from '../scan-source.ts'
import { importSessions } from '../store.ts'
import { dropOlderScans, insertScan } from '../store-scans.ts'

export type ImportScanParts = ScanParts & { readonly database: Database; readonly engine: Engine }

const keptMost = 10

export default (parts: ImportScanParts) =>
  handle(createProjectImportScan, async ({ workspace, caller, query, body, signal, commit, fail }) => {
    const id = uuidv7()
    // The import that takes the scan has its id, and so finds its bundle.
    const key = importSessions.bundleKey(id)
    try {
      const source = await takeSource(parts, body, { key, branch: query.branch, signal })
      if (source.fault === 'unknown') return fail.neither()
      if (source.fault === 'disk-full') return fail.diskFull()
      if (source.fault) return fail.rejected({ fields: source.fields })
      const { done: scanned, ...budget } = await withSandboxSlot(parts, workspace, () =>
        scanBundle(parts, { id, key, source }, signal),
      )
      if ('limit' in budget) return fail.sandboxesInUse(budget)
      if (!scanned || scanned.fields) return fail.rejected({ fields: scanned?.fields ?? [] })
      const { manifest, manifestSha256, report } = scanned
      const { stored, branch: defaultBranch, commitSha } = source
      const bundle = { bundleSha256: stored.sha256, bundleSizeBytes: stored.sizeBytes }
      const scan = {
        id,
        userId: caller.userId,
        source: source.source,
        defaultBranch,
        commitSha,
        ...bundle,
        manifestSha256,
      }
      let older: readonly string[] = []
      const done = await commit(async ({ tx, now, created }) => {
        const row = await insertScan(tx, { ...scan, manifest, report, now })
        older = await dropOlderScans(tx, caller.userId, keptMost)
        const metadata = { commitSha, bundleSha256: stored.sha256, findings: report.findingsTotal }
        return created(presentScan(row, manifest), { resource: ['import_scan', id], metadata })
      })
      for (const one of older) await parts.objects.remove(importSessions.bundleKey(one))
      return done
    } catch (error) {
      await parts.objects.remove(key)
      if (isCheckTimeout(error)) return fail.checkTimeout()
      throw error
    }
  })
