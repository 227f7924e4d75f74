import { expect, test } from 'vitest'
import { mediaTypeOf } from './left-files.ts'

test('the bytes decide the type, and no type runs in a browser', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
  expect(mediaTypeOf('a.html', png)).toBe('image/png')
  expect(mediaTypeOf('a.png', Buffer.from('<script>1</script>'))).toBe('text/plain; charset=utf-8')
  expect(mediaTypeOf('a.svg', Buffer.from('<svg onload="1"/>'))).toBe('text/plain; charset=utf-8')
  expect(mediaTypeOf('a.html', Buffer.from('<!doctype html>'))).toBe('text/plain; charset=utf-8')
  expect(mediaTypeOf('a.JSON', Buffer.from('{}'))).toBe('application/json')
  expect(mediaTypeOf('a.json', Buffer.from([0x7b, 0, 0x7d]))).toBe('application/octet-stream')
  expect(mediaTypeOf('a.txt', Buffer.from([0xff, 0xfe]))).toBe('application/octet-stream')
  expect(mediaTypeOf('a', Buffer.from('RIFF0000WEBPVP8 '))).toBe('image/webp')
  expect(mediaTypeOf('a', Buffer.alloc(0))).toBe('text/plain; charset=utf-8')
})
