import { parseXml, type XmlElement } from '@rgrove/parse-xml'

/** The root element of an answer in XML. An answer that is not XML is an error. */
export const answerOf = (text: string): XmlElement => {
  const { root } = parseXml(text)
  if (!root) throw new Error('The object store sent an empty document.')
  return root
}

/** Returns the direct children with this name. */
export const childrenOf = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.filter((node): node is XmlElement => node.type === 'element' && (node as XmlElement).name === name)

/** Returns the text of the first direct child with this name. */
export const childOf = (parent: XmlElement, name: string): string | undefined => childrenOf(parent, name)[0]?.text

/** A list of parts, as the request that joins them has it. Source: Amazon S3 API Reference, CompleteMultipartUpload. */
export const partsDocument = (parts: readonly { readonly number: number; readonly etag: string }[]): Buffer => {
  const entries = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  )
  return Buffer.from(`<CompleteMultipartUpload>${entries.join('')}</CompleteMultipartUpload>`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
