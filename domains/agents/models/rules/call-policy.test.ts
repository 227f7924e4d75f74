import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallPolicy, faultsOfPolicy, longestMs, modelsToAsk, policyByDefault } from './call-policy.ts'

const listed = ['a', 'b', 'c', 'd']
const names = fc.constantFrom(...listed, 'gone')
const policies = fc.record({
  attempts: fc.constant(3),
  beginSeconds: fc.option(fc.integer({ min: 1, max: 900 })),
  callSeconds: fc.option(fc.integer({ min: 1, max: 900 })),
  fallbacks: fc.array(fc.record({ model: names, next: fc.array(names, { minLength: 1, maxLength: 3 }) }), {
    maxLength: 3,
  }),
})

test('a policy without faults asks each model once for a call, the named one first, and waits no longer than the call', () => {
  fc.assert(
    fc.property(policies, names, (policy, model) => {
      const asked = modelsToAsk(policy, model)
      expect(asked[0]).toBe(model)
      const isSound = faultsOfPolicy(policy, listed).length === 0
      const all = policy.fallbacks.flatMap((one) => [one.model, ...one.next])
      const isListed = all.every((one) => listed.includes(one))
      const isOnce = policy.fallbacks.every((one) => new Set([one.model, ...one.next]).size === one.next.length + 1)
      const isNamedOnce = new Set(policy.fallbacks.map((one) => one.model)).size === policy.fallbacks.length
      const isInTime = (policy.beginSeconds ?? 0) <= (policy.callSeconds ?? Infinity)
      expect(isSound).toBe(isListed && isOnce && isNamedOnce && isInTime)
    }),
  )
})

test('names the field of a fault', () => {
  const policy: CallPolicy = {
    ...policyByDefault,
    fallbacks: [
      { model: 'a', next: ['b', 'a', 'gone'] },
      { model: 'a', next: ['b'] },
    ],
  }
  expect(faultsOfPolicy(policy, listed).map(({ path, rule }) => [path, rule])).toEqual([
    ['fallbacks.0.next.1', 'unique'],
    ['fallbacks.0.next.2', 'model'],
    ['fallbacks.1.model', 'unique'],
  ])
})

test('a policy makes the time of a call shorter than the instance allows, and never longer', () => {
  const times = [null, 10, 100].map((callSeconds) => longestMs({ callSeconds }, 60_000))
  expect(times).toEqual([60_000, 10_000, 60_000])
})
