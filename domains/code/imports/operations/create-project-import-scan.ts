import { handle } from '../../../../platform/handler/index.ts'
import { createProjectImportScan } from '../contract.ts'
import { scanInto, type ImportScanParts } from '../record-scan.ts'
import { takeSource } from '../scan-source.ts'

export default (parts: ImportScanParts) =>
  handle(createProjectImportScan, ({ workspace, caller, query, body, signal, commit, fail }) =>
    scanInto(
      parts,
      {
        workspace,
        userId: caller.userId,
        signal,
        fail,
        commit: (record) =>
          commit(async ({ tx, now, created }) => {
            const { scan, subject } = await record(tx, now)
            return created(scan, subject)
          }),
      },
      async (key) => {
        const source = await takeSource(parts, body, { key, branch: query.branch, signal })
        return source.fault === 'unknown' ? fail.neither() : source
      },
    ),
  )
