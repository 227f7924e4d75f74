import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { uploadGrowthLeadList } from '../../../../domains/growth/leads/contract.ts'
import { listMediaType } from '../../../../domains/growth/leads/rules/records.ts'
import { defined } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

const refusalsShown = 20

/** `atelier growth leads import`: uploads a list, and reports the result of each row. */
export const importLeads = async (
  { client, output, cwd }: Session,
  projectId: string,
  file: string,
  { columns, sheet }: { readonly columns?: string; readonly sheet?: string },
): Promise<void> => {
  const path = resolve(cwd, file)
  const { size: sizeBytes } = await stat(path)
  const api = await client()
  const query = defined({ fileName: basename(path), columns, sheet })
  const body = { content: createReadStream(path), sizeBytes, mediaType: listMediaType(path) }
  const reply = await api.call(uploadGrowthLeadList, { params: { projectId }, query, body })
  output.show(reply, `${reply.imported} of ${reply.rows} rows imported, ${reply.refused} refused`)
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
