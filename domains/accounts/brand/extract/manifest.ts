import type { SourcedText } from './page.ts'
import { foreignJson } from '../../../../packages/foreign-json/index.ts'

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
