import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../platform/configuration/version.ts'
import { builtConsole } from '../../testing/console/open-console.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const folder = builtConsole()
const manifestOf = (page: string) =>
  JSON.parse(readFileSync(join(folder, `${page}.json`), 'utf8')) as Record<string, Chunk>
const manifest = manifestOf('index')
const manifestOfPortal = manifestOf('portal')

/** A chunk and all that it imports. */
const chunksOf = (name: string, of = manifest, seen = new Set<Chunk>()): Set<Chunk> => {
  const chunk = of[name]!
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const one of chunk.imports ?? []) chunksOf(one, of, seen)
  return seen
}
/** The files that a browser reads for a chunk: it, what it imports, and their styles. */
const filesOf = (name: string, of = manifest) =>
  new Set([...chunksOf(name, of)].flatMap(({ file, css = [] }) => [file, ...css]))
const sizeOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)

const start = Object.keys(manifest).find((name) => /^_start-.*\.js$/.test(name))!
const startOfPortal = 'portal.html'
const entry = filesOf(start)
const shell = 'shell/shell.tsx'
const portal = 'portal/start-pages.ts'
const portalHome = 'portal/home-pages.ts'
const waysIn = 'pages/sign-in/sign-in-pages.ts'
const routes = 'agency-routes.tsx'
const later = [...chunksOf(start), ...chunksOf(routes)].flatMap(({ dynamicImports = [] }) => dynamicImports)
const pages = later.filter((name) => name.startsWith('pages/'))
const portalPieces = Object.keys(manifestOfPortal).filter((name) => name.startsWith('portal/'))
const pieces = [...pages, ...portalPieces, waysIn]
/** Files of a page that neither the start nor the frame of the agency has. */
const beside = (name: string) => {
  const isPortals = !pages.includes(name)
  const begun = new Set(
    isPortals ? filesOf(startOfPortal, manifestOfPortal) : [start, routes, shell].flatMap((one) => [...filesOf(one)]),
  )
  return [...filesOf(name, isPortals ? manifestOfPortal : manifest)].filter((file) => !begun.has(file))
}

/** The files that a visit begins with at a page: of the agency in its frame, of the portal with its start. */
const filesOfVisit = (page: string) => {
  const begin = page.startsWith('portal/') ? [startOfPortal, portal] : [start, routes, shell]
  const of = page.startsWith('portal/') ? manifestOfPortal : manifest
  return [...new Set([...begin, page].flatMap((name) => [...filesOf(name, of)]))]
}
const scriptSize = (page: string) => sizeOf(filesOfVisit(page).filter((file) => file.endsWith('.js')))

test('a visit begins with at most 202 kB, compressed and without fonts, at any page', () => {
  expect(pages.length).toBeGreaterThanOrEqual(7)
  const heavy = pages.map((name) => [name, sizeOf(filesOfVisit(name))] as const)
  expect(heavy.filter(([, bytes]) => bytes > 202_000)).toEqual([])
})

// Beside them are the page, two fonts, and the reads of the page: 60 requests in all.
test('home begins with at most 170 kB of script, in at most 28 files with its styles, and at most 6 for its review', () => {
  const home = 'pages/home/home-page.tsx'
  expect(scriptSize(home)).toBeLessThan(170_000)
  const files = filesOfVisit(home)
  expect(files.length).toBeLessThanOrEqual(28)
  const ofReview = [...filesOf('pages/projects/cycles/change-review/change-review.tsx')]
  expect(ofReview.filter((file) => !files.includes(file)).length).toBeLessThanOrEqual(6)
})

// Beside them are the page, its first script, two fonts, and its reads: at most 60 requests, as few cycles have all parts.
test('the page of a cycle begins with at most 180 kB of script in 27 files without a review, and has 19 for its parts', () => {
  const cycle = 'pages/projects/cycles/detail/cycle-page.tsx'
  expect(scriptSize(cycle)).toBeLessThan(180_000)
  const begun = filesOfVisit(cycle)
  const parts = new Set(manifest[cycle]!.dynamicImports!.flatMap((name) => [...filesOf(name)]))
  expect(begun.length).toBeLessThanOrEqual(27)
  expect([...parts].filter((file) => !begun.includes(file)).length).toBeLessThanOrEqual(19)
  const review = manifest['pages/projects/cycles/change-review/change-review.tsx']!.imports!
  const change = review.find((name) => /^_change-.*\.js$/.test(name))!
  expect(filesOfVisit(cycle)).not.toContain(manifest[change]!.file)
})

