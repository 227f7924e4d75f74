const white = '#ffffff'
const ink = '#1a1a1a'

/** The text colour that reads better on `background` (`#rrggbb`), by contrast. Source: WCAG 2.2, 1.4.3. */
export const textOn = (background: string): string =>
  contrast(white, background) >= contrast(ink, background) ? white : ink

/** Contrast between two colours, 1 to 21. Source: WCAG 2.2, “contrast ratio”. */
export const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const luminance = (color: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
