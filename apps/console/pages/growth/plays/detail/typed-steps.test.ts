import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOfSteps } from '../../../../../../domains/growth/plays/rules.ts'
import { faultsOfStep, newStep, stepsOf, typedSteps, writers, type TypedStep } from './typed-steps.ts'

const own: TypedStep = { delayDays: '0', writer: 'person', subject: 'Web shops', text: 'Hello {{firstName|there}}' }

test('a field without a value that can be sent is named', () => {
  expect(faultsOfStep(own, 0)).toEqual([])
  expect(faultsOfStep(newStep(0), 0)).toEqual(['subject', 'text'])
  expect(faultsOfStep({ ...own, delayDays: '91' }, 1)).toEqual(['delayDays'])
  expect(faultsOfStep({ ...own, delayDays: 'soon' }, 1)).toEqual(['delayDays'])
  expect(faultsOfStep({ ...own, text: 'Hello {{nickname}}' }, 0)).toEqual(['text'])
  expect(faultsOfStep({ ...own, subject: '', writer: 'model' }, 0)).toEqual([])
})

const typed = fc.record({
  delayDays: fc.oneof(fc.nat(120).map(String), fc.string({ maxLength: 3 })),
  writer: fc.constantFrom(...writers),
  subject: fc.constantFrom('', ' ', 'Web shops', '{{company}}'),
  text: fc.constantFrom('', 'Hello', '{{unknown}}', 'Hello {{name|you}}'),
})

test('steps without a fault here have none at the server, and are shown as they were typed', () =>
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 10 }), (all) => {
      const faults = all.flatMap((one, at) => faultsOfStep(one, at))
      fc.pre(faults.length === 0)
      const steps = stepsOf(all)
      expect(faultsOfSteps(steps.map((one) => ({ subject: null, body: null, brief: null, ...one })))).toEqual([])
      expect(stepsOf(typedSteps(steps.map((one) => ({ subject: null, body: null, brief: null, ...one }))))).toEqual(
        steps,
      )
    }),
  ))
