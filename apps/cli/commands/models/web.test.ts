import { expect, test } from 'vitest'
import { saveWebProviderKey } from '../../../../domains/agents/web-search/contract.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_CRAWL_PAGES: '7' })

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['web', ...words])

test('web lists providers and the crawler, switches them, and removes a key', async () => {
  const { owner, member } = await scene(server)
  await owner.call(saveWebProviderKey, { provider: 'exa', body: { apiKey: 'exa-canary-1f' } })
  expect((await run(owner, 'on', 'crawl')).printed).toEqual([
    expect.stringMatching(/^crawl +on .*· 0 of 7 pages in 20/),
  ])
  expect((await run(owner, 'off', 'exa')).printed).toEqual(['exa        off     web_search, web_read, web_crawl'])
  const { printed, documents } = await run(owner)
  expect(printed.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['tavily', 'no key'],
    ['exa', 'off'],
    ['brave', 'no key'],
    ['firecrawl', 'no key'],
    ['crawl', 'on'],
  ])
  expect(JSON.stringify(documents)).not.toContain('canary')
  expect((await run(owner, 'key', 'exa', '--remove')).documents).toMatchObject([{ enabled: false, hasApiKey: false }])
  expect((await run(owner, 'on', 'exa')).failure).toMatchObject({ kind: 'conflict' })
  expect((await run(member, 'list')).failure).toBeDefined()
})
