import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { scheduledContext } from '../../testing/jobs/scheduled.ts'
import type { Transaction } from '../db/transaction.ts'
import {
  allUnder,
  announceObjects,
  cancelRemovals,
  openRemovals,
  removeLater,
  removeSoon,
  retainObjects,
} from './index.ts'

const { database } = await testDatabase()

const opened = () => {
  const removed: string[] = []
  const state = { isDown: false }
  const take = async (key: string) => {
    if (state.isDown) throw new Error('down')
    removed.push(key)
  }
  const objects = { remove: take, removeUnder: (prefix: string) => take(`${prefix}/…`) }
  const { now, carryOut } = openRemovals({ database, objects })
  return { removed, state, now, carryOut: () => carryOut(scheduledContext) }
}

const passHours = (hours: number) =>
  database.instance((tx) =>
    tx.query({
      text: 'update removed_object set due_at = due_at - make_interval(hours => $1)',
      values: [hours],
    }),
  )
const write = (work: (tx: Transaction) => Promise<unknown>) => database.instance(work)

test('an object is removed 48 hours after the transaction, and not if that was rolled back', async () => {
  const { removed, carryOut } = opened()
  await write((tx) => removeLater(tx, ['a/1', allUnder('a/2')]))
  const lost = write(async (tx) => {
    await removeLater(tx, ['a/3'])
    throw new Error('lost')
  })
  await expect(lost).rejects.toThrow('lost')
  await passHours(47)
  await carryOut()
  expect(removed).toEqual([])
  await passHours(1)
  await carryOut()
  await carryOut()
  expect(removed.toSorted()).toEqual(['a/1', 'a/2/…'])
})

test('a second removal does not put the first one off, and an earlier one brings it forward', async () => {
  const { removed, carryOut } = opened()
  await write((tx) => removeLater(tx, ['b/1', 'b/2']))
  await passHours(24)
  await write((tx) => removeLater(tx, ['b/1']))
  await write((tx) => removeSoon(tx, ['b/2']))
  await carryOut()
  expect(removed).toEqual(['b/2'])
  await passHours(24)
  await carryOut()
  expect(removed).toEqual(['b/2', 'b/1'])
})

test('an announced object stays if it is kept in time, and objects that rows name again stay', async () => {
  const { removed, carryOut } = opened()
  await write((tx) => announceObjects(tx, { keys: ['c/1', 'c/2', 'c/3'] }))
  await write((tx) => cancelRemovals(tx, ['c/1']))
  await write((tx) => retainObjects(tx, { keys: ['c/2', 'c/4'] }))
  await passHours(48)
  await expect(write((tx) => cancelRemovals(tx, ['c/3']))).rejects.toThrow('stored too long ago')
  await carryOut()
  expect(removed).toEqual(['c/3'])
})

test('an object that is removed at once is removed later when the store is away', async () => {
  const { removed, state, now, carryOut } = opened()
  state.isDown = true
  await expect(now(['d/1'])).rejects.toThrow('down')
  state.isDown = false
  await carryOut()
  await carryOut()
  await now(['d/2'])
  expect(removed).toEqual(['d/1', 'd/2'])
})
