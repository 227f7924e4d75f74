import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  filesVersion,
  openTestPreviews,
  servePreviews,
  startTestProgram,
  testVersion,
} from '../../../testing/deployments/preview-programs.ts'
import { toolbarTag } from './toolbar-insert.ts'

const host = 'app.preview.localhost'
const tag = String(toolbarTag)
const page = { headers: { 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, br', 'if-none-match': '"1"' } }

const program = await startTestProgram((request, response) => {
  const { url, headers } = request
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('etag', '"1"')
  if (url === '/policy') response.setHeader('content-security-policy', "default-src 'self'")
  if (url === '/told') response.end(JSON.stringify(headers))
  else if (url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('<h1>zipped'))
  else if (url === '/cut') {
    response.write('<h1>half')
    setTimeout(() => response.destroy(), 20)
  } else if (url === '/data') response.setHeader('content-type', 'application/json').end('{}')
  else response.setHeader('content-length', 8).end('<h1>page')
})
const version = testVersion('1')
const previews = openTestPreviews(async () => program)
const consoleOrigin = () => 'http://127.0.0.1:4310'
const serve = (hasToolbar: boolean, changes = {}) =>
  servePreviews(previews, () => ({ kind: 'version', site: 'app', version, hasToolbar }), { consoleOrigin, ...changes })
const site = await serve(true)

test('the page of a window has the toolbar, asked for whole and without compression', async () => {
  const answer = await site.ask(host, '/', page)
  expect(answer).toMatchObject({ status: 200, text: `<h1>page${tag}` })
  expect(answer.headers).not.toHaveProperty('etag')
  expect(answer.headers).not.toHaveProperty('content-length')
  const told = JSON.parse((await site.ask(host, '/told', page)).text.replace(tag, '')) as Record<string, string>
  expect(told['accept-encoding']).toBe('identity')
  expect(told).not.toHaveProperty('if-none-match')
})

test('all else passes unchanged', async () => {
  const parts: Record<string, string>[] = [
    { 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'document', range: 'bytes=0-1' },
    {},
  ]
  for (const headers of parts) expect((await site.ask(host, '/', { headers })).text).toBe('<h1>page')
  expect((await site.ask(host, '/', { ...page, method: 'HEAD' })).headers['content-length']).toBe('8')
  expect((await site.ask(host, '/policy', page)).text).toBe('<h1>page')
  expect((await site.ask(host, '/data', page)).text).toBe('{}')
  expect((await site.ask(host, '/gzip', page)).headers['content-encoding']).toBe('gzip')
  await expect(site.ask(host, '/cut', page)).rejects.toThrow('aborted')
  for (const other of [await serve(false), await serve(true, { consoleOrigin: undefined })])
    expect((await other.ask(host, '/', page)).text).toBe('<h1>page')
})

test('a site of files has it too, also if the browser has the files already', async () => {
  const files = await filesVersion('files', { 'index.html': '<h1>start', 'a.txt': 'text', '404.html': 'missing' })
  const own = await servePreviews(
    previews,
    () => ({ kind: 'version', site: 'files', version: files, hasToolbar: true }),
    { consoleOrigin },
  )
  const plain = await own.ask(host, '/')
  expect(plain.text).toBe('<h1>start')
  const headers = { 'sec-fetch-dest': 'document', 'if-none-match': plain.headers.etag! }
  expect(await own.ask(host, '/', { headers })).toMatchObject({ status: 200, text: `<h1>start${tag}` })
  expect((await own.ask(host, '/a.txt', { headers })).text).toBe('text')
  expect(await own.ask(host, '/nowhere', { headers })).toMatchObject({ status: 404, text: `missing${tag}` })
})

test('its script is served before any program is asked, and names the console', async () => {
  const answer = await site.ask(host, '/.atelier/toolbar.js?x')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } })
  expect(answer.text).toContain("const consoleOrigin = 'http://127.0.0.1:4310'")
  expect(answer.text).not.toContain('__')
  expect((await site.ask(host, '/.atelier/toolbar.js', { method: 'HEAD' })).text).toBe('')
})
