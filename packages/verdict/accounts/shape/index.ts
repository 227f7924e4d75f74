import { isPageChange } from './pages.ts'
import { isStyleChange } from './styles.ts'
import { isTranslation, isTranslationChange } from './translations.ts'
import { isBinding, isDocument, isDocumentChange } from './documents.ts'

export { isProse } from './documents.ts'

// More than a file that people write has.
const mostChars = 400_000

interface Sides {
  readonly path: string
  /** Undefined for a file that is added. */
  readonly before: string | undefined
  /** Undefined for a file that is removed. */
  readonly after: string | undefined
}

/** A kind of file whose changes people look at, and cannot run. */
interface Row {
  readonly matches: (path: string) => boolean
  readonly isShape: (sides: Sides & { readonly after: string }) => boolean
}

/** The closed table: the first row that has the path decides, and other paths are no shapes. */
const rows: readonly Row[] = [
  {
    matches: (path) => isDocument(path) && !isBinding(path),
    isShape: ({ before = '', after }) => isDocumentChange(before, after),
  },
  {
    matches: (path) => isTranslation(path) && !isBinding(path),
    isShape: ({ path, before, after }) => isTranslationChange(path, before, after),
  },
  {
    matches: (path) => /\.(?:css|scss|less)$/.test(path),
    isShape: ({ path, before, after }) => before !== undefined && isStyleChange(path, before, after),
  },
  {
    matches: (path) =>
      /\.(?:html?|vue|hbs|handlebars|mustache|njk|twig|liquid|j2|jinja2?|[jt]sx)$/.test(path) && !isBinding(path),
    isShape: ({ path, before, after }) => before !== undefined && isPageChange(path, before, after),
  },
]

/**
 * True if a change of a file affects only its look for people: a document, a style sheet, the text of a page or a
 * translation, in which no address, script, handler, price, consent or word of law changed, and which hides nothing and
 * speaks to no reviewer. A removed file is no shape.
 */
export const isShape = async ({ path, before, after }: Sides): Promise<boolean> => {
  if (after === undefined || (before?.length ?? 0) > mostChars || after.length > mostChars) return false
  return rows.find(({ matches }) => matches(path))?.isShape({ path, before, after }) ?? false
}

/** Whether a file that cannot be read line by line is a picture of the documents. */
export const isDocumentPicture = (path: string): boolean =>
  /^(?:docs?|documentation)\//.test(path) && !/(?:^|\/)[.]/.test(path) && /[.](?:png|jpe?g|gif|webp)$/i.test(path)
