import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { eraseGrowthLead, exportGrowthLead } from '../../../../domains/growth/lead-rights/contract.ts'
import { listGrowthLeads, uploadGrowthLeadList } from '../../../../domains/growth/leads/contract.ts'
import type { LeadStatus } from '../../../../domains/growth/leads/rules.ts'
import { listMediaType } from '../../../../domains/growth/leads/rules/lists.ts'
import { updateGrowthLead } from '../../../../domains/growth/sending/contract.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

const refusalsShown = 20

/** `atelier growth leads list`: the newest 1,000 leads of a growth project. */
export const listLeads = async (
  { client, output }: Session,
  projectId: string,
  { address }: { readonly address?: string },
): Promise<void> => {
  const query = address === undefined ? {} : { address }
  const rows = await (await client()).call(listGrowthLeads, { params: { projectId }, query })
  output.document(rows)
  for (const { id, status, address, domain, evidence, sequenceStoppedAt, sequenceStopReason } of rows) {
    const company = evidence.find(({ field }) => field === 'company')
    output.print(
      [
        id,
        status.padEnd(12),
        printable(address ?? domain),
        printable(company?.value ?? ''),
        ...(sequenceStoppedAt === null ? [] : [`sequence ended: ${sequenceStopReason ?? 'unknown'}`]),
      ]
        .join('  ')
        .trimEnd(),
    )
  }
  if (rows.length === 0) output.say('There are no leads.')
}

/** `atelier growth leads set`: the status of a lead; `queued` lets a sequence that ended begin again. */
export const setLead = async (
  { client, output }: Session,
  leadId: string,
  status: LeadStatus,
  { despiteRefusal }: { readonly despiteRefusal?: boolean },
): Promise<void> => {
  const body = { status, ...(despiteRefusal === true && { despiteRefusal }) }
  const lead = await (await client()).call(updateGrowthLead, { params: { leadId }, body })
  output.document(lead)
  output.print(`${lead.id}  ${lead.status}`)
}

interface ImportOptions {
  readonly columns?: string
  readonly sheet?: string
}

/** `atelier growth leads import`: uploads a list, and says what became of its rows. */
export const importLeads = async (
  { client, output, cwd }: Session,
  projectId: string,
  file: string,
  { columns, sheet }: ImportOptions,
): Promise<void> => {
  const path = resolve(cwd, file)
  const { size } = await stat(path)
  const reply = await (
    await client()
  ).call(uploadGrowthLeadList, {
    params: { projectId },
    query: {
      fileName: basename(path),
      ...(columns !== undefined && { columns }),
      ...(sheet !== undefined && { sheet }),
    },
    body: { content: createReadStream(path), sizeBytes: size, mediaType: listMediaType(path) },
  })
  output.document(reply)
  output.print(`${reply.imported} of ${reply.rows} rows imported, ${reply.refused} refused`)
  if (reply.consentsUpdated > 0) output.print(`The consent of ${reply.consentsUpdated} known leads was updated.`)
  for (const { row, reason } of reply.refusals.slice(0, refusalsShown)) output.print(`row ${row}  ${reason}`)
  for (const { row, notice, text } of reply.notices.slice(0, refusalsShown))
    output.print(`row ${row}  ${notice}  ${printable(text)}`.trimEnd())
  if (reply.notices.length > refusalsShown)
    output.say(`and ${reply.notices.length - refusalsShown} more notices: --json has them`)
  if (reply.sheet !== null) output.say(`Sheet “${printable(reply.sheet)}” was read.`)
  if (reply.otherSheets.length > 0)
    output.say(`Not read, unless named with --sheet: ${reply.otherSheets.map(printable).join(', ')}`)
  const more = reply.refused - refusalsShown
  if (more > 0) output.say(`and ${more} more: --json has their rows`)
}

/** `atelier growth leads export`: prints what is held about a lead, as JSON. */
export const exportLead = async ({ client, output }: Session, leadId: string): Promise<void> => {
  const held = await (await client()).call(exportGrowthLead, { params: { leadId } })
  output.document(held)
  output.print(JSON.stringify(held, undefined, 2))
}

/** `atelier growth leads erase`: erases a lead in every growth project. */
export const eraseLead = async ({ client, output }: Session, leadId: string): Promise<void> => {
  const reply = await (await client()).call(eraseGrowthLead, { params: { leadId } })
  output.document(reply)
  output.print(`${reply.leads} ${reply.leads === 1 ? 'lead is' : 'leads are'} erased.`)
  if (reply.isSuppressed) output.say('A hash of the address stays on the do-not-contact list.')
}
