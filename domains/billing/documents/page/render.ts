import { openThread } from '../../../../platform/threads/index.ts'
import { fonts, type MissingCharacters } from './page-of.ts'
import type { RenderResult, InvoicePageRequest, EvidencePageRequest } from './thread.ts'

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

// PDF/A allows properties of an own schema if it is described beside them.
const schema = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${[
  property('DocumentFileName', 'The name of the embedded XML document'),
  property('DocumentType', 'The type of the hybrid document in capital letters'),
  property('Version', 'The actual version of the standard applying to the embedded XML document'),
  property('ConformanceLevel', 'The conformance level of the embedded XML document'),
].join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`

const description = `<rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`

const expected = (found: RegExpExecArray | null, what: string): RegExpExecArray => {
  if (!found) throw new Error(`The PDF has no ${what} where the compiler writes it`)
  return found
}

/**
 * A PDF of the compiler whose metadata mark it as a Factur-X of the profile EN 16931, as an update at its end (ISO
 * 32000-1, 7.5.6). The PDF needs a table of references and metadata that are not compressed.
 */
const asFacturX = (pdf: Buffer): Buffer => {
  const text = pdf.toString('latin1')
  // Names of people are in the file unchanged: only a text that no name can hold, a line end before it, leads to a
  // place.
  const ending = text.slice(text.lastIndexOf('\ntrailer'))
  const trailer = expected(/^\ntrailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(ending), 'trailer')
  const root = expected(/\/Root (\d+) 0 R/.exec(trailer[1]!), 'root')[1]!
  const catalog = text.slice(text.lastIndexOf(`\n${root} 0 obj`))
  const object = expected(/^\n\d+ 0 obj\s[\s\S]*?\/Metadata (\d+) 0 R/.exec(catalog), 'metadata')[1]!
  const start = expected(new RegExp(`\\n${object} 0 obj\\s*<<[^>]*>>\\s*stream\\n`).exec(text), 'metadata')
  const from = start.index + start[0].length
  const xmp = text.slice(from, text.indexOf('\nendstream', from))
  const changed = inserted(inserted(xmp, '</rdf:Bag></pdfaExtension:schemas>', schema), '</rdf:RDF>', description)
  const offset = pdf.length + 1
  const update = [
    `\n${object} 0 obj\n<<\n  /Length ${changed.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n`,
    `${changed}\nendstream\nendobj\n`,
  ].join('')
  const table = `xref\n0 1\n0000000000 65535 f \n${object} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  const end = `trailer\n<<${trailer[1]!.trimEnd()}\n  /Prev ${trailer[2]}\n>>\nstartxref\n${pdf.length + update.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(`${update}${table}${end}`, 'latin1')])
}

const inserted = (text: string, before: string, added: string) => {
  const at = text.lastIndexOf(before)
  if (at < 0) throw new Error(`The metadata of the PDF have no ${before}`)
  return text.slice(0, at) + added + text.slice(at)
}

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
