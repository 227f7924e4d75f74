import type { BillParts } from './make-bill.ts'
import findAffectedDeliveries from './operations/find-affected-deliveries.ts'
import getCycleBillOfMaterials from './operations/get-cycle-bill-of-materials.ts'
import recordVulnerabilityNotice from './operations/record-vulnerability-notice.ts'

export default (parts: BillParts) => ({
  getCycleBillOfMaterials: getCycleBillOfMaterials(parts),
  findAffectedDeliveries,
  recordVulnerabilityNotice,
})
