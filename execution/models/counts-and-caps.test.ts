import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyCap } from '../../domains/agents/spending/index.ts'
import { testDatabase } from '../../testing/index.ts'
import { gatewayScene } from '../../testing/model-provider/index.ts'
import type { ShapeName } from './index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)

const price = {
  inputMicrosPerMillion: 1_000_000,
  outputMicrosPerMillion: 10_000_000,
  cacheReadMicrosPerMillion: 100_000,
}

const completion = (usage: object) =>
  JSON.stringify({ choices: [{ index: 0, message: { content: 'ok' }, finish_reason: 'stop' }], usage })
const chunks = (...all: readonly object[]) => all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')
const ended = { index: 0, delta: {}, finish_reason: 'stop' }

interface Form {
  readonly name: string
  readonly shape?: ShapeName
  readonly streams?: true
  readonly answer: string | Promise<string>
  readonly costMicros: number
  readonly isEstimate?: true
}
const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', name), 'utf8')

const forms: readonly Form[] = [
  { name: 'thoughts beside the answer', answer: fixture('reasoning-outside.json'), costMicros: 53_085 },
  {
    name: 'thoughts in the total alone',
    answer: completion({ prompt_tokens: 21, completion_tokens: 10, total_tokens: 1_091 }),
    costMicros: 10_721,
  },
  {
    name: 'zeros in the last event',
    shape: 'messages',
    streams: true,
    answer: fixture('delta-zero.sse'),
    costMicros: 5_120,
  },
  {
    name: 'the usage in a choice',
    streams: true,
    answer: chunks({
      choices: [{ ...ended, usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }],
    }),
    costMicros: 200,
  },
  {
    name: 'zeros behind the usage',
    streams: true,
    answer: chunks(
      { choices: [ended], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
      { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
    ),
    costMicros: 200,
  },
  {
    name: 'a cache beside the prompt',
    answer: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, cached_tokens: 5_000 }),
    costMicros: 700,
  },
  {
    name: 'counts that nothing decides between',
    answer: completion({
      prompt_tokens: 100,
      completion_tokens: 50,
      completion_tokens_details: { reasoning_tokens: 40 },
    }),
    costMicros: 1_000,
    isEstimate: true,
  },
]

test.each(forms)(
  '$name: the cost follows the used tokens, so that a cap holds',
  async ({ shape = 'chat', ...form }) => {
    const route = await scene.attempt({ shape, price, contextTokens: 100_000, maxOutputTokens: 10_000 })
    const bytes = await form.answer
    scene.provider.push({ bytes }, { bytes })
    const body = {
      messages: [{ role: 'user', content: 'Hello '.repeat(2_000) }],
      ...(form.streams && { stream: true, stream_options: { include_usage: true } }),
    }
    const first = await route.post(body)
    await first.text()
    expect(first.status).toBe(200)
    const [call] = await scene.calls()
    expect(call).toMatchObject({
      status: 'finished',
      costMicros: form.costMicros,
      isEstimate: form.isEstimate ?? false,
    })
    // One micro-dollar more would let the next call pass.
    const capMicros = form.costMicros + call!.reservedMicros - 1
    const scope = { kind: 'cycle', id: scene.identity.cycleId } as const
    await database.instance((tx) => applyCap(tx, scope, capMicros))
    expect((await route.post(body)).status).toBe(402)
    await database.instance((tx) => applyCap(tx, scope, capMicros + 1))
    expect((await route.post(body)).status).toBe(200)
  },
)
