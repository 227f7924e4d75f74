import { parse, walk, type CssNode } from 'css-tree'
import type { Hex } from '../rules/color.ts'
import { cssColor } from './css-color.ts'

/** The facts of a brand in the style sheets of a page; every value was resolved. */
export interface StyleFacts {
  readonly background?: Hex
  readonly text?: Hex
  readonly link?: Hex
  readonly button?: Hex
  readonly headingFont?: string
  readonly bodyFont?: string
  /** Custom properties of the whole page that hold a colour, in their order. */
  readonly named: readonly { readonly name: string; readonly color: Hex }[]
  /** Colours by how much they are used, the most used first. */
  readonly used: readonly Hex[]
  readonly faces: readonly string[]
}

const valuesMost = 5_000
const namesMost = 2_000
const usedMost = 30

const isRoot = /^(:root|html|body|:host|\*|html body|:root, ?:host)$/
const places = {
  body: /^(html|body|html body|:root)$/,
  link: /^a(:link)?$/,
  heading: /^(h1|h2|h1, ?h2|\.h1)$/,
  button:
    /^(button|\.btn|\.btn-primary|\.button|\.button-primary|\.button--primary|\.wp-block-button__link|input\[type=["']?submit["']?\])$/,
} as const
const weights: Readonly<Record<string, number>> = {
  'background-color': 2,
  background: 2,
  color: 1,
  fill: 1,
  'border-color': 1,
}

interface Sheet {
  readonly names: Map<string, string>
  readonly roles: Map<string, string>
  readonly weighed: Map<string, number>
  readonly faces: Set<string>
}

/** Reads style sheets in the order of a browser, without the unreadable ones. */
export const stylesOf = (sheets: readonly string[]): StyleFacts => {
  const sheet: Sheet = { names: new Map(), roles: new Map(), weighed: new Map(), faces: new Set() }
  for (const text of sheets) {
    try {
      readSheet(sheet, text)
    } catch (error) {
      // Nested deeper than the stack: no sheet that a person wrote.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return factsOf(sheet)
}

const readSheet = (sheet: Sheet, text: string) => {
  const tree = parse(text, { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false, positions: false })
  walk(tree, {
    visit: 'Declaration',
    enter(node) {
      const { property } = node
      const value = node.value.type === 'Raw' ? node.value.value : ''
      if (value.length > 300 || property.length > 100 || isElsewhere(this.atrule)) return
      if (this.atrule?.name === 'font-face') {
        if (property === 'font-family') addFace(sheet, value)
        return
      }
      for (const selector of selectorsOf(this.rule)) readDeclaration(sheet, selector, property.toLowerCase(), value)
    },
  })
}

type Atrule = { readonly name: string; readonly prelude: CssNode | null } | null

/** Another medium, or the dark twin of the page. */
const isElsewhere = (atrule: Atrule) =>
  atrule?.name === 'media' && atrule.prelude?.type === 'Raw' && /print|dark/i.test(atrule.prelude.value)

const selectorsOf = (rule: { readonly prelude: CssNode } | null) => {
  const text = rule?.prelude.type === 'Raw' ? rule.prelude.value : ''
  if (text.length > 2_000 || /dark/i.test(text)) return []
  return text.split(',').map((selector) => selector.trim())
}

const readDeclaration = ({ names, roles, weighed }: Sheet, selector: string, property: string, value: string) => {
  if (property.startsWith('--')) {
    if (isRoot.test(selector) && (names.has(property) || names.size < namesMost)) names.set(property, value)
    return
  }
  for (const [place, pattern] of Object.entries(places))
    if (pattern.test(selector)) roles.set(`${place} ${property}`, value)
  const weight = weights[property]
  if (weight && (weighed.has(value) || weighed.size < valuesMost))
    weighed.set(value, (weighed.get(value) ?? 0) + weight)
}

const addFace = ({ faces }: Sheet, value: string) => {
  const family = ownFamily(value)
  if (family && faces.size < 20) faces.add(family)
}

const factsOf = ({ names, roles, weighed, faces }: Sheet): StyleFacts => {
  const colorAt = (...roleNames: string[]) =>
    roleNames.map((name) => colorIn(resolved(roles.get(name) ?? '', names))).find((color) => color !== undefined)
  const fontAt = (...roleNames: string[]) =>
    roleNames
      .flatMap((name) => [roles.get(`${name} font-family`), familiesIn(roles.get(`${name} font`))])
      .map((list) => list && ownFamily(resolved(list, names)))
      .find((family) => family !== undefined && family !== '')
  const found = {
    background: colorAt('body background-color', 'body background'),
    text: colorAt('body color'),
    link: colorAt('link color'),
    button: colorAt('button background-color', 'button background'),
    headingFont: fontAt('heading'),
    bodyFont: fontAt('body'),
  }
  const present = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  return { ...present, named: namedColors(names), used: mostUsed(weighed, names), faces: [...faces] }
}

const namedColors = (names: ReadonlyMap<string, string>) =>
  [...names].flatMap(([name, value]) => {
    const color = cssColor(resolved(value, names))
    return color ? [{ name, color }] : []
  })

const mostUsed = (weighed: ReadonlyMap<string, number>, names: ReadonlyMap<string, string>) => {
  const total = new Map<Hex, number>()
  for (const [value, weight] of weighed) {
    const color = colorIn(resolved(value, names))
    if (color) total.set(color, (total.get(color) ?? 0) + weight)
  }
  return [...total]
    .sort(([, a], [, b]) => b - a)
    .map(([color]) => color)
    .slice(0, usedMost)
}

const resolveMost = 8

/** A value with its `var(--x)` and `var(--x, fallback)` filled in, as far as they lead somewhere within eight steps. */
const resolved = (value: string, names: ReadonlyMap<string, string>): string => {
  let text = value
  for (let step = 0; step < resolveMost && text.includes('var('); step += 1) {
    text = text.replaceAll(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
      (_all, name: string, fallback = '') => names.get(name) ?? (fallback as string),
    )
    if (text.length > 1_000) return ''
  }
  return text.replace(/!important/i, '').trim()
}

/** The colour of a value that may hold more than one: of a `background`, but not of a gradient. */
const colorIn = (value: string): Hex | undefined => {
  const whole = cssColor(value)
  if (whole || /gradient|url\(/i.test(value)) return whole
  const part = /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch|oklab)\([^()]*\)|^[a-z]+\b/i.exec(value)?.[0]
  return part ? cssColor(part) : undefined
}

/** The families of the shorthand `font`: the text behind its size. */
const familiesIn = (font: string | undefined) =>
  /[\d.]{1,20}(?:px|r?em|%|pt|vw)(?:\s{0,9}\/\s{0,9}[\w.%]{1,20})?\s{1,9}(.+)$/i.exec(font ?? '')?.[1]

const generic =
  /^(inherit|initial|unset|revert|revert-layer|serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[\w-]+|-apple-system|blinkmacsystemfont|segoe ui( emoji| symbol)?|apple color emoji|noto color emoji|helvetica|helvetica neue|arial|times|times new roman|courier|courier new|georgia|verdana|tahoma|trebuchet ms|menlo|monaco|consolas|liberation (sans|mono)|sfmono-regular|oxygen|ubuntu|cantarell|var)$/i
const icons = /icon|awesome|glyph|dashicons|symbols|swiper|slick|star$|woocommerce/i
const form = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

/** The first family of a `font-family` that is the page's own choice; undefined if all of them come with a system. */
export const ownFamily = (list: string): string | undefined =>
  list
    .slice(0, 1_000)
    .split(',')
    .map(plain)
    .find((family) => form.test(family) && !generic.test(family) && !icons.test(family))

/** A family without its quotes, and without what bundlers wrap around it: `__Inter_d65c78` is Inter. */
const plain = (text: string) => {
  const name = text
    .replace(/!important/i, '')
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2')
    .trim()
  const wrapped = /^__(.+?)(_Fallback)?_[0-9a-f]{6}$/.exec(name)?.[1]
  return wrapped ? wrapped.replaceAll('_', ' ') : name
}

/** The families that a link to a service of fonts asks for: `css2?family=Inter:wght@400;700`. */
export const linkedFamilies = (href: string): string[] => {
  if (!/^(https?:)?\/\/(fonts\.(googleapis\.com|bunny\.net)|fonts\.cdnfonts\.com)\//.test(href)) return []
  const url = URL.canParse(href, 'https://fonts.example') ? new URL(href, 'https://fonts.example') : undefined
  const asked = url?.searchParams.getAll('family').flatMap((list) => list.split('|')) ?? []
  return asked.flatMap((family) => ownFamily(family.split(':')[0]!.replaceAll('+', ' ')) ?? []).slice(0, 10)
}
