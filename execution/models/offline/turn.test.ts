import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '../shapes/chat-request.ts'
import { type Block, formatBlock } from './blocks.ts'
import { openOffline } from './provider.ts'
import { nextTurn, type Turn } from './turn.ts'

const tools = ['read', 'write', 'edit', 'run', 'ask_person', 'give_up'].map((name) => ({
  type: 'function' as const,
  function: { name },
}))
const ask = (content: string): ChatRequest => ({
  messages: [
    { role: 'system', content: '```run\nnever\n```' },
    { role: 'user', content },
  ],
  tools,
})

/** Plays the harness: answers each call with the next result, until the model calls nothing more. */
const converse = (request: ChatRequest, results: (turn: Turn) => string) => {
  const turns: Turn[] = []
  const messages = [...request.messages]
  for (let turn = nextTurn(request); ; turn = nextTurn({ ...request, messages })) {
    turns.push(turn)
    if (!turn.call) return turns
    const { id, name, input } = turn.call
    const call = { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }
    messages.push(
      { role: 'assistant', content: turn.text, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: results(turn) },
    )
  }
}

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), path: fc.constant('a.txt'), content: fc.constant('x\n') }),
  fc.record({
    kind: fc.constant('run' as const),
    command: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
  }),
)
const description = (blocks: readonly Block[]) => blocks.map(formatBlock).join('\n')

describe('the offline model', () => {
  test('keeps working when a message without blocks comes in between, and turns to a message with blocks', () => {
    const first = ask(
      description([
        { kind: 'run', command: 'one' },
        { kind: 'run', command: 'two' },
      ]),
    )
    const done = { role: 'tool', tool_call_id: 'call_1', content: 'Exit code 0' } as const
    const said = (content: string) =>
      nextTurn({ ...first, messages: [...first.messages, done, { role: 'user', content }] })
    expect(said('Hurry up.').call?.input).toEqual({ command: 'two' })
    expect(said(description([{ kind: 'run', command: 'three' }])).call?.input).toEqual({ command: 'three' })
  })

  test('asks people, continues behind the question, and does not ask it again in a later round', () => {
    const text = description([
      { kind: 'question', question: 'Which days?' },
      { kind: 'run', command: 'one' },
    ])
    const first = ask(text)
    const { id, name, input } = nextTurn(first).call!
    expect([name, input]).toEqual(['ask_person', { question: 'Which days?' }])
    const call = { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }
    const asked: ChatRequest['messages'] = [
      ...first.messages,
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: 'Asked.' },
    ]
    for (const content of ['On Mondays.', `${text}\n\nThe last attempt was sent back.`]) {
      const messages = [...asked, { role: 'user' as const, content }]
      expect(nextTurn({ ...first, messages }).call?.input).toEqual({ command: 'one' })
    }
  })

  test('calls one tool for each block, in order, and then introduces itself', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1 }), (blocks) => {
        const turns = converse(ask(description(blocks)), () => 'Exit code 0\n')
        expect(turns.slice(0, -1).map(({ call }) => call!.name)).toEqual(
          blocks.map(({ kind }) => (kind === 'file' ? 'write' : 'run')),
        )
        expect(turns.at(-1)!.text).toContain('The offline model only applies code blocks.')
        expect(turns.at(-1)!.text).toContain(
          blocks.length === 1 ? 'The block is done' : `All ${blocks.length} blocks are done`,
        )
      }),
    )
  })

  test.each(['Error: no', 'Exit code 1\n', 'Exit code none, ended by SIGKILL', 'Stopped after 3 seconds.'])(
    'stops at %j',
    (result) => {
      const turns = converse(
        ask(
          description([
            { kind: 'run', command: 'a' },
            { kind: 'run', command: 'b' },
          ]),
        ),
        () => result,
      )
      expect(turns.map(({ call }) => call?.name)).toEqual(['run', 'give_up', undefined])
      expect(turns[1]!.call!.input.reason).toBe(`I stopped at block 1 of 2 (run a). ${result}`)
    },
  )

  test('does nothing when one block cannot be read', () => {
    const [turn] = converse(ask('```file a\nx\n```\n```edit b\nx\n```\n'), () => '')
    expect(turn!.call).toMatchObject({
      name: 'give_up',
      input: { reason: expect.stringContaining('I changed nothing, because the description cannot be read. Line 4:') },
    })
  })

  test('does nothing when its tools are not offered', () => {
    expect(nextTurn({ ...ask('```run\nx\n```'), tools: [] })).toEqual({
      text: 'I changed nothing: the blocks need the tool run, which this harness does not offer.',
    })
  })

  test('ends a patch at the end of the patch', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEND_OF_PATCH\nEND_OF_PATCH_\n'
    const { command } = nextTurn(ask(formatBlock({ kind: 'patch', patch }))).call!.input
    expect(command!.endsWith(`<<'END_OF_PATCH__'\n${patch}END_OF_PATCH__`)).toBe(true)
  })
})

test('a streamed answer is the whole answer in pieces, and repeatable', async () => {
  const provider = openOffline()
  const { signal } = new AbortController()
  await fc.assert(
    fc.asyncProperty(fc.array(block), async (blocks) => {
      const body = JSON.stringify(ask(description(blocks)))
      const whole = JSON.parse(await provider.complete(body, signal)) as {
        choices: { message: object; finish_reason: string }[]
        usage: object
      }
      const events = (await Array.fromAsync(provider.stream(body, signal))).flat()
      const chunks = events.map((event) => JSON.parse(event))
      const deltas = chunks.flatMap((chunk) => chunk.choices).map((choice) => choice.delta)
      const calls = deltas.flatMap((delta) => delta.tool_calls ?? [])
      const made = calls.map((call) => call.function.arguments).join('')
      const tool_calls = calls.length > 0 && [
        { id: calls[0].id, type: 'function', function: { name: calls[0].function.name, arguments: made } },
      ]
      const content = deltas.map((delta) => delta.content ?? '').join('')
      expect({ role: 'assistant', content, ...(tool_calls && { tool_calls }) }).toEqual(whole.choices[0]!.message)
      expect(chunks.at(-1).usage).toEqual(whole.usage)
      expect((await Array.fromAsync(provider.stream(body, signal))).flat()).toEqual(events)
    }),
  )
})
