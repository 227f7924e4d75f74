import { layersOf } from './escapes.ts'
import { formsOf } from './key-forms.ts'

/** A part at the end of a text that a key may begin with. */
export interface Beginning {
  /** In characters of the text. */
  readonly start: number
  /** Of the key in its form. */
  readonly characters: number
}

// Fewer are the end of many a word.
const charactersLeast = 4

const halfEscape = /(\\(u[0-9a-f]{0,3})?|%[0-9a-f]?)$/i

/** The longest beginning of a key, in any of its forms, that a text ends with; the end may lie within an escape. */
export const beginningOf = (apiKey: string, text: string): Beginning | undefined => {
  const { plain, base64 } = formsOf(apiKey)
  const whole = endsOf(text)
  let longest: Beginning | undefined
  const consider = (found: Beginning) => {
    if (!longest || found.start < longest.start) longest = found
  }
  for (const end of whole)
    for (const { text: layer, at } of layersOf(end))
      for (const last of endsOf(layer)) {
        for (const form of plain) {
          const characters = sharedLength(last, form)
          if (characters) consider({ start: at(last.length - characters), characters })
        }
        const { line, places } = oneLine(last)
        for (const form of base64) {
          const characters = sharedLength(line, form)
          if (characters) consider({ start: at(places[line.length - characters]!), characters })
        }
      }
  return longest
}

/** A text, and what is left of it without the half of an escape at its end. */
const endsOf = (text: string): readonly string[] => {
  const shorter = text.replace(halfEscape, '')
  return shorter === text ? [text] : [text, shorter]
}

/** How many characters of the form's beginning the text ends with; all of them would be the key itself. */
const sharedLength = (text: string, form: string): number => {
  for (let length = Math.min(form.length - 1, text.length); length >= charactersLeast; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length
  return 0
}

/** A text of base64 in its usual alphabet without line breaks, and where its characters stood. */
const oneLine = (text: string) => {
  const places: number[] = []
  let line = ''
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]!
    if (one === '\n' || one === '\r') continue
    places.push(at)
    line += one === '-' ? '+' : one === '_' ? '/' : one
  }
  return { line, places }
}
