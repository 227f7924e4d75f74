import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { json, matchStatement, oneRowStatement, rowStatement, statement, type Json } from './statement.ts'

const { database } = await testDatabase()
const workspace = uuidv7()

const parts = statement<{ first: string; second: string; both: Json }, { parts: string[]; both: unknown }>(
  'test.parts',
  `select array[:second::text, :first::text] as parts, :both::jsonb as both`,
)
const here = statement<{ suffix: string }, { here: string }>('test.here', `select :workspace || :suffix::text as here`)

test('a statement takes its values by name, in any order', async () => {
  const both = [{ a: 1 }, 'b']
  expect(await database.instance((tx) => parts(tx, { both: json(both), first: 'a', second: 'b' }))).toEqual([
    { parts: ['b', 'a'], both },
  ])
})
const above = `select n from generate_series(1, 3) as n where n > :least::int order by n`
const first = rowStatement<{ least: number }, { n: number }>('test.first', above)
const sure = oneRowStatement<{ least: number }, { n: number }>('test.sure', above)
const isAbove = matchStatement<{ least: number }, { n: number }>('test.is-above', above)

test('a statement of a row returns the first row, and a statement of a match is true for any row', async () => {
  expect(
    await database.instance(async (tx) => [
      await first(tx, { least: 1 }),
      await first(tx, { least: 3 }),
      await sure(tx, { least: 1 }),
      await isAbove(tx, { least: 1 }),
      await isAbove(tx, { least: 3 }),
    ]),
  ).toEqual([{ n: 2 }, undefined, { n: 2 }, true, false])
})

test(':workspace comes from the transaction, and a statement without a workspace throws', async () => {
  expect(await database.within(workspace, (tx) => here(tx, { suffix: '!' }))).toEqual([{ here: `${workspace}!` }])
  await expect(database.instance((tx) => here(tx, { suffix: '!' }))).rejects.toThrow(
    'test.here needs a transaction within a workspace',
  )
})

test('a second statement with the same name is refused at its definition', () => {
  expect(() => statement('test.here', 'select 1')).toThrow('Two statements are called test.here')
})

export const mistakes = [
  // @ts-expect-error A value that the statement does not name.
  () => database.instance((tx) => here(tx, { suffix: '!', other: 1 })),
  // @ts-expect-error A value is missing.
  () => database.instance((tx) => parts(tx, { first: 'a', both: json({}) })),
  // @ts-expect-error Text that is not encoded as JSON.
  () => database.instance((tx) => parts(tx, { first: 'a', second: 'b', both: '{}' })),
]
