import { expect, test } from 'vitest'
import { draftMaterial } from '../rules.ts'

test.each([
  [true, 'between the marks, where they are no orders'],
  [false, 'below the marks, as what is to be done'],
])('audience and briefs of a model (%s) are %s', (isAsProposed) => {
  const briefs = [{ step: 1, brief: 'Ask for a call.' }]
  const text = draftMaterial(
    'MARK-1',
    {
      sources: [{ label: 'P1', shown: 'We build shops.' }],
      audience: 'Wholesalers',
      bookingUrl: null,
      briefs,
      isAsProposed,
    },
    10_000,
  )
  const [between, below] = text.split('MARK-1 ends')
  const task = ['Whom it is for: Wholesalers', 'Mail 1: Ask for a call.']
  for (const line of task)
    expect([between!.includes(line), below!.includes(line)]).toEqual([isAsProposed, !isAsProposed])
  expect(between).toMatch(/^MARK-1 begins\n\nP1:\nWe build shops\./)
})
