import { beforeEach, expect, test } from 'vitest'
import { openFetcher } from '../../../platform/fetch/index.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { openWeb } from '../open-web.ts'

const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">on</a>`).join(' ')
const robots = 'User-agent: *\nDisallow: /guide/secret\n'
/** A guide with a menu, and what a crawler must not go to or needs not go to again. */
const guide: Readonly<Record<string, string>> = {
  '/guide/': `<nav>${linksTo('one', 'two#part', './one#top', '/blog/', 'secret', 'gone', 'away')}</nav><p>Begin.`,
  '/guide/one': `<p>One.${linksTo('one/deep', 'two', '../guide/')}`,
  '/guide/two': '<p>Two.',
  '/guide/one/deep': '<p>Deep.',
  '/blog/': '<p>Not of the guide.',
}
const site = await loopbackSite((request, response) => {
  const path = request.url!
  if (path === '/robots.txt') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(robots)
  if (path === '/guide/away') return void response.writeHead(302, { location: '/blog/' }).end()
  if (path === '/silent/') return
  const chained = /^\/chain\/(\d+)$/.exec(path)
  const html = chained ? `<p>Link ${chained[1]}.${linksTo(String(Number(chained[1]) + 1))}` : guide[path]
  return void response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html)
})
const settings = { fetcher: openFetcher({ privateHosts: [site.host] }), pauseMs: 0 }
const web = openWeb(settings)

let taken = 0
beforeEach(() => (taken = 0))
/** An allowance of so many pages. */
const upTo = (most: number) => ({
  takePage: async () => {
    if (taken >= most) return undefined
    taken += 1
    return async () => void (taken -= 1)
  },
})
const crawl = (path: string, most = 99, by = web) =>
  by.ask({ tool: 'web_crawl', input: `${site.url}${path}` }, upTo(most), AbortSignal.timeout(20_000))
const pathsIn = (said: string) => [...said.matchAll(/^\| \d+\. (\S+)/gm)].map(([, url]) => url!.slice(site.url.length))

test('a site is read from a page on: linked pages below its folder, each page once, as robots.txt allows', async () => {
  const before = site.asked.length
  const said = await crawl('/guide/#begin')
  expect(pathsIn(said)).toEqual(['/guide/', '/guide/one', '/guide/two', '/guide/one/deep'])
  for (const text of ['| Begin.', '| Two.', '| Deep.']) expect(said).toContain(text)
  expect(said).not.toContain('Not of the guide')
  const asked = site.asked.slice(before).map((line) => line.slice(line.indexOf('/')))
  expect(asked.filter((path) => path.includes('secret'))).toEqual([])
  expect(new Set(asked).size).toBe(asked.length)
  // The deleted page is returned; the page that led out of the guide was read.
  expect(taken).toBe(5)
})

test('ten pages are the most, and an allowance ends it earlier', async () => {
  expect(pathsIn(await crawl('/chain/1'))).toEqual(Array.from({ length: 10 }, (_, at) => `/chain/${at + 1}`))
  taken = 0
  expect(pathsIn(await crawl('/chain/1', 3))).toHaveLength(3)
  expect(taken).toBe(3)
  await expect(crawl('/chain/1', 0)).rejects.toMatchObject({ reason: 'allowance' })
})

test('a first page that cannot be read, or not in time, is a refusal and is refunded', async () => {
  await expect(crawl('/guide/secret')).rejects.toMatchObject({ reason: 'robots' })
  await expect(crawl('/guide/gone')).rejects.toMatchObject({ name: 'FetchRefusal' })
  const hasty = openWeb({ ...settings, crawlWithinMs: 0 })
  await expect(crawl('/silent/', 9, hasty)).rejects.toMatchObject({ reason: 'slow' })
  expect(taken).toBe(0)
})

test('the end of a run ends a crawl', async () => {
  const run = new AbortController()
  const asking = web.ask({ tool: 'web_crawl', input: `${site.url}/silent/` }, upTo(9), run.signal)
  const left = expect(asking).rejects.toThrow('The run ends')
  await expect.poll(() => site.asked.at(-1)).toContain('/silent/')
  run.abort(new Error('The run ends'))
  await left
  expect(taken).toBe(0)
})
