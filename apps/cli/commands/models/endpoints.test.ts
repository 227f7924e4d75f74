import { afterAll, expect, test } from 'vitest'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listedModels } from './endpoints.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const host = new URL(provider.baseUrl).host
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host })

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['models', ...words])

test('endpoints are added, tested, changed, chosen and deleted', async () => {
  const { owner, member } = await scene(server)
  expect((await run(owner, 'endpoints')).printed).toEqual([expect.stringContaining('no model endpoint of its own')])
  const add = ['endpoints', 'add', 'acme', provider.baseUrl, '--no-key', '--priced-on', '2026-11-21']
  const models = ['--model', 'large=2/4/0.5', '--model', 'openai/small=0/0', '--context-tokens', '50000']
  expect((await run(member, ...add, ...models)).failure).toMatchObject({ code: 'forbidden' })
  expect((await run(owner, ...add)).failure).toMatchObject({ kind: 'usage' })
  const lines = [
    `acme · ${provider.baseUrl} · chat · no key`,
    '  acme/large · $2 / $4 on 2026-11-21',
    '  acme/openai/small · $0 / $0 on 2026-11-21',
  ]
  expect((await run(owner, ...add, ...models)).printed).toEqual(lines)
  expect((await run(owner, 'endpoints', 'list')).printed).toEqual(lines)
  expect((await run(member, 'catalog')).printed[0]).toBe('acme/large · 50000 tokens · $2 / $4')

  const asked = { toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }
  provider.push(asked, asked)
  const tested = await run(owner, 'endpoints', 'test', 'acme', 'large')
  expect(tested.documents).toMatchObject([{ identifier: 'acme/large', works: true, costUsd: 0.00056 }])
  expect(tested.printed.slice(0, 3)).toEqual(['acme/large answers.', 'Tools      work', 'Streaming  works'])
  provider.push({ text: 'periwinkle' }, { text: 'periwinkle' })
  expect((await run(owner, 'endpoints', 'test', 'acme')).failure).toMatchObject({ code: 'model_unfit' })

  expect((await run(member, 'set', 'coder', 'acme/large')).documents).toMatchObject([{ modelIdentifier: 'acme/large' }])
  expect((await run(owner, 'endpoints', 'delete', 'acme')).failure).toMatchObject({ code: 'model_endpoint_in_use' })
  await run(member, 'clear', 'coder')
  expect((await run(owner, 'endpoints', 'set', 'acme')).failure).toMatchObject({ kind: 'usage' })
  const fewer = await run(owner, 'endpoints', 'set', 'acme', '--model', 'large=3/6')
  expect(fewer.documents).toMatchObject([{ models: [{ identifier: 'acme/large', inputUsdPerMillion: 3 }] }])
  expect((await run(owner, 'endpoints', 'delete', 'other')).failure).toMatchObject({ kind: 'absent' })
  expect((await run(owner, 'endpoints', 'delete', 'acme')).printed).toEqual(['acme is deleted, with its key.'])
})

test('models are typed with two to four prices, and get the day of today', () => {
  const now = new Date('2026-11-21T23:00:00Z')
  expect(listedModels({ model: ['a=b=1.5/2/0.1/3'] }, now)).toEqual([
    {
      model: 'a=b',
      inputUsdPerMillion: 1.5,
      outputUsdPerMillion: 2,
      cacheReadUsdPerMillion: 0.1,
      cacheWriteUsdPerMillion: 3,
      pricedOn: '2026-11-21',
    },
  ])
  for (const wrong of ['gpt-5', 'gpt-5=1', '=1/2', 'gpt-5=1//2', 'gpt-5=1/2/3/4/5', 'gpt-5=1/.5'])
    expect(() => listedModels({ model: [wrong] }, now)).toThrow('is no model with prices')
  expect(() => listedModels({ outputTokens: '5' }, now)).toThrow('for which models')
  expect(() => listedModels({ model: ['a=1/2'], contextTokens: '1e5' }, now)).toThrow('takes a whole number')
})
