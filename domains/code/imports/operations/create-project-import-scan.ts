import { handle } from '../../../../platform/handler/index.ts'
import { createProjectImportScan } from '../contract.ts'
import { scanInto, type ImportScanParts } from '../record-scan.ts'
import { takeSource } from '../scan-source.ts'

export default (parts: ImportScanParts) =>
  handle(createProjectImportScan, ({ query, body, ...context }) =>
    scanInto(parts, context, async (key) => {
      const source = await takeSource(parts, body, { key, branch: query.branch, signal: context.signal })
      return source.fault === 'unknown' ? context.fail.neither() : source
    }),
  )
