import { expect, test } from 'vitest'
import { changesOf, fieldsOf } from './webhook-fields.ts'

test('only typed values are sent, and emptied values are sent as null', () => {
  expect(changesOf({})).toEqual({})
  expect(changesOf({ url: ' https://hooks.example.com/a ' })).toEqual({ url: 'https://hooks.example.com/a' })
  expect(changesOf({ description: ' ', types: ' , ' })).toEqual({ description: null, eventTypes: null })
  expect(changesOf({ projectIds: null })).toEqual({ projectIds: null })
})

test('types are separated by spaces and commas, and each is sent once', () => {
  expect(changesOf({ types: 'task.merged, cycle.*\ntask.merged' })).toEqual({ eventTypes: ['task.merged', 'cycle.*'] })
})

test('sends a webhook’s values back unchanged', () => {
  const saved = { url: 'https://hooks.example.com/a', description: null, eventTypes: ['task.*', 'cycle.failed'] }
  for (const projectIds of [null, [], ['019a5c1e-8f00-7a43-9d3c-2f7d1f0b6f11']])
    expect(changesOf(fieldsOf({ ...saved, projectIds }))).toEqual({ ...saved, projectIds })
})
