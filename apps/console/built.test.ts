import { readFileSync, statSync } from 'node:fs'
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

/** The files that a browser reads for a chunk: it, what it imports, and their styles. */
const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
  const { file, css = [], imports = [] } = manifest[name]!
  if (seen.has(file)) return seen
  for (const one of [file, ...css]) seen.add(one)
  for (const one of imports) filesOf(one, seen)
  return seen
}
const sizeOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0)

// German is the longer of the two languages, of which one comes with the first page.
const entry = new Set([...filesOf('index.html'), ...filesOf('words/de.ts')])
const portal = 'portal/pages.ts'
const pages = manifest['index.html']!.dynamicImports!.filter((name) => name.startsWith('pages/') || name === portal)
const portalPieces = manifest['index.html']!.dynamicImports!.filter((name) => name.startsWith('portal/'))
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

test('no schema of a contract reaches the browser', () => {
  const text = [...entry, ...pages.flatMap(beside)]
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(text).toContain('/v1/api/pending-requests')
  expect(text).not.toMatch(/List the requests that the caller may decide|additionalProperties/)
})
