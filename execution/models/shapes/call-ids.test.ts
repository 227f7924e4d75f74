import { expect, test } from 'vitest'
import { prepareChat } from './chat-request.ts'
import { prepareMessages } from './messages-request.ts'

const settings = { name: 'api.openai.com', model: 'm', maxOutputTokens: 10, maxTokensField: 'max_tokens' } as const
const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
const conversation = (id: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: [call(id)] },
      { role: 'tool', tool_call_id: id, content: 'x' },
    ],
  })
const idsIn = (body: string) => [...body.matchAll(/"(?:id|tool_call_id|tool_use_id)":"([^"]*)"/g)].map(([, id]) => id!)

test.each([
  ['api.openai.com', 'call_1', /^call_1$/],
  ['api.openai.com', 'x'.repeat(41), /^[0-9a-f]{40}$/],
  ['api.mistral.ai', 'D681PevKs', /^D681PevKs$/],
  ['api.mistral.ai', 'call_1', /^[0-9a-f]{9}$/],
  ['notmistral.ai:443', 'call_1', /^call_1$/],
])('%s gets the id of a call %s as %s, the same for its result', (name, id, wanted) => {
  const ids = idsIn(prepareChat(conversation(id), { ...settings, name }).body)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(wanted)
  expect(ids[1]).toBe(ids[0])
})

test('only endpoints that know the name get a key for their cache', () => {
  const keyAt = (name: string) => prepareChat(conversation('c'), { ...settings, name }, 'task').body.includes('"task"')
  expect(['api.openai.com', 'x.openai.azure.com', 'api.mistral.ai'].map(keyAt)).toEqual([true, true, true])
  expect(['openrouter.ai', '127.0.0.1:11434', 'api.openai.com.example.com'].map(keyAt)).toEqual([false, false, false])
})

test('messages get ids of other endpoints in their own letters, and nothing that is not known of a block', () => {
  const body = JSON.stringify({
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a.b:1', name: 'read', input: {}, caller: 'x' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a.b:1', content: 'x' }] },
    ],
    tools: [{ name: 'read', input_schema: {}, eager_input_streaming: true }],
  })
  const sent = prepareMessages(body, settings).body
  const [one, other] = idsIn(sent)
  expect(one).toMatch(/^[0-9a-f]{40}$/)
  expect(other).toBe(one)
  expect(sent).not.toMatch(/ttl|caller|eager/)
  expect(sent.match(/cache_control/g)).toHaveLength(3)
})
