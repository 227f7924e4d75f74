import { expect, test } from 'vitest'
import { ModelFailure } from '../failure.ts'
import type { ShapeName } from '../shapes/name.ts'
import { translateRequest } from './index.ts'
import { openSeal, sealFor, withoutSealedThoughts } from './thought-seals.ts'

const said = { chat: { messages: [{ role: 'user', content: 'Hi' }] }, responses: { input: 'Hi' } }
const smallest: Readonly<Record<ShapeName, object>> = { ...said, messages: { ...said.chat, max_tokens: 9 } }

const refusalOf = (from: ShapeName, to: ShapeName, more: object) => {
  try {
    translateRequest(from, to, { model: 'large', ...smallest[from], ...more })
    return undefined
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return [error.status, error.code, error.message.split(' ')[0]]
  }
}

const picture = (url: string, detail: string) => ({ type: 'image_url', image_url: { url, detail } })
const bytes = 'data:image/png;base64,iVBORw0KGgo='
const tools = [{ type: 'function', function: { name: 'x', parameters: {} } }]
const called = (input: string) => [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: input } }] },
  { role: 'tool', tool_call_id: 'a', content: 'done' },
]

test.each([
  ['chat', 'messages', { seed: 7 }, 'seed'],
  ['chat', 'messages', { frequency_penalty: 0.5 }, 'frequency_penalty'],
  ['chat', 'messages', { temperature: 1.5 }, 'temperature'],
  ['chat', 'messages', { response_format: { type: 'json_object' } }, 'response_format'],
  ['chat', 'messages', { response_format: { type: 'json_schema', json_schema: { schema: null } } }, 'response_format'],
  ['messages', 'chat', { output_config: { format: { type: 'json_schema', schema: null } } }, 'output_config.format'],
  ['responses', 'chat', { text: { format: { type: 'json_schema', name: 'x', schema: null } } }, 'text.format'],
  ['chat', 'messages', { logprobs: true }, 'logprobs'],
  ['chat', 'messages', { prediction: { type: 'content', content: 'x' } }, 'prediction'],
  ['chat', 'messages', { messages: [{ role: 'user', name: 'Ann', content: 'Hi' }] }, 'messages.0.name'],
  ['chat', 'messages', { messages: [{ role: 'user', content: [picture(bytes, 'high')] }] }, 'detail'],
  [
    'chat',
    'responses',
    { messages: [{ role: 'user', content: [picture('https://x.example/', 'auto')] }] },
    'messages.0.content.0.image_url',
  ],
  ['chat', 'messages', { messages: called('7') }, 'The'],
  ['chat', 'responses', { stop: 'x' }, 'stop'],
  ['chat', 'responses', { tools, tool_choice: { type: 'allowed_tools' } }, 'tool_choice'],
  ['messages', 'chat', { top_k: 3 }, 'top_k'],
  ['messages', 'chat', { thinking: { type: 'new' } }, 'thinking'],
  ['messages', 'responses', { stop_sequences: ['x'] }, 'stop_sequences'],
  ['messages', 'responses', { messages: [...called('{}').slice(0, 1), { role: 'assistant', content: 'Once' }] }, 'A'],
  [
    'messages',
    'responses',
    { tools: [{ name: 'x', input_schema: {}, input_examples: [{}] }] },
    'tools.0.input_examples',
  ],
  ['responses', 'chat', { max_tool_calls: 3 }, 'max_tool_calls'],
  ['responses', 'chat', { truncation: 'auto' }, 'truncation'],
  ['responses', 'messages', { text: { verbosity: 'low' } }, 'text.verbosity'],
  ['responses', 'messages', { include: ['message.output_text.logprobs'] }, 'include'],
] as const)('from %s to %s, %j is refused by its name', (from, to, more, field) => {
  expect(refusalOf(from, to, more)).toEqual([400, 'invalid_request', field])
})

test.each([
  ['chat', { n: 1, user: 'u', metadata: { a: 'b' }, store: true, seed: null, presence_penalty: 0, logit_bias: {} }],
  ['messages', { metadata: { user_id: 'u' }, service_tier: 'auto', cache_control: { type: 'ephemeral' } }],
  ['responses', { store: false, include: ['reasoning.encrypted_content'], truncation: 'disabled', user: 'u' }],
] as const)('a caller of %s may send fields that do not affect an answer', (from, more) => {
  for (const to of ['chat', 'messages', 'responses'] as const) expect(refusalOf(from, to, more)).toBeUndefined()
})

test('tools that no other shape has are left out, and named', () => {
  const tools = [{ type: 'custom', name: 'apply_patch' }, { type: 'function', name: 'x' }, { type: 'web_search' }]
  for (const to of ['chat', 'messages'] as const) {
    const { body, leftOut } = translateRequest('responses', to, { model: 'large', ...smallest.responses, tools })
    expect([(body as { tools: object[] }).tools.length, leftOut]).toEqual([1, ['custom', 'web_search']])
  }
})

test('a thought goes back to the endpoint that thought it, and to no other', () => {
  const thoughts = [
    { type: 'thinking', thinking: 'Mine', signature: 'abc' },
    { type: 'thinking', thinking: 'Theirs', signature: sealFor('responses', 'gAAA') },
    { type: 'redacted_thinking', data: sealFor('chat', '') },
  ]
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [...thoughts, { type: 'text', text: 'Yes' }] },
  ]
  const body = { ...smallest.messages, messages: [...messages, { role: 'user', content: 'Go on' }] }
  const { body: there } = translateRequest('messages', 'responses', { model: 'large', ...body })
  expect((there as { input: object[] }).input[1]).toEqual({
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'Theirs' }],
    encrypted_content: 'gAAA',
  })
  expect(JSON.stringify(there)).not.toContain('Mine')
  const own = JSON.stringify(withoutSealedThoughts('messages', body))
  expect([own.includes('Mine'), own.includes('Theirs'), own.includes('redacted'), own.includes('Yes')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  const input = [{ type: 'reasoning', summary: [], encrypted_content: sealFor('messages', 'abc') }]
  expect(withoutSealedThoughts('responses', { input })).toEqual({ input: [] })
  expect(openSeal(sealFor('messages', 'a.b'), 'responses')).toEqual({ of: 'messages', seal: 'a.b' })
})

test('a text-only result has the output of a tool, and that it failed', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
  const content = [
    { type: 'text', text: 'no file' },
    { type: 'image', source },
  ]
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content, is_error: true }] },
  ]
  const { body } = translateRequest('messages', 'chat', { ...smallest.messages, model: 'large', messages })
  expect((body as { messages: object[] }).messages.slice(2)).toMatchObject([
    { role: 'tool', tool_call_id: 'a', content: 'The tool failed: no file' },
    { role: 'user', content: [{ type: 'text' }, { type: 'image_url', image_url: { url: bytes } }] },
  ])
  const { body: items } = translateRequest('messages', 'responses', { ...smallest.messages, model: 'large', messages })
  const output = [{ type: 'input_text' }, { type: 'input_image', image_url: bytes }]
  expect((items as { input: object[] }).input.at(-1)).toMatchObject({
    type: 'function_call_output',
    call_id: 'a',
    output,
  })
})
