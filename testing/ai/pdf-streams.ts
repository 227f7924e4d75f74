import { inflateSync } from 'node:zlib'

/** The compressed streams of a PDF as text: what its pages draw, and the files that it carries. */
export const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/FlateDecode[\s\S]*?\bstream\n/g)].map(({ index, 0: head }) =>
    inflateSync(pdf.subarray(index + head.length)).toString('utf8'),
  )
