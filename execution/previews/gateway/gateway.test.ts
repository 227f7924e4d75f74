import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  accessCookie,
  openTestPreviews,
  servePreviews,
  startTestProgram,
  testVersion,
} from '../../../testing/deployments/preview-programs.ts'
import { proxyLimits } from './proxy-limits.ts'

const host = 'app.preview.localhost'

const app = async (answer: RequestListener, limits = {}) => {
  const program = await startTestProgram(
    (request, response) => (request.headers['user-agent'] === health ? response.end() : answer(request, response)),
    (request, socket) => {
      socket.on('error', () => {})
      if (request.url === '/refused') socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
      else if (request.url === '/gone') socket.destroy()
      else {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello ')
        socket.pipe(socket)
      }
    },
  )
  const previews = openTestPreviews(async () => program, { proxyLimits: { ...proxyLimits, ...limits } })
  const version = testVersion('1')
  const site = await servePreviews(previews, () => ({ kind: 'version', site: 'app', version }))
  return { ...site, program, ask: (path = '/', ask = {}) => site.ask(host, path, ask) }
}
const health = 'Atelier health check'

const read = async (message: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('a request for a preview', () => {
  test('reaches its program with method, path, body and headers, and without the access cookie', async () => {
    const { ask } = await app(
      (request, response) =>
        void read(request).then((body) =>
          response.end(JSON.stringify([request.method, request.url, body, request.headers.cookie])),
        ),
    )
    const answer = await ask('/a%20b?c=d', {
      method: 'PUT',
      body: 'body',
      headers: { cookie: `mine=1; ${accessCookie}=secret; other=2` },
    })
    expect(JSON.parse(answer.text)).toEqual(['PUT', '/a%20b?c=d', 'body', 'mine=1; other=2'])
  })

  test('gets the answer as it is, with cookies of this host only', async () => {
    const { ask } = await app((_request, response) => {
      response.writeHead(500, {
        'set-cookie': ['a=1; Domain=preview.localhost', `${accessCookie}=forged`],
        'x-own': '1',
      })
      response.end('broken')
    })
    const answer = await ask()
    expect(answer).toMatchObject({ status: 500, text: 'broken', headers: { 'set-cookie': ['a=1'], 'x-own': '1' } })
  })

  test('413 for a body above the limit, with and without a declared length', async () => {
    const { ask } = await app((request, response) => void read(request).then(() => response.end('taken')), {
      bodyBytes: 1_000,
    })
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1_000) })).text).toBe('taken')
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1_001) })).status).toBe(413)
    const chunked = { 'transfer-encoding': 'chunked' }
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1_001), headers: chunked })).status).toBe(413)
  })

  test('504 if the program does not answer in time, 502 if it hangs up or does not listen', async () => {
    const slow = await app(() => {}, { idleMs: 50 })
    expect((await slow.ask()).status).toBe(504)
    const rude = await app((request) => void request.socket.destroy())
    expect((await rude.ask()).status).toBe(502)
    const noHttp = await app((request) => void request.socket.end('no HTTP at all\r\n\r\n'))
    expect((await noHttp.ask()).status).toBe(502)
  })

  test('is cut in the middle of the answer when the program exits there', async () => {
    const { ask, program } = await app((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => program.crash('The program ended with exit code 1.'))
    })
    await expect(ask()).rejects.toThrow('aborted')
  })

  test('ends in the program when the visitor leaves', async () => {
    const left = Promise.withResolvers<void>()
    const { open } = await app((_request, response) => {
      response.write('first')
      response.once('close', () => left.resolve())
    })
    const asked = open(host, '/', {})
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.once('data', () => asked.destroy())
    answer.on('error', () => {})
    await left.promise
    expect(asked.destroyed).toBe(true)
  })

  test('reaches no program when the visitor has left while it started', async () => {
    const starting = Promise.withResolvers<void>()
    const asked: string[] = []
    const program = await startTestProgram((request, response) => {
      asked.push(request.url!)
      response.end()
    })
    const previews = openTestPreviews(async () => {
      await starting.promise
      return program
    })
    const resolved = Promise.withResolvers<void>()
    const version = testVersion('1', { onLine: () => resolved.resolve() })
    const site = await servePreviews(previews, () => ({ kind: 'version', site: 'app', version }))
    const left = site.open(host, '/left', { method: 'POST', headers: { 'content-length': '5' }, body: 'hal' })
    left.on('error', () => {})
    await resolved.promise
    const gone = once(site.server, 'left')
    left.destroy()
    await gone
    starting.resolve()
    expect((await site.ask(host, '/stays')).status).toBe(200)
    expect(asked).toEqual(['/', '/stays'])
  })

  test('streams an answer of any length in little memory, as fast as the visitor reads', async () => {
    const chunk = Buffer.alloc(2 ** 20)
    let written = 0
    const { open } = await app((_request, response) => {
      const write = () => {
        while (written < 2_000 && response.write(chunk)) written += 1
        written += 1
      }
      response.on('drain', write)
      response.on('error', () => {})
      write()
    })
    const asked = open(host, '/', {})
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    let taken = 0
    for await (const part of answer) {
      taken += (part as Buffer).length
      // Sockets and streams between them hold a few MiB; what was not read yet was not written either.
      expect(written * chunk.length - taken).toBeLessThan(32 * 2 ** 20)
      if (taken > 64 * 2 ** 20) break
    }
    asked.destroy()
    expect(written).toBeLessThan(128)
  })
})

