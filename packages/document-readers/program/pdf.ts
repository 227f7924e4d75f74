import { readFile } from 'node:fs/promises'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { refusedPage, type ReadJob, type ReadPage, type ReadRecord } from '../reader.ts'
import { withoutRadicals } from './cjk.ts'
import { RefusedDocumentError } from './fault.ts'
import { fieldItems, unreadWordOf, type Annotation } from './form-fields.ts'
import { markdownOfItems } from './layout.ts'
import type { TextItem } from './page-items.ts'
import { pageOfText } from './pages.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

// A page with fewer characters may be a picture with a number below it.
const sparseChars = 40
// Pictures of more pixels are not unpacked.
const picturePixelsMost = 16_000_000

/** Opens a PDF, or throws. `cmaps`: character maps that PDFs name and do not have (ISO 32000-1, 9.7.5.2). */
export const openPdf = async (path: string, cmaps: string): Promise<PdfDocument> => {
  try {
    return await getDocumentProxy(new Uint8Array(await readFile(path)), {
      maxImageSize: picturePixelsMost,
      cMapUrl: `${cmaps}/`,
      useSystemFonts: false,
      verbosity: 0,
    })
  } catch (error) {
    throw new RefusedDocumentError((error as Error).name === 'PasswordException' ? 'encrypted' : 'malformed')
  }
}

/** Reads the words that a PDF stores, page by page. */
export async function* readPdf(
  path: string,
  { from, pagesMost, cmaps }: Pick<ReadJob, 'from' | 'pagesMost' | 'cmaps'>,
): AsyncGenerator<ReadRecord> {
  const pdf = await openPdf(path, cmaps)
  if (pdf.numPages > pagesMost) throw new RefusedDocumentError('too_many_pages')
  yield { type: 'pages', count: pdf.numPages }
  const attachments = await pdf.getAttachments().catch(() => null)
  for (let number = from; number <= pdf.numPages; number += 1) {
    yield { type: 'begin', number }
    const beside = (attachments?.size ?? 0) > 0 && number === 1 ? ['objects_not_read'] : []
    yield { type: 'page', ...(await readPage(pdf, number, beside).catch(() => refusedPage(number, 'malformed'))) }
  }
}

const readPage = async (pdf: PdfDocument, number: number, beside: readonly string[]): Promise<ReadPage> => {
  const page = await pdf.getPage(number)
  try {
    const annotations = await annotationsOf(page)
    const items = await itemsOf(page, annotations)
    const chars = items.reduce((sum, { text }) => sum + text.trim().length, 0)
    const unread = [...new Set([...beside, ...annotations.flatMap((annotation) => unreadWordOf(annotation) ?? [])])]
    const read = pageOfText(number, markdownOfItems(items), { unread })
    if (chars >= sparseChars) {
      if (read.state !== 'parsed' || read.confidence >= 0.8) return read
      return { ...read, state: 'needs_ocr', reasons: ['garbled', ...unread] }
    }
    const shown = await shownBy(page)
    // Text without a known character: its font has no map, or an unknown one.
    if (shown.texts > 0 && chars === 0)
      return { ...read, state: 'needs_ocr', confidence: 0, reasons: ['undecoded', ...unread] }
    if (shown.pictures === 0 && shown.paths < 200) return read
    const reason = shown.pictures > 0 ? 'scanned' : 'drawn'
    return { ...read, state: 'needs_ocr', confidence: 0, reasons: [reason, ...unread] }
  } finally {
    page.cleanup()
  }
}

const itemsOf = async (page: PdfPage, annotations: readonly Annotation[]): Promise<TextItem[]> => {
  // Maps the page as it is stored to the page as it is shown, which may be turned.
  const shown = page.getViewport({ scale: 1 }).transform
  const content = await page.getTextContent()
  const links = annotations.flatMap(({ rect, url }) => (rect && url !== undefined ? [{ rect, address: url }] : []))
  const words = content.items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[]
    const size = Math.hypot(a, b) || item.height || 1
    const middle = placeIn([a / size, b / size, -b / size, a / size, x, y], item.width / 2, size * 0.3)
    const address = links.find((link) => isWithin(middle, link.rect))?.address
    const text = withoutRadicals(item.str)
    const isMonospaced = content.styles[item.fontName]?.fontFamily === 'monospace'
    const isRightToLeft = item.dir === 'rtl'
    return [{ text, ...placeIn(shown, x, y), width: item.width, size, isRightToLeft, isMonospaced, address }]
  })
  return [...words, ...annotations.flatMap((annotation) => fieldItems(annotation, shown))]
}

/** A point of a page, moved by a matrix of PDF. */
const placeIn = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], x: number, y: number) => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

const annotationsOf = async (page: PdfPage): Promise<readonly Annotation[]> => {
  const annotations = (await page.getAnnotations({ intent: 'any' }).catch(() => [])) as Annotation[]
  return annotations.slice(0, 2_000)
}

const isWithin = (
  { x, y }: { readonly x: number; readonly y: number },
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
) => x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)

/** How many pictures, lines and texts without a character a page draws. */
const shownBy = async (page: PdfPage) => {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  return {
    pictures: fnArray.filter((operator: number) => pictures.has(operator as never)).length,
    texts: fnArray.filter((operator: number, at: number) => operator === OPS.showText && !isBlank(argsArray[at]))
      .length,
    paths: fnArray.filter((operator: number) => operator === OPS.constructPath).length,
  }
}

// Glyphs with their text, and numbers that move the next one.
const isBlank = (args: unknown) => {
  const [glyphs] = (args ?? []) as readonly unknown[]
  if (!Array.isArray(glyphs) || glyphs.length === 0) return false
  return glyphs.every((glyph: unknown) => typeof glyph === 'number' || /^\s*$/.test(unicodeOf(glyph)))
}

const unicodeOf = (glyph: unknown) => {
  const { unicode } = (glyph ?? {}) as { readonly unicode?: unknown }
  return typeof unicode === 'string' ? unicode : '?'
}
