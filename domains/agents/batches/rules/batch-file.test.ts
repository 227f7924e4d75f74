import { expect, test } from 'vitest'
import { itemsMost } from '../rules.ts'
import { batchFileReader } from './batch-file.ts'

const line = (customId: string) => JSON.stringify({ customId, body: { messages: [] } })

test('the reader takes one item of each line, and nothing of empty lines', () => {
  const reader = batchFileReader()
  expect([line('one'), ' ', line('two')].map((text, at) => reader.read(text, at + 1))).toEqual(Array(3).fill(undefined))
  expect(reader.items.map(({ customId }) => customId)).toEqual(['one', 'two'])
})

test.each([
  ['{', { kind: 'no_json' }],
  ['[]', { kind: 'no_object' }],
  ['{"customId":"a b","body":{}}', { kind: 'bad_id' }],
  ['{"customId":"a","body":[]}', { kind: 'no_body' }],
  ['{"customId":"a","body":{},"custom_id":"a"}', { kind: 'unknown_field', field: 'custom_id' }],
  [line('one'), { kind: 'repeated', line: 1 }],
  [' '.repeat(8 * 2 ** 20) + line('two'), { kind: 'too_long' }],
])('the reader refuses line %#', (text, fault) => {
  const reader = batchFileReader()
  reader.read(line('one'), 1)
  expect(reader.read(text, 2)).toEqual(fault)
  expect(reader.items).toHaveLength(1)
})

test('the reader refuses the item after the most that a batch has', () => {
  const reader = batchFileReader()
  for (let at = 1; at <= itemsMost; at += 1) reader.read(line(`item-${at}`), at)
  expect(reader.read(line('more'), itemsMost + 1)).toEqual({ kind: 'too_many' })
})
