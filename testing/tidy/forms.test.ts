import { expect, test } from 'vitest'
import { countForms } from './forms.ts'
import { treeOf } from './source.ts'

const counted = (path: string, text: string) =>
  [...countForms(treeOf([[path, text]]))].filter(([, count]) => count > 0).map(([name, count]) => `${name}: ${count}`)

test('forms are counted in comments, titles of tests and help texts', () => {
  expect(counted('platform/a.ts', '// A row, or the one before.\n/** A key that is gone. */\nf()')).toEqual([
    'a stand-in for a noun: 1',
    '“is gone” for was deleted: 1',
  ])
  expect(counted('a.test.ts', `test.each(rows)('%s goes on', f)`)).toEqual(['“goes on” for continues: 1'])
  expect(counted('apps/cli/program/a.ts', `add('a file alone')`)).toEqual(['“alone” for only: 1'])
})

test('code, quotes and samples are not counted', () => {
  expect(counted('platform/a.ts', '// The title “what is new”, and `what a`.\nconst said = `it says so`')).toEqual([])
  expect(counted('samples/a.ts', '// Nobody reads it.')).toEqual([])
})
