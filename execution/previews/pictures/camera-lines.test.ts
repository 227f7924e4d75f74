import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPictures } from './camera-lines.ts'

const shots = [
  { path: '/', width: 1440, height: 900, isPhone: false },
  { path: '/', width: 390, height: 844, isPhone: true },
] as const
const webp = Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${'x'.repeat(32)}`)
const line = (change: object = {}) =>
  `${JSON.stringify({ path: '/', width: 1440, height: 900, status: 200, data: webp.toString('base64'), ...change })}\n`
const read = (chunks: readonly (string | Buffer)[]) => {
  const reading = readPictures(shots)
  for (const chunk of chunks) reading.push(Buffer.from(chunk))
  return reading.end()
}

test('pictures are read from any pieces, in the order of their shots', () => {
  const text = line({ width: 390, height: 844, status: 404 }) + line()
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const at = [0, ...cuts.toSorted((one, other) => one - other), text.length]
      const found = read(at.slice(1).map((end, index) => text.slice(at[index], end)))
      expect(found.map(({ width, status }) => [width, status])).toEqual([
        [1440, 200],
        [390, 404],
      ])
      expect(found[0]!.content).toEqual(webp)
    }),
  )
})

test('a line counts only for a shot that was asked for, once, with a WebP file of a bounded size', () => {
  const large = Buffer.concat([webp, Buffer.alloc(5 * 1_024 * 1_024)]).toString('base64')
  const refused = [
    line({ path: '/admin' }),
    line({ width: 1441 }),
    line({ status: 1_000 }),
    line({ status: '200' }),
    line({ data: Buffer.from('<svg onload=alert(1)>').toString('base64') }),
    line({ data: 7 }),
    line({ data: large }),
    'null\n',
    '{"path":"/"\n',
    '\n',
  ]
  for (const one of refused) expect(read([one]), one.slice(0, 80)).toEqual([])
  const second = line({ data: Buffer.concat([webp, Buffer.from('y')]).toString('base64') })
  expect(read([...refused, line(), second])).toMatchObject([{ content: webp }])
})

test('bytes without an end of line are not kept', () => {
  const reading = readPictures(shots)
  const chunk = Buffer.alloc(1_024 * 1_024, 'a')
  for (let at = 0; at < 32; at += 1) reading.push(chunk)
  reading.push(Buffer.from(`\n${line()}`))
  expect(reading.end()).toHaveLength(1)
})
