/** A text with some of its escapes taken off; `at` says where each unit began in the text as it came. */
export interface Layer {
  readonly text: string
  readonly at: (place: number) => number
}

type Kind = 'both' | 'json' | 'url'
const kinds: readonly Kind[] = ['both', 'json', 'url']

// More than programs write: escapes of escapes could go on for ever, and a large answer is read eight times at most.
const layersMost = 128
const charactersLeast = 1024 * 1024
const readingsMost = 8

/**
 * A text as it came, and with JSON's and URLs' escapes taken off layer by layer, together and each alone: where one is
 * cut in two by another, as in `%6\u0065`, only their order tells what was meant.
 */
export function* layersOf(text: string): Generator<Layer> {
  const seen = new Set([text])
  const open: Layer[] = [{ text, at: (place) => place }]
  let characters = Math.max(charactersLeast, readingsMost * text.length)
  for (let layer = open.shift(); layer; layer = open.shift()) {
    yield layer
    for (const kind of kinds) {
      if (seen.size >= layersMost || characters < layer.text.length) break
      const next = unescaped(layer, kind)
      if (!next) continue
      characters -= layer.text.length
      if (!seen.has(next.text)) open.push(next)
      seen.add(next.text)
    }
  }
}

/** A text without any escapes of JSON or URLs, those that taking off others brought included. */
export const withoutEscapes = (text: string): string => {
  let layer: Layer = { text, at: (place) => place }
  for (let count = 0; count < readingsMost; count += 1) layer = unescaped(layer, 'both') ?? layer
  return layer.text
}

const escapes: Readonly<Record<Kind, RegExp>> = {
  both: /\\(?:u(?<unit>[0-9a-f]{4})|(?<character>[^u]))|%(?<byte>[0-9a-f]{2})/gis,
  json: /\\(?:u(?<unit>[0-9a-f]{4})|(?<character>[^u]))/gis,
  url: /%(?<byte>[0-9a-f]{2})/gis,
}
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** One layer less; undefined where there is nothing to take off. */
const unescaped = (outer: Layer, kind: Kind): Layer | undefined => {
  const [json, url] = [outer.text.includes('\\'), outer.text.includes('%')]
  if (kind === 'both' ? !json && !url : !json || !url) return undefined
  const began = new Uint32Array(outer.text.length + 1)
  const parts: string[] = []
  let length = 0
  let done = 0
  const copyTo = (end: number) => {
    parts.push(outer.text.slice(done, end))
    for (; done < end; done += 1) began[length++] = outer.at(done)
  }
  for (const match of outer.text.matchAll(escapes[kind])) {
    const { unit, character, byte } = match.groups!
    copyTo(match.index)
    const hex = unit ?? byte
    parts.push(hex === undefined ? (named[character!] ?? character!) : String.fromCharCode(Number.parseInt(hex, 16)))
    began[length++] = outer.at(done)
    done += match[0].length
  }
  if (parts.length === 0) return undefined
  copyTo(outer.text.length)
  began[length] = outer.at(done)
  return { text: parts.join(''), at: (place) => began[place]! }
}
