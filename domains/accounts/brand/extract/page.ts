import { Parser } from 'htmlparser2'
import { linkedFamilies } from './styles.ts'
import { organizationsIn } from './json-ld.ts'

export interface SourcedText {
  /** The place on the page, for people: `og:site_name`. */
  readonly source: string
  readonly value: string
}

/** The facts of a brand in the markup of a page, the best first; addresses unchanged. */
export interface PageFacts {
  readonly base: string | undefined
  readonly title: string
  readonly manifest: string | undefined
  readonly names: readonly SourcedText[]
  readonly themeColors: readonly string[]
  readonly sheets: readonly string[]
  readonly styles: readonly string[]
  readonly fonts: readonly string[]
  readonly logos: readonly SourcedText[]
  readonly icons: readonly SourcedText[]
  /** Markup of drawings in the place of a logo. */
  readonly drawings: readonly string[]
}

const depthMost = 1_000
const textMost = 500_000
const drawingMost = 100_000
const listMost = 40

/** The page is nested too deeply; everything read so far counts. */
class DeepEnough extends Error {}

interface Ranked extends SourcedText {
  readonly rank: number
}

interface PageNotes {
  base?: string
  title: string
  manifest?: string
  readonly names: Ranked[]
  readonly themeColors: string[]
  readonly sheets: string[]
  readonly styles: string[]
  readonly fonts: string[]
  readonly logos: Ranked[]
  readonly icons: Ranked[]
  readonly drawings: string[]
}

type Attributes = Readonly<Record<string, string>>

/** Reads a page in one pass, in time proportional to its length. */
export const pageOf = (html: string): PageFacts => {
  const notes: PageNotes = {
    title: '',
    names: [],
    themeColors: [],
    sheets: [],
    styles: [],
    fonts: [],
    logos: [],
    icons: [],
    drawings: [],
  }
  try {
    read(html, notes)
  } catch (error) {
    if (!(error instanceof DeepEnough)) throw error
  }
  const { base, title, manifest, names, logos, icons, ...lists } = notes
  const sorted = (list: readonly Ranked[]) =>
    list.toSorted((a, b) => a.rank - b.rank).map(({ source, value }) => ({ source, value: value.trim() }))
  return {
    ...lists,
    base,
    manifest,
    title: title.trim(),
    names: sorted(names),
    logos: sorted(logos),
    icons: sorted(icons),
  }
}

const read = (html: string, notes: PageNotes) => {
  const open: { readonly isHeader: boolean; readonly isLogo: boolean }[] = []
  let taking = ''
  let text = ''
  let drawingFrom = -1
  let headers = 0
  let logos = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const inHeader = headers > 0
      const inLogo = logos > 0
      const own = { isHeader: /^(header|nav)$/.test(name), isLogo: isLogo(name, attributes) }
      open.push(own)
      headers += Number(own.isHeader)
      logos += Number(own.isLogo)
      if (open.length > depthMost) throw new DeepEnough()
      takers[name]?.(notes, attributes, { inHeader, inLogo })
      if (name === 'svg' && drawingFrom < 0 && logos > 0) drawingFrom = parser.startIndex
      taking = hasFacts(name, attributes) ? name : ''
      text = ''
    },
    ontext: (part) => {
      if (taking && text.length < textMost) text += part
    },
    onclosetag: (name) => {
      const closed = open.pop()
      headers -= Number(closed?.isHeader ?? false)
      logos -= Number(closed?.isLogo ?? false)
      if (name === 'svg' && drawingFrom >= 0) {
        const drawing = html.slice(drawingFrom, parser.endIndex + 1)
        if (drawing.length <= drawingMost) add(notes.drawings, drawing)
        drawingFrom = -1
      }
      if (taking === name) takeText(notes, name, text)
      taking = ''
    },
  })
  parser.end(html)
}

const add = <Item>(list: Item[], item: Item) => {
  if (list.length < listMost) list.push(item)
}

/** True if an element is marked as the logo, or links home and shows something. */
const isLogo = (name: string, { class: names = '', id = '', 'aria-label': label = '', href, rel }: Attributes) =>
  /(^|[\s_-])(logo|brand|site-title|navbar-brand)/i.test(`${names} ${id}`) ||
  (/^(a|svg)$/.test(name) && /\blogo\b/i.test(label)) ||
  (name === 'a' && (href === '/' || rel === 'home'))

