import { getAiDocument, listAiDocumentPages, parseAiDocument } from '../../../../domains/agents/parsing/contract.ts'
import { sourceOf } from '../../files/ai-files.ts'
import { defined, type Reply } from '../../client/client.ts'
import { failed } from '../../failure.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { watchState } from '../../terminal/progress.ts'
import { printableLines } from '../../terminal/text.ts'

interface ParseOptions {
  readonly engine?: string
  readonly project?: string
  readonly critical?: boolean
  readonly scanned?: boolean
  readonly visual?: boolean
}

const pollMs = 500

/** `atelier ai parse`: uploads a file or names a URL, waits until it is parsed, and prints the text of each page. */
export const parseDocument = async (session: Session, source: string, options: ParseOptions): Promise<void> => {
  const client = await session.client()
  const projectId = options.project === undefined ? undefined : await chooseProject(session, options.project)
  const { critical, scanned, visual } = options
  const engine = options.engine as 'text' | 'ocr' | 'native' | undefined
  const settings = defined({ engine, projectId, critical, scanned, visual })
  const body = { source: await sourceOf(client, session.cwd, source), ...settings }
  const { id } = await client.call(parseAiDocument, { body })
  const document = await watchState(session.output, {
    read: () => client.call(getAiDocument, { params: { id } }),
    isOver: ({ status }) => status !== 'queued' && status !== 'parsing',
    textOf: ({ pagesRead, pagesTotal }) => `${pagesRead} of ${pagesTotal ?? '?'} pages`,
    everyMs: pollMs,
  })
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
