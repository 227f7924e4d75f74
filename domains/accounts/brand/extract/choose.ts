import type { Draft, Extraction } from '../rules.ts'
import { chroma, distance, type Hex, contrastRatio, type Palette } from '../rules/color.ts'
import { cssColor } from './css-color.ts'
import type { PageFacts, SourcedText } from './page.ts'
import type { StyleFacts } from './styles.ts'
import { foreignJson } from '../../../../packages/foreign-json/index.ts'

export interface Facts {
  readonly url: URL
  readonly page: PageFacts
  readonly manifest: ManifestFacts
  readonly styles: StyleFacts
}

type ChosenBrand = Pick<Extraction, 'sources' | 'colors' | 'fonts'> & { readonly draft: Draft }

interface Candidate {
  readonly color: Hex
  readonly source: string
}

/** The fields of a draft from the facts of a page, each with its source, and the other candidates. */
export const chosenFrom = (facts: Facts): ChosenBrand => {
  const name = nameFrom(facts)
  const palette = paletteFrom(facts)
  const fonts = fontsFrom(facts)
  const sources: Record<string, string> = { ...(name && { name: name.source }) }
  for (const [field, { source }] of Object.entries(palette)) sources[`colors.${field}`] = source
  for (const [field, { source }] of Object.entries(fonts.chosen)) sources[`fonts.${field}`] = source
  const valuesOf = <T>(chosen: Readonly<Record<string, T>>, value: (one: T) => string) =>
    Object.fromEntries(Object.entries(chosen).map(([field, one]) => [field, value(one)]))
  return {
    draft: {
      ...(name && { name: name.value }),
      website: facts.url.origin,
      colors: valuesOf(palette, ({ color }) => color),
      fonts: valuesOf(fonts.chosen, ({ value }) => value),
    },
    sources: { ...sources, website: 'address' },
    colors: distinct([...brandColors(facts), ...usedColors(facts)]).slice(0, 12),
    fonts: fonts.all.map(({ value, source }) => ({ family: value, source })).slice(0, 12),
  }
}

const nameMost = 100

const nameFrom = ({ page, manifest, url }: Facts): SourcedText | undefined => {
  const title = { source: 'title', value: fromTitle(page.title, url.hostname) }
  const all = [...page.names, ...manifest.names, title].map(({ source, value }) => ({ source, value: oneLine(value) }))
  return all.find(({ value }) => value !== '' && Array.from(value).length <= nameMost)
}

