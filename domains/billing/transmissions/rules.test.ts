import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerCodes, handOverObstacle, outranks, pauseMs, type Outcome, type StoredState } from './rules.ts'

const states = ['handed_over', 'failed', 'delivered'] as const
const facts: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(...states).map((state) => ({ state, answer: null, answeredAt: null })),
  fc.record({
    state: fc.constant('answered' as const),
    answer: fc.option(fc.constantFrom(...answerCodes)),
    answeredAt: fc.option(fc.integer({ min: 0, max: 3 }).map((day) => new Date(day))),
  }),
)
const sending: Outcome = { state: 'sending', answer: null, answeredAt: null }
const learn = (known: Outcome, learned: Outcome) => (outranks(learned, known) ? learned : known)

test('facts give the same outcome in every order and however often they come', () =>
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 16 }), (learned, picks) => {
      const again = [...learned.toReversed(), ...picks.flatMap((pick) => learned[pick % learned.length] ?? [])]
      expect(again.reduce(learn, sending)).toEqual(learned.reduce(learn, sending))
    }),
  ))

test('a delivery is never taken back, and an answer only by a later one', () =>
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 12 }), (learned) => {
      let known = sending
      for (const fact of learned) {
        const before = known
        known = learn(known, fact)
        if (before.state === 'delivered') expect(['delivered', 'answered']).toContain(known.state)
        if (before.state === 'answered') expect(known.state).toBe('answered')
        if (before.answer !== null) expect(known.answer).not.toBeNull()
        if (before.answer === 'PD') expect(known.answer).toBe('PD')
      }
    }),
  ))

test('a refusal after an acceptance counts, and one before it does not', () => {
  const answered = (answer: 'AP' | 'RE', day: number): Outcome => ({
    state: 'answered',
    answer,
    answeredAt: new Date(day),
  })
  expect([answered('RE', 2), answered('AP', 1)].reduce(learn, sending).answer).toBe('RE')
  expect([answered('RE', 1), answered('AP', 2)].reduce(learn, sending).answer).toBe('AP')
})

const day = 86_400_000

test.each<[StoredState, number, number | undefined]>([
  ['waiting', 0, 60_000],
  ['waiting', 3_600_000, 900_000],
  ['created', 2 * day, 3_600_000],
  ['waiting', 3 * day, undefined],
  ['sending', 3 * day, 3_600_000],
  ['handed_over', day, 3_600_000],
  ['handed_over', 30 * day, undefined],
  ['failed', 0, undefined],
  ['delivered', 2 * day, day / 2],
  ['answered', 89 * day, day],
  ['delivered', 90 * day, undefined],
])('%s after %i ms is asked about again after %s ms', (state, ageMs, expected) => {
  expect(pauseMs({ state, answer: null }, ageMs)).toBe(expected)
})

test('a paid invoice is asked about no more', () => {
  expect(pauseMs({ state: 'answered', answer: 'PD' }, 0)).toBeUndefined()
})

test('an invoice is handed over once it is issued, not void, and of the profile of Peppol', () => {
  const issued = { status: 'final', invoiceNumber: '2026-0001' } as const
  expect(handOverObstacle({ status: 'draft', invoiceNumber: null }, 'peppol')).toBe('notIssued')
  expect(handOverObstacle({ ...issued, status: 'void' }, 'peppol')).toBe('isVoid')
  expect(handOverObstacle({ status: 'void', invoiceNumber: null }, 'peppol')).toBe('notIssued')
  for (const profile of ['en16931', 'xrechnung', 'franceCtc'] as const)
    expect(handOverObstacle(issued, profile)).toBe('otherProfile')
  expect(handOverObstacle({ ...issued, status: 'paid' }, 'peppol')).toBeUndefined()
})
