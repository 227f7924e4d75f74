/** How much of a website one run reads. */
export const crawlLimits = {
  /** Pages whose text is kept. */
  pages: 40,
  /** Requested addresses, including useless ones. */
  attempts: 80,
  textChars: 1_500_000,
  /** Links from the first page on. */
  depth: 5,
  withinMs: 10 * 60_000,
} as const

export const pageMostChars = 200_000
export const linksMost = 300
const addressMostChars = 500
const segmentsMost = 8
const queriesOfPathMost = 3

/** An address that a run asked for, and what became of it. */
export interface TriedPage {
  readonly askedUrl: string
  readonly url: string
  readonly outcome: 'read' | 'refused' | 'duplicate' | 'elsewhere'
  readonly depth: number
  readonly links: readonly string[]
  readonly contentChars: number
}

/** The next address: the nearest that was not requested, within the limits. Only rows decide, so that runs resume. */
export const nextAddress = (first: string, tried: readonly TriedPage[]) => {
  const site = tried[0]?.outcome === 'read' ? tried[0].url : first
  const pages = tried.filter(({ outcome }) => outcome === 'read')
  const chars = pages.reduce((sum, { contentChars }) => sum + contentChars, 0)
  if (pages.length >= crawlLimits.pages || tried.length >= crawlLimits.attempts || chars >= crawlLimits.textChars)
    return undefined
  if (tried.length === 0) return { url: first, depth: 0 }
  const seen = new Set(tried.flatMap(({ askedUrl, url }) => [askedUrl, url]))
  const queries = Map.groupBy(seen, withoutQuery)
  for (const { links, depth } of pages) {
    if (depth >= crawlLimits.depth) continue
    for (const link of links) {
      const url = usefulAddress(link, site)
      if (url === undefined || seen.has(url)) continue
      if ((queries.get(withoutQuery(url))?.length ?? 0) < queriesOfPathMost) return { url, depth: depth + 1 }
    }
  }
  return undefined
}

const withoutQuery = (address: string) => address.split('?', 1)[0]!

// Files that are no pages.
const files =
  /\.(?:7z|avi|bmp|css|csv|docx?|exe|gif|gz|ico|iso|jpe?g|js|json|mov|mp[34]|pdf|png|pptx?|rar|svg|tar|webm|webp|woff2?|xlsx?|xml|zip)$/i
// Names of parameters that count visitors and change no page.
const measured = /^(?:utm_|fbclid$|gclid$|mc_|ref$|session|sid$|phpsessid$)/i

/** A link of the site in the form of a request; undefined for a link that leads away, to a file, or into a trap. */
export const usefulAddress = (link: string, site: string): string | undefined => {
  if (link.length > addressMostChars || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (!isSameSite(url, new URL(site)) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (measured.test(name)) url.searchParams.delete(name)
  const segments = url.pathname.split('/').filter(Boolean)
  if (files.test(url.pathname) || segments.length > segmentsMost || repeatsItself(segments)) return undefined
  return url.href
}

/** True if two addresses belong to the same site: the same host, with or without `www.`. */
export const isSameSite = (one: URL, other: URL): boolean =>
  /^https?:$/.test(one.protocol) && bare(one.host) === bare(other.host)
const bare = (host: string) => host.replace(/^www\./, '')

// A link that a page builds from its own address grows without end: /a/b/a/b/a/b.
const repeatsItself = (segments: readonly string[]) =>
  segments.some((one) => segments.filter((other) => other === one).length >= 3)
