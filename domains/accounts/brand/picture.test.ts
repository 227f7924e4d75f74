import { expect, test } from 'vitest'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { pictureOf } from './picture.ts'

const pixel = Buffer.from(pixelBase64, 'base64')

test.each([
  ['image/png', pixel],
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/gif', Buffer.from('GIF89a......')],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8L....')],
  ['image/x-icon', Buffer.concat([Buffer.from('000001000100', 'hex'), Buffer.alloc(40)])],
  ['image/svg+xml', Buffer.from('\ufeff <svg viewBox="0 0 1 1"><path d="M0 0"/></svg>')],
])('%s is recognized by its bytes', async (mediaType, bytes) => {
  expect(await pictureOf(bytes, 'workspace')).toMatchObject({
    mediaType,
    id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a script', Buffer.from('alert(1)')],
  ['a video in a RIFF', Buffer.from('RIFF\0\0\0\0AVI LIST')],
  ['an icon without a picture', Buffer.concat([Buffer.from('000001000000', 'hex'), Buffer.alloc(40)])],
  ['more than 256 KiB', Buffer.concat([pixel, Buffer.alloc(262_144)])],
  ['bytes in UTF-16', Buffer.from('<svg></svg>', 'utf16le')],
])('%s is not a picture', async (_title, bytes) => {
  expect(await pictureOf(bytes, 'workspace')).toBeUndefined()
})
