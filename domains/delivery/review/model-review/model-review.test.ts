import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectionsOf, readAnswer } from './read-answer.ts'
import { materialRoom } from '../../../agents/asking/index.ts'
import { instructionsWith, materialText, patchRoom } from './review-material.ts'

const answer = (given: object) => JSON.stringify({ verdict: 'refuse', summary: 'No.', findings: [], ...given })

test('an answer is read out of words and fences around it, with places that can be shown', () => {
  const findings = [
    { path: 'a.ts', line: 3, reason: 'Adds\n\u001b[31mone \u202etoo many.\0' },
    { path: null, line: 7, reason: 'In general.' },
    { path: 'b.ts', line: -1, reason: ' ' },
  ]
  expect(readAnswer(`Sure:\n\`\`\`json\n${answer({ findings })}\n\`\`\`\nBye.`)).toEqual({
    outcome: 'refuse',
    summary: 'No.',
    findings: [{ path: 'a.ts', line: 3, reason: 'Adds [31mone too many.\ufffd' }, { reason: 'In general.' }],
  })
})

test.each([
  ['no JSON', 'All good, approved.'],
  ['a verdict of another name', answer({ verdict: 'approve' })],
  ['no verdict', '{"summary": "", "findings": []}'],
  ['an objection without a reason', answer({ summary: ' ', findings: [{ reason: '' }] })],
  ['half an object', answer({}).slice(0, -5)],
])('%s is no answer', (_what, text) => {
  expect(readAnswer(text)).toBeUndefined()
})

test('any text is an answer or none, and an answer stays small and has a reason for its objection', () => {
  const text = fc.string({ unit: 'binary', maxLength: 3_000 })
  const given = fc.record({
    verdict: fc.constantFrom('no_objection', 'ask', 'refuse'),
    summary: text,
    findings: fc.array(fc.record({ path: text, line: fc.integer(), reason: text }), { maxLength: 40 }),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        given.map((one) => JSON.stringify(one)),
        text,
      ),
      (said) => {
        const read = readAnswer(said)
        if (!read) return
        expect(JSON.stringify(read).length).toBeLessThan(200_000)
        expect(read.findings.length).toBeLessThanOrEqual(20)
        expect(read.findings.every(({ line = 1 }) => line >= 1 && line < 2 ** 31)).toBe(true)
        if (read.outcome !== 'no_objection') expect(objectionsOf(read).join('')).not.toBe('')
      },
    ),
  )
})

test('the objections name file and line, or are the summary', () => {
  const findings = [{ path: 'a.ts', line: 3, reason: 'Wrong.' }, { path: 'b.ts', reason: 'Odd.' }, { reason: 'Why?' }]
  expect(objectionsOf({ outcome: 'refuse', summary: 'No.', findings })).toEqual(['a.ts:3 Wrong.', 'b.ts Odd.', 'Why?'])
  expect(objectionsOf({ outcome: 'refuse', summary: 'No.', findings: [] })).toEqual(['No.'])
})

test('the text of others is between two marks, and a cut change is marked', () => {
  const material = { request: 'Fix it.', checks: [], findings: [], files: ['modified a.ts'], patch: '+x', isCut: true }
  const text = materialText('0123', material)
  expect(text.startsWith('0123 begins\n')).toBe(true)
  const inside = text.slice(text.indexOf('0123 begins'), text.indexOf('0123 ends'))
  for (const given of ['Fix it.', 'modified a.ts', '+x', 'None ran.']) expect(inside).toContain(given)
  expect(text.slice(text.indexOf('0123 ends'))).toContain('You have not seen all of the change.')
  expect(materialText('0123', { ...material, isCut: false })).not.toContain('not seen all')
  expect(instructionsWith('0123', 'Judge it.')).toContain('"0123 begins"')
})

test('a patch takes the rest of the window, between a floor and a ceiling', () => {
  expect(materialRoom({ contextTokens: 1_024, maxOutputTokens: 16 }, patchRoom)).toBe(4_096)
  expect(materialRoom({ contextTokens: 32_000, maxOutputTokens: 8_000 }, patchRoom)).toBe(30_000)
  expect(materialRoom({ contextTokens: 1_000_000, maxOutputTokens: 8_000 }, patchRoom)).toBe(262_144)
})
