import { expect, test } from 'vitest'
import { gif, jpeg, paintedPng, png, webp } from '../../../../testing/console/pictures.ts'
import { pixelBase64 } from '../../../../testing/ai/pixel.ts'
import { isPlain } from './page-of.ts'

const drawing = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)

test.each([
  ['image/png', Buffer.from(pixelBase64, 'base64')],
  ['image/png', png(4_096, 4_096)],
  ['image/gif', gif(4_096, 4_096)],
  ['image/jpeg', jpeg(4_096, 4_096)],
  ['image/svg+xml', drawing('<path d="M0 0"/>')],
])('%s of few enough pixels is on the page', (mediaType, content) => {
  expect(isPlain(mediaType, content)).toBe(true)
})

test.each([
  ['a PNG of 20 million pixels in a few kilobytes', 'image/png', paintedPng(5_000, 4_000, [0, 0, 0])],
  ['a PNG that says no end of pixels', 'image/png', png(2 ** 32 - 1, 2 ** 32 - 1)],
  ['a PNG that is a pixel too high', 'image/png', png(1, 4_097)],
  ['a PNG without a pixel', 'image/png', png(0, 1)],
  ['a PNG that ends in its head', 'image/png', png(1, 1).subarray(0, 23)],
  ['a GIF that is a pixel too wide', 'image/gif', gif(4_097, 1)],
  ['a JPEG that is a pixel too wide', 'image/jpeg', jpeg(4_097, 1)],
  ['a JPEG that ends before its frame', 'image/jpeg', jpeg(1, 1).subarray(0, 12)],
  ['a type that a page cannot have', 'image/webp', webp.lossless(1, 1)],
  ['a drawing with filters', 'image/svg+xml', drawing('<filter id="f"/>')],
])('%s does not', (_title, mediaType, content) => {
  expect(isPlain(mediaType, content)).toBe(false)
})
