import type { TextItem } from './page-items.ts'

/** pdf.js's record of a link or a field of a form. `rect` is in points from the lower left corner of the page. */
export interface Annotation {
  /** The lines of a typed note. */
  readonly textContent?: readonly string[]
  readonly contentsObj?: { readonly str?: string }
  readonly subtype?: string
  readonly rect?: readonly number[]
  readonly url?: string
  readonly fieldType?: string | null
  readonly fieldValue?: unknown
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly exportValue?: string
  readonly buttonValue?: string
  readonly password?: boolean
  readonly annotationFlags?: number
}

const sizeMost = 11

/** Text typed into a field of a form or onto the page, at its place: a PDF stores it apart from the page's text. */
export const fieldItems = (annotation: Annotation, shown: readonly number[]): TextItem[] => {
  const { rect } = annotation
  if (!rect || isHidden(annotation)) return []
  const [x1, y1, x2, y2] = shownRect(rect, shown)
  const lines = linesOn(annotation)
  const size = Math.min(sizeMost, ((y2 - y1) * 0.7) / Math.max(1, lines.length)) || sizeMost
  const first = lines.length === 1 ? (y1 + y2) / 2 + size * 0.3 : y1 + size
  return lines.map((text, at) => ({
    text,
    x: x1,
    y: first + at * size * 1.2,
    width: Math.min(x2 - x1, text.length * size * 0.5),
    size,
    isRightToLeft: /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text),
  }))
}

/** The word for annotation content that `fieldItems` leaves out. */
export const unreadWordOf = (annotation: Annotation): string | undefined => {
  const { subtype = '', fieldType } = annotation
  if (isHidden(annotation)) return fieldType !== 'Btn' && linesOn(annotation).length > 0 ? 'hidden_text' : undefined
  if (subtype === 'FileAttachment') return 'objects_not_read'
  // The window of a comment repeats its text, and the text of a link is on the page.
  if (['Widget', 'FreeText', 'Link', 'Popup'].includes(subtype)) return undefined
  return linesOfNote(annotation).length > 0 ? 'comments_not_read' : undefined
}

// ISO 32000-1, 12.5.3: Hidden and NoView.
const hiddenFlags = 2 | 32
const isHidden = ({ annotationFlags = 0, password = false }: Annotation) =>
  password || (annotationFlags & hiddenFlags) !== 0

const linesOn = (annotation: Annotation) => {
  if (annotation.subtype === 'Widget') return linesOfField(annotation)
  return annotation.subtype === 'FreeText' ? linesOfNote(annotation) : []
}

const shownRect = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], shown: readonly number[]) => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = shown
  const xs = [a * x1 + c * y1 + e, a * x2 + c * y2 + e]
  const ys = [b * x1 + d * y1 + f, b * x2 + d * y2 + f]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
}

const linesOfNote = ({ textContent, contentsObj }: Annotation) => {
  const stored = (contentsObj?.str ?? '').split(/\r\n?|\n/)
  const lines = stored.some((line) => line.trim() !== '') ? stored : (textContent ?? [])
  return lines.filter((line) => line.trim() !== '')
}

const linesOfField = ({ fieldType, fieldValue, checkBox, radioButton, exportValue, buttonValue }: Annotation) => {
  if (fieldType === 'Btn') {
    if (checkBox !== true && radioButton !== true) return []
    const isChecked =
      typeof fieldValue === 'string' && fieldValue === (radioButton === true ? buttonValue : exportValue)
    return [isChecked ? '[x]' : '[ ]']
  }
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return []
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]) as readonly unknown[]
  return values
    .flatMap((value) => (typeof value === 'string' ? value.split(/\r\n?|\n/) : []))
    .filter((line) => line.trim() !== '')
}
