import { expect, test } from 'vitest'
import { gatherDetails, withThoughts, withoutForeignThoughts } from './thoughts.ts'

const model = { name: 'm', shape: 'chat', endpoint: 'e', contextTokens: 1, maxOutputTokens: 1 } as const
const chunk = (...reasoning_details: unknown[]) => ({ choices: [{ delta: { reasoning_details } }] })

test('details of thoughts come together by their index, in order, with their end', () => {
  const { details, take } = gatherDetails()
  for (const one of [
    chunk({ type: 'reasoning.text', index: 0, text: 'Let ', signature: null, format: 'anthropic-claude-v1' }),
    chunk({ type: 'reasoning.text', index: 0, text: 'me see' }),
    chunk({ type: 'reasoning.text', index: 0, signature: 'SIG' }),
    chunk({ type: 'reasoning.encrypted', index: 1, id: 'r1', data: 'RED' }),
    chunk({ type: 'reasoning.summary', summary: 'no index' }, { type: 'reasoning.summary', summary: 'nor here' }),
    undefined,
    null,
    {},
    { choices: 7 },
    { choices: [null] },
    { choices: [{ delta: { reasoning_details: 7 } }] },
    chunk(null, 7),
  ])
    take(one)
  expect(details).toEqual([
    { type: 'reasoning.text', index: 0, text: 'Let me see', signature: 'SIG', format: 'anthropic-claude-v1' },
    { type: 'reasoning.encrypted', index: 1, id: 'r1', data: 'RED' },
    { type: 'reasoning.summary', summary: 'no index' },
    { type: 'reasoning.summary', summary: 'nor here' },
  ])
})

test('thoughts stay only for their model, with the signatures of calls', () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} } as const
  const signed = { ...call, providerOptions: { atelier: { thoughtSignature: 'S' } } }
  const said = { role: 'assistant' as const, content: [{ type: 'reasoning' as const, text: 'Hm' }, signed] }
  const own = withThoughts(said, model)
  expect(withoutForeignThoughts([own], model)).toEqual([own])
  for (const other of [
    { ...model, name: 'n' },
    { ...model, endpoint: 'f' },
    { ...model, shape: 'messages' as const },
  ])
    expect(withoutForeignThoughts([own], other)).toEqual([{ role: 'assistant', content: [call] }])
})

test('details stand for the thoughts as text', () => {
  const said = { role: 'assistant' as const, content: [{ type: 'reasoning' as const, text: 'Hm' }] }
  const { content, providerOptions } = withThoughts(said, model, [{ type: 'reasoning.text', text: 'Hm' }])
  expect(content).toEqual([])
  expect(providerOptions?.openaiCompatible).toEqual({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] })
})
