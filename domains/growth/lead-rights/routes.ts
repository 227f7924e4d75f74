import type { Vault } from '../../../platform/crypto/index.ts'
import eraseGrowthLead from './operations/erase-growth-lead.ts'
import exportGrowthLead from './operations/export-growth-lead.ts'

interface Parts {
  readonly vault: Vault
}

export default ({ vault }: Parts) => ({
  exportGrowthLead: exportGrowthLead(vault),
  eraseGrowthLead: eraseGrowthLead(vault),
})
