import { openThread } from '../../../../platform/threads/index.ts'
import { asFacturX } from './factur-x.ts'
import { fonts } from './page-of.ts'
import type { RenderResult, InvoicePageRequest, EvidencePageRequest } from './thread.ts'
import type { MissingCharacters } from './characters.ts'

const answerMs = 20_000
const memoryMiB = 256

// One page at a time: a warm one takes milliseconds, and the thread ends when it had nothing to do.
const thread = openThread<InvoicePageRequest | EvidencePageRequest, RenderResult>({
  module: new URL('thread.ts', import.meta.url),
  answerMs,
  memoryMiB,
})

/** The PDF/A-3b of a page, with its electronic invoice if it has one; or the characters that no font shows. */
export const renderPage = async (
  asked: InvoicePageRequest,
  signal: AbortSignal,
): Promise<Buffer | MissingCharacters> => {
  const answered = await thread.ask(asked, { signal })
  if ('unshown' in answered) return answered.unshown
  const pdf = Buffer.from(answered.pdf)
  return asked.xml === null ? pdf : asFacturX(pdf)
}

/**
 * The PDF/A-3b of a page of evidence, which carries `pack` as a file; characters that no font has are U+FFFD on it.
 * `page` is what evidence.typ shows, without fonts.
 */
export const renderEvidence = async (page: object, pack: string, signal: AbortSignal): Promise<Buffer> => {
  const answered = await thread.ask({ evidence: JSON.stringify({ ...page, fonts }), pack }, { signal })
  if ('unshown' in answered) throw new Error('Evidence pages must drop unsupported characters, never refuse them')
  return Buffer.from(answered.pdf)
}
