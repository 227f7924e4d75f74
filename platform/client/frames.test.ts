import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrames as readRawFrames } from '../../packages/sdk/src/frames.ts'
import { readFrames, type Frame } from './frames.ts'

const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const oneLine = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\0]/g, ''))
const sent = fc.record({
  event: oneLine.filter((text) => text !== ''),
  lines: fc.array(oneLine, { minLength: 1, maxLength: 4 }),
  id: fc.option(oneLine),
  comment: fc.option(oneLine),
})
type SentFrame = typeof sent extends fc.Arbitrary<infer T> ? T : never

const written = ({ event, lines, id, comment }: SentFrame, end: string) =>
  [
    ...(comment === null ? [] : [`:${comment}`]),
    ...(id === null ? [] : [`id: ${id}`]),
    `event: ${event}`,
    ...lines.map((line) => `data: ${line}`),
    '',
    '',
  ].join(end)

/** Cuts bytes at these places, wherever they fall: also within a character or between CR and LF. */
const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
}

async function* from(chunks: readonly Buffer[]) {
  yield* chunks
}

const collect = async (chunks: readonly Buffer[]): Promise<Frame[]> => {
  const frames: Frame[] = []
  for await (const frame of readFrames(from(chunks))) frames.push(frame)
  return frames
}

test('frames are read back unchanged, for any line ends and chunk sizes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(sent), lineEnds, fc.array(fc.nat()), async (frames, end, places) => {
      const bytes = Buffer.from(frames.map((frame) => written(frame, end)).join(''))
      let id = ''
      const expected = frames.map((frame) => {
        id = frame.id ?? id
        return { event: frame.event, data: frame.lines.join('\n'), id }
      })
      expect(await collect(cutAt(bytes, places))).toEqual(expected)
    }),
  ))

test('any bytes are the same frames in one chunk and in many, without an error', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('data', 'id', 'event', ':', ' ', 'x', '\n', '\r', '\0', 'é')),
      fc.array(fc.nat()),
      async (parts, places) => {
        const bytes = Buffer.from(parts.join(''))
        expect(await collect(cutAt(bytes, places))).toEqual(await collect([bytes]))
      },
    ),
  ))

test('an incomplete frame at the end is dropped', async () => {
  expect(await collect([Buffer.from('data: whole\n\ndata: half\n')])).toEqual([
    { event: 'message', data: 'whole', id: '' },
  ])
})

test('a frame without data emits nothing, but its id counts', async () => {
  expect(await collect([Buffer.from('id: 7\nevent: x\n\ndata: y\n\n')])).toEqual([
    { event: 'message', data: 'y', id: '7' },
  ])
})

test('a byte-order mark at the start is skipped', async () => {
  expect(await collect([Buffer.from('\uFEFFdata: y\n\n')])).toEqual([{ event: 'message', data: 'y', id: '' }])
})

test('an event without an end is refused at the size limit', async () => {
  const endless = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, 'data: x'))
  await expect(collect(endless)).rejects.toThrow('too long')
})

test('a line feed after a line end that is cut in two is kept, by both clients', async () => {
  const single = [...Buffer.from('data: x\r\n\ndata: y\n\n')].map((byte) => Buffer.of(byte))
  const events = ['x', 'y'].map((data) => ({ event: 'message', data, id: '' }))
  expect(await collect(single)).toEqual(events)
  expect(await Array.fromAsync(readRawFrames(from(single)))).toEqual(events)
})
