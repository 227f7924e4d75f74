import { FetchRefusal } from '../../../platform/fetch/index.ts'
import { crawlPagesMost, type PageText, WebRefusal } from '../web.ts'
import type { LinkedPage } from './read-page.ts'

/** Undefined once no more may be read: the time is up, or the allowance. */
type ReadPage = (url: string) => Promise<LinkedPage | undefined>

/** Reads a page and linked pages below its folder, nearest first. Only the first page's failure is thrown. */
export const crawlSite = async (url: string, read: ReadPage): Promise<readonly PageText[]> => {
  const first = await read(url)
  if (!first) return []
  const pages = [first]
  const inside = (link: string) => link.startsWith(new URL('.', first.url).href)
  const waiting = first.links.filter(inside)
  const seen = new Set([plain(url), plain(first.url), ...waiting])
  for (let at = 0; at < waiting.length && pages.length < crawlPagesMost; at += 1) {
    const page = await read(waiting[at]!).catch(refused)
    if (page === undefined) break
    // A redirect may lead out of the site, or to a page that was read already.
    if (page === 'refused' || !inside(page.url) || pages.some((one) => one.url === page.url)) continue
    pages.push(page)
    for (const link of page.links.filter(inside)) {
      if (seen.has(link)) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  return pages
}

const plain = (address: string) => address.split('#', 1)[0]!

const refused = (error: unknown) => {
  if (error instanceof WebRefusal || error instanceof FetchRefusal) return 'refused' as const
  throw error
}
