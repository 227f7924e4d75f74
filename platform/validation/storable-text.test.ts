import fc from 'fast-check'
import { expect, test } from 'vitest'
import { json, statement } from '../db/statement.ts'
import { testDatabase } from '../../testing/database.ts'

const { database } = await testDatabase()
const kept = statement<{ text: string; texts: readonly string[]; value: ReturnType<typeof json> }, { same: boolean }>(
  'test.storable',
  `select :text::text is not null and cardinality(:texts::text[]) = 2 and :value::jsonb is not null as same`,
)

test('any text is stored, alone, in lists and in JSON, with U+FFFD for what PostgreSQL refuses', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (any) => {
      const text = `${any}\0\ud800`
      const value = json({ [text]: [text, { text, toJSON: text, backslash: '\\u0000' }] })
      expect(JSON.parse(value)).toMatchObject(
        Object.values({
          a: { [`${any.replaceAll('\0', '\ufffd').toWellFormed()}\ufffd\ufffd`]: [{}, { backslash: '\\u0000' }] },
        })[0]!,
      )
      expect(await database.instance((tx) => kept(tx, { text, texts: [text, any], value }))).toEqual([{ same: true }])
    }),
    { numRuns: 30 },
  ))
