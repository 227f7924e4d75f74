import {
  listCycleAttachments,
  parseCycleAttachment,
  removeCycleAttachment,
} from '../../../../domains/delivery/conversation/contract.ts'
import { attachFiles, filesNamed, lineOfAttachment } from '../../files/attach-files.ts'
import { chooseId, shortId } from '../../ids.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { printable } from '../../terminal/text.ts'

/** `atelier attach <file> [cycle]`: adds a file to the proposal of a cycle. */
export const attach = async (session: Session, file: string, named: string | undefined): Promise<void> => {
  const files = await filesNamed(session, [file])
  const cycleId = await chooseCycle(session, named)
  const [added] = await attachFiles(session, await session.client(), files, { cycleId })
  session.output.document(added)
}

/** `atelier attachments [cycle]`: prints the files of a cycle; with an option parses or removes one of them first. */
export const attachments = async (
  session: Session,
  named: string | undefined,
  { parse, remove }: { readonly parse?: string; readonly remove?: string },
): Promise<void> => {
  const id = await chooseCycle(session, named)
  const client = await session.client()
  const list = () => client.call(listCycleAttachments, { params: { id } })
  const chosen = async (part: string) => ({
    id,
    attachmentId: await chooseId(part, await list(), {
      one: 'file',
      list: 'atelier attachments',
      describe: lineOfAttachment,
    }),
  })
  if (parse !== undefined) await client.call(parseCycleAttachment, { params: await chosen(parse) })
  if (remove !== undefined) {
    const { message } = await client.call(removeCycleAttachment, { params: await chosen(remove) })
    session.output.say(printable(message))
  }
  const rows = await list()
  showRows(session.output, rows, (row) => `${shortId(row.id)}  ${lineOfAttachment(row)}`, 'This cycle has no files.')
}
