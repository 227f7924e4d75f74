import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { harnessNames } from '../agents/index.ts'
import { choiceOf, faultsOf, type OfferedModels } from './model-choice.ts'
import { chooseHarness } from './rules.ts'

const price = { inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 }
const own = {
  name: 'models.example.com',
  shape: 'chat',
  model: 'large',
  price,
  contextTokens: 100,
  maxOutputTokens: 50,
}
const small = { model: 'small', price: { inputMicrosPerMillion: 5, outputMicrosPerMillion: 7 } }
const bounds = { contextTokens: 128_000, maxOutputTokens: 8_192 }
const offered = { own, others: [small], bounds } as OfferedModels

test('the own model and listed ones are chosen at their own prices, with the bounds of the instance', () => {
  expect(choiceOf(offered, { model: 'large' })).toMatchObject({ model: 'large', price, maxOutputTokens: 50 })
  const asked = { model: 'small', temperature: 0.2, maxTokens: 20 }
  expect(choiceOf(offered, asked)).toEqual({ ...small, contextTokens: 100, maxOutputTokens: 20, temperature: 0.2 })
  expect(choiceOf(offered, { model: 'small', maxTokens: 500 })).toMatchObject({ maxOutputTokens: 50 })
})

test('a model without a price is refused if the own model has a price, even 0, and else unpriced', () => {
  const refusal = { refusal: expect.stringMatching(/costs is not known/) as string }
  expect(choiceOf(offered, { model: 'unknown' })).toEqual(refusal)
  const free = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }
  const local = { own: { ...own, price: free }, others: [], bounds } as OfferedModels
  expect(choiceOf(local, { model: 'unknown' })).toEqual(refusal)
  const listed = { model: 'unknown', price: free }
  expect(choiceOf({ ...local, others: [listed] }, { model: 'unknown' })).toMatchObject(listed)
  const unpriced = { own: { ...own, price: undefined }, others: [], bounds } as OfferedModels
  expect(choiceOf(unpriced, { model: 'unknown' })).toMatchObject({ model: 'unknown', price: undefined })
  // Listed prices beside such a model do not cover an unlisted one.
  expect(choiceOf({ ...unpriced, others: [small] }, { model: 'unknown' })).toEqual(refusal)
  const offline = { own: { ...own, name: 'offline', price: free }, others: [], bounds } as OfferedModels
  expect(choiceOf(offline, { model: 'unknown' })).toEqual({ refusal: expect.stringMatching(/offline model alone/) })
})

test('a wish is refused field by field', () => {
  const rules = (asked: Parameters<typeof faultsOf>[2], at = offered) =>
    faultsOf(at, undefined, asked).map(({ path }) => path)
  expect(rules({ model: 'large', temperature: 2, maxTokens: 50 })).toEqual([])
  const wrong = { model: 'unknown', temperature: 1.5, maxTokens: 51 }
  expect(rules(wrong, { ...offered, own: { ...offered.own, shape: 'messages' } })).toEqual(['temperature', 'maxTokens'])
})

test('the nearest setting chooses the harness, over all those below it', () => {
  const maybe = fc.option(fc.constantFrom(...harnessNames), { nil: undefined })
  fc.assert(
    fc.property(maybe, maybe, (project, organization) => {
      const { harness, chosenBy } = chooseHarness({ project, organization })
      const order = { project, organization, default: 'native' } as const
      expect(harness).toBe(order[chosenBy])
      const nearest = Object.entries(order).find(([, value]) => value !== undefined)
      expect(chosenBy).toBe(nearest![0])
    }),
  )
})
