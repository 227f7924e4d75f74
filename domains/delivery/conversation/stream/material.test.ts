import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageRow } from '../tables.ts'
import { materialText, roomInWindow } from './material.ts'

const text = (most: number) => fc.string({ unit: 'binary', minLength: 1, maxLength: most })
const row = (content: string): MessageRow => ({
  id: 'id',
  projectId: 'id',
  cycleId: 'id',
  taskId: null,
  agentId: null,
  answersId: null,
  createdBy: 'id',
  drives: true,
  givenAt: null,
  asksModel: true,
  isCut: false,
  pin: null,
  authorSide: 'agency',
  content,
  createdAt: new Date('2026-03-04T10:15:30Z'),
})

test('the text of others is between the marks, the question below them, and all of it is bounded', () =>
  fc.assert(
    fc.property(text(30_000), text(2_000), fc.array(text(5_000)), text(2_000), (description, title, said, asked) => {
      const task = { title, status: 'failed', verdict: 'refused', provedBy: [], failure: { message: title } } as const
      const cycle = { title, description, status: 'failed' }
      const material = {
        cycle,
        failure: title,
        tasks: Array(60).fill({ ...task, provedBy: [] }),
        said: said.map(row),
        files: title,
      }
      const whole = materialText('0123456789', material, row(asked), 20_000)
      const [before, inside, after] = whole.split(/0123456789 (?:begins|ends)/) as [string, string, string]
      expect([before, whole.match(/0123456789/g)!.length]).toEqual(['', 2])
      expect(inside.length).toBeLessThanOrEqual(20_010)
      expect(after).toMatch(/^\n\nThe message to answer:\n\n\[agency, 2026-03-04T10:15:30\.000Z\]\n {4}/)
    }),
    { numRuns: 30 },
  ))

test('the material takes the rest of the window, between a floor and a ceiling', () => {
  expect([roomInWindow(4_096, 4_000), roomInWindow(16_000, 4_000), roomInWindow(1_000_000, 4_000)]).toEqual([
    2_000, 26_250, 60_000,
  ])
})
