/** What a browser is told to read at once for one address of a web application. */
interface Preload {
  /** Below the application; `:name` stands for any one part: `/projects/:id`. */
  readonly path: string
  /** Link elements, in which `:name` stands for that part of the address. */
  readonly links: readonly string[]
  /** What stands around the page, for who is signed in. */
  readonly frame?: string
}

interface Preloads {
  /** By name: markup that is the same for everybody. */
  readonly frames: Readonly<Record<string, string>>
  readonly pages: readonly Preload[]
}

interface Head {
  readonly links: string
  readonly frame: string
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** What the parts of an address are called by a pattern; undefined where it is none of it. */
const namedIn = (pattern: readonly string[], parts: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const fits =
    pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  if (!fits) return undefined
  return new Map(pattern.flatMap((part, at) => (part.startsWith(':') ? [[part, parts[at]!] as const] : [])))
}

// Whatever else an address holds could end the element that it is written into.
const isPlain = (part: string) => /^[\w.~%-]+$/.test(part)

const read = (text: string) => {
  const { frames, pages } = JSON.parse(text) as Preloads
  return {
    text,
    pages: pages.map(({ path, links, frame = '' }) => ({ pattern: partsOf(path), links, frame: frames[frame] ?? '' })),
  }
}

/**
 * The link elements for an address below the application and its frame, by what its `addresses.json` says now; nothing where
 * no page has the address. Only another text is parsed again.
 */
export const openPreloads = (): ((text: string | undefined, path: string) => Head) => {
  const none = '{"frames":{},"pages":[]}'
  let known = read(none)
  return (text = none, path) => {
    if (text !== known.text) known = read(text)
    const parts = partsOf(path)
    for (const { pattern, links, frame } of known.pages) {
      const named = namedIn(pattern, parts)
      if (!named || ![...named.values()].every(isPlain)) continue
      return {
        links: links.map((link) => link.replaceAll(/:[a-z]\w*/gi, (name) => named.get(name) ?? name)).join(''),
        frame,
      }
    }
    return { links: '', frame: '' }
  }
}
