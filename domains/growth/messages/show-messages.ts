import type { Transaction } from '../../../platform/db/transaction.ts'
import { leadsById } from '../leads/index.ts'
import { approvalsById, pageAddresses } from '../research/index.ts'
import { presentMessage } from './present.ts'
import type { CitationSource } from '../plays/rules.ts'
import type { MessageRow } from './tables.ts'

/** Mails as people see them: with their leads, and with the names of what they quote. */
export const showMessages = async (tx: Transaction, rows: readonly MessageRow[]) => {
  const citations = rows.flatMap((row) => row.citations)
  const idsOf = (kind: CitationSource) => [
    ...new Set(citations.flatMap(({ source, sourceId }) => (source === kind ? (sourceId ?? []) : []))),
  ]
  const leads = await leadsById(tx, [...new Set(rows.map(({ leadId }) => leadId))])
  const pages = await pageAddresses(tx, idsOf('page'))
  const approvals = await approvalsById(tx, idsOf('approval'))
  const names = {
    leads: new Map(leads.map((lead) => [lead.id, lead])),
    sources: new Map([
      ...pages.map(({ id, url }) => [id, url] as const),
      ...approvals.map(({ id, title }) => [id, title] as const),
    ]),
  }
  return rows.map((row) => presentMessage(row, names))
}

export const showMessage = async (tx: Transaction, row: MessageRow) => (await showMessages(tx, [row]))[0]!
