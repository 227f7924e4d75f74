import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mp3Of, mp4Of, pngOf, wavOf } from '../../testing/ai/media-files.ts'
import { paintedPng } from '../../testing/console/pictures.ts'
import { readModelTable } from '../model-table/read-table.ts'
import { pictureOf } from './picture.ts'
import { mediaCost, mediaPrice } from './price.ts'
import { secondsMost, secondsOf, soundTypeOf, videoTypeOf } from './sound.ts'

const of = (base64: string) => Buffer.from(base64, 'base64')
const gif = of('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
const webp = of('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')
const jpeg = of(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
)

test.each([
  ['image/png', paintedPng(20, 10, [1, 2, 3]), 20, 10],
  ['image/gif', gif, 1, 1],
  ['image/webp', webp, 1, 1],
  ['image/jpeg', jpeg, 1, 1],
])('%s is read to its end, and what follows it is no part of it', (mediaType, bytes, width, height) => {
  const whole = { mediaType, width, height, endBytes: bytes.length }
  expect(pictureOf(bytes)).toEqual(whole)
  expect(pictureOf(Buffer.concat([bytes, Buffer.from('<html>')]))).toEqual(whole)
  for (let kept = 0; kept < bytes.length; kept += 1) expect(pictureOf(bytes.subarray(0, kept))).toBeUndefined()
})

test('a picture without dots is invalid, and any bytes are read without an error', () => {
  expect(pictureOf(pngOf({ width: 0 }))).toBeUndefined()
  const beginnings = [pngOf(), gif, webp, jpeg, wavOf(1), mp3Of(3)]
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 80 }), fc.nat(60), (known, noise, at) => {
      const bytes = Buffer.from(known)
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length - 1))
      const picture = pictureOf(bytes)
      if (picture) expect(picture.endBytes).toBeLessThanOrEqual(bytes.length)
      expect(secondsMost(bytes)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('sound and video are known by their beginning, and the duration comes from its bytes', () => {
  expect([wavOf(1), mp3Of(1), mp4Of(), Buffer.from('<html>')].map(soundTypeOf)).toEqual([
    'audio/wav',
    'audio/mpeg',
    'audio/mp4',
    undefined,
  ])
  expect([videoTypeOf(mp4Of()), videoTypeOf(wavOf(1))]).toEqual(['video/mp4', undefined])
  expect(secondsOf(wavOf(3))).toBe(3)
  expect(secondsOf(mp3Of(100))).toBeCloseTo(2.612, 2)
  // Eight bytes a millisecond are the least that codecs of speech make.
  expect(secondsMost(mp4Of('x'.repeat(7_500)))).toBe(11)
})

test('a price is nothing, by the piece or by tokens, and otherwise not known', () => {
  const table = readModelTable()
  const own = { inputMicrosPerMillion: 2_000_000, outputMicrosPerMillion: 4_000_000 }
  const free = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }
  const costOf = (model: string, price: typeof own | undefined, amounts: Parameters<typeof mediaCost>[1]) => {
    const found = mediaPrice(price, table.get(model))
    return found && mediaCost(found, amounts)
  }
  expect(costOf('tts-1', own, { characters: 1_000 })).toBe(15_000)
  expect(costOf('whisper-1', own, { seconds: 90 })).toBe(9_000)
  expect(costOf('sora-2', undefined, { seconds: 8 })).toBe(800_000)
  expect(costOf('imagen-4.0-generate-001', own, { images: 3 })).toBe(120_000)
  expect(costOf('gpt-image-1', own, { usage: { inputTokens: 10, outputTokens: 100 } })).toBe(420)
  expect(costOf('gpt-image-1', own, {})).toBeUndefined()
  expect(costOf('gpt-image-1', undefined, { images: 1 })).toBeUndefined()
  expect(costOf('tts-1', free, { characters: 1_000 })).toBe(0)
})
