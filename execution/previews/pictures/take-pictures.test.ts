import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as send, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { isolatingDrivers, testLimits } from '../../../testing/sandbox/conformance-scene.ts'
import { findCamera } from '../../sandbox/index.ts'
import { openPageProxy } from '../gateway/page-proxy.ts'
import type { PreviewVersion } from '../preview.ts'
import type { Previews } from '../previews-api.ts'
import { openCamera } from './take-pictures.ts'

const host = 'k3v9.preview.localhost:4310'
const version = { id: 'v' } as PreviewVersion

const world = async (page: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-pictures-'))
  afterTest(() => rm(folder, { recursive: true }))
  const asked: string[] = []
  const previews: Pick<Previews, 'serve' | 'connect'> = {
    serve: async (site, _version, request, response) => {
      asked.push(`${site} ${request.method} ${request.headers.host} ${request.url}`)
      response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(page)
    },
    connect: async (_site, _version, request, socket) => {
      asked.push(`socket ${request.url}`)
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    },
  }
  return { folder, asked, previews }
}

const bodyOf = async (socketPath: string, path: string, headers: Record<string, string> = {}) => {
  const [response] = (await once(send({ socketPath, path, headers }).end(), 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, text]
}

test('the proxy of a browser leads to one preview, and every other host is refused', async () => {
  const { folder, asked, previews } = await world('page')
  const socketPath = join(folder, 'proxy.sock')
  const proxy = await openPageProxy({ previews, site: 'k3v9', version, socketPath, host })
  expect(await bodyOf(socketPath, `http://${host}/a?b=1`)).toEqual([404, 'page'])
  const others = [
    'http://127.0.0.1:4310/v1/api/me',
    'http://localhost:4310/',
    'http://preview.localhost:4310/',
    `https://${host}/`,
    'http://169.254.169.254/latest',
  ]
  for (const other of others) expect((await bodyOf(socketPath, other))[0], other).toBe(403)
  expect((await bodyOf(socketPath, '/', { host: 'other.preview.localhost:4310' }))[0]).toBe(403)
  expect(asked).toEqual([`k3v9 GET ${host} /a?b=1`])
  const tunnel = async (to: string, then = '') => {
    const socket = connect(socketPath)
    socket.write(`CONNECT ${to} HTTP/1.1\r\nhost: ${to}\r\n\r\n`)
    let said = String((await once(socket, 'data'))[0])
    if (then) {
      socket.write(then)
      said += String((await once(socket, 'data'))[0])
    }
    socket.destroy()
    return said
  }
  expect(await tunnel('127.0.0.1:5432')).toContain('403')
  const upgrade = `GET /live HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`
  expect(await tunnel(host, upgrade)).toContain('101')
  expect(asked.at(-1)).toBe('socket /live')
  await proxy.close()
  await expect(bodyOf(socketPath, `http://${host}/`)).rejects.toThrow()
})

test('a server without a browser reports that, and starts nothing', async () => {
  const { folder, previews, asked } = await world('page')
  const sandboxes = { open: () => Promise.reject(new Error('no sandbox is opened')) } as never
  const camera = openCamera({ sandboxes, socketFolder: folder, limits: testLimits, previews }, async () => undefined)
  const { signal } = new AbortController()
  expect(await camera({ site: 'k3v9', version, url: `http://${host}`, shots: [], signal })).toEqual({
    unavailable: 'no_browser',
  })
  expect(asked).toEqual([])
})

const [driver] = (await isolatingDrivers()).flatMap((one) => one.driver ?? [])
const hostile = `<!doctype html><title>x</title>
<style>@keyframes come { from { opacity: 0 } }</style>
<h1 style="animation: come 2s">Hello</h1><p style="animation: come 1s infinite">On and on</p><script>
  addEventListener('animationend', () => fetch('/came'))
  fetch('http://127.0.0.1:5432/').catch(() => {})
  alert('wait for ever')
</script>`

test.skipIf(driver === undefined || (await findCamera()) === undefined)(
  'a browser in a sandbox takes a picture of each page and window, and of a page that is not there',
  async () => {
    const { folder, previews, asked } = await world(hostile)
    const limits = { ...testLimits, cpuSeconds: 120, memoryBytes: 2 ** 31, wallMs: 120_000 }
    const camera = openCamera({ sandboxes: driver!, socketFolder: join(folder, 'sockets'), limits, previews })
    const { signal } = new AbortController()
    const shots = [
      { path: '/', width: 1440, height: 900, isPhone: false },
      { path: '/gone', width: 390, height: 844, isPhone: true },
    ]
    const result = await camera({ site: 'k3v9', version, url: `http://${host}`, shots, signal })
    if (!('pictures' in result)) throw new Error(result.unavailable)
    expect(result.pictures.map(({ path, status }) => [path, status])).toEqual([
      ['/', 200],
      ['/gone', 404],
    ])
    for (const { content } of result.pictures) expect(content.length).toBeGreaterThan(500)
    expect(asked.filter((one) => !one.endsWith('/favicon.ico'))).toEqual([
      `k3v9 GET ${host} /`,
      `k3v9 GET ${host} /came`,
      `k3v9 GET ${host} /gone`,
      `k3v9 GET ${host} /came`,
    ])
  },
)