/** A title is often “Page | Name” or “Name – what we do”: the part that the host is called after, else the shortest. */
const fromTitle = (title: string, host: string) => {
  const parts = oneLine(title)
    .split(/\s[|–—·•»-]\s|\s{0,9}\|\s{0,9}|:\s/)
    .filter((part) => part !== '')
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const labels = host.split('.').slice(0, -1).map(letters)
  const named = parts.find((part) => labels.some((label) => label.length > 2 && letters(part).startsWith(label)))
  return named ?? parts.toSorted((a, b) => a.length - b.length)[0] ?? ''
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()

/** From this chroma on, people see a colour and no grey. */
const coloredChroma = 0.04
/** Colours closer than this look alike. */
const alikeDistance = 0.03

const primaryName = /^--(?:[\w-]*-)?(brand|primary|main|theme)(-(color|colour|base|default|500|600|1))?$/i
const accentName = /^--(?:[\w-]*-)?(accent|secondary|highlight|link)(-(color|colour|base|default|500|600|1))?$/i
const backgroundName = /^--(?:[\w-]*-)?(background|bg|body-bg|page-bg|surface)(-(color|colour|base|default))?$/i
const textName = /^--(?:[\w-]*-)?(text|foreground|body-color|fg|ink)(-(color|colour|base|default|body))?$/i

const paletteFrom = (facts: Facts): Partial<Record<keyof Palette, Candidate>> => {
  const background = backgroundFrom(facts)
  const isBrand = ({ color }: Candidate) => chroma(color) >= coloredChroma && distance(color, background.color) > 0.1
  const primary = brandColors(facts).find(isBrand) ?? usedColors(facts).find(isBrand)
  const accents = [...accentColors(facts), ...brandColors(facts), ...usedColors(facts)]
  const accent = primary && accents.filter(isBrand).find(({ color }) => distance(color, primary.color) > 0.12)
  const text = textFrom(facts, background.color)
  return { background, ...(primary && { primary }), ...(accent && { accent }), ...(text && { text }) }
}

const candidate = (color: Hex | undefined, source: string): Candidate[] => (color ? [{ color, source }] : [])
const namedLike = ({ styles }: Facts, pattern: RegExp): Candidate[] =>
  styles.named.filter(({ name }) => pattern.test(name)).map(({ name, color }) => ({ color, source: name }))

const brandColors = (facts: Facts): Candidate[] => [
  ...facts.page.themeColors.flatMap((value) => candidate(cssColor(value), 'theme-color')),
  ...namedLike(facts, primaryName),
  ...candidate(facts.styles.button, 'buttons'),
  ...candidate(cssColor(facts.manifest.themeColor ?? ''), 'manifest theme_color'),
  ...candidate(facts.styles.link, 'links'),
]
const accentColors = (facts: Facts): Candidate[] => [
  ...namedLike(facts, accentName),
  ...candidate(facts.styles.link, 'links'),
]
const usedColors = ({ styles }: Facts): Candidate[] =>
  styles.used.map((color) => ({ color, source: 'often used in the style sheets' }))

/** A page without a background colour is white, as browsers show it. */
const backgroundFrom = (facts: Facts): Candidate =>
  [
    ...candidate(facts.styles.background, 'page background'),
    ...namedLike(facts, backgroundName),
    ...candidate(cssColor(facts.manifest.backgroundColor ?? ''), 'manifest background_color'),
  ][0] ?? { color: '#ffffff', source: 'browser default' }

/** Text that could not be read on this background belongs to some other one. */
const textFrom = (facts: Facts, background: Hex) =>
  [...candidate(facts.styles.text, 'page text'), ...namedLike(facts, textName)].find(
    ({ color }) => contrastRatio(color, background) >= 3,
  )

const distinct = (all: readonly Candidate[]) =>
  all.reduce<Candidate[]>(
    (others, one) =>
      others.some(({ color }) => distance(color, one.color) < alikeDistance) ? others : [...others, one],
    [],
  )

const fontsFrom = ({ styles, page }: Facts) => {
  const ownFont = (value: string | undefined, source: string): SourcedText[] => (value ? [{ source, value }] : [])
  const linked = page.fonts.map((value) => ({ source: 'linked font', value }))
  const faces = styles.faces.map((value) => ({ source: '@font-face', value }))
  const body = [...ownFont(styles.bodyFont, 'font of the page'), ...linked, ...faces][0]
  const heading = [...ownFont(styles.headingFont, 'font of headings'), ...(body ? [body] : [])][0]
  const all = [heading, body, ...linked, ...faces].filter((one) => one !== undefined)
  return { chosen: { ...(heading && { heading }), ...(body && { body }) }, all: once(all) }
}

/** Addresses to try for the logo and the icon, the best first, each once. */
export const picturesToTry = ({ page, manifest, url }: Pick<Facts, 'page' | 'manifest' | 'url'>) => {
  // The picture of a page for social networks shows more than its logo: it comes after the icons.
  const logos = page.logos.filter(({ source }) => source !== 'og:image')
  const icons = [...page.icons, ...manifest.icons]
  const favicon = { source: 'favicon', value: new URL('/favicon.ico', url).href }
  return {
    logo: once([...logos, ...icons, ...page.logos, favicon]).slice(0, 6),
    icon: once([...icons, favicon]).slice(0, 5),
  }
}

const once = (all: readonly SourcedText[]) =>
  all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)

/** A draft with the found fields; changes that a person made since `before` stay. */
export const mergedWith = (before: Draft, now: Draft, found: Draft): Draft => {
  const { colors, fonts, ...fields } = found
  const { colors: ownColors, fonts: ownFonts, ...own } = now
  const merged = (was: object = {}, is: object = {}, one: object = {}) => {
    const same = ([name]: [string, unknown]) =>
      JSON.stringify((was as Record<string, unknown>)[name]) === JSON.stringify((is as Record<string, unknown>)[name])
    return { ...is, ...Object.fromEntries(Object.entries(one).filter(same)) }
  }
  const parts = {
    colors: merged(before.colors, ownColors, colors),
    fonts: merged(before.fonts, ownFonts, fonts),
  }
  const filled = Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
  return { ...(merged(before, own, fields) as Draft), ...filled }
}

/** The facts of a brand in a web app manifest. Source: W3C Web Application Manifest. */
export interface ManifestFacts {
  readonly names: readonly SourcedText[]
  readonly themeColor?: string
  readonly backgroundColor?: string
  readonly icons: readonly SourcedText[]
}

/** Reads a manifest; a malformed manifest has no facts. */
export const manifestOf = (text: string): ManifestFacts => {
  const { name, short_name: shortName, theme_color, background_color, icons } = objectOf(text)
  const colors = { themeColor: theme_color, backgroundColor: background_color }
  return {
    names: [name, shortName].filter(isText).map((value) => ({ source: 'manifest', value })),
    icons: iconsOf(icons),
    ...Object.fromEntries(Object.entries(colors).filter(([, value]) => isText(value))),
  }
}

const objectOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value = foreignJson(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 2_048

/** The system that shows maskable ones cuts them; of the others the largest comes first. */
const iconsOf = (icons: unknown): readonly SourcedText[] =>
  (Array.isArray(icons) ? icons.slice(0, 30) : [])
    .filter((icon): icon is Readonly<Record<string, unknown>> => typeof icon === 'object' && icon !== null)
    .filter(({ src, purpose }) => isText(src) && !(isText(purpose) && /^\s*(maskable|monochrome)\s*$/.test(purpose)))
    .map(({ src, sizes }) => ({ value: src as string, width: Number.parseInt(isText(sizes) ? sizes : '0', 10) || 0 }))
    .sort((a, b) => b.width - a.width)
    .map(({ value }) => ({ source: 'manifest icon', value }))
