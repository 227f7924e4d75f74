import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedEntries } from './data-entries.ts'

const entriesOf = (path: string, before: string, after: string) =>
  changedEntries(path, before, after)?.map((entry) => [entry.line, entry.before, entry.after])

const ci =
  'name: ci\non: [push]\njobs:\n  test:\n    steps:\n      - uses: setup-node\n        with:\n          node-version: 22\n'

test('the smallest values that differ have one line each, with their keys', () => {
  const weekly = ci.replace('[push]', '\n  push:\n  schedule:\n    - cron: "0 5 * * 1"')
  expect(entriesOf('ci.yml', ci, weekly)).toEqual([
    [3, 'on: [push]', 'on: { push, schedule: [{ cron: "0 5 * * 1" }] }'],
  ])
  expect(entriesOf('ci.yml', ci, ci.replace('22', '22.10'))).toEqual([
    [8, 'jobs.test.steps.0.with.node-version: 22', 'jobs.test.steps.0.with.node-version: 22.10'],
  ])
  expect(entriesOf('a.json', '{"a": 1, "b": {"c": [1]}}', '{"b": {\n"c": [1, 2], "d": "x"}}')).toEqual([
    [1, 'a: 1', undefined],
    [2, 'b.c: [1]', 'b.c: [1, 2]'],
    [2, undefined, 'b.d: "x"'],
  ])
  const editors = 'root = true\n\n[*]\nend_of_line = lf\n\n[*.go]\nindent_style = tab\n'
  expect(entriesOf('.editorconfig', '', editors)).toEqual([
    [1, undefined, 'root: true'],
    [3, undefined, '[*]: { end_of_line: lf }'],
    [6, undefined, '[*.go]: { indent_style: tab }'],
  ])
})

test('a value that is too long for a line is split into its inner values', () => {
  const long = 'x'.repeat(60)
  expect(entriesOf('a.json', '{}', JSON.stringify({ a: { b: long, c: long } }))).toEqual([
    [1, undefined, `a.b: "${long}"`],
    [1, undefined, `a.c: "${long}"`],
  ])
  expect(entriesOf('a.json', '{}', JSON.stringify({ a: long + long }))).toBeUndefined()
})

test('a long list that is longer or shorter at one place has a line for each item', () => {
  const steps = ci.replace('    steps:\n', '    steps:\n      - run: ./prepare --with every --option of --the tool\n')
  const longer = steps.replace('steps:\n', 'steps:\n      - uses: checkout\n      - uses: cache\n')
  expect(entriesOf('ci.yml', steps, longer)).toEqual([
    [6, undefined, 'jobs.test.steps.0: { uses: checkout }'],
    [7, undefined, 'jobs.test.steps.1: { uses: cache }'],
  ])
  expect(entriesOf('ci.yml', longer, steps)).toEqual([
    [6, 'jobs.test.steps.0: { uses: checkout }', undefined],
    [7, 'jobs.test.steps.1: { uses: cache }', undefined],
  ])
  expect(entriesOf('ci.yml', steps, longer.replace('22', '24'))).toBeUndefined()
})

test('a change of more than values, and a text that is no such data, has no entries', () => {
  for (const [path, before, after] of [
    ['a.yml', 'a: 1\n', '# Ask nobody.\na: 2\n'],
    ['a.yml', 'a: &x 1\nb: 1\n', 'a: &x 1\nb: *x\n'],
    ['a.yml', 'a: 1\n', 'a: !run 1\n'],
    ['a.yml', 'a: 1\n', 'a: 1\na: 2\n'],
    ['a.yml', 'a: 1\n', 'a: 1\n---\na: 2\n'],
    ['a.yml', 'a: 1\nb: 2\n', 'b: 2\na: 1\n'],
    ['a.yml', 'a: 1\n', 'a:  1\n'],
    ['a.yml', 'a: 1\n', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['a.json', '{"a": 1}', '{"a": 2, "a": 3}'],
    ['a.json', '{"a": 1}', '{"a": 2} // b'],
    ['a.json', '{"a": 1}', '{"a": '],
    ['.editorconfig', '', '[*]\na = b\n[*]\nc = d\n'],
    ['.editorconfig', '', 'a = b\n  c\n'],
    ['setup.cfg', '', '# Note.\na = b\n'],
    ['a.js', 'a\n', 'b\n'],
  ] as const)
    expect([path, after, changedEntries(path, before, after)]).toEqual([path, after, undefined])
})

test('data has an entry for each key that differs', () => {
  const values = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,3}$/),
    fc.oneof(fc.integer(), fc.constant([1]), fc.boolean()),
    {
      maxKeys: 5,
    },
  )
  fc.assert(
    fc.property(values, values, (one, other) => {
      const keys = new Set([...Object.keys(one), ...Object.keys(other)])
      const differing = [...keys].filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
      const found = changedEntries('a.json', JSON.stringify(one), JSON.stringify(other)) ?? []
      expect(found.map((entry) => (entry.after ?? entry.before)!.split(':')[0]).toSorted()).toEqual(
        differing.toSorted(),
      )
    }),
  )
})
