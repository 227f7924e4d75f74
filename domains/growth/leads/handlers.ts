import { v7 as uuidv7 } from 'uuid'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import { isDiskFull } from '../../../platform/storage/index.ts'
import { withSandboxSlot } from '../../code/uploads/index.ts'
import { findGrowthProject } from '../research/index.ts'
import { normalAddress } from '../suppression/index.ts'
import * as contract from './contract.ts'
import { importList, type ImportParts, type ImportedList } from './import-list.ts'
import { leadFields } from './rules.ts'
import { readMapping } from './rules/columns.ts'
import { ListRefusal, type ListDelimiter, type ListEncoding } from './rules/records.ts'
import { finishLeadList, insertLeadList, removeBrokenList } from './store-lists.ts'
import { leadPage } from './store.ts'
import type { LeadListRow, LeadRow } from './tables.ts'

const noAddress = { path: 'address', message: 'is not a mail address', rule: 'email' }

const listGrowthLeads = handle(contract.listGrowthLeads, async ({ tx, params, query, next, invalid, ok }) => {
  const { cursor, limit = pageMost, status = null, playId: growthPlayId = null } = query
  const address = query.address === undefined ? null : normalAddress(query.address)
  if (address === undefined) return invalid([noAddress])
  const filter = { growthProjectId: params.projectId, growthPlayId, status, address }
  const page = await leadPage(tx, filter, cursorOf(cursor), limit)
  next(page.next, page.count)
  return ok(page.rows.map(presentLead))
})

const delimiters: Readonly<Record<string, ListDelimiter>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
const noMapping = {
  path: 'columns',
  message: 'is no list of pairs such as `Mail=email; Firma=company`',
  rule: 'lead_columns',
}
const noSheet = { path: 'sheet', message: 'names no sheet of this workbook', rule: 'lead_sheet' }

const uploadGrowthLeadList = (parts: ImportParts) =>
  handle(contract.uploadGrowthLeadList, async (context) => {
    const { params, query, body, caller, workspace, signal, now, read, commit, absent, invalid, fail } = context
    const { projectId: growthProjectId } = params
    const mapping = query.columns === undefined ? undefined : readMapping(query.columns)
    if (query.columns !== undefined && !mapping) return invalid([noMapping])
    const project = (await read((tx) => findGrowthProject(tx, { id: growthProjectId }))) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (!parts.vault.available) return fail.noVault()
    const inSandbox = async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await withSandboxSlot(parts, workspace, work)
      return 'limit' in result ? fail.sandboxesInUse(result) : result.done
    }
    const listId = uuidv7()
    const list = { id: listId, growthProjectId, fileName: query.fileName ?? null, userId: caller.userId, now }
    await parts.database.within(workspace, (tx) => insertLeadList(tx, list))
    try {
      const imported = await importList(parts, body, {
        workspace,
        growthProjectId,
        by: { actor: caller.actor, source: caller.source },
        listId,
        encoding: query.encoding as ListEncoding | undefined,
        delimiter: query.delimiter === undefined ? undefined : delimiters[query.delimiter],
        mapping,
        sheet: query.sheet,
        signal,
        inSandbox,
      })
      return await commit(async ({ tx, now: endedAt, created }) => {
        const { rows, imported: rowsImported, refused, consentsUpdated } = imported
        const finished = await finishLeadList(tx, { id: listId, rowsRead: rows, rowsImported, now: endedAt })
        return created(presentList(finished, imported), {
          resource: ['growth_lead_list', listId],
          parent: ['growth_project', growthProjectId],
          metadata: { rows, imported: rowsImported, refused, consentsUpdated },
          payload: { growthProjectId },
        })
      })
    } catch (error) {
      await parts.database.within(workspace, (tx) => removeBrokenList(tx, listId))
      if (isDiskFull(error)) return fail.diskFull()
      if (!(error instanceof ListRefusal)) throw error
      if (error.reason === 'no_sheet') return invalid([noSheet])
      if (error.reason === 'too_large') return fail.unpacksTooLarge()
      return error.reason === 'workbook' ? fail.workbook() : fail.unreadable()
    }
  })

export default (parts: ImportParts) => ({ listGrowthLeads, uploadGrowthLeadList: uploadGrowthLeadList(parts) })

export const presentLead = (row: LeadRow): Static<typeof contract.GrowthLead> => {
  const { evidence, growthProjectId: _growthProjectId, ...lead } = row
  return {
    ...lead,
    evidence: leadFields.flatMap((field) => {
      const fact = evidence[field]
      return fact ? [{ field, listId: null, row: null, provider: null, ...fact, at: new Date(fact.at) }] : []
    }),
  }
}

const presentList = (row: LeadListRow, imported: ImportedList): Static<typeof contract.GrowthLeadList> => ({
  id: row.id,
  fileName: row.fileName,
  ...imported,
  otherSheets: [...imported.otherSheets],
  columns: [...imported.columns],
  refusals: [...imported.refusals],
  notices: [...imported.notices],
  createdAt: row.createdAt,
})
