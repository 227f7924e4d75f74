import { layersOf, withoutEscapes } from './escapes.ts'

// Shorter ones are no secrets, but words such as `ollama` that endpoints without keys are given.
const secretFromChars = 16

/**
 * A text of the endpoint without the key that it was sent: one that repeats its requests, as some do that look for
 * faults, would hand the key to the sandbox. It is found as it is, escaped as JSON and URLs do, over several layers,
 * and in base64. `always` also takes short keys out, where no content can be spoilt.
 */
export const withoutKey = (apiKey: string | undefined, text: string, { always = false } = {}): string => {
  if (!apiKey || (!always && apiKey.length < secretFromChars)) return text
  const forms = formsOf(apiKey)
  const found: Range[] = []
  for (const { text: layer, at } of layersOf(text))
    for (const match of layer.matchAll(forms))
      found.push({ start: at(match.index), end: at(match.index + match[0].length) })
  return found.length === 0 ? text : cutOut(text, found)
}

interface Range {
  readonly start: number
  readonly end: number
}

const cutOut = (text: string, found: readonly Range[]) => {
  let shown = ''
  let done = 0
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= done) continue
    if (start >= done) shown += `${text.slice(done, start)}…`
    done = end
  }
  return shown + text.slice(done)
}

const known = new Map<string, RegExp>()

/** What the key looks like in a layer of a text. */
const formsOf = (apiKey: string): RegExp => {
  const found = known.get(apiKey)
  if (found) return found
  const bare = withoutEscapes(apiKey)
  const plain = [apiKey, ...(bare.length >= secretFromChars ? [bare] : [])].map((form) => RegExp.escape(form))
  const encoded = [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey.toWellFormed())]
  const forms = new RegExp([...new Set([...plain, ...encoded.flatMap(base64Forms)])].join('|'), 'g')
  known.set(apiKey, forms)
  return forms
}

const base64FromChars = 4

/**
 * What base64 makes of a text wherever in it the text begins: the characters that it alone decides, in both alphabets,
 * with or without line breaks. Four bits of it at most are left at either end.
 */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const characters = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
    if (characters.length < base64FromChars) return []
    return [Array.from(characters, (one) => otherAlphabet[one] ?? one).join('[\\r\\n]*')]
  })

const otherAlphabet: Readonly<Record<string, string>> = { '+': '[+\\-]', '/': '[/_]' }