test('the pages to sign in begin with at most 100 kB of script, and come with no page of the agency', () => {
  const files = [startOfPortal, waysIn].flatMap((name) => [...filesOf(name, manifestOfPortal)])
  expect(sizeOf(new Set(files.filter((file) => file.endsWith('.js'))))).toBeLessThan(100_000)
  expect(manifest).not.toHaveProperty([waysIn])
})

test('the menu of the person shows the version', () => {
  const text = readFileSync(join(folder, manifest['shell/person-menu.tsx']!.file), 'utf8')
  expect(text).toContain(version)
})

test('no page brings more than 60 kB of its own', () => {
  const heavy = pieces.map((name) => [name, sizeOf(beside(name))] as const)
  expect(heavy.filter(([, bytes]) => bytes > 60_000)).toEqual([])
})

test('the portal begins with at most 75 kB of script, in at most 12 files with its styles', () => {
  expect(scriptSize(portalHome)).toBeLessThan(75_000)
  expect(filesOfVisit(portalHome).length).toBeLessThanOrEqual(12)
})

test('a visit at any other page of the portal begins with at most 90 kB of script', () => {
  const others = portalPieces.filter((name) => name.endsWith('-pages.ts') && name !== portal)
  expect(others.length).toBeGreaterThanOrEqual(6)
  const heavy = others.map((name) => [name, scriptSize(name)] as const)
  expect(heavy.filter(([, bytes]) => bytes > 90_000)).toEqual([])
})

test('nothing of the portal comes with the console, nor of the agency’s frame, menus and toasts with the portal', () => {
  const texts = [...entry].map((file) => readFileSync(join(folder, file), 'utf8'))
  expect(texts.filter((text) => text.includes('stands for exactly what you see here'))).toEqual([])
  const ofPortal = filesOfVisit(portalHome)
  expect(ofPortal.filter((file) => readFileSync(join(folder, file), 'utf8').includes('Search or do'))).toEqual([])
  for (const name of [routes, shell, 'shell/person-menu.tsx']) expect(manifestOfPortal).not.toHaveProperty([name])
  for (const name of ['parts/feedback/toasts.tsx', 'words/german.ts', 'words/german-of-agency.ts'])
    expect(ofPortal).not.toContain(manifestOfPortal[name]!.file)
})

test('the page sets theme and language before anything else runs', () => {
  const [first, second] = readFileSync(join(folder, 'index.html'), 'utf8').match(/<script [^>]*>/g)!
  expect(first).toMatch(/^<script src="\/console\/assets\/first-paint-[\w-]+\.js"/)
  expect(second).toContain('type="module"')
  const [, file] = /src="\/console\/([^"]+)"/.exec(first)!
  expect(readFileSync(join(folder, file!), 'utf8')).toContain('prefers-color-scheme')
})

test('pages of the agency read their routes beside the start', () => {
  const [, file] = /data-routes="\/console\/([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))!
  expect(file).toBe(manifest[routes]!.file)
})

test('the browser reads the font of the texts with the page', () => {
  const [, file] = /<link rel="preload" as="font"[^>]* href="\/console\/([^"]+)"/.exec(
    readFileSync(join(folder, 'index.html'), 'utf8'),
  )!
  expect(statSync(join(folder, file!)).size).toBeLessThan(40_000)
})

test.each([manifest, manifestOfPortal])('no two pieces of code need each other: their order would be chance', (all) => {
  const needs = (name: string, wanted: string, seen = new Set<string>()): boolean =>
    (all[name]!.imports ?? []).some((one) => {
      if (one === wanted) return true
      if (seen.has(one)) return false
      seen.add(one)
      return needs(one, wanted, seen)
    })
  expect(Object.keys(all).filter((name) => needs(name, name))).toEqual([])
})

test('no schema of a contract reaches the browser', () => {
  const text = [...filesOfVisit('pages/home/home-page.tsx'), ...pieces.flatMap(beside)]
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(text).toContain('/v1/api/pending-requests')
  expect(text).not.toMatch(/List the pending requests that the caller may decide|additionalProperties/)
})
