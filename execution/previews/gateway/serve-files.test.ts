import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { filesVersion, openTestPreviews, servePreviews } from '../../../testing/deployments/preview-programs.ts'
import type { PreviewVersion } from '../preview.ts'

const host = 'site.preview.localhost'
const previews = openTestPreviews(() => Promise.reject(new Error('A site of files has no program')))

const serve = async (version: PreviewVersion) => {
  const site = await servePreviews(previews, () => ({ kind: 'version', site: version.id, version }))
  return { folder: join(version.build.folder, 'files'), ask: (path: string, ask = {}) => site.ask(host, path, ask) }
}

const pages = {
  'index.html': '<h1>start</h1>',
  'about.html': 'about',
  'docs/index.html': 'docs',
  'docs/a b.txt': 'a b',
  'app.js': '1',
  '404.html': 'missing here',
  '.env': 'SECRET=1',
  '.git/config': 'secret',
  '.well-known/security.txt': 'contact',
}
const site = await serve(await filesVersion('pages', pages))

test('200 with index.html for a folder, a page without its ending, and the media type of each file', async () => {
  const start = await site.ask('/')
  expect(start).toMatchObject({ status: 200, text: '<h1>start</h1>' })
  expect(start.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect((await site.ask('/about')).text).toBe('about')
  expect((await site.ask('/docs/')).text).toBe('docs')
  expect((await site.ask('/docs/a%20b.txt?x=1')).text).toBe('a b')
  expect((await site.ask('/app.js')).headers['content-type']).toContain('javascript')
  expect((await site.ask('/.well-known/security.txt')).text).toBe('contact')
})

test('the last bytes of a shorter file are all of it, and HEAD returns their length', async () => {
  for (const [range, text, contentRange] of [
    ['bytes=-500', 'about', 'bytes 0-4/5'],
    ['bytes=-2', 'ut', 'bytes 3-4/5'],
  ] as const)
    expect(await site.ask('/about', { headers: { range } })).toMatchObject({
      status: 206,
      text,
      headers: { 'content-range': contentRange },
    })
  expect((await site.ask('/about', { headers: { range: 'bytes=5-' } })).status).toBe(416)
  expect(await site.ask('/about', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '5' },
  })
})

test('302 leads to the slash of a folder, on the same host', async () => {
  const answer = await site.ask('/docs?x=1')
  expect(answer).toMatchObject({ status: 302, headers: { location: '/docs/?x=1' } })
  expect((await site.ask('//evil.example/..')).headers.location).toBeUndefined()
})

test('404 with 404.html for a name that begins with a dot, and for a path above the site', async () => {
  for (const path of [
    '/.env',
    '/.git/config',
    '/%2egit/config',
    '/docs/../.env',
    '/../../build.json',
    '/..%2f..%2fbuild.json',
    '/docs/.well-known/security.txt',
    '/nothing',
    '/%',
    '/a%00b',
  ])
    expect(await site.ask(path), path).toMatchObject({ status: 404, text: 'missing here' })
})

test('404 for a link that leads out of the site or to a hidden file, and for anything but a file', async () => {
  const hostile = await serve(await filesVersion('hostile', { 'index.html': 'x', '.env': 'SECRET' }))
  await writeFile(join(hostile.folder, '..', 'build.json'), 'secret')
  await symlink('../build.json', join(hostile.folder, 'build.json'))
  await symlink('/etc', join(hostile.folder, 'etc'))
  await symlink('.env', join(hostile.folder, 'env.txt'))
  await symlink('index.html', join(hostile.folder, 'same.html'))
  await promisify(execFile)('mkfifo', [join(hostile.folder, 'pipe')])
  for (const path of ['/build.json', '/etc/passwd', '/env.txt', '/pipe'])
    expect((await hostile.ask(path)).status, path).toBe(404)
  expect((await hostile.ask('/same.html')).text).toBe('x')
})

test('200 with index.html for every path of a single-page site', async () => {
  const single = await serve(await filesVersion('single', { 'index.html': 'app' }, { isSinglePage: true }))
  expect(await single.ask('/orders/7')).toMatchObject({ status: 200, text: 'app' })
})

test('304 for the ETag of a file, and 206 for a part of it', async () => {
  const { headers } = await site.ask('/about.html')
  expect((await site.ask('/about.html', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304)
  const part = await site.ask('/about.html', { headers: { range: 'bytes=1-2' } })
  expect(part).toMatchObject({ status: 206, text: 'bo', headers: { 'content-range': 'bytes 1-2/5' } })
  expect((await site.ask('/about.html', { headers: { range: 'bytes=9-' } })).status).toBe(416)
  expect((await site.ask('/nothing', { headers: { range: 'bytes=0-1' } })).text).toBe('missing here')
})

test('HEAD has only the length, and other methods are 405', async () => {
  expect(await site.ask('/about', { method: 'HEAD' })).toMatchObject({ text: '', headers: { 'content-length': '5' } })
  expect(await site.ask('/about', { method: 'POST', body: 'x' })).toMatchObject({ status: 405 })
})

test('a site whose folder leads out of its build is not deployed', async () => {
  const version = await filesVersion('outside', { 'index.html': 'x' })
  await symlink('/etc', join(version.build.folder, 'files', 'dist'))
  for (const output of ['dist', '../..', 'missing'])
    expect(await previews.deploy('outside', { ...version, build: { ...version.build, output } }), output).toMatchObject(
      { outcome: 'failed' },
    )
  expect(await previews.deploy('outside', version)).toEqual({ outcome: 'live' })
})

test('200 with 200.html for a path without a file, also if a site has no single page (coollabsio/coolify#3039)', async () => {
  const file = join(import.meta.dirname, '../fixtures/spa-200.json')
  const fixture = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const shell = await serve(await filesVersion('shell', { ...fixture, '404.html': 'no' }))
  expect(await shell.ask('/orders/7')).toMatchObject({ status: 200, text: fixture['200.html'] })
  expect(await shell.ask('/')).toMatchObject({ status: 200, text: fixture['index.html'] })
})
