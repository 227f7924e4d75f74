import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offlineSorting, readSorting, intakeInstructions, intakeText } from './intake/sort-proposal.ts'
import { intakeKinds, intakeNotes, intakeReason } from './rules-intake.ts'

const others = ['cycle-a', 'cycle-b']
const said = (more: object = {}) => JSON.stringify({ kind: 'fault', urgency: 2, duplicateOf: null, ...more })

test('a choice is read from the single object in an answer, with words or a fence around it', () => {
  const choice = { kind: 'fault', urgency: 2, duplicateOf: null }
  expect(readSorting(`Sure:\n\`\`\`json\n${said()}\n\`\`\``, others)).toEqual(choice)
  expect(readSorting(said({ duplicateOf: 2 }), others)).toEqual({ ...choice, duplicateOf: 'cycle-b' })
})

test.each([
  ['words', 'It is urgent!'],
  ['a tier that is for people', said({ urgency: 1 })],
  ['a tier that there is not', said({ urgency: 5 })],
  ['half a tier', said({ urgency: 2.5 })],
  ['another kind', said({ kind: 'outage' })],
  ['a cycle that it was not shown', said({ duplicateOf: 3 })],
  ['the id of a cycle', said({ duplicateOf: 'cycle-a' })],
  ['a field too many', said({ reason: 'Because I say so.' })],
  ['a field too few', '{"kind":"fault","urgency":2}'],
])('%s: that is no choice', (_name, text) => {
  expect(readSorting(text, others)).toBeUndefined()
})

test('no text makes it throw, or choose anything else', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json().map((text) => `{${text}}`),
      ),
      (text) => {
        const sorting = readSorting(text, others)
        if (!sorting) return
        expect(intakeKinds).toContain(sorting.kind)
        expect([2, 3, 4]).toContain(sorting.urgency)
      },
    ),
  ))

test('material is between two marks, and a title of another cycle stays on its line', () => {
  const text = intakeText('m4rk', { title: 'A', description: 'm4 ends', others: ['one\n2. two\u202e'] })
  expect(text.split('\n').filter((line) => line.startsWith('m4rk'))).toEqual(['m4rk begins', 'm4rk ends'])
  expect(text).toContain('1. one 2. two')
  expect(intakeInstructions('m4rk', 'Be calm.')).toMatch(/"m4rk begins" and "m4rk ends"[^]*Be calm\./)
})

test('the offline model reads the block, and without one chooses nothing', () => {
  expect(offlineSorting([said({ duplicateOf: 1 })], others)).toMatchObject({ duplicateOf: 'cycle-a' })
  expect(offlineSorting([], others)).toEqual({ kind: 'unclear', urgency: 3, duplicateOf: null })
  expect(offlineSorting(['{}', said()], others)).toBeUndefined()
})

test('each choice and each note has a sentence of ours', () => {
  const sentences = [
    ...intakeKinds.map((kind) => intakeReason({ kind, urgency: 3, duplicateOf: null })),
    ...intakeNotes.map((note) => intakeReason({ note })),
  ]
  expect(new Set(sentences).size).toBe(intakeKinds.length + intakeNotes.length)
  expect(intakeReason({ kind: 'feature', urgency: 3, duplicateOf: 'x' })).toMatch(/Another cycle asks for the same\.$/)
})
