import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendToolbar, asksForPage, headersWithToolbar, toolbarTag } from './toolbar-insert.ts'

const origins = { preview: 'http://app.preview.localhost', console: 'http://localhost:4310' }
const html = ['Content-Type', 'text/html; charset=utf-8'] as const
const pass = (chunks: readonly Buffer[]) => buffer(Readable.from(chunks).pipe(appendToolbar()))
const isWide = (page: Buffer) => ['feff', 'fffe'].includes(page.subarray(0, 2).toString('hex'))

test('a page passes unchanged in any chunks, with the tag behind it', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.uint8Array(), fc.constantFrom('</bo', 'dy>', '<!--', '<script>"</body>"', '</html>'))),
      async (parts) => {
        const chunks = parts.map((part) => Buffer.from(part)).filter((chunk) => chunk.length > 0)
        const page = Buffer.concat(chunks)
        const tag = page.length === 0 || isWide(page) ? Buffer.alloc(0) : toolbarTag
        expect(await pass(chunks)).toEqual(Buffer.concat([page, tag]))
      },
    ),
    { numRuns: 200 },
  ))

test('a page of 64 MiB passes as it comes, and a cut page gets no tag', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'x')
  const append = appendToolbar()
  let most = 0
  let seen = 0
  for await (const part of Readable.from(Array.from({ length: 64 }, () => chunk)).pipe(append)) {
    most = Math.max(most, append.readableLength)
    seen += (part as Buffer).length
  }
  expect(seen).toBe(64 * 2 ** 20 + toolbarTag.length)
  expect(most).toBeLessThan(4 * 2 ** 20)
  const cut = appendToolbar()
  const got: Buffer[] = []
  cut.on('data', (part: Buffer) => got.push(part))
  cut.on('error', () => {})
  cut.write('<h1>half')
  await new Promise((resolve) => setImmediate(resolve))
  cut.destroy(new Error('cut'))
  expect(String(Buffer.concat(got))).toBe('<h1>half')
})

test('a page loses the headers that describe its bytes, and no other', () => {
  const pairs = [html, ['ETag', '"1"'], ['content-length', '5'], ['X-Own', '1'], ['set-cookie', 'a=1']] as const
  expect(headersWithToolbar(200, pairs, origins)).toEqual([html, ['X-Own', '1'], ['set-cookie', 'a=1']])
  expect(headersWithToolbar(500, [html], origins)).toEqual([html])
})

test.each([
  [204, [html]],
  [206, [html]],
  [304, [html]],
  [101, [html]],
  [200, []],
  [200, [['content-type', 'application/json']]],
  [200, [['content-type', 'application/xhtml+xml']]],
  [200, [['content-type', 'text/html; charset="UTF-16LE"']]],
  [200, [html, ['content-type', 'text/plain']]],
  [200, [html, ['content-encoding', 'gzip']]],
  [200, [html, ['content-encoding', 'br']]],
  [200, [html, ['content-range', 'bytes 0-1/5']]],
  [200, [html, ['content-disposition', 'attachment; filename=a.html']]],
  [200, [html, ['Content-Security-Policy', "default-src 'self'"]]],
] as const)('status %d with %j gets no toolbar', (status, pairs) => {
  expect(headersWithToolbar(status, pairs, origins)).toBeUndefined()
})

test('only the page of a window has it', () => {
  const page = { accept: 'text/html,*/*' }
  expect(asksForPage('GET', { 'sec-fetch-dest': 'document' })).toBe(true)
  expect(asksForPage('GET', page)).toBe(true)
  for (const method of ['HEAD', 'POST', undefined]) expect(asksForPage(method, page)).toBe(false)
  for (const destination of ['iframe', 'empty', 'script'])
    expect(asksForPage('GET', { ...page, 'sec-fetch-dest': destination })).toBe(false)
  expect(asksForPage('GET', { ...page, range: 'bytes=0-1' })).toBe(false)
  expect(asksForPage('GET', { ...page, 'x-requested-with': 'XMLHttpRequest' })).toBe(false)
  expect(asksForPage('GET', { accept: 'application/json' })).toBe(false)
})
