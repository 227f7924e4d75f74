import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventParser } from './events.ts'
import { ModelFailure } from './failure.ts'
import { ownReply, translatedReply } from './reply.ts'
import { embeddingsUsage, embeddingsWithPlaces } from './shapes/embeddings.ts'
import { type ShapeName, shapes } from './shapes/index.ts'
import { translateRequest } from './translation/index.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
const about = { id: '0197', model: 'large', createdSeconds: 1_700_000_000, wantsUsage: true }

const replyOf = (from: ShapeName, to: ShapeName) =>
  from === to ? ownReply(from, 'models.example', true) : translatedReply(from, to, 'models.example', about)

const eventsOf = (text: string) => {
  const parser = eventParser(1_000_000)
  return [...parser.push(Buffer.from(text)), ...parser.end()].filter((event) => event !== '[DONE]')
}

const picture = (type: string) => `data:image/${type};base64,/9j/4AAQ`

type Wire = Readonly<Record<string, ReturnType<typeof JSON.parse>>>

/** The events that a caller of the shape `to` is given, and the usage. */
const streamed = (from: ShapeName, to: ShapeName, text: string) => {
  const reply = replyOf(from, to).stream()
  const said = reply.take(eventsOf(text))
  const { usage, rest } = reply.end()
  return { events: eventsOf(said + rest).map((event) => JSON.parse(event) as Wire), usage }
}

const failureOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ModelFailure) return { code: error.code, status: error.status, message: error.message }
    throw error
  }
  return undefined
}

/** A stream of chat completion chunks of these choices. */
const chunks = (...choices: readonly (readonly object[])[]) =>
  choices.map((one) => `data: ${JSON.stringify({ choices: one })}\n\n`).join('')
const delta = (said: object, finish_reason: string | null = null) => ({ index: 0, delta: said, finish_reason })
const calls = (...tool_calls: readonly object[]) => delta({ tool_calls })
const stop = delta({}, 'stop')

const textOf = (events: readonly Wire[]) => events.map((event) => event.choices[0]?.delta?.content ?? '').join('')

const joined = (...parts: readonly unknown[]) => parts.filter((part) => typeof part === 'string').join('')

/** The calls of a stream of chunks, as clients put them together. */
const callsOf = (events: readonly Wire[]) => {
  const made: { id?: string; name: string; input: string }[] = []
  for (const piece of events.flatMap((event) => (event.choices[0]?.delta?.tool_calls ?? []) as Wire[])) {
    const one = (made[piece.index] ??= { id: piece.id, name: piece.function.name, input: '' })
    one.input = joined(one.input, piece.function.arguments)
  }
  return made
}

/** The blocks of a stream of messages. */
const blocksOf = (events: readonly Wire[]) => {
  const blocks: Wire[] = []
  for (const { type, index, content_block, delta: said } of events) {
    if (type === 'content_block_start') blocks[index] = { ...content_block, input: '' }
    if (type !== 'content_block_delta') continue
    const { text, thinking, signature, input } = blocks[index]!
    blocks[index] = {
      ...blocks[index],
      text: joined(text, said.text),
      thinking: joined(thinking, said.thinking),
      signature: joined(signature, said.signature),
      input: joined(input, said.partial_json),
    }
  }
  return blocks
}

test('choices that are null, a ping and an unknown event cost no answer', () => {
  const odd = 'data: {"type":"ping"}\n\ndata: {"id":"x","provider":{"trace":1}}\n\n' + fixture('choices-null.sse')
  const { events, usage } = streamed('chat', 'chat', odd)
  expect(textOf(events)).toBe('Hello')
  expect(usage).toMatchObject({ inputTokens: 100, outputTokens: 10 })
  expect(events.every(({ choices }) => Array.isArray(choices))).toBe(true)
})

