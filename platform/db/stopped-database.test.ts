import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { patience } from '../../testing/runner/hang-timeout.ts'
import { stoppableDatabase } from '../../testing/databases/stopped-database.ts'
import { openDatabase } from './database.ts'
import { statement } from './statement.ts'
import { DatabaseSilent, isUnavailable, OutcomeUnknown } from './unavailable.ts'

const stoppable = await stoppableDatabase()
const database = openDatabase({ url: stoppable.url, connections: 4 })
afterAll(() => database.close())
afterEach(() => stoppable.goOn())

const workspace = uuidv7()
const same = statement<{ n: number }, { n: number }>('test.same', 'select :n::int as n')
const nap = statement<{ seconds: number }>('test.nap', 'select pg_sleep(:seconds)')

const numbers = Array.from({ length: 40 }, (_value, at) => at)
const readNumber = (n: number) => database.reading(workspace, async (tx) => (await same(tx, { n }))[0]!.n)
const answersAgain = () => vi.waitFor(() => readNumber(1), patience)

const failure = async (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

test('work waiting for a stopped database fails, later work is refused at once, and both work after it resumes', async () => {
  await Promise.all(numbers.map(readNumber))
  await stoppable.stop()
  const failures = await Promise.all(numbers.map((n) => failure(readNumber(n))))
  expect(failures.every(isUnavailable)).toBe(true)
  expect(await failure(database.identity(() => Promise.resolve()))).toBeInstanceOf(DatabaseSilent)
  await stoppable.goOn()
  await answersAgain()
  expect(await Promise.all(numbers.map(readNumber))).toEqual(numbers)
})

test('reads in flight while the database is paused get their own answers', async () => {
  const reads = numbers.map(readNumber)
  await stoppable.stop()
  await stoppable.goOn()
  expect(await Promise.all(reads)).toEqual(numbers)
})

test('a commit without an answer fails with an unknown outcome', async () => {
  await answersAgain()
  const writing = database.within(workspace, async (tx) => {
    await same(tx, { n: 1 })
    await stoppable.stop()
  })
  expect(await failure(writing)).toBeInstanceOf(OutcomeUnknown)
})

test('a slow statement is waited for', async () => {
  await answersAgain()
  expect(await failure(database.reading(workspace, (tx) => nap(tx, { seconds: 6 })))).toBeUndefined()
})
