import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtConsole } from '../../testing/console.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const folder = builtConsole()
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>

/** A chunk and all that it imports. */
const chunksOf = (name: string, seen = new Set<Chunk>()): Set<Chunk> => {
  const chunk = manifest[name]!
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const one of chunk.imports ?? []) chunksOf(one, seen)
  return seen
}
/** The files that a browser reads for a chunk: it, what it imports, and their styles. */
const filesOf = (name: string) => new Set([...chunksOf(name)].flatMap(({ file, css = [] }) => [file, ...css]))
const sizeOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)

// German is the longer of the two languages, of which one comes with the first page.
const entry = new Set([...filesOf('index.html'), ...filesOf('words/de.ts')])
const portal = 'portal/pages.ts'
const later = [...chunksOf('index.html')].flatMap(({ dynamicImports = [] }) => dynamicImports)
const pages = later.filter((name) => name.startsWith('pages/') || name === portal)
const portalPieces = later.filter((name) => name.startsWith('portal/'))
const beside = (name: string) => [...filesOf(name)].filter((file) => !entry.has(file))

test('the entry with any page is at most 160 kB, compressed and without fonts', () => {
  expect(pages.length).toBeGreaterThanOrEqual(7)
  const heavy = pages.map((name) => [name, sizeOf(entry) + sizeOf(beside(name))] as const)
  expect(heavy.filter(([, bytes]) => bytes > 160_000)).toEqual([])
})

test('no page brings more than 60 kB of its own', () => {
  const heavy = [...pages, ...portalPieces].map((name) => [name, sizeOf(beside(name))] as const)
  expect(heavy.filter(([, bytes]) => bytes > 60_000)).toEqual([])
})

test('a visit to the portal begins with one piece of at most 24 kB, and nothing of it comes with the console', () => {
  expect(sizeOf(beside(portal))).toBeLessThan(24_000)
  const texts = [...entry].map((file) => readFileSync(join(folder, file), 'utf8'))
  expect(texts.filter((text) => text.includes('stands for exactly what you see here'))).toEqual([])
})

test('an address names what its page reads, all of which is there', () => {
  const { frames, pages: addresses } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as {
    frames: Record<string, string>
    pages: { path: string; links: string[]; frame?: string }[]
  }
  const at = (path: string) => addresses.find((one) => one.path === path)!
  const of = (path: string) => at(path).links.join()
  expect(of('/projects/:projectId/cycles/:cycleId')).toContain(manifest['pages/cycle/cycle.tsx']!.file)
  expect(of('/portal/:slug')).toContain('href="/v1/api/portals/:slug/identity"')
  const framesOf = [
    '/',
    '/settings/you',
    '/portal/:slug/account',
    '/portal/:slug/sign-in',
    '/sign-in',
    '/gone',
    '/first',
  ]
  expect(framesOf.map((path) => at(path).frame)).toEqual(['console', 'console', 'portal', ...Array(4).fill(undefined)])
  // Nothing of it can be pressed or is read out before the page is there; who is a client sees no other name than their agency's.
  for (const frame of Object.values(frames))
    expect(frame).toMatch(/^<div class="\w+ frame" inert="" aria-hidden="true">/)
  expect(frames.portal).not.toContain('Atelier')
  const files = addresses.flatMap(({ links }) => links.join().match(/(?<=\/console\/)[^"]+/g) ?? [])
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  // What is painted first waits for no script.
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [page, ...addresses.flatMap(({ links }) => links)].flatMap(
    (text) => text.match(/<link [^>]*modulepreload[^>]*>/g) ?? [],
  )
  expect(scripts.length).toBeGreaterThan(addresses.length)
  expect(scripts.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([])
})

test('no piece of the code needs another one that needs it: which of them runs first would be chance', () => {
  const needs = (name: string, wanted: string, seen = new Set<string>()): boolean =>
    (manifest[name]!.imports ?? []).some((one) => {
      if (one === wanted) return true
      if (seen.has(one)) return false
      seen.add(one)
      return needs(one, wanted, seen)
    })
  expect(Object.keys(manifest).filter((name) => needs(name, name))).toEqual([])
})

test('no schema of a contract reaches the browser', () => {
  const text = [...entry, ...pages.flatMap(beside)]
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(text).toContain('/v1/api/pending-requests')
  expect(text).not.toMatch(/List the requests that the caller may decide|additionalProperties/)
})
