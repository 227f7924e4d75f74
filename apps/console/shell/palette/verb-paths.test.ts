import { expect, test } from 'vitest'
import contract from '../../../../packages/sdk/contract.json' with { type: 'json' }
import { de } from '../../words/search/de.ts'
import { en } from '../../words/search/en.ts'
import { verbPaths } from './verb-paths.ts'

test('each verb of the palette is an operation of the API, and has its words', () => {
  const verbs = Object.keys(verbPaths)
  expect(verbs.filter((verb) => !(verb in contract.operations))).toEqual([])
  expect([Object.keys(en.verbs), Object.keys(de.verbs)]).toEqual([verbs, verbs])
})
