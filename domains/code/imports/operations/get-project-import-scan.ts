import { handle } from '../../../../platform/handler/index.ts'
import { getProjectImportScan } from '../contract.ts'
import { presentScan } from '../present.ts'
import { findScan, manifestOfScan } from '../store-scans.ts'

export default handle(getProjectImportScan, async ({ tx, params, caller, absent, ok }) => {
  const scan = (await findScan(tx, params.id, caller.userId)) ?? absent()
  return ok(presentScan(scan, await manifestOfScan(tx, scan.id)))
})
