import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthLead, GrowthLeadList } from './contract.ts'
import type { ImportedList } from './import-list.ts'
import { leadFields } from './rules.ts'
import type { LeadListRow, LeadRow } from './tables.ts'

export const presentLead = (row: LeadRow): Static<typeof GrowthLead> => {
  const { evidence, growthProjectId: _growthProjectId, ...lead } = row
  return {
    ...lead,
    evidence: leadFields.flatMap((field) => {
      const known = evidence[field]
      return known ? [{ field, listId: null, row: null, provider: null, ...known, at: new Date(known.at) }] : []
    }),
  }
}

export const presentList = (row: LeadListRow, imported: ImportedList): Static<typeof GrowthLeadList> => ({
  id: row.id,
  fileName: row.fileName,
  ...imported,
  otherSheets: [...imported.otherSheets],
  columns: [...imported.columns],
  refusals: [...imported.refusals],
  notices: [...imported.notices],
  createdAt: row.createdAt,
})