test('events outside of a response or before a message, and an end without output, are passed over', () => {
  const events = [
    { type: 'codex.rate_limits', limits: {} },
    { keepalive: true },
    { type: 'response.created', response: { status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message' } },
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
    { type: 'response.completed', response: { usage: { input_tokens: 9, output_tokens: 1, total_tokens: 10 } } },
  ]
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const { events: chat, usage } = streamed('responses', 'chat', text)
  expect([textOf(chat), usage?.inputTokens]).toEqual(['Hello', 9])
  expect(streamed('responses', 'responses', text).events.map(({ type }) => type)).toEqual(
    events.slice(2).map(({ type }) => type),
  )
  const message = `data: {"type":"hello"}\n\n${fixture('delta-zero.sse')}`
  expect(streamed('messages', 'messages', message).events[0]!.type).toBe('message_start')
})

test.each([
  ['an empty reason', fixture('empty-reason-cut.sse'), 'provider_cut', 'ended before it was whole'],
  ['an error as the reason', fixture('reason-error.sse'), 'provider_failed', 'broke its answer off with "error"'],
  ['a reason that nobody knows', chunks([delta({}, 'abort')]), 'provider_failed', '"abort"'],
  ['an error in a choice', chunks([{ ...stop, error: { message: 'gone', code: 502 } }]), 'provider_failed', 'gone'],
  ['no event that is known', 'data: {"type":"ping"}\n\n', 'provider_garbage', 'no chat completion'],
  [
    'a whole completion',
    'data: {"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
    'provider_garbage',
    'no stream of chat completion chunks',
  ],
  ['a balance that is used up', fixture('error-for-stream.200.json'), 'provider_unpaid', 'Insufficient balance'],
  [
    'a prompt that is too long',
    'data: {"error":{"message":"prompt is too long: 210000 tokens","type":"invalid_request_error"}}\n\n',
    'provider_refused_request',
    'prompt is too long',
  ],
])('a stream with %s is no answer, for callers of any shape', (_, text, code, words) => {
  // The endpoint gives a body that is no stream on as its one event.
  const sent = text.startsWith('{') ? `data: ${text.replaceAll('\n', ' ')}\n\n` : text
  for (const to of ['chat', 'messages', 'responses'] as const) {
    const failure = failureOf(() => streamed('chat', to, sent))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
  }
})

test('a failure whose words come with the event behind it has them', () => {
  const failure = failureOf(() => streamed('responses', 'messages', fixture('failed-then-error.sse')))
  expect(failure).toMatchObject({
    code: 'provider_busy',
    status: 429,
    message: expect.stringContaining('exceeded the rate limit'),
  })
  const alone = fixture('failed-then-error.sse').split('\n\n')[0]!
  expect(failureOf(() => streamed('responses', 'chat', alone))?.code).toBe('provider_failed')
})

test.each([
  ['messages', { type: 'message', content: [], stop_reason: null }, 'provider_cut'],
  ['messages', { type: 'message', content: [], stop_reason: 'error' }, 'provider_failed'],
  ['chat', { choices: [{ message: { content: 'Hi' }, finish_reason: null }] }, 'provider_cut'],
  ['chat', { choices: [{ message: { content: 'Hi' }, finish_reason: 'error' }] }, 'provider_failed'],
  ['chat', { choices: [{ message: {}, finish_reason: 'stop', error: { message: 'x', code: 429 } }] }, 'provider_busy'],
  ['chat', { object: 'error', message: 'no such tier', type: 'tier' }, 'provider_failed'],
  ['chat', [{ error: { code: 400, message: 'Invalid', status: 'INVALID_ARGUMENT' } }], 'provider_refused_request'],
  ['responses', { status: 'in_progress', output: [] }, 'provider_cut'],
  ['responses', { status: 'failed', output: [], error: null }, 'provider_failed'],
  ['responses', { status: 'cancelled', output: [] }, 'provider_failed'],
] as const)('a whole answer in the shape %s without a good end is refused: %j', (shape, answer, code) => {
  expect(failureOf(() => shapes[shape].usageOf('models.example', JSON.stringify(answer)))?.code).toBe(code)
})

test('content as a list is words and thoughts, and goes back as it came', () => {
  const { events } = streamed('chat', 'messages', fixture('content-list.sse'))
  const [thought, words] = blocksOf(events)
  expect([thought!.thinking, words!.text]).toEqual(['Hmm', 'Hello you'])
  const content = [
    { type: 'thinking', thinking: thought!.thinking, signature: thought!.signature },
    { type: 'text', text: words!.text },
  ]
  const next = translateRequest('messages', 'chat', {
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'Go on' },
    ],
  })
  const listed = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hmm' }] },
    { type: 'text', text: 'Hello you' },
  ]
  const asChat = next.body as { readonly messages: readonly object[] }
  expect(asChat.messages[1]).toEqual({ role: 'assistant', content: listed })
  const settings = { name: 'api.mistral.ai', model: 'm', maxOutputTokens: 9, maxTokensField: 'max_tokens' } as const
  expect(JSON.parse(shapes.chat.prepare(asChat, settings).body)).toMatchObject({ messages: asChat.messages })
  const responses = streamed('chat', 'responses', fixture('content-list.sse')).events.at(-1)!.response.output as Wire[]
  expect(responses.map((item) => item.summary?.[0]?.text ?? item.content?.[0]?.text)).toEqual(['Hmm', 'Hello you'])
})

const twoCalls = [
  { name: 'read', input: '{"path":"a"}' },
  { name: 'read', input: '{"path":"b"}' },
]

