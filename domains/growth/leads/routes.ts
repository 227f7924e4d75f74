import type { ImportParts } from './import-list.ts'
import listGrowthLeads from './operations/list-growth-leads.ts'
import uploadGrowthLeadList from './operations/upload-growth-lead-list.ts'

export default (parts: ImportParts) => ({
  listGrowthLeads,
  uploadGrowthLeadList: uploadGrowthLeadList(parts),
})
