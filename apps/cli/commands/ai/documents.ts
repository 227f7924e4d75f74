import { setTimeout as pause } from 'node:timers/promises'
import { getAiDocument, listAiDocumentPages, parseAiDocument } from '../../../../domains/agents/parsing/contract.ts'
import { sourceOf } from '../../files/ai-files.ts'
import type { Client, Reply } from '../../client/client.ts'
import { failed } from '../../failure.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printableLines } from '../../terminal/text.ts'

interface ParseOptions {
  readonly engine?: string
  readonly project?: string
  readonly critical?: boolean
  readonly scanned?: boolean
  readonly visual?: boolean
}

type Document = Reply<typeof getAiDocument>
const pollMs = 500

/** `atelier ai parse`: uploads a file or names a URL, waits until it is parsed, and prints the text of each page. */
export const parseDocument = async (session: Session, source: string, options: ParseOptions): Promise<void> => {
  const client = await session.client()
  const projectId = options.project === undefined ? undefined : await chooseProject(session, options.project)
  const body = {
    source: await sourceOf(client, session.cwd, source),
    ...(options.engine !== undefined && { engine: options.engine as 'text' | 'ocr' | 'native' }),
    ...(projectId !== undefined && { projectId }),
    ...(options.critical && { critical: true }),
    ...(options.scanned && { scanned: true }),
    ...(options.visual && { visual: true }),
  }
  const { id } = await client.call(parseAiDocument, { body })
  const document = await waitForParse(session, client, id)
  const pages: Reply<typeof listAiDocumentPages>[number][] = []
  for (let after = 0; ;) {
    const next = await client.call(listAiDocumentPages, { params: { id }, query: { after, limit: 100 } })
    if (next.length === 0) break
    pages.push(...next)
    after = next.at(-1)!.number
  }
  session.output.document({ ...document, pages })
  if (document.status === 'failed')
    throw failed('document_not_read', `The document cannot be read: ${document.refusal ?? 'unknown'}.`)
  for (const page of pages) {
    session.output.say(`Page ${page.number}: ${page.state}, confidence ${page.confidence}`)
    if (page.markdown !== '') session.output.print(printableLines(page.markdown))
  }
}

const waitForParse = async (session: Session, client: Client, id: string): Promise<Document> => {
  let printed = ''
  for (;;) {
    const document = await client.call(getAiDocument, { params: { id } })
    if (document.status !== 'queued' && document.status !== 'parsing') return document
    const progress = `${document.pagesRead} of ${document.pagesTotal ?? '?'} pages`
    if (progress !== printed) session.output.say(progress)
    printed = progress
    await pause(pollMs)
  }
}
