import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../build/contracts-plugin.ts'
import { checkLog, linesIn, readCheckpoint, type SavedCheckpoint } from './audit-chain.ts'

const vectors = JSON.parse(readFileSync(join(projectRoot, 'docs/audit-vectors.json'), 'utf8')) as {
  readonly export: readonly string[]
  readonly checkpoints: readonly string[]
}
const from = async function* (lines: readonly string[]) {
  yield* lines
}
const check = (lines: readonly string[], kept?: SavedCheckpoint) => checkLog(from(lines), kept)
const kept = vectors.checkpoints.map((note) => readCheckpoint(note)!)

test('the vectors of the format hold, with each checkpoint that was kept and without one', async () => {
  for (const one of [undefined, ...kept]) {
    const outcome = await check(vectors.export, one)
    expect(outcome).toMatchObject({ rows: 5, erased: 1, checkpoints: [2, 5] })
    expect(outcome.broken).toBeUndefined()
    expect(outcome.bars.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  }
})

const rows = vectors.export.flatMap((line, at) => (line.startsWith('{"row"') ? [at] : []))
const changed = (at: number, change: (line: string) => string) => vectors.export.with(at, change(vectors.export[at]!))

test('no row can be changed, left out, or moved unnoticed', async () => {
  for (const [index, at] of rows.entries()) {
    const action = changed(at, (line) => line.replace(/"action":"\w/, '"action":"x'))
    expect((await check(action)).broken).toEqual({ position: index + 1, reason: 'order' })
    expect((await check(vectors.export.toSpliced(at, 1))).broken).toBeDefined()
    const swapped = vectors.export.with(at, vectors.export[rows[(index + 1) % 5]!]!)
    expect((await check(swapped)).broken).toBeDefined()
  }
})

test('any byte of a row or its hash that differs breaks the log', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...rows), fc.nat(), async (at, where) => {
      const line = vectors.export[at]!
      // Salt and details are checked if present; the time of an erasure is no part of the hash.
      const place = where % line.indexOf(',"salt"')
      const other = line[place] === 'a' ? 'b' : 'a'
      const tampered = line.slice(0, place) + other + line.slice(place + 1)
      expect((await check(vectors.export.with(at, tampered))).broken).toBeDefined()
    }),
    { numRuns: 60 },
  ))

test('a log that was recomputed differs from the saved checkpoint', async () => {
  const other = { ...kept[0]!, root: btoa('x'.repeat(32)) }
  expect((await check(vectors.export, other)).broken).toEqual({ position: 2, reason: 'kept' })
  expect((await check(vectors.export, { ...kept[1]!, size: 6 })).broken).toEqual({ position: 5, reason: 'missing' })
  const foreign = { ...kept[0]!, workspaceId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d12' }
  expect((await check(vectors.export, foreign)).broken).toEqual({ position: 0, reason: 'unreadable' })
})

test('a truncated log, and text that is no log, are reported', async () => {
  expect((await check(vectors.export.slice(0, rows[3]))).broken).toEqual({ position: 3, reason: 'head' })
  expect((await check([])).broken).toEqual({ position: 0, reason: 'unreadable' })
  expect((await check([...vectors.export.slice(0, 2), '{'])).broken).toEqual({ position: 2, reason: 'unreadable' })
  expect(readCheckpoint('hello')).toBeUndefined()
})

test('lines are read from a stream, for any chunks', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 7 }), async (parts, size) => {
      const lines = parts.map((part) => part.replaceAll('\n', ''))
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        },
      })
      expect(await Array.fromAsync(linesIn(stream))).toEqual(lines)
    }),
  ))
