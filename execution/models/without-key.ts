import { layersOf } from './escapes.ts'
import { patternOf, secretFromChars } from './key-forms.ts'

/**
 * A text of the endpoint without the key that it was sent: one that repeats its requests, as some do that look for
 * faults, would hand the key to the sandbox. It is found as it is, escaped as JSON and URLs do, over several layers,
 * and in base64. `always` also takes short keys out, where no content can be spoilt.
 */
export const withoutKey = (apiKey: string | undefined, text: string, { always = false } = {}): string => {
  if (!apiKey || (!always && apiKey.length < secretFromChars)) return text
  const found = placesOf(apiKey, text)
  return found.length === 0 ? text : cutOut(text, found)
}

/** Where a text holds the key in any form, in characters of the text. */
export const placesOf = (apiKey: string, text: string): readonly Range[] => {
  const pattern = patternOf(apiKey)
  const found: Range[] = []
  for (const { text: layer, at } of layersOf(text))
    for (const match of layer.matchAll(pattern))
      found.push({ start: at(match.index), end: at(match.index + match[0].length) })
  return found
}

export interface Range {
  readonly start: number
  readonly end: number
}

/** A text without those parts, each of which leaves a mark. */
export const cutOut = (text: string, found: readonly Range[]) => {
  let shown = ''
  let done = 0
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= done) continue
    if (start >= done) shown += `${text.slice(done, start)}…`
    done = end
  }
  return shown + text.slice(done)
}
