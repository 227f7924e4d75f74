import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

test('200 for /, which describes the server and links onward, without a script', async () => {
  const reply = await fetch(server.baseUrl)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const page = await reply.text()
  expect(page).toContain('Atelier is running here')
  expect(page).not.toMatch(/<script|<form|<noscript| hidden| style=| on[a-z]+=|https?:/)
  const links = [...page.matchAll(/<a class="plain" href="([^"]+)"/g)].map(([, path]) => path)
  expect(links).toEqual(['/console', '/docs', '/v1/api/openapi.json'])
  // The console is built apart, so that its own tests open it.
  for (const path of links.slice(1)) expect((await fetch(`${server.baseUrl}${path}`)).status).toBe(200)
})

test('/ has a policy that allows its own style by hash, and nothing else', async () => {
  const reply = await fetch(server.baseUrl)
  const { headers } = reply
  const style = /<style>([^]*)<\/style>/.exec(await reply.text())![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect(headers.getSetCookie()).toEqual([])
})

test.each(['/join', '/join-portal', '/reset-password', '/verify-email', '/open', '/letters'])(
  '302 from %s, where letters of an earlier version lead, to the page of the console',
  async (path) => {
    const reply = await fetch(`${server.baseUrl}${path}?agency=n%0d%0aset-cookie:x`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/console${path}?agency=n%0d%0aset-cookie:x`])
    expect(reply.headers.getSetCookie()).toEqual([])
  },
)
