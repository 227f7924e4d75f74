import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { testDatabase } from '../../../testing/database.ts'
import { openCredentials } from './credentials.ts'
import { removeExpiredCredentials } from './store-credentials.ts'

const { database, url } = await testDatabase()
const workspace = randomUUID()
await asOwner({ databaseUrl: url }, 'insert into workspace (id, name) values ($1, $2)', [workspace, 'Test'])
const credentials = openCredentials<{ readonly name: string }>(database, 'terminal')
const mint = (name: string) => database.within(workspace, (tx) => credentials.mint(tx, { name }))

test('a credential lets its entrant in once, at a process that did not issue it, and only for its kind', async () => {
  const { user, password } = await mint('Ada')
  const elsewhere = openCredentials(database, 'terminal')
  expect(await openCredentials(database, 'desktop').redeem(user, password)).toBeUndefined()
  expect(await elsewhere.redeem(user, password)).toEqual({ name: 'Ada' })
  expect(await credentials.redeem(user, password)).toBeUndefined()
})

test('a credential ends after two minutes by the clock of the database, and its row goes', async () => {
  const { user, password } = await mint('Ada')
  await asOwner({ databaseUrl: url }, `update connection_credential set expires_at = now()`)
  expect(await credentials.redeem(user, password)).toBeUndefined()
  await database.identity(removeExpiredCredentials)
  expect(await asOwner({ databaseUrl: url }, 'select from connection_credential')).toEqual([])
})

test('five wrong passwords end a credential, four do not, and another credential’s password is wrong', async () => {
  const four = await mint('Ada')
  const five = await mint('Grace')
  for (let tries = 0; tries < 4; tries += 1) expect(await credentials.redeem(four.user, five.password)).toBeUndefined()
  for (let tries = 0; tries < 5; tries += 1) expect(await credentials.redeem(five.user, 'wrong')).toBeUndefined()
  expect(await credentials.redeem(four.user, four.password)).toEqual({ name: 'Ada' })
  expect(await credentials.redeem(five.user, five.password)).toBeUndefined()
})
