/** What a browser is told to read at once for one address of a web application. */
interface Preload {
  /** Below the application; `:name` stands for any one part: `/projects/:id`. */
  readonly path: string
  /** Link elements, in which `:name` stands for that part of the address. */
  readonly links: readonly string[]
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

const read = (text: string) => ({
  text,
  pages: (JSON.parse(text) as Preload[]).map(({ path, links }) => ({ pattern: partsOf(path), links })),
})

/**
 * The link elements for an address below the application, by what its `preloads.json` says now; none where no page has the
 * address. Only another text is parsed again.
 */
export const openPreloads = (): ((text: string, path: string) => string) => {
  let known = read('[]')
  return (text, path) => {
    if (text !== known.text) known = read(text)
    const parts = partsOf(path)
    for (const { pattern, links } of known.pages) {
      const named = namedIn(pattern, parts)
      if (named && [...named.values()].every(isPlain))
        return links.map((link) => link.replaceAll(/:[a-z]\w*/gi, (name) => named.get(name) ?? name)).join('')
    }
    return ''
  }
}
