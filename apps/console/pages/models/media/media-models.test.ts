import { expect, test } from 'vitest'
import { ableModels, tableNameOf, type MediaModel } from './media-models.ts'

const model = (id: string, shape: string, capabilities: readonly string[]) =>
  ({ id, owned_by: 'acme', shape, capabilities }) as MediaModel

test('the models of a need are those with its capability, and none of a shape that makes no media', () => {
  const images = model('acme/gpt-image-1', 'chat', ['images'])
  const reader = model('acme/reader', 'messages', ['chat', 'pictures', 'images'])
  const models = [model('offline', 'chat', []), images, reader]
  expect(ableModels(models, 'images')).toEqual([images])
  expect(ableModels(models, 'pictures')).toEqual([reader])
  expect(ableModels(models, 'video')).toEqual([])
})

test('a model is named in a request as the table names it', () => {
  expect(tableNameOf({ id: 'acme/gpt-image-1', owned_by: 'acme' })).toBe('gpt-image-1')
  expect(tableNameOf({ id: 'tts-1', owned_by: 'openai' })).toBe('tts-1')
})
