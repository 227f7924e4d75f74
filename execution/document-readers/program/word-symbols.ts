// Codes of fonts of symbols in hexadecimal, each followed by its character.
const pairs = {
  symbol:
    '44Δ 53Σ 57Ω 61α 62β 64δ 65ε 67γ 6cλ 6dμ 70π 73σ 2d− a0€ a3≤ a5∞ ac← ae→ b0° b1± b3≥ b4× b7• b8÷ b9≠ bb≈ d6√ d7⋅ de⇒ e2® e3© e4™ e5∑',
  wingdings: '29☎ 2a✉ 4a☺ 6c● 6e■ 6f□ 71❑ a7▪ a8◻ d8➢ e0→ e8➔ f0⇨ fb✗ fc✓ fd☒ fe☑',
} as const

const fonts = new Map(
  Object.entries(pairs).map(([font, text]) => [
    font,
    new Map(text.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)])),
  ]),
)

/** A character of a font of symbols; as it is stored, which says nothing, where it is not known. */
export const symbolOf = (font: string, code: string): string => {
  const number = Number.parseInt(code, 16)
  if (!Number.isInteger(number) || number <= 0 || number > 0xff_ff) return '\uFFFD'
  const low = (number & 0xff).toString(16).padStart(2, '0')
  return fonts.get(font.toLowerCase())?.get(low) ?? String.fromCharCode(number)
}
