import { expect, test } from 'vitest'
import { NoTurn } from '../waiting/index.ts'
import { openTries } from './tries.ts'

const broken = () => Promise.reject(new Error('broken'))

test('a message that fails twice is set aside and not tried again, and others are handled', async () => {
  const tries = openTries()
  const kinds = []
  for (const message of ['a', 'b', 'a', 'a']) kinds.push((await tries.handle(message, broken)).kind)
  expect(kinds).toEqual(['failed', 'failed', 'set_aside', 'set_aside'])
  expect(await tries.handle('b', () => Promise.resolve())).toEqual({ kind: 'handled' })
  expect(await tries.handle('a', () => expect.unreachable())).toEqual({ kind: 'set_aside' })
})

test('an outage is thrown and counts as no try', async () => {
  const tries = openTries()
  const outage = () => Promise.reject(new NoTurn('key', false))
  await expect(tries.handle('a', outage)).rejects.toThrow('No turn')
  await expect(tries.handle('a', outage)).rejects.toThrow('No turn')
  expect(await tries.handle('a', broken)).toMatchObject({ kind: 'failed' })
})
