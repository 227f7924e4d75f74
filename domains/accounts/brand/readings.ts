import { pageOf } from './extract/page.ts'
import { stylesOf } from './extract/styles.ts'
import { textOf, type EncodedText } from './extract/text.ts'
import { drawingOf } from './svg.ts'

// The work of reader.ts's threads.

export const readPage = (file: EncodedText) => pageOf(textOf(file))

export interface StyleSheets {
  readonly files: readonly EncodedText[]
  /** Those in the page itself. */
  readonly styles: readonly string[]
}

export const readStyles = ({ files, styles }: StyleSheets) => stylesOf([...files.map(textOf), ...styles])

export const readDrawing = (bytes: Uint8Array) => drawingOf(Buffer.from(bytes).toString('utf8'))
