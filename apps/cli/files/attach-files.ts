import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addCycleAttachment, listCycleAttachments } from '../../../domains/delivery/conversation/contract.ts'
import { mediaTypeOf } from './ai-files.ts'
import { defined, type Client, type Reply } from '../client/client.ts'
import { usage } from '../failure.ts'
import type { Session } from '../session.ts'
import { counted, printable } from '../terminal/text.ts'

export type Attachment = Reply<typeof listCycleAttachments>[number]

/** A file of this machine that is to be added to a cycle. */
interface LocalFile {
  readonly path: string
  readonly sizeBytes: number
}

/** Checks files before anything is sent or proposed, so that a mistyped name stops the command at once. */
export const filesNamed = async ({ cwd }: Pick<Session, 'cwd'>, named: readonly string[]): Promise<LocalFile[]> =>
  Promise.all(
    named.map(async (name) => {
      const path = resolve(cwd, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) throw usage(`${name} cannot be read. Name a file of this machine.`)
      return { path, sizeBytes: found.size }
    }),
  )

const pollMs = 500

/** Adds files to a proposal, or to a message that is sent afterwards, and waits until parsed files were read. */
export const attachFiles = async (
  session: Session,
  client: Client,
  files: readonly LocalFile[],
  { cycleId, messageId }: { readonly cycleId: string; readonly messageId?: string },
): Promise<Attachment[]> => {
  const ids: string[] = []
  for (const { path, sizeBytes } of files) {
    const query = defined({ name: basename(path), messageId })
    const body = { content: createReadStream(path), sizeBytes, mediaType: mediaTypeOf(path) }
    ids.push((await client.call(addCycleAttachment, { params: { id: cycleId }, query, body })).id)
  }
  if (ids.length === 0) return []
  for (;;) {
    const all = await client.call(listCycleAttachments, { params: { id: cycleId } })
    const added = all.filter(({ id }) => ids.includes(id))
    if (!added.some(isBeingRead)) {
      for (const one of added) session.output.say(lineOfAttachment(one))
      return added
    }
    await pause(pollMs)
  }
}

const isBeingRead = ({ document }: Attachment) => document?.status === 'queued' || document?.status === 'parsing'

export const lineOfAttachment = ({ name, authorSide, messageId, document }: Attachment): string =>
  [name, `of the ${authorSide}`, messageId === null ? 'in the proposal' : 'in a message', stateOf(document)]
    .map(printable)
    .join(', ')

const stateOf = (document: Attachment['document']): string => {
  if (document === null) return 'not parsed'
  if (document.status === 'failed') return `cannot be read: ${document.refusal}`
  if (document.status !== 'succeeded') return document.status
  return `${counted(document.pagesTotal ?? 0, 'page')} for agents`
}
