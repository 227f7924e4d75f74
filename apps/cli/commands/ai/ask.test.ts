import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { agencyWithModels, callSettings, settledCalls } from '../../../../testing/models/model-calls.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { testServer } from '../../../../testing/server.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const at = await agencyWithModels(server, provider)
const run = (...words: string[]) => runCommand(server, at.member, ['ai', ...words])

test('ai ask prints the answer of the default model line by line, and the cost', async () => {
  provider.push({ text: 'A second folder\nof one \u001b[31mrepository.' })
  const asked = await run('ask', 'What is a worktree?', '--system', 'Be brief.')
  expect(asked.failure).toBeUndefined()
  expect(asked.printed).toEqual(['A second folder', String.raw`of one \u{001b}[31mrepository.`])
  expect(asked.documents).toMatchObject([{ model: 'fake-large', costUsd: 0.00012, usage: { completion_tokens: 20 } }])
  expect(asked.said).toEqual(['fake-large: 100 tokens read, 20 written, $0.00012'])
  expect(provider.requests.at(-1)!.body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is a worktree?' },
  ])
})

test('ai ask calls the model that is named, and fails with the code of a model that is not listed', async () => {
  provider.push({ text: 'Yes.' })
  expect((await run('ask', 'Is it?', '--model', 'oai/large')).documents).toMatchObject([
    { text: 'Yes.', costUsd: 0.00028 },
  ])
  expect((await run('ask', 'Is it?', '--model', 'none')).failure).toMatchObject({ code: 'model_not_found' })
})

test('ai usage sums calls by project, person or model, and saves each call as CSV', async () => {
  await settledCalls(at)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-usage-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'calls.csv')
  const used = await run('usage', '--by', 'model', '--csv', file)
  expect(used.printed).toEqual(['large  $0.00028  1 call  120 tokens', 'fake-large  $0.00012  1 call  120 tokens'])
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(3)
  expect((await run('usage', '--from', '2020-01', '--to', '2020-01')).printed).toEqual(['No model was called.'])
  expect((await run('usage', '--by', 'colour')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('usage', '--from', '2026-13')).failure).toMatchObject({ code: 'invalid_request' })
})