test.each([
  ['one index and two ids', 'chat', fixture('same-index.sse')],
  ['items that take turns', 'responses', fixture('interleaved.sse')],
  [
    'one index, no id, and whole inputs',
    'chat',
    chunks(
      [calls({ index: 0, id: '', function: { name: 'read', arguments: '{"path":"a"}' } })],
      [calls({ index: 0, id: '', function: { name: 'read', arguments: { path: 'b' } } })],
      [stop],
    ),
  ],
  [
    'no index, and a name with each piece',
    'chat',
    chunks(
      [calls({ id: 'a', function: { name: 'read', arguments: '{"path":' } })],
      [calls({ id: 'a', function: { name: 'read', arguments: '"a"}' } })],
      [calls({ id: 'b', function: { name: 'read', arguments: '{"path":"b"}' } })],
      [stop],
    ),
  ],
  [
    'indices and ids with the first piece alone',
    'chat',
    chunks(
      [calls({ index: 0, id: 'a', function: { name: 'read', arguments: '' } })],
      [calls({ index: 1, id: 'b', function: { name: 'read', arguments: '{"path"' } })],
      [calls({ index: 0, function: { arguments: '{"path":"a"}' } })],
      [calls({ index: 1, function: { arguments: ':"b"}' } })],
      [stop],
    ),
  ],
] as const)('two calls with %s stay two, for callers of any shape', (_, from, text) => {
  const ids = (made: readonly { readonly id?: unknown }[]) => new Set(made.map(({ id }) => id))
  const chat = callsOf(streamed(from, 'chat', text).events)
  expect(chat.map(({ name, input }) => ({ name, input }))).toEqual(twoCalls)
  const blocks = blocksOf(streamed(from, 'messages', text).events)
  expect(blocks.map(({ name, input }) => ({ name, input }))).toEqual(twoCalls)
  for (const made of [chat, blocks]) {
    expect(ids(made).size).toBe(2)
    expect([...ids(made)].every((id) => typeof id === 'string' && id !== '')).toBe(true)
  }
})

test('calls without an id get one each, and ids of two answers differ', () => {
  const whole = () => JSON.parse(replyOf('chat', 'chat').whole(fixture('empty-ids.json'), undefined)) as Wire
  const ids = [whole(), whole()].flatMap((one) => one.choices[0].message.tool_calls.map(({ id }: Wire) => id as string))
  expect(new Set(ids).size).toBe(4)
  expect(ids.every((id) => /^call_[0-9a-f]{24}$/.test(id))).toBe(true)
  const message = JSON.parse(replyOf('chat', 'messages').whole(fixture('empty-ids.json'), undefined)) as Wire
  expect(message.content.map(({ input }: Wire) => input)).toEqual([{ path: 'a' }, { path: 'b' }])
  expect(message.content.every(({ id }: Wire) => id !== '')).toBe(true)
})

test('arguments that are an object become text', () => {
  const made = { id: 'a', type: 'function', function: { name: 'read', arguments: { path: 'a' } } }
  const answer = JSON.stringify({ choices: [{ message: { tool_calls: [made] }, finish_reason: 'tool_calls' }] })
  const own = JSON.parse(replyOf('chat', 'chat').whole(answer, undefined)) as Wire
  expect(own.choices[0].message.tool_calls).toEqual([
    { ...made, function: { name: 'read', arguments: '{"path":"a"}' } },
  ])
  const message = JSON.parse(replyOf('chat', 'messages').whole(answer, undefined)) as Wire
  expect(message.content).toMatchObject([{ type: 'tool_use', id: 'a', input: { path: 'a' } }])
})

test.each(['messages', 'responses'] as const)(
  'the signature of a thought beside a call comes back beside it, from a caller of %s',
  (to) => {
    const { events } = streamed('chat', to, fixture('thought-signature.sse'))
    const said =
      to === 'messages'
        ? blocksOf(events).map(({ type, ...block }) =>
            type === 'tool_use'
              ? { type, id: block.id, name: block.name, input: JSON.parse(block.input) as object }
              : { type, thinking: block.thinking, signature: block.signature },
          )
        : (events.at(-1)!.response.output as object[])
    const asked = { role: 'user', content: 'Go on' }
    const body =
      to === 'messages'
        ? { max_tokens: 9, messages: [asked, { role: 'assistant', content: said }, asked] }
        : { input: [asked, ...said, asked] }
    const { messages } = translateRequest(to, 'chat', body).body as { readonly messages: readonly Wire[] }
    expect(messages[1]!.tool_calls).toMatchObject([
      { id: 'a', function: { name: 'read' }, extra_content: { google: { thought_signature: 'SIG' } } },
    ])
  },
)

