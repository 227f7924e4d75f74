/** A colour as `#rrggbb` in small letters. */
export type Hex = `#${string}`

interface Rgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** Lightness 0 to 1, and two axes from green to red and from blue to yellow. Source: Ottosson, A perceptual color space. */
interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

export const rgbOf = (hex: Hex): Rgb => {
  const number = Number.parseInt(hex.slice(1), 16)
  return { r: number >> 16, g: (number >> 8) & 255, b: number & 255 }
}

const byteHex = (part: number) => {
  const byte = Math.round(Math.min(255, Math.max(0, part)))
  return byte.toString(16).padStart(2, '0')
}

export const hexOf = ({ r, g, b }: Rgb): Hex => `#${byteHex(r)}${byteHex(g)}${byteHex(b)}`

export const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const curved = (share: number) => 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)

export const oklabOf = (hex: Hex): Oklab => {
  const [r, g, b] = Object.values(rgbOf(hex)).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

const linearOf = ({ l, a, b }: Oklab) => {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    r: 4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    g: -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    b: -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  }
}

/** The nearest colour that a screen shows: one outside its range loses chroma, not lightness or hue. */
export const shownOf = (color: Oklab): Hex => {
  const at = (share: number) => linearOf({ l: color.l, a: color.a * share, b: color.b * share })
  let low = fits(at(1)) ? 1 : 0
  let high = 1
  // Twelve halvings find the share of the chroma to a quarter of a thousandth, finer than a screen shows.
  for (let step = 0; low < 1 && step < 12; step += 1) {
    const middle = (low + high) / 2
    if (fits(at(middle))) low = middle
    else high = middle
  }
  const { r, g, b } = at(low)
  return hexOf({ r: curved(r), g: curved(g), b: curved(b) })
}

const fits = (parts: Rgb) => Object.values(parts).every((part: number) => part >= -0.0001 && part <= 1.0001)

/** How far apart two colours look: 0 the same, about 0.02 just noticeable, 1 black and white. */
export const distance = (one: Hex, other: Hex): number => {
  const x = oklabOf(one)
  const y = oklabOf(other)
  return Math.hypot(x.l - y.l, x.a - y.a, x.b - y.b)
}

/** How colourful: 0 is grey, above 0.04 a colour. */
export const chroma = (hex: Hex): number => {
  const { a, b } = oklabOf(hex)
  return Math.hypot(a, b)
}

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

const checks = [
  ['text', textRatio],
  ['primary', controlRatio],
  ['accent', controlRatio],
] as const

/** The ratios of WCAG 2.2 AA for a palette; they are cut to two digits, so that none looks better than it is. */
export const contrastsOf = (palette: Palette) =>
  checks.map(([color, needs]) => {
    const ratio = contrastRatio(palette[color], palette.background)
    const passes = ratio >= needs
    const correction = passes ? null : nearestPassing(palette[color], palette.background, needs)
    return { color, on: 'background' as const, ratio: Math.floor(ratio * 100) / 100, needs, passes, correction }
  })

/** Colours on or beside the brand's own, which pass the contrast with any brand. */
export const derivedOf = ({ primary, accent, background }: Palette) => ({
  onPrimary: readableOn(primary),
  onAccent: readableOn(accent),
  link: nearestPassing(primary, background, textRatio),
})
