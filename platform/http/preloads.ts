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

/** The link elements for an address below the application; none where no page has it. */
export const preloadsFor = (text: string): ((path: string) => string) => {
  const known = (JSON.parse(text) as Preload[]).map(({ path, links }) => ({ pattern: partsOf(path), links }))
  return (path) => {
    const parts = partsOf(path)
    for (const { pattern, links } of known) {
      const named = namedIn(pattern, parts)
      if (named && [...named.values()].every(isPlain))
        return links.map((link) => link.replaceAll(/:[a-z]\w*/gi, (name) => named.get(name) ?? name)).join('')
    }
    return ''
  }
}
