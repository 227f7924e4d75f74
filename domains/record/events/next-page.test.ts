import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { hint } from '../../../platform/audit/index.ts'
import { openPageReader, type Page } from './next-page.ts'

const nothing: Page<string> = { frames: [], position: 0, isLast: true, isOver: false }
const something: Page<string> = { frames: ['one'], position: 1, isLast: true, isOver: false }

/** Readers at the beginning of a stream that has events only after it was read once without any. */
const waiting = (count: number, isRefused = (_reader: number) => false) => {
  const workspace = uuidv7()
  const made = { reads: 0, given: 0 }
  const readers = Array.from({ length: count }, (_, at) => {
    const controller = new AbortController()
    const read = async () => {
      if (isRefused(at)) throw new Error(`Reader ${at} is refused`)
      made.reads += 1
      if (made.reads === 1) setImmediate(() => hint(workspace))
      return made.reads === 1 ? nothing : something
    }
    const reader = openPageReader({ workspace, subject: 'stream', signal: controller.signal, read })
    const page = reader.next(0).then((one) => {
      made.given += 1
      return one
    })
    return { controller, reader, page }
  })
  return { made, readers }
}

test('a thousand readers share one read at each hint, and other work is done between them', async () => {
  const { made, readers } = waiting(1_000)
  const seen: number[] = []
  const look = () => {
    seen.push(made.given)
    if (made.given < readers.length) setImmediate(look)
  }
  setImmediate(look)
  expect(new Set(await Promise.all(readers.map(({ page }) => page)))).toEqual(new Set([something]))
  expect(made.reads).toBe(2)
  const between = seen.filter((given) => given > 0 && given < readers.length)
  expect(between.length).toBeGreaterThan(0)
  expect(Math.max(...seen.map((given, at) => given - (seen[at - 1] ?? 0)))).toBeLessThanOrEqual(256)
})

test('a reader that leaves while the others get their page gets none', async () => {
  const { readers } = waiting(600)
  await readers[0]!.page
  readers[599]!.controller.abort()
  expect(await readers[599]!.page).toBeUndefined()
  expect(await readers[598]!.page).toBe(something)
  expect(await readers[599]!.reader.next(1)).toBeUndefined()
})

test('only the failed reader fails, and the next one reads for the others', async () => {
  const { made, readers } = waiting(3, (reader) => reader === 0)
  await expect(readers[0]!.page).rejects.toThrow('Reader 0 is refused')
  expect(await Promise.all([readers[1]!.page, readers[2]!.page])).toEqual([something, something])
  expect(made.reads).toBe(2)
})
