import { expect, test } from 'vitest'
import { findingsOf, sentenceOf, treeOf } from './index.ts'
import { findSmallFiles, leftMost } from './small-files.ts'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `f(${n})`).join('\n')
const found = (...files: (readonly [path: string, text: string])[]) => findSmallFiles(treeOf(files)).map(sentenceOf)

test('a small file of a domain with one importer is found', () => {
  expect(
    found(
      ['domains/area/a/index.ts', `export { b } from './b.ts'`],
      ['domains/area/a/b.ts', lines(29)],
      ['domains/area/a/b.test.ts', `import { b } from './b.ts'`],
    ),
  ).toEqual([
    'domains/area/a/b.ts:1: has 29 lines, and only domains/area/a/index.ts imports it. Fold it into domains/area/a/index.ts, or into the file beside it that has the same subject.',
  ])
})

test('larger files, files of two, files of none, named files, steps and other folders are not found', () => {
  const uses = (name: string) => [`domains/area/a/${name}`, `import './large.ts'\nimport './shared.ts'`] as const
  expect(
    found(
      uses('index.ts'),
      ['domains/area/a/b.ts', `import './shared.ts'\nimport './store.ts'\nimport './steps/c.ts'\n${lines(30)}`],
      ['domains/area/a/large.ts', lines(30)],
      ['domains/area/a/shared.ts', ''],
      ['domains/area/a/entry.ts', ''],
      ['domains/area/a/store.ts', ''],
      ['domains/area/a/steps/c.ts', `import '../../../../platform/d.ts'`],
      ['platform/d.ts', ''],
    ),
  ).toEqual([])
})

test('small files are reported when there are more than are left', () => {
  const tree = (count: number) => {
    const names = Array.from({ length: count }, (_, n) => `part${n}`)
    return treeOf([
      ['domains/area/a/handlers.ts', names.map((name) => `import './${name}.ts'`).join('\n')],
      ...names.map((name) => [`domains/area/a/${name}.ts`, ''] as const),
    ])
  }
  expect(findingsOf(tree(leftMost), 'smallFiles')).toEqual([])
  expect(findingsOf(tree(leftMost + 1), 'smallFiles')).toHaveLength(leftMost + 1)
})

test('runs may import eighteen domains, and no more', () => {
  const tree = (count: number) =>
    treeOf([
      ['domains/delivery/runs/domain.ts', `import { own } from './own.ts'`],
      [
        'domains/delivery/runs/own.ts',
        Array.from({ length: count }, (_, n) => `import type { A } from '../d${n}/index.ts'`).join('\n'),
      ],
      ['domains/delivery/runs/own.test.ts', `import { b } from '../../record/b/index.ts'`],
    ])
  expect(findingsOf(tree(18), 'knownDomains')).toEqual([])
  expect(findingsOf(tree(19), 'knownDomains').map(({ path, line }) => `${path}:${line}`)).toEqual([
    'domains/delivery/runs/domain.ts:1',
  ])
})
