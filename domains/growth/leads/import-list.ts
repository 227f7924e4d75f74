import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import type { AuditEntry } from '../../../platform/audit/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { recordInProject } from '../research/index.ts'
import { withList, type ListTerms, type WorkbookParts } from './read-list.ts'
import { leadsMost, type Evidence, type LeadField, type RowNotice, type RowRefusal } from './rules.ts'
import type { OpenedList, ListRow } from './rules/records.ts'
import { type ListedLead, readRow } from './read-row.ts'
import { insertListedLeads, leadsIn, updateListedConsents } from './store-lists.ts'
import { suppressedLeads } from './recipient.ts'
import { columnsAmong, headerRowsMost, noColumns } from './rules/columns.ts'

export interface ImportParts extends WorkbookParts {
  readonly database: Database
  readonly engine: Engine
  readonly vault: Vault
}

export interface ImportRequest extends ListTerms {
  readonly workspace: string
  readonly growthProjectId: string
  readonly by: Pick<AuditEntry, 'actor' | 'source'>
}

/** The result of a list's import. */
export interface ImportedList extends Omit<OpenedList, 'rows'> {
  readonly hasHeader: boolean
  readonly columns: readonly { readonly column: string; readonly field: LeadField | null }[]
  readonly rows: number
  readonly imported: number
  /** Known leads whose consent the list added or corrected. */
  readonly consentsUpdated: number
  readonly refused: number
  readonly reasons: Readonly<Partial<Record<RowRefusal, number>>>
  /** The first refusals, in the order of the rows of each batch. */
  readonly refusals: readonly { readonly row: number; readonly reason: RowRefusal }[]
  /** How many of the leads that were added have a consent. */
  readonly consents: number
  readonly noticed: Readonly<Partial<Record<RowNotice, number>>>
  /** The first of them, in the order of the rows. */
  readonly notices: readonly { readonly row: number; readonly notice: RowNotice; readonly text: string }[]
}

export const refusalsMost = 10_000
const atOnce = 500

interface NumberedLead {
  readonly row: number
  readonly lead: ListedLead
  readonly hasOpenQuote: boolean
}

/** Reads a list row by row and adds its leads, a batch in each transaction. Throws ListRefusal. */
export const importList = (parts: ImportParts, content: Readable, request: ImportRequest): Promise<ImportedList> =>
  withList(parts, content, request, async ({ rows, ...list }) => ({
    ...list,
    ...(await importRows(parts, rows, request)),
  }))

const importRows = async (parts: ImportParts, rows: OpenedList['rows'], request: ImportRequest) => {
  const { workspace, growthProjectId, mapping, signal } = request
  const report = openReport()
  const reader = openLeads(mapping)
  let room = leadsMost - (await parts.database.reading(workspace, (tx) => leadsIn(tx, growthProjectId)))
  let batch: NumberedLead[] = []
  const importBatch = async () => {
    const fitting = batch.slice(0, Math.max(0, room))
    for (const { row: at } of batch.slice(fitting.length)) report.refuse(at, 'too_many')
    const imported = await parts.database.within(workspace, (tx) =>
      insertBatch(tx, parts.vault, request, fitting, report),
    )
    room -= imported
    report.imported += imported
    batch = []
  }
  const take = async (read: readonly ReadRow[]) => {
    for (const { row, lead, hasOpenQuote } of read) {
      if (typeof lead === 'string') report.refuse(row, lead)
      else batch.push({ row, lead, hasOpenQuote })
      if (batch.length >= atOnce) await importBatch()
    }
  }
  for await (const row of rows) {
    signal.throwIfAborted()
    await take(reader.push(row))
  }
  await take(reader.end())
  if (batch.length > 0) await importBatch()
  return { ...reader.found(), ...report.result() }
}

const noticeMostChars = 200

const openReport = () => {
  const reasons: Partial<Record<RowRefusal, number>> = {}
  const refusals: { row: number; reason: RowRefusal }[] = []
  const noticed: Partial<Record<RowNotice, number>> = {}
  const notices: { row: number; notice: RowNotice; text: string }[] = []
  const report = {
    imported: 0,
    consentsUpdated: 0,
    refused: 0,
    consents: 0,
    notice: (row: number, notice: RowNotice, text: string) => {
      noticed[notice] = (noticed[notice] ?? 0) + 1
      if (notices.length < refusalsMost)
        notices.push({ row, notice, text: text.slice(0, noticeMostChars).toWellFormed() })
    },
    refuse: (row: number, reason: RowRefusal) => {
      report.refused += 1
      reasons[reason] = (reasons[reason] ?? 0) + 1
      if (refusals.length < refusalsMost) refusals.push({ row, reason })
    },
    result: () => {
      const { imported, consentsUpdated, refused, consents } = report
      const counts = { imported, consentsUpdated, refused, reasons, consents, noticed }
      return { ...counts, refusals: refusals.toSorted(byRow), notices: notices.toSorted(byRow) }
    },
  }
  return report
}
type Report = ReturnType<typeof openReport>

const byRow = (one: { readonly row: number }, other: { readonly row: number }) => one.row - other.row

