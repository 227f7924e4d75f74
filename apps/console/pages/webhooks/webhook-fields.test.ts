import { expect, test } from 'vitest'
import { changesOf, fieldsOf } from './webhook-fields.ts'

test('only what was typed is sent, and what was emptied is sent as nothing', () => {
  expect(changesOf({})).toEqual({})
  expect(changesOf({ url: ' https://hooks.example.com/a ' })).toEqual({ url: 'https://hooks.example.com/a' })
  expect(changesOf({ description: ' ', types: ' , ' })).toEqual({ description: null, eventTypes: null })
})

test('types are told apart by spaces and commas, and each is sent once', () => {
  expect(changesOf({ types: 'task.merged, cycle.*\ntask.merged' })).toEqual({ eventTypes: ['task.merged', 'cycle.*'] })
})

test('what a webhook has is sent back as it was', () => {
  const saved = { url: 'https://hooks.example.com/a', description: null, eventTypes: ['task.*', 'cycle.failed'] }
  expect(changesOf(fieldsOf(saved))).toEqual(saved)
})
