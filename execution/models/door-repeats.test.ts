import { afterAll, beforeEach, expect, test } from 'vitest'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { defaultTimeouts, openEndpoint } from './endpoint.ts'

const seen: string[] = []
let hangUps = 0
const site = await loopbackSite((request, response) => {
  seen.push(request.method!)
  if (seen.length <= hangUps) request.socket.destroy()
  else response.end('{"data":[]}')
})
const { door, close } = openEndpoint({
  baseUrl: `${site.url}/v1`,
  apiKey: undefined,
  model: 'any',
  price: undefined,
  contextTokens: 1_000,
  maxOutputTokens: 100,
  timeouts: defaultTimeouts,
})
afterAll(close)
beforeEach(() => seen.splice(0))

const content = { mediaType: 'application/json', bytes: '{}' }
const failure = { code: 'provider_cut', billed: 'nothing', retryable: true }

test.each([
  ['a question', { method: 'GET', path: '/batches' }],
  ['a post that makes nothing twice', { method: 'POST', path: '/images/generations', content, repeats: true }],
] as const)('after a hang-up before any byte, %s is sent again, three times at most', async (_what, request) => {
  hangUps = 2
  expect(await door!.text(request, AbortSignal.timeout(60_000))).toBe('{"data":[]}')
  expect(seen).toHaveLength(3)
  hangUps = 6
  await expect(door!.text(request, AbortSignal.timeout(60_000))).rejects.toMatchObject(failure)
  expect(seen).toHaveLength(6)
})

test('a request that makes a batch or a video is sent once, and its caller knows that nothing was answered', async () => {
  hangUps = 1
  const made = door!.text({ method: 'POST', path: '/batches', content }, AbortSignal.timeout(60_000))
  await expect(made).rejects.toMatchObject(failure)
  expect(seen).toEqual(['POST'])
})
