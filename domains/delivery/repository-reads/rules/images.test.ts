import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { avif, gif, jpeg, png, webp } from '../../../../testing/console/pictures.ts'
import { hasFewPixels, imageMostPixels, rasterOf } from './images.ts'

const made = { 'image/png': png, 'image/jpeg': jpeg, 'image/gif': gif, 'image/webp': webp.extended, 'image/avif': avif }
const sides = fc.tuple(fc.integer({ min: 1, max: 16_000 }), fc.integer({ min: 1, max: 16_000 }))

describe.each(Object.entries({ ...made, 'lossy image/webp': webp.lossy, 'lossless image/webp': webp.lossless }))(
  '%s',
  (name, make) => {
    test('is known by its bytes, which give its size', () => {
      const mediaType = name.split(' ').at(-1)
      fc.assert(
        fc.property(sides, ([width, height]) => {
          expect(rasterOf(make(width, height))).toEqual({ mediaType, width, height })
        }),
      )
    })

    test('that is cut anywhere is no picture, or the same one', () => {
      const whole = make(640, 480)
      for (let end = 0; end < whole.length; end += 1) {
        const raster = rasterOf(whole.subarray(0, end))
        if (raster) expect(raster).toMatchObject({ mediaType: rasterOf(whole)!.mediaType })
      }
    })
  },
)

test('other bytes are no picture, and none takes longer than its length', () => {
  const texts = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>', '%PDF-1.7', 'BM', 'RIFF']
  for (const text of texts) expect([text, rasterOf(Buffer.from(text))]).toEqual([text, undefined])
  expect(rasterOf(Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(5_000_000, 0xff)]))).toBeUndefined()
  const boxes = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('0000000866726565', 'hex')))
  expect(rasterOf(Buffer.concat([avif(1, 1).subarray(0, 16), boxes]))).toBeUndefined()
})

test('for any bytes, an answer is one of the five types with a size', () => {
  const begun = fc.constantFrom(...Object.values(made).map((make) => make(3, 2)))
  fc.assert(
    fc.property(begun, fc.uint8Array({ maxLength: 64 }), fc.nat(64), (start, noise, at) => {
      const bytes = Buffer.from(start)
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
      const raster = rasterOf(bytes)
      if (!raster) return
      expect(Object.keys(made)).toContain(raster.mediaType)
      expect(Math.min(raster.width, raster.height)).toBeGreaterThan(0)
    }),
  )
})

test('a picture has few pixels up to the bound', () => {
  const of = (width: number, height: number) => hasFewPixels({ mediaType: 'image/png', width, height })
  expect([of(imageMostPixels, 1), of(imageMostPixels + 1, 1), of(65_535, 65_535)]).toEqual([true, false, false])
})
