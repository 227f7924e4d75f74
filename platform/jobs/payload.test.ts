import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { json as encodeNote } from '../db/statement.ts'
import { encodePayload, storedError } from './payload.ts'
import { lossesMax } from './slot-rules.ts'
import { verdictOf } from './settle.ts'

const { database } = await testDatabase()
const throughDatabase = (text: string | null) =>
  database.instance(async (tx) => {
    const { rows } = await tx.query<{ back: object }>({ text: 'select $1::jsonb as back', values: [text] })
    return rows[0]!.back
  })
const anyText = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => `${text}\0\ud800`)

test('any error and any note can be serialized', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (message, code) => {
      const error = storedError(Object.assign(new Error(message), { code }))
      expect(await throughDatabase(encodeNote(error))).toEqual(error)
      expect(await throughDatabase(encodeNote({ nested: [message, { message }] }))).toHaveProperty('nested')
    }),
  )
})

test('a thrown value that is not an Error is stored as text, and a long message is shortened', () => {
  expect(storedError('plain')).toEqual({ name: 'Error', message: 'plain' })
  expect(storedError(new Error('x'.repeat(10_000))).message).toHaveLength(4_000)
})

test('a payload is read back unchanged or refused with a message', async () => {
  const json = fc.object({
    withNullPrototype: false,
    maxDepth: 3,
    key: fc.string({ unit: 'grapheme' }),
    values: [fc.integer(), fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null)],
  })
  await fc.assert(
    fc.asyncProperty(json, async (payload) => {
      fc.pre(!JSON.stringify(payload).includes('\\u0000'))
      expect(await throughDatabase(encodePayload('it', payload))).toEqual(JSON.parse(JSON.stringify(payload)))
    }),
  )
  expect(() => encodePayload('it', [])).toThrow('The payload of it is not an object')
})

test('a step ends after a limited number of attempts and never moves back, for any order of failures', () => {
  const order = ['retry', 'decide', 'give-up']
  const mishaps = fc.infiniteStream(fc.constantFrom('errors' as const, 'losses' as const))
  fc.assert(
    fc.property(fc.nat(10), mishaps, (retries, stream) => {
      const row = { errors: 0, losses: 0 }
      let last = 0
      let attempts = 0
      for (const mishap of stream) {
        attempts += 1
        row[mishap] += 1
        const verdict = order.indexOf(verdictOf(row, retries))
        expect(verdict).toBeGreaterThanOrEqual(last)
        last = verdict
        if (verdict === 2) break
      }
      expect(attempts).toBeLessThanOrEqual(retries + 4 + 2 * lossesMax)
    }),
  )
})
