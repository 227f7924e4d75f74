import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { buildPackage } from './build.ts'

const page = `<!doctype html><script type="module">
import { openAtelier, readWebhook } from '/index.js'
const atelier = openAtelier({ url: location.origin })
const said = []
await atelier.createProject({ body: { name: 'Shop' } })
for await (const { id } of atelier.streamCycle({ params: { id: 'c' } })) said.push('event ' + id)
const progress = []
await atelier.uploadProjectImportBundle(
  { params: { id: 'i' }, body: new Blob(['bundle']) },
  { onProgress: ({ arrivedBytes }) => progress.push(arrivedBytes) },
)
said.push('progress ' + progress)
const { message } = await (await fetch('/message')).json()
said.push((await readWebhook(message.secret, message)).type)
await readWebhook(message.secret, { ...message, body: '{}' }).catch((error) => said.push(error.code))
document.title = said.join(', ')
</script>`

const secret = `whsec_${btoa('a secret of twenty-four b')}`
const messageNow = () => {
  const now = new Date()
  const body = JSON.stringify({ type: 'task.merged' })
  const signature = new Webhook(secret).sign('m1', now, body)
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const headers = { 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return { secret, headers, body }
}

test.skipIf(!hasChromium)('the package calls, follows, uploads and verifies in Chromium', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-sdk-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  await buildPackage(folder)
  const code = await readFile(join(folder, 'index.js'))
  const keys: (string | undefined)[] = []
  const answers: Readonly<Record<string, readonly [type: string, body: () => string | Buffer]>> = {
    'GET /': ['text/html', () => page],
    'GET /index.js': ['text/javascript', () => code],
    'GET /message': ['application/json', () => JSON.stringify({ message: messageNow() })],
    'POST /v1/api/projects': ['application/json', () => '{}'],
    'GET /v1/api/cycles/c/stream': ['text/event-stream', () => 'id: 1\nevent: a.b\ndata: {}\n\n'],
    'GET /v1/api/imports/i/bundle': ['application/json', () => '{ "offset": 2 }'],
    'PUT /v1/api/imports/i/bundle': ['application/json', () => '{}'],
  }
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`
    if (name === 'POST /v1/api/projects' && keys.push(request.headers['idempotency-key'] as string) === 1) {
      response.destroy()
      return
    }
    const [type, body] = answers[name] ?? ['text/plain', () => '']
    response.writeHead(answers[name] ? 200 : 404, { 'content-type': type }).end(body())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await openChromium()
  afterTest(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const tab = await browser.newPage()
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await tab.waitForFunction('document.title !== ""')
  expect(await tab.title()).toBe('event 1, progress 2,6, task.merged, webhook_rejected')
  expect(keys).toEqual([keys[0], keys[0]])
})