/** True if the text inside an element has facts of a brand. */
const hasFacts = (name: string, { type = '' }: Attributes) =>
  name === 'title' || name === 'style' || (name === 'script' && /^application\/ld\+json$/i.test(type.trim()))

const takeText = (notes: PageNotes, name: string, text: string) => {
  if (name === 'title') notes.title ||= text.slice(0, 300)
  if (name === 'style') add(notes.styles, text)
  if (name !== 'script') return
  for (const { name: said, logo } of organizationsIn(text)) {
    if (said) add(notes.names, { rank: 2, source: 'JSON-LD', value: said })
    if (logo) add(notes.logos, { rank: 0, source: 'JSON-LD logo', value: logo })
  }
}

type TagReader = (
  notes: PageNotes,
  attributes: Attributes,
  where: { readonly inHeader: boolean; readonly inLogo: boolean },
) => void

const metaRanks: Readonly<Record<string, number>> = {
  'og:site_name': 0,
  'application-name': 1,
  'apple-mobile-web-app-title': 3,
}

const takeMeta: TagReader = (notes, { name = '', property = '', content = '', media = '' }) => {
  const key = (property || name).toLowerCase().trim()
  if (content.trim() === '' || content.length > 2_048) return
  const rank = metaRanks[key]
  if (rank !== undefined) add(notes.names, { rank, source: key, value: content })
  if (key === 'theme-color' && !/dark/i.test(media)) add(notes.themeColors, content)
  if (key === 'og:logo') add(notes.logos, { rank: 1, source: key, value: content })
  if (key === 'og:image' || key === 'og:image:url') add(notes.logos, { rank: 9, source: 'og:image', value: content })
  if (key === 'msapplication-tileimage') add(notes.icons, { rank: 6, source: 'tile', value: content })
}

const takeLink: TagReader = (notes, { rel = '', href = '', sizes = '', media = '', type = '' }) => {
  const kinds = rel.toLowerCase().split(/\s+/)
  if (href === '' || href.length > 200_000) return
  if (kinds.includes('manifest')) notes.manifest ??= href
  const families = linkedFamilies(href)
  for (const family of families) add(notes.fonts, family)
  const isSheet = kinds.includes('stylesheet') && !kinds.includes('alternate') && !/print|dark/i.test(media)
  if (isSheet && families.length === 0) add(notes.sheets, href)
  if (kinds.some((kind) => kind.startsWith('apple-touch-icon')))
    add(notes.icons, { rank: 1, source: 'apple-touch-icon', value: href })
  if (kinds.includes('icon')) add(notes.icons, { rank: iconRank(sizes, type, href), source: 'icon', value: href })
  if (kinds.includes('mask-icon')) add(notes.icons, { rank: 7, source: 'mask-icon', value: href })
}

/** A drawing is sharp at every size; of pictures the larger one is. */
const iconRank = (sizes: string, type: string, href: string) => {
  if (/svg/i.test(type) || /\.svg(\?|$)/i.test(href)) return 0
  const width = Number.parseInt(sizes, 10)
  return width >= 128 ? 2 : width >= 48 ? 3 : 4
}

const takeImage: TagReader = (notes, attributes, { inHeader, inLogo }) => {
  const { src = '', 'data-src': lazy = '', alt = '', class: names = '', id = '' } = attributes
  const value = src && !src.startsWith('data:image/gif') ? src : lazy || src
  const isNamed = /logo/i.test(`${value.slice(0, 2_048)} ${alt} ${names} ${id}`)
  if (value === '' || value.length > 200_000 || !(isNamed || (inLogo && inHeader))) return
  // Further down a page stand the logos of its customers.
  const rank = inLogo && inHeader ? 2 : inHeader ? 3 : inLogo ? 4 : 8
  add(notes.logos, { rank, source: 'picture in the page', value })
}

const takers: Readonly<Record<string, TagReader>> = {
  meta: takeMeta,
  link: takeLink,
  img: takeImage,
  base: (notes, { href }) => {
    if (href) notes.base ??= href
  },
  body: (notes, { style }) => {
    if (style && style.length < 2_000) add(notes.styles, `body { ${style.replaceAll(/[{}]/g, '')} }`)
  },
}
