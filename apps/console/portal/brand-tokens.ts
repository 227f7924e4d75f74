import {
  oklabOf,
  shownOf,
  type Hex,
  controlRatio,
  nearestPassing,
  readableOn,
  textRatio,
} from '../../../domains/accounts/brand/rules/color.ts'

/** The theme's backgrounds for a brand's colours; `paper` decides whether it is dark. */
export type ThemeColors = Readonly<Record<'paper' | 'surface' | 'sunken' | 'hover', Hex>>

/** How far a button's ground moves under the pointer, in lightness from 0 to 1. */
const hoverStep = 0.035

/** Room above the required contrast, since drawn colours are rounded. */
const margin = 0.1

const moved = (color: Hex, lightness: number, chroma: number): Hex => {
  const { a, b } = oklabOf(color)
  const own = Math.hypot(a, b)
  const share = own === 0 ? 0 : Math.min(1, chroma / own)
  return shownOf({ l: lightness, a: a * share, b: b * share })
}

/** The colour on every one of these grounds at once: its hue stays, its lightness moves until it passes. */
const passing = (color: Hex, grounds: readonly Hex[], ratio: number): Hex =>
  grounds.reduce((found, ground) => nearestPassing(found, ground, ratio + margin), color)

/**
 * The portal's tokens for an agency's colour: the fill is the agency's own, and all that has to be read or seen moves
 * until it reaches WCAG 2.2 AA on every ground. Only the accent changes: paper, ink and states stay ours.
 */
export const brandTokens = (
  primary: Hex,
  { paper, surface, sunken, hover }: ThemeColors,
): Readonly<Record<string, Hex>> => {
  const isDark = oklabOf(paper).l < 0.5
  const onAccent = readableOn(primary)
  const own = oklabOf(primary)
  const away = onAccent === readableOn(shownOf({ l: 0, a: 0, b: 0 })) ? -hoverStep : hoverStep
  const soft = isDark ? moved(primary, 0.27, 0.045) : moved(primary, 0.955, 0.025)
  return {
    '--accent': primary,
    '--accent-hover': shownOf({ ...own, l: Math.min(1, Math.max(0, own.l + away)) }),
    '--on-accent': onAccent,
    '--accent-edge': passing(primary, [paper, surface, sunken, hover], controlRatio),
    '--accent-text': passing(primary, [paper, surface, sunken, hover, soft], textRatio),
    '--accent-soft': soft,
    '--accent-line': isDark ? moved(primary, 0.44, 0.09) : moved(primary, 0.82, 0.09),
    '--selected': soft,
  }
}

const oklch = /oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)\s*\)/

/** The backgrounds of the theme that an element is in. */
export const themeColorsOf = (element: Element): ThemeColors => {
  const style = getComputedStyle(element)
  const colorAt = (name: keyof ThemeColors) => colorOf(style.getPropertyValue(`--${name}`))
  return { paper: colorAt('paper'), surface: colorAt('surface'), sunken: colorAt('sunken'), hover: colorAt('hover') }
}

/** The colour that a token has now; the tokens are written as OKLCH, and a build may write their lightness in percent. */
export const colorOf = (written: string): Hex => {
  const [, lightness, percent, chroma, hue] = oklch.exec(written) ?? []
  if (hue === undefined) throw new TypeError(`No colour of the tokens: ${written}`)
  const l = percent === '%' ? Number(lightness) / 100 : Number(lightness)
  const angle = (Number(hue) * Math.PI) / 180
  return shownOf({ l, a: Number(chroma) * Math.cos(angle), b: Number(chroma) * Math.sin(angle) })
}
