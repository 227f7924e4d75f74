/** A text with some of its escapes taken off; `at` says where each unit began in the text as it came. */
export interface Layer {
  readonly text: string
  readonly at: (place: number) => number
}

// More than programs write: escapes of escapes could go on for ever.
const layersMost = 8

/** A text as it came, and then with JSON's and URLs' escapes taken off, layer by layer, until none is left. */
export function* layersOf(text: string): Generator<Layer> {
  let layer: Layer = { text, at: (place) => place }
  yield layer
  for (let count = 0; count < layersMost; count += 1) {
    const next = unescaped(layer)
    if (!next) return
    yield (layer = next)
  }
}

/** A text without any escapes of JSON or URLs, those that taking off others brought included. */
export const withoutEscapes = (text: string): string => [...layersOf(text)].at(-1)!.text

const escape = /\\(?:u([0-9a-f]{4})|([^u]))|%([0-9a-f]{2})/gis
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** One layer less; undefined where there is nothing to take off. */
const unescaped = (outer: Layer): Layer | undefined => {
  if (!outer.text.includes('\\') && !outer.text.includes('%')) return undefined
  const began = new Uint32Array(outer.text.length + 1)
  const parts: string[] = []
  let length = 0
  let done = 0
  const copyTo = (end: number) => {
    parts.push(outer.text.slice(done, end))
    for (; done < end; done += 1) began[length++] = outer.at(done)
  }
  for (const match of outer.text.matchAll(escape)) {
    const [whole, unit, character, byte] = match
    copyTo(match.index)
    const hex = unit ?? byte
    parts.push(hex === undefined ? (named[character!] ?? character!) : String.fromCharCode(Number.parseInt(hex, 16)))
    began[length++] = outer.at(done)
    done += whole.length
  }
  if (parts.length === 0) return undefined
  copyTo(outer.text.length)
  began[length] = outer.at(done)
  return { text: parts.join(''), at: (place) => began[place]! }
}
