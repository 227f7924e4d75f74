import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveWebApp, type WebApp } from './web-app.ts'

const temporaryFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-web-app-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const served = async (folder: string, rest: Partial<WebApp> = {}) => {
  const server = Fastify({ exposeHeadRoutes: false })
  serveWebApp(server, { path: '/app', folder, ...rest })
  onTestFinished(() => server.close())
  await server.ready()
  return (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') => server.inject({ method, url, headers })
}

const built = async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<style nonce="__NONCE__"></style><meta nonce="__NONCE__">')
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'let a = 1')
  await writeFile(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync('let a = 1'))
  await writeFile(join(folder, 'secret'), 'not an asset')
  return folder
}

test('200 for every address below, with a policy whose nonce no other answer has', async () => {
  const get = await served(await built())
  const nonces = new Set<string>()
  for (const url of ['/app', '/app/', '/app/a/place', '/app/assets']) {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(headers['content-security-policy'])
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)![1]!
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(body).toBe(`<style nonce="${nonce}"></style><meta nonce="${nonce}">`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test('404 for an address of assets that leads to no file, in any spelling', async () => {
  const get = await served(await built())
  for (const address of ['', '%2e', '..%2fsecret', 'a%00b', 'x'.repeat(300), 'none.js'])
    expect([address.slice(0, 20), (await get(`/app/assets/${address}`)).statusCode]).toEqual([
      address.slice(0, 20),
      404,
    ])
})

test('200 for HEAD, with the length of the page and without it', async () => {
  const get = await served(await built())
  const { statusCode, headers, body } = await get('/app', {}, 'HEAD')
  expect([statusCode, Number(headers['content-length']) > 50, body]).toEqual([200, true, ''])
})

test('200 for an asset for a year, compressed if the client accepts it; 404 for any other file', async () => {
  const get = await served(await built())
  const plain = await get('/app/assets/main-1a2b.js')
  expect([plain.statusCode, plain.body, plain.headers['content-encoding']]).toEqual([200, 'let a = 1', undefined])
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const small = await get('/app/assets/main-1a2b.js', { 'accept-encoding': 'br' })
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
  })
  for (const url of ['/app/assets/gone.js', '/app/assets/..%2fsecret', '/app/assets/%2e%2e/secret', '/app/assets/'])
    expect((await get(url)).body).not.toContain('not an asset')
  expect((await get('/app/assets/gone.js')).statusCode).toBe(404)
})

test('302 to another address that the application names for its first page, and its parts as they are', async () => {
  const folder = await built()
  await writeFile(join(folder, 'part.html'), 'a part')
  const insteadOf: WebApp['insteadOf'] = ({ url, headers }) => (headers.cookie ? undefined : `/app/in?to=${url}`)
  const get = await served(folder, { parts: { part: ['/in', '/out'] }, insteadOf })
  const { statusCode, headers } = await get('/app/a')
  expect([statusCode, headers.location]).toEqual([302, '/app/in?to=/app/a'])
  expect((await get('/app/a', { cookie: 'a=b' })).statusCode).toBe(200)
  for (const url of ['/app/in', '/app/in/a', '/app/out']) expect((await get(url)).body).toBe('a part')
})

test('503 with the remedy, if nothing is built', async () => {
  const get = await served(join(await temporaryFolder(), 'absent'))
  const { statusCode, body } = await get('/app/')
  expect([statusCode, body]).toEqual([503, expect.stringContaining('bin/setup')])
})
