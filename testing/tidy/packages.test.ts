import { expect, test } from 'vitest'
import { findingsOf, treeOf } from './index.ts'

const findings = (path: string, text: string) => findingsOf(treeOf([[path, text]]), 'imports').map(({ line }) => line)

test.each([
  ['execution/a/b.ts', `import { x } from '../../packages/c/index.ts'`],
  ['execution/a/in-thread.ts', `import { x } from '../../packages/c/in-thread.ts'`],
  ['domains/area/a/rules.ts', `import { x } from '../../../packages/foreign-json/index.ts'`],
  ['packages/c/a.ts', `import { x } from './b.ts'\nimport { y } from '../d/index.ts'\nimport 'yaml'`],
  ['packages/c/a.test.ts', `import { x } from '../../platform/threads/index.ts'`],
])('%s may have: %s', (path, text) => {
  expect(findings(path, text)).toEqual([])
})

test.each([
  ['packages/c/a.ts', `import type { X } from '../../platform/threads/index.ts'`],
  ['packages/c/a.test.ts', `import { x } from '../../execution/a/b.ts'`],
  ['packages/c/a.ts', `import { x } from '../d/inside.ts'`],
  ['packages/foreign-json/a.ts', `import { x } from 'node:fs'`],
  ['platform/a.ts', `import { x } from '../packages/c/inside.ts'`],
  ['domains/area/a/contract.ts', `import { x } from '../../../packages/c/index.ts'`],
  ['apps/console/a.ts', `import { x } from '../../packages/c/index.ts'`],
])('%s is refused: %s', (path, text) => {
  expect(findings(path, text)).toEqual([1])
})
