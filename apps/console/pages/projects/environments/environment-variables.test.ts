import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWritable, readVariables, writeVariables } from './environment-variables.ts'

const names = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter((name) => name !== '__proto__')
const variables = fc.dictionary(names, fc.string({ unit: 'grapheme' }), { noNullPrototype: true })

test('variables that were written are read as they were', () =>
  fc.assert(
    fc.property(variables, (all) => {
      if (isWritable(all)) expect(readVariables(writeVariables(all))).toEqual({ variables: all })
    }),
  ))

test('a value keeps quotes, equals signs and dollars; empty lines are ignored', () => {
  expect(readVariables('A="b" = $C\r\n\n  D=')).toEqual({ variables: { A: '"b" = $C', D: '' } })
})

test.each([
  ['A', 1],
  ['A=1\nexport B=2', 2],
  ['\n\n1A=2', 3],
])('%j names line %i', (text, wrongLine) => {
  expect(readVariables(text)).toEqual({ wrongLine })
})
