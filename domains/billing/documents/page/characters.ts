/** A text of an invoice, by the field that holds it. */
export interface FieldText {
  readonly field: string
  readonly text: string | null
}

export interface MissingCharacters {
  readonly field: string
  readonly characters: readonly string[]
}

const charactersMost = 20

/** The first field with characters that cannot be shown, and which; undefined if all can. */
export const missingCharacters = (
  texts: readonly FieldText[],
  isShown: (codePoint: number) => boolean,
): MissingCharacters | undefined => {
  for (const { field, text } of texts) {
    const wrong = Array.from(shownText(text ?? '')).filter((one) => one !== '\n' && !isShown(one.codePointAt(0)!))
    if (wrong.length > 0) return { field, characters: [...new Set(wrong)].slice(0, charactersMost) }
  }
  return undefined
}

/** ISO 8859-1, which the specification asks for. */
export const isLatin1 = (codePoint: number): boolean => codePoint <= 0xff

/** Control characters show nothing, and a PDF has no glyph for them. */
export const shownText = (text: string): string => text.toWellFormed().replaceAll(/[^\n\P{Cc}]/gu, ' ')