test('a thought without a signature goes back as it came, and is left out for the maker that signs', () => {
  const body = JSON.parse(fixture('unsigned-thinking.request.json')) as object
  const settings = { model: 'm', maxOutputTokens: 9, maxTokensField: 'max_tokens' } as const
  const contentFor = (name: string) => {
    const sent = JSON.parse(shapes.messages.prepare(body, { ...settings, name }).body) as Wire
    return sent.messages[1].content.map(({ type }: Wire) => type as string)
  }
  expect(contentFor('api.moonshot.ai')).toEqual(['thinking', 'text'])
  expect(contentFor('acme (api.anthropic.com)')).toEqual(['text'])
  expect(translateRequest('messages', 'chat', body).body).toMatchObject({ messages: [{}, { content: 'Hello' }, {}] })
})

test('an unsigned thought from a messages endpoint comes back to it from callers with other shapes', () => {
  const answer = {
    type: 'message',
    content: [
      { type: 'thinking', thinking: 'Hmm' },
      { type: 'text', text: 'Hello' },
    ],
    stop_reason: 'end_turn',
  }
  const { output } = JSON.parse(replyOf('messages', 'responses').whole(JSON.stringify(answer), undefined)) as Wire
  const asked = { role: 'user', content: 'Go on' }
  const next = translateRequest('responses', 'messages', { input: [asked, ...(output as object[]), asked] })
  expect(next.body).toMatchObject({ messages: [{}, { content: answer.content }, {}] })
})

test('settings about a long conversation are left out and named, not refused', () => {
  const body = {
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi' }],
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  }
  for (const to of ['chat', 'responses'] as const)
    expect(translateRequest('messages', to, body).settingsLeftOut).toEqual(['context_management'])
  expect(translateRequest('messages', 'chat', { ...body, context_management: null }).settingsLeftOut).toEqual([])
  expect(failureOf(() => translateRequest('messages', 'chat', { ...body, container: 'x' }))?.code).toBe(
    'invalid_request',
  )
})

test.each([
  ['chat', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: picture('jpg') } }] }] }],
  ['responses', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: picture('jpg') }] }] }],
  [
    'messages',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/jpg', data: '/9j/4AAQ' } }],
        },
      ],
    },
  ],
] as const)('a picture of a caller of %s that calls itself image/jpg is a JPEG', (shape, body) => {
  const settings = {
    name: 'x',
    model: 'm',
    maxOutputTokens: 9,
    maxTokensField: 'max_tokens',
    takesPictures: true,
  } as const
  const { body: sent, holdsPictures } = shapes[shape].prepare(body, settings)
  expect([sent.includes('image/jpeg'), sent.includes('image/jpg'), holdsPictures]).toEqual([true, false, true])
  for (const to of ['chat', 'responses', 'messages'] as const) {
    const translated = JSON.stringify(
      translateRequest(shape, to, { ...body, ...(shape === 'messages' && { max_tokens: 9 }) }),
    )
    expect([translated.includes('image/jpeg'), translated.includes('image/jpg')]).toEqual([true, false])
  }
})

test('embeddings without places get them by their order', () => {
  const data = [{ embedding: [1] }, { embedding: [2] }]
  const answer = JSON.stringify({ data, usage: { total_tokens: 7 } })
  expect(embeddingsUsage('models.example', answer)).toMatchObject({ inputTokens: 7, outputTokens: 0 })
  expect(JSON.parse(embeddingsWithPlaces(answer))).toMatchObject({
    data: [
      { index: 0, embedding: [1] },
      { index: 1, embedding: [2] },
    ],
  })
})

test('half a character or NUL in an answer is whole for its caller, and in a conversation is asked again as text', () => {
  const call = { id: 'a', type: 'function', function: { name: 'write', arguments: String.raw`{"text":"\ud800"}` } }
  const message = { role: 'assistant', content: 'half \ud800 none \0', tool_calls: [call] }
  const answer = JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] })
  for (const to of ['chat', 'messages', 'responses'] as const)
    expect(JSON.stringify(JSON.parse(replyOf('chat', to).whole(answer, undefined)))).toContain(
      'half \ufffd none \ufffd',
    )
  const asked = JSON.stringify({
    messages: [
      { role: 'user', content: 'Hello' },
      message,
      { role: 'tool', tool_call_id: 'a', content: 'done \udc00' },
    ],
  })
  const settings = {
    name: 'models.example',
    model: 'large',
    maxOutputTokens: 100,
    maxTokensField: 'max_tokens',
  } as const
  expect(shapes.chat.prepare(asked, settings).body).toContain('done \ufffd')
  const { body } = translateRequest('chat', 'messages', JSON.parse(asked) as object)
  expect(shapes.messages.prepare(body, settings).body).toContain('"input":{"text":"\ufffd"}')
})
