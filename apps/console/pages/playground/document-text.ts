import { listAiDocumentPages } from '../../../../domains/agents/parsing/contract.ts'
import { call } from '../../api/client.ts'

const documentMostChars = 60_000
const pagesAtOnce = 100

/** The text of a parsed document, or its beginning where it is longer than what is sent. */
export const textOfDocument = async (id: string): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  let text = ''
  let after = 0
  while (text.length <= documentMostChars) {
    const pages = await call(listAiDocumentPages, { params: { id }, query: { after, limit: pagesAtOnce } })
    for (const page of pages) text += `Page ${page.number}:\n${page.markdown}\n\n`
    if (pages.length < pagesAtOnce) break
    after = pages.at(-1)!.number
  }
  return { text: text.slice(0, documentMostChars).trim(), isCut: text.length > documentMostChars }
}
