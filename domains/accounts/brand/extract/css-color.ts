import { hexOf, shownOf, type Hex } from '../rules/color.ts'

// Source: CSS Color 4. The named colours that brands are made of; a sheet that needs `papayawhip` is rare.
const named: Readonly<Record<string, Hex>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  teal: '#008080',
  navy: '#000080',
  maroon: '#800000',
  olive: '#808000',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  crimson: '#dc143c',
  tomato: '#ff6347',
  coral: '#ff7f50',
  gold: '#ffd700',
  indigo: '#4b0082',
  violet: '#ee82ee',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  cyan: '#00ffff',
  aqua: '#00ffff',
  lime: '#00ff00',
  pink: '#ffc0cb',
  hotpink: '#ff69b4',
  deeppink: '#ff1493',
  salmon: '#fa8072',
  royalblue: '#4169e1',
  steelblue: '#4682b4',
  slateblue: '#6a5acd',
  dodgerblue: '#1e90ff',
  skyblue: '#87ceeb',
  darkblue: '#00008b',
  midnightblue: '#191970',
  rebeccapurple: '#663399',
  turquoise: '#40e0d0',
  khaki: '#f0e68c',
  darkgreen: '#006400',
  forestgreen: '#228b22',
  seagreen: '#2e8b57',
  firebrick: '#b22222',
  chocolate: '#d2691e',
  whitesmoke: '#f5f5f5',
  ghostwhite: '#f8f8ff',
  lightgray: '#d3d3d3',
  darkgray: '#a9a9a9',
  dimgray: '#696969',
  slategray: '#708090',
  darkslategray: '#2f4f4f',
  ivory: '#fffff0',
  beige: '#f5f5dc',
  lavender: '#e6e6fa',
}

/** A CSS colour as it looks on white; undefined for an invalid or mostly transparent colour, or one with a variable. */
export const cssColor = (text: string): Hex | undefined => {
  const value = text.trim().toLowerCase()
  if (value.length > 100) return undefined
  if (Object.hasOwn(named, value)) return named[value]
  if (value.startsWith('#')) return ofHex(value.slice(1))
  const [, name, inside] = /^(rgba?|hsla?|oklch|oklab)\(([^()]*)\)$/.exec(value) ?? []
  if (name && inside !== undefined) return ofFunction(name, inside)
  return ofBareParts(value)
}

const ofHex = (digits: string) => {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const whole = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits
  const [r, g, b, alpha = 255] = whole.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
  return onWhite(hexOf({ r: r!, g: g!, b: b! }), alpha / 255)
}

const ofFunction = (name: string, inside: string) => {
  const [x, y, z, alpha = '1', ...more] = inside.split(/[\s,/]+/).filter((part) => part !== '')
  if (x === undefined || y === undefined || z === undefined || more.length > 0) return undefined
  const color = builders[name.replace(/a$/, '')]!(x, y, z)
  return color && onWhite(color, share(alpha, 1))
}

const share = (text: string, whole: number) =>
  text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * whole : Number(text)
const degrees = (text: string) => {
  const number = Number.parseFloat(text)
  return text.endsWith('turn') ? number * 360 : text.endsWith('rad') ? (number * 180) / Math.PI : number
}
const isAll = (...numbers: number[]) => numbers.every((number) => Number.isFinite(number))

const rgb = (r: number, g: number, b: number) => (isAll(r, g, b) ? hexOf({ r, g, b }) : undefined)
const hsl = (hue: number, saturation: number, lightness: number) => {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const part = (at: number) => {
    const place = (((at + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return rgb(part(0), part(8), part(4))
}
const oklab = (l: number, a: number, b: number) =>
  isAll(l, a, b) ? shownOf({ l: Math.min(1, Math.max(0, l)), a, b }) : undefined

const builders: Readonly<Record<string, (x: string, y: string, z: string) => Hex | undefined>> = {
  rgb: (r, g, b) => rgb(share(r, 255), share(g, 255), share(b, 255)),
  hsl: (h, s, l) => hsl(degrees(h), percent(s), percent(l)),
  oklab: (l, a, b) => oklab(share(l, 1), share(a, 0.4), share(b, 0.4)),
  oklch: (l, c, h) => {
    const chroma = share(c, 0.4)
    const angle = (degrees(h) * Math.PI) / 180
    return oklab(share(l, 1), chroma * Math.cos(angle), chroma * Math.sin(angle))
  },
}

const percent = (text: string) => Number(text.replace(/%$/, '')) / 100

// Custom properties often hold only the parts, for `hsl(var(--primary))` and `rgb(var(--primary-rgb))`.
const ofBareParts = (value: string) => {
  const [, h, s, l] = /^([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%$/.exec(value) ?? []
  if (h && s && l) return hsl(Number(h), Number(s) / 100, Number(l) / 100)
  const [, r, g, b] = /^(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})$/.exec(value) ?? []
  return r && g && b ? rgb(Number(r), Number(g), Number(b)) : undefined
}

const opaque = 0.5

const onWhite = (color: Hex, alpha: number): Hex | undefined => {
  if (!(alpha >= opaque)) return undefined
  if (alpha >= 1) return color
  const number = Number.parseInt(color.slice(1), 16)
  const mixed = [number >> 16, (number >> 8) & 255, number & 255].map((part) => part * alpha + 255 * (1 - alpha))
  return hexOf({ r: mixed[0]!, g: mixed[1]!, b: mixed[2]! })
}
