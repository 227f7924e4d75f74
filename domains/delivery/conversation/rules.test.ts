import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorSides, commentsForAgent, newestThatFit, nextForAgent } from './rules.ts'

const at = new Date('2026-03-04T10:15:30Z')
const said = fc.record({
  authorSide: fc.constantFrom(...authorSides),
  content: fc.string({ minLength: 1, unit: fc.constantFrom('a', '\n', '\r', '\u2028', '`', '[', ' ') }),
  createdAt: fc.constant(at),
})

test('no line of a comment can pass for a heading or a block', () =>
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 20 }), (rows) => {
      const lines = commentsForAgent(rows)
        .split(/[\n\r\u2028\u2029]/)
        .filter((line) => line !== '' && !line.startsWith('    '))
      const headings = rows.toReversed().map(({ authorSide }) => `[${authorSide}, ${at.toISOString()}]`)
      expect(lines.slice(1)).toEqual(headings)
    }),
  ))

test('the newest that fit are shown, in their order, and the others counted', () => {
  const long = (mark: string) => ({ authorSide: 'client' as const, content: mark.repeat(9_000), createdAt: at })
  const { shown, leftOut } = newestThatFit([long('c'), long('b'), long('a')])
  expect(shown.map(({ content }) => content[0])).toEqual(['b', 'c'])
  expect(leftOut).toBe(1)
  expect(commentsForAgent([long('c'), long('b'), long('a')])).toContain('1 older or longer ones are left out.')
  expect(commentsForAgent([])).toBe('')
})

test('an agent gets each message once, oldest first, and no more at a time than fits', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 70_000 }), { maxLength: 12 }), (sizes) => {
      const rows = sizes.map((size, id) => {
        return { id: String(id), authorSide: 'agency' as const, content: 'x'.repeat(size), createdAt: at }
      })
      const heard = new Set<string>()
      const order: string[] = []
      for (let next = nextForAgent(rows, heard); next.length > 0; next = nextForAgent(rows, heard)) {
        const characters = next.reduce((sum, { text }) => sum + text.length, 0)
        expect(next.length === 1 || characters <= 60_000).toBe(true)
        for (const { id } of next) heard.add(id)
        order.push(...next.map(({ id }) => id))
      }
      expect(order).toEqual(rows.map(({ id }) => id))
    }),
  ))
