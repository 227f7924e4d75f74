import { expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { removeOldThrottles } from './store.ts'
import { openThrottle } from './throttle.ts'

const { url, database } = await testDatabase()
const throttleOf = (free: number, kind: 'account' | 'network' = 'account') =>
  openThrottle({ database, kind, free, secret: 'a secret' })
const owner = (text: string, values: readonly unknown[] = []) => asOwner({ databaseUrl: url }, text, values)
/** Everything that was counted is as many seconds older. */
const letPass = (seconds: number) =>
  owner(
    `update throttle set next_at = next_at - $1 * interval '1 second', forgotten_at = forgotten_at - $1 * interval '1 second'`,
    [seconds],
  )

test('two servers let as many guesses at once pass together as one', async () => {
  const servers = [throttleOf(5), throttleOf(5)]
  const guesses = Array.from({ length: 20 }, (_, nth) => servers[nth % 2]!.attempt('shared'))
  const waits = await Promise.all(guesses)
  expect(waits.filter((seconds) => seconds === undefined)).toHaveLength(5)
  for (const seconds of waits) if (seconds !== undefined) expect(seconds).toBeGreaterThan(0)
})

test('a name that tries again after each wait guesses at most 18 times in an hour, and again after it', async () => {
  const throttle = throttleOf(5)
  let passed = 0
  for (let leftSeconds = 3_600; leftSeconds > 0;) {
    const waitSeconds = await throttle.attempt('patient')
    if (waitSeconds === undefined) passed += 1
    else {
      leftSeconds -= waitSeconds
      await letPass(waitSeconds)
    }
  }
  expect(passed).toBeGreaterThan(5)
  expect(passed).toBeLessThanOrEqual(18)
  await letPass(3_600)
  for (let nth = 0; nth < 5; nth += 1) expect(await throttle.attempt('patient')).toBeUndefined()
  expect(await throttle.attempt('patient')).toBe(2)
})

test('a correct attempt does not count, and resets the name where requested', async () => {
  const throttle = throttleOf(2)
  const others = throttleOf(2, 'network')
  for (let nth = 0; nth < 5; nth += 1) {
    expect(await throttle.attempt('right')).toBeUndefined()
    await throttle.succeeded('right')
  }
  await throttle.attempt('right')
  await throttle.attempt('right')
  expect(await throttle.attempt('right')).toBeGreaterThan(0)
  expect([await throttle.attempt('another'), await others.attempt('right')]).toEqual([undefined, undefined])
  await throttle.succeeded('right')
  expect(await throttle.attempt('right')).toBeUndefined()
  await throttle.succeeded('right', true)
  expect(await throttle.attempt('right')).toBeUndefined()
  expect(await throttle.attempt('right')).toBeUndefined()
})

test('rows do not contain the name, and are deleted an hour after the last failure', async () => {
  await owner('delete from throttle')
  await throttleOf(5).attempt('192.0.2.7 ada@example.com')
  const rows = await owner('select t::text as text from throttle t')
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).toMatch(/^\((account|network),\d{1,5},\d+,"[^"]+","[^"]+"\)$/)
  await database.identity((tx) => removeOldThrottles(tx, 100))
  expect(await owner('select from throttle')).toHaveLength(rows.length)
  await letPass(3_601)
  expect(await database.identity((tx) => removeOldThrottles(tx, 100))).toBe(rows.length)
})
