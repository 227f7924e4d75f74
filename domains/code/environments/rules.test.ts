import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged, readEffect, withEffect } from './rules.ts'

const names = fc.constantFrom('A', 'B', 'C', '__proto__')
const configs = fc
  .record({ variables: fc.dictionary(names, fc.string()), secrets: fc.uniqueArray(names) })
  .map(({ variables, secrets }) => ({ variables, secrets: secrets.filter((name) => !Object.hasOwn(variables, name)) }))

test('the newest environment with a name counts, over all older ones', () =>
  fc.assert(
    fc.property(fc.array(configs), names, (all, name) => {
      const { variables, secrets } = merged(all)
      const last = all.findLast((one) => Object.hasOwn(one.variables, name) || one.secrets.includes(name))
      const [value, isSecret] = last
        ? [Object.getOwnPropertyDescriptor(last.variables, name)?.value as unknown, last.secrets.includes(name)]
        : [undefined, false]
      expect([Object.getOwnPropertyDescriptor(variables, name)?.value, secrets.includes(name)]).toEqual([
        value,
        isSecret,
      ])
    }),
  ))

test('a newer secret takes the place of an older variable, and the other way round', () => {
  const plain = { variables: { KEY: 'plain' }, secrets: [] }
  const secret = { variables: {}, secrets: ['KEY'] }
  expect(merged([plain, secret])).toEqual({ variables: {}, secrets: ['KEY'] })
  expect(merged([secret, plain])).toEqual({ variables: { KEY: 'plain' }, secrets: [] })
})

test('another effect replaces texts and names, and keeps all else of a config', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), configs, (config, effect) => {
      const changed = withEffect(config, effect)
      const effectOf = (one: typeof changed) => readEffect(one, () => true)
      expect(effectOf(changed)).toEqual(effectOf({ variables: effect.variables, secrets: effect.secrets }))
      for (const [name, value] of Object.entries(config))
        if (typeof value !== 'string' && name !== 'variables' && name !== 'secrets')
          expect(changed[name]).toEqual(value)
    }),
  ))
