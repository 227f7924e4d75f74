import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../../platform/db/statement.ts'
import { testDatabase } from '../database.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import { declaredStatements, storeFiles, type DeclaredStatement } from './declared.ts'
import { describe } from './described.ts'
import { differences } from './differences.ts'
import { repeatableLimits } from './limited-selects.ts'

const { url } = await testDatabase()
const files = storeFiles()
for (const file of files) await import(file)
const declared = declaredStatements(files)
// Files of tests that the worker ran before define statements too, under names of their own.
const defined = [...statements()].filter(([name]) => !name.startsWith('test.'))

const owner = new pg.Client({ connectionString: url })
const roles = ['identity', 'tenant'].map((role) => ({ role, client: new pg.Client({ connectionString: url }) }))
let catalogue: Catalogue
beforeAll(async () => {
  await owner.connect()
  catalogue = await catalogueOf(owner)
  for (const { role, client } of roles) {
    await client.connect()
    await client.query(`set role atelier_${role}; set app.workspace = '${uuidv7()}'`)
  }
})
afterAll(() => Promise.all([owner, ...roles.map(({ client }) => client)].map((client) => client.end())))

const declaredOf = (name: string): DeclaredStatement => {
  const found = declared.filter(({ names }) => names.test(name))
  if (found.length !== 1) throw new Error(`${name} is declared ${found.length} times`)
  return found[0]!
}

test('every statement has the parameters and columns that it declares', async () => {
  const wrong: string[] = []
  for (const [name, { text, names }] of defined) {
    const one = declaredOf(name)
    const say = (what: string) => wrong.push(`${one.place}: ${name}: ${what}`)
    try {
      differences(one, names, await describe(owner, text), catalogue).forEach(say)
    } catch (error) {
      say((error as Error).message)
    }
  }
  expect(defined.length).toBeGreaterThan(300)
  expect(wrong.length, `\n${wrong.join('\n')}\n`).toBe(0)
})

test('every declared statement is defined', () => {
  expect(declared.filter(({ names }) => !defined.some(([name]) => names.test(name))).map(({ place }) => place)).toEqual(
    [],
  )
})

test('every statement can run as one of the serving roles', async () => {
  const refused: string[] = []
  for (const [name, { text }] of defined) {
    const errors = await Promise.all(
      roles.map(({ client }) =>
        client.query(`explain (generic_plan) ${text}`).then(
          () => undefined,
          (error: Error) => error.message,
        ),
      ),
    )
    if (!errors.includes(undefined)) refused.push(`${name}: ${errors.join(', ')}`)
  }
  expect(refused).toEqual([])
})

test('no statement that changes or locks rows takes them by a select that may run again', () => {
  const repeatable = defined.flatMap(([name, { text }]) => repeatableLimits(text).map((select) => `${name}: ${select}`))
  expect(
    repeatable,
    'Write `= any(array(select … limit …))`, or name the select in `with … as materialized (…)`',
  ).toEqual([])
})

test.each([
  'update run set number = 1 where id in (select id from run order by id limit 40 for update skip locked)',
  'delete from run where id in (select id from run limit 40)',
  'delete from run where (id, number) in (\n select id, number from run where (id, 1) > (2, 1) limit 40)',
  'delete from run where id not in (select id from run order by id limit 40)',
  'delete from run where id = any (select id from run fetch first 40 rows only)',
  'update run set number = 1 from (select id from run limit 40 for update) due where run.id = due.id',
  'delete from run using (select id from run limit 40) old where run.id = old.id',
  "with old as (select id from run where title <> ')' limit 40) delete from run using old where run.id = old.id",
  'select id from run where id in (select id from run limit 40) for no key update',
])('%s may take more than its limit', (text) => {
  expect(repeatableLimits(text)).toHaveLength(1)
})

test.each([
  'update run set number = 1 where id = any(array(select id from run limit 40 for update skip locked))',
  'with old as materialized (select id from run limit 40) delete from run where id in (select id from old)',
  'update run set number = 1 where id = (select id from run order by number limit 1 for update)',
  'select id from run where number > 1 order by id limit 40 for update skip locked',
  'select id from run where id in (select id from run limit 40)',
])('%s takes its limit at most', (text) => {
  expect(repeatableLimits(text)).toEqual([])
})

const sample = (params: string, text: string): DeclaredStatement & { text: string } => {
  const types = new Map(params.split(' ').map((param) => [param, { words: ['string'], isNullable: false }]))
  return { text, place: 'here:1', names: /x/, params: types, columns: new Map(), isOpen: false }
}

test.each([
  ['no difference of a matching statement', sample('id', 'select from membership where created_at > $1'), ['id'], []],
  [
    'a parameter of a number',
    sample('id', 'select from run where number = $1'),
    ['id'],
    [':id is int4, declared as string'],
  ],
  [
    'a parameter that is not declared',
    sample('id', 'select from run where id = $1'),
    ['other'],
    [':other is not declared', ':id is declared and not in the text'],
  ],
  [
    'a column that is not declared',
    sample('id', 'select number from run where id = $1'),
    ['id'],
    ['column number is not declared'],
  ],
])('%s is reported', async (_, one, names, expected) => {
  expect(differences(one, names, await describe(owner, one.text), catalogue)).toEqual(expected)
})

test('a statement that PostgreSQL cannot prepare rejects with its error', async () => {
  await expect(describe(owner, 'select nothing from run')).rejects.toThrow('column "nothing" does not exist')
  expect(await describe(owner, 'select 1 as one')).toMatchObject({ params: [], columns: [{ name: 'one' }] })
})
