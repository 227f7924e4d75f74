import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { getAiBatch } from '../../../../domains/agents/batches/contract.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { addBatchEndpoints, batchProvider } from '../../../../testing/ai/batch-provider.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const provider = await batchProvider()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: provider.host })
const at = await scene(server)
await addBatchEndpoints(at, provider)

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['ai', 'batch', ...words])
const submit = (file: string, ...more: string[]) =>
  run(at.owner, 'submit', file, '--model', 'gpt-5-mini', '--kind', 'classification', '--max-cost', '1', ...more)

const fileOf = async (...lines: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-batch-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'items.jsonl')
  await writeFile(file, lines.join('\n'))
  return { folder, file }
}
const item = (customId: string) =>
  JSON.stringify({ customId, body: { messages: [{ role: 'user', content: customId }] } })

test.runIf(isLong)(
  'ai batch estimates, submits a file once, and shows a batch by the end of its id with its results',
  async () => {
    const { folder, file } = await fileOf(item('one'), item('two'))
    const estimate = await submit(file, '--dry-run')
    expect(estimate.documents).toMatchObject([{ items: 2 }])
    expect((await run(at.owner, 'status')).printed).toEqual([])
    provider.isEnded = true
    const [batch] = (await submit(file)).documents as [{ id: string }]
    expect((await submit(file)).documents).toMatchObject([{ id: batch.id }])
    const isEnded = async () => (await at.member.call(getAiBatch, { id: batch.id })).body.batch.endedAt !== null
    await expect
      .poll(async () => (await run(at.member, 'status', batch.id.slice(-8))).failure ?? (await isEnded()))
      .toBe(true)
    const results = join(folder, 'results')
    const { printed } = await run(at.member, 'status', batch.id.slice(-8), '--results', results)
    expect(printed).toEqual([
      expect.stringContaining('2 of 2 items'),
      expect.stringContaining('one  succeeded'),
      expect.stringContaining('two  succeeded'),
    ])
    expect(await readFile(join(results, 'one.json'), 'utf8')).toContain('{')
    expect((await run(at.member, 'status', 'ffffffff')).failure).toMatchObject({ code: 'no_batch' })
  },
)

test.each([
  ['a line that is not JSON', ['{'], 'batch_line_wrong'],
  ['an item twice', [item('one'), item('one')], 'batch_line_wrong'],
  ['a field that items do not have', ['{"customId":"one","body":{},"custom_id":"one"}'], 'batch_line_wrong'],
  ['no item', ['', ''], 'batch_file_empty'],
])('ai batch submits nothing of a file with %s', async (_name, lines, code) => {
  const { file } = await fileOf(...lines)
  expect((await submit(file)).failure).toMatchObject({ code })
})