/** Inserts the new leads of a batch that are not suppressed; returns their number. */
const insertBatch = async (
  tx: Transaction,
  vault: Vault,
  request: ImportRequest,
  batch: readonly NumberedLead[],
  report: Report,
): Promise<number> => {
  if (batch.length === 0) return 0
  const leads = batch.map(({ lead }) => lead)
  const suppressed = await suppressedLeads(tx, vault, leads)
  const allowed = batch.flatMap((one) => {
    if (suppressed.has(one.lead)) {
      report.refuse(one.row, 'suppressed')
      return []
    }
    return [{ ...one, id: uuidv7() }]
  })
  const now = await tx.now()
  const { growthProjectId, listId } = request
  const added = await insertListedLeads(tx, {
    growthProjectId,
    listId,
    ids: allowed.map(({ id }) => id),
    addresses: allowed.map(({ lead }) => lead.address ?? ''),
    domains: allowed.map(({ lead }) => lead.domain),
    pages: allowed.map(({ lead }) => lead.page),
    evidence: allowed.map(({ lead, row }) => JSON.stringify(evidenceOf(lead, listId, row, now))),
    consents: allowed.map(({ lead }) => String(lead.hasConsent)),
    now,
  })
  const knownLeads = allowed.filter(({ id }) => !added.has(id))
  const updated = await updateConsents(tx, request, knownLeads, now)
  for (const { id, row, lead, hasOpenQuote } of allowed) {
    if (!added.has(id) && !updated.has(row)) {
      report.refuse(row, 'duplicate')
      continue
    }
    if (updated.has(row)) report.consentsUpdated += 1
    else if (lead.hasConsent) report.consents += 1
    for (const { notice, text } of lead.notices) report.notice(row, notice, text)
    if (hasOpenQuote) report.notice(row, 'quote_not_closed', '')
  }
  return added.size
}

/** Adds or corrects the consent of known leads if their rows contain it; returns these rows. */
const updateConsents = async (
  tx: Transaction,
  { growthProjectId, listId, by }: ImportRequest,
  knownLeads: readonly NumberedLead[],
  now: Date,
): Promise<ReadonlySet<number>> => {
  const consents = knownLeads.flatMap(({ row, lead }) => {
    const { consent } = evidenceOf(lead, listId, row, now)
    return consent === undefined ? [] : [{ lead, consent }]
  })
  if (consents.length === 0) return new Set()
  const updated = await updateListedConsents(tx, {
    growthProjectId,
    listId,
    addresses: consents.map(({ lead }) => lead.address ?? ''),
    domains: consents.map(({ lead }) => lead.domain),
    pages: consents.map(({ lead }) => lead.page),
    consents: consents.map(({ consent }) => JSON.stringify(consent)),
    given: consents.map(({ lead }) => String(lead.hasConsent)),
  })
  for (const { id, hasConsent, row } of updated) {
    recordInProject(
      tx,
      { resource: ['growth_lead', id], growthProjectId, details: { listId, row, hasConsent } },
      { action: 'growth_lead.update', category: 'update', ...by },
      { name: 'growth_lead.consent_updated' },
    )
  }
  return new Set(updated.map(({ row }) => row))
}

const evidenceOf = (
  { values }: ListedLead,
  listId: string,
  row: number,
  now: Date,
): Readonly<Partial<Record<LeadField, Evidence>>> => {
  const common = { source: 'list', listId, row, at: now.toISOString(), costUsd: 0, confidence: 1 } as const
  return Object.fromEntries([...values].map(([field, value]) => [field, { value, ...common }]))
}

/** The result of a row: a lead, or why it is refused. */
interface ReadRow extends Omit<NumberedLead, 'lead'> {
  readonly lead: ListedLead | RowRefusal
}

/** Reads rows as leads, by the first header below any titles, or by the content of columns. Skips empty rows. */
export const openLeads = (mapping: ReadonlyMap<string, LeadField> | undefined) => {
  let first: ListRow[] = []
  let columns = noColumns
  let names: readonly string[] = []
  let hasColumns = false
  let count = 0
  const read = (rows: readonly ListRow[]): readonly ReadRow[] =>
    rows.flatMap(({ number, cells, hasOpenQuote = false }) => {
      const lead = readRow(cells, columns)
      return lead === undefined ? [] : [{ row: number, lead, hasOpenQuote }]
    })
  const findColumns = () => {
    const rows = first.map(({ cells }) => cells)
    const among = columnsAmong(rows, mapping)
    columns = among.columns
    names = among.header === undefined ? [] : rows[among.header]!
    hasColumns = true
    const header = among.header ?? -1
    const noLead = { lead: 'no_address_or_domain', hasOpenQuote: false } as const
    const titles = first.slice(0, Math.max(0, header)).map(({ number }) => ({ row: number, ...noLead }))
    const body = read(first.slice(header + 1))
    first = []
    return [...titles, ...body]
  }
  return {
    /** The leads that can be read once this row is known. */
    push: (row: ListRow): readonly ReadRow[] => {
      count += 1
      if (hasColumns) return read([row])
      if (row.cells.some((cell) => cell.trim() !== '')) first.push(row)
      return first.length < headerRowsMost ? [] : findColumns()
    },
    end: (): readonly ReadRow[] => (hasColumns ? [] : findColumns()),
    /** The columns, and how many rows the list has without its header. */
    found: () => {
      const { hasHeader, fields } = columns
      return {
        rows: hasHeader ? count - 1 : count,
        hasHeader,
        columns: fields.slice(0, 100).map((field, at) => ({
          column: hasHeader ? names[at]!.slice(0, 200) : String(at + 1),
          field: field ?? null,
        })),
      }
    },
  }
}
