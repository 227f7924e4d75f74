import { distance, linear, oklabOf, rgbOf, shownOf, type Hex } from './color.ts'

/** WCAG 2.2: text at 4.5 (1.4.3), the necessary parts of a control at 3 (1.4.11). */
export const textRatio = 4.5
export const controlRatio = 3

/** Source: WCAG 2.2, relative luminance. */
export const luminance = (hex: Hex): number => {
  const { r, g, b } = rgbOf(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** 1 for two equal colours to 21 for black and white. Source: WCAG 2.2, contrast ratio. */
export const contrastRatio = (one: Hex, other: Hex): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever has more contrast: at least 4.58 on any colour. */
export const readableOn = (background: Hex): Hex =>
  contrastRatio('#000000', background) >= contrastRatio('#ffffff', background) ? '#000000' : '#ffffff'

const steps = 400

/**
 * The nearest colour that reaches `needed` on `background`: the same hue, darker or lighter; black or white if that is
 * nearer, or the only possible colour.
 */
export const nearestPassing = (color: Hex, background: Hex, needed: number): Hex => {
  if (contrastRatio(color, background) >= needed) return color
  const passing = [-1, 1].flatMap((way) => firstPassing(color, background, needed, way) ?? [])
  const ends = (['#000000', '#ffffff'] as const).filter((end) => contrastRatio(end, background) >= needed)
  const [nearest] = [...passing, ...ends].sort((a, b) => distance(color, a) - distance(color, b))
  return nearest ?? readableOn(background)
}

const firstPassing = (color: Hex, background: Hex, needed: number, way: number) => {
  const from = oklabOf(color)
  for (let l = from.l + way / steps; l > 0 && l < 1; l += way / steps) {
    const moved = shownOf({ ...from, l })
    if (contrastRatio(moved, background) >= needed) return moved
  }
  return undefined
}

export interface Palette {
  readonly primary: Hex
  readonly accent: Hex
  readonly background: Hex
  readonly text: Hex
}

export interface Contrast {
  readonly color: 'text' | 'primary' | 'accent'
  readonly on: 'background'
  readonly ratio: number
  readonly needs: number
  readonly passes: boolean
  /** The nearest colour that passes, if this colour does not. */
  readonly correction: Hex | null
}

const checks = [
  ['text', textRatio],
  ['primary', controlRatio],
  ['accent', controlRatio],
] as const

/** The ratios of WCAG 2.2 AA for a palette; they are cut to two digits, so that none looks better than it is. */
export const contrastsOf = (palette: Palette): readonly Contrast[] =>
  checks.map(([color, needs]) => {
    const ratio = contrastRatio(palette[color], palette.background)
    const passes = ratio >= needs
    const correction = passes ? null : nearestPassing(palette[color], palette.background, needs)
    return { color, on: 'background', ratio: Math.floor(ratio * 100) / 100, needs, passes, correction }
  })

/** Colours on or beside the brand's own, which pass the contrast with any brand. */
export const derivedOf = ({ primary, accent, background }: Palette) => ({
  onPrimary: readableOn(primary),
  onAccent: readableOn(accent),
  link: nearestPassing(primary, background, textRatio),
})