describe('a WebSocket of a preview', () => {
  test('is carried both ways', async () => {
    const { openSocket } = await app(() => {})
    const socket = await openSocket(host)
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
    socket.write('there')
    let text = ''
    for await (const chunk of socket) {
      text += String(chunk)
      if (text === 'hello there') break
    }
    expect(text).toBe('hello there')
  })

  test('of 1,000 at once those above the limit get 503, and others are served again when some end', async () => {
    const { openSocket, ask } = await app((_request, response) => void response.end('ok'), { connections: 100 })
    const opened = await Promise.all(Array.from({ length: 1_000 }, () => openSocket(host)))
    const sockets = opened.filter((socket) => typeof socket !== 'number')
    expect(sockets).toHaveLength(100)
    expect(new Set(opened.filter((status) => typeof status === 'number'))).toEqual(new Set([503]))
    expect((await ask()).status).toBe(503)
    for (const socket of sockets) socket.destroy()
    let answer = await ask()
    while (answer.status === 503) answer = await ask()
    expect(answer.text).toBe('ok')
  })

  test('403 for a page of another preview, and 400 for another protocol', async () => {
    const { openSocket } = await app(() => {})
    expect(await openSocket(host, { origin: 'http://other.preview.localhost' })).toBe(403)
    expect(await openSocket(host, { upgrade: 'h2c' })).toBe(400)
  })
})

describe('the gateway', () => {
  const resolved: (string | undefined)[] = []
  const gateway = servePreviews(
    openTestPreviews(() => Promise.reject(new Error('None is started here'))),
    (label) => {
      resolved.push(label)
      if (label === 'broken') throw new Error('No database')
      if (label === 'entrance')
        return { kind: 'redirect', location: '/', access: { value: 'token', maxAgeSeconds: 3_600 } }
      if (label === 'signed-out') return { kind: 'redirect', location: 'http://localhost:4310/console/previews/x' }
      if (label === 'building')
        return { kind: 'page', status: 503, title: 'Building <now>', sentence: 'Wait & see.', refreshSeconds: 5 }
      return undefined
    },
    { isOwnDomain: (name) => name === 'www.client.example' },
  )

  test('leaves every host that is not a preview to the API', async () => {
    const { ask } = await gateway
    for (const other of ['localhost', '127.0.0.1', 'preview.localhost.evil.example', 'evilpreview.localhost'])
      expect((await ask(other)).text, other).toBe('the API')
  })

  test('404 for a host below the preview domain that is no label, before anything is looked up', async () => {
    const { ask } = await gateway
    resolved.length = 0
    for (const other of ['preview.localhost', 'a.b.preview.localhost', '_x.PREVIEW.localhost.:80'])
      expect((await ask(other)).status, other).toBe(404)
    expect(resolved).toEqual([])
    expect((await ask('unknown.preview.localhost')).status).toBe(404)
  })

  test('asks for a domain of a client without a label', async () => {
    const { ask } = await gateway
    resolved.length = 0
    expect((await ask('www.client.example')).status).toBe(404)
    expect(resolved).toEqual([undefined])
  })

  test('sets the access cookie for the host only, out of reach of scripts', async () => {
    const { ask } = await gateway
    const { status, headers } = await ask('entrance.preview.localhost', '/_atelier/enter?token=x')
    expect(status).toBe(303)
    expect(headers).toMatchObject({
      location: '/',
      'cache-control': 'no-store',
      'clear-site-data': '"cache", "storage"',
      'set-cookie': [`${accessCookie}=token; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`],
    })
    const console = await ask('signed-out.preview.localhost')
    expect(console.headers).toMatchObject({ location: 'http://localhost:4310/console/previews/x' })
    expect(console.headers['set-cookie']).toBeUndefined()
    expect(console.headers['clear-site-data']).toBeUndefined()
  })

  test('403 for the script of a service worker, which production at its own domain may have', async () => {
    const { ask } = await gateway
    const headers = { 'service-worker': 'script', 'sec-fetch-dest': 'serviceworker', 'sec-fetch-site': 'same-origin' }
    resolved.length = 0
    expect((await ask('unknown.preview.localhost', '/sw.js', { headers })).status).toBe(403)
    expect(resolved).toEqual([])
    expect((await ask('www.client.example', '/sw.js', { headers })).status).toBe(404)
  })

  test('shows a page to browsers, as text, that no page may frame, and a sentence to programs', async () => {
    const { ask } = await gateway
    const page = await ask('building.preview.localhost', '/', { headers: { accept: 'text/html' } })
    expect(page).toMatchObject({ status: 503, headers: { refresh: '5', 'retry-after': '5' } })
    expect(page.text).toContain('Building &lt;now&gt;')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await ask('building.preview.localhost')).text).toBe('Wait & see.\n')
  })

  test('502 if a preview cannot be looked up, and 503 for a WebSocket of a preview in construction', async () => {
    const { ask, openSocket } = await gateway
    expect((await ask('broken.preview.localhost')).status).toBe(502)
    expect(await openSocket('building.preview.localhost')).toBe(503)
    expect(await openSocket('entrance.preview.localhost')).toBe(403)
  })

  test('400 for a target that names another host, and for TRACE', async () => {
    const { port } = await gateway
    for (const line of ['GET http://localhost/ HTTP/1.1', 'OPTIONS * HTTP/1.1', 'TRACE / HTTP/1.1'])
      expect(await statusLine(port, `${line}\r\nHost: app.preview.localhost\r\nConnection: close\r\n\r\n`), line).toBe(
        'HTTP/1.1 400 Bad Request',
      )
  })

  test('403 for a load by a page of another preview, with which the browser would send cookies', async () => {
    const { ask } = await gateway
    const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect((await ask('unknown.preview.localhost', '/', { headers })).status).toBe(403)
    expect((await ask('www.client.example', '/', { headers })).status).toBe(404)
  })
})

const statusLine = async (port: number, text: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  let got = ''
  for await (const chunk of socket) got += String(chunk)
  return got.split('\r\n', 1)[0]
}
