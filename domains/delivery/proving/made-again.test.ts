import { expect, test } from 'vitest'
import type { AccountedPart } from '../../../execution/probes/index.ts'
import { fileBlock } from '../../../testing/delivery.ts'
import { apart, judging } from '../../../testing/runs/judged-runs.ts'
import { testServer } from '../../../testing/server.ts'
import { generatedAmong } from './made-again.ts'

const file = (path: string, kind = 'modified') => ({ path, kind, before: 'once\n', after: 'now\n' })
const part = (path: string, account: AccountedPart['account'], more: Partial<AccountedPart> = {}) =>
  ({ path, kind: 'changed', account, isGuard: false, ...more }) as AccountedPart
const pathsAmong = (...[files, parts]: Parameters<typeof generatedAmong>) => {
  const { made, inputs } = generatedAmong(files, parts)
  return [made.map(({ path }) => path), inputs.map(({ path }) => path)]
}

test('a generator reads only files of which tests of others need each part, and makes only files of the base', () => {
  const kinds = ['needed', 'own', 'same', 'test', 'shape', 'unseen'] as const
  const files = kinds.map((kind) => file(`src/${kind}.js`))
  const parts = kinds.map((kind) => part(`src/${kind}.js`, kind))
  expect(pathsAmong(files, parts)).toEqual([['src/unseen.js'], ['src/needed.js']])
  const mixed = [part('src/needed.js', 'own'), part('src/unseen.js', 'unseen', { isGuard: true })]
  expect(pathsAmong(files, [...parts, ...mixed])).toEqual([[], []])
  const added = [file('src/unseen.js', 'added'), file('src/needed.js', 'renamed')]
  expect(pathsAmong(added, parts)).toEqual([[], []])
})

test('nothing is made again beside a changed manifest, a mode, a changed test, or a part that waits for its trial', () => {
  const list = file('list.txt')
  const parts = [part('list.txt', 'unseen')]
  expect(pathsAmong([list], parts)).toEqual([['list.txt'], []])
  for (const path of ['package.json', 'package-lock.json', 'tools/package.json'])
    expect(pathsAmong([list, file(path)], [...parts, part(path, 'needed')])).toEqual([[], []])
  expect(pathsAmong([list], [part('list.txt', 'unseen', { kind: 'mode' })])).toEqual([[], []])
  expect(pathsAmong([list], [...parts, part('a.js', 'unseen', { reason: 'not_tried' })])).toEqual([[], []])
  expect(pathsAmong([file('a.test.js')], [part('a.test.js', 'unseen')])).toEqual([[], []])
})

const server = await testServer()
const { run } = judging(server)

const namesTest = `import assert from 'node:assert'
import test from 'node:test'
import { names } from './names.js'
test('has both names', () => assert.deepEqual(names, ['ada', 'bo']))
`
const generated = {
  ...apart,
  'package.json': '{ "type": "module", "scripts": { "test": "node --test", "generate": "node make.js" } }',
  'names.js': "export const names = ['ada']\n",
  'names.test.js': namesTest,
  'make.js': `import { writeFileSync } from 'node:fs'
import { names } from './names.js'
writeFileSync('names.dat', names.map((name) => name + ';').join('\\n') + '\\n')
`,
  'names.dat': 'ada;\n',
}
const named = fileBlock('names.js', "export const names = ['ada', 'bo']\n")
const unseenOf = async (dat: string, beside = '') => {
  const { verdict } = await run(`${named}\n${fileBlock('names.dat', dat)}\n${beside}`, generated)
  const { account, findings } = verdict as unknown as {
    account: { parts: number; unseen: number; own: number }
    findings: { kind: string; path: string }[]
  }
  return { account, unseen: findings.filter(({ kind, path }) => kind === 'hunk_not_shown' && path === 'names.dat') }
}

test('a file that the generator makes again from a proved change is one part that is accounted for', async () => {
  const { account, unseen } = await unseenOf('ada;\nbo;\n')
  expect(account).toMatchObject({ unseen: 0, own: 1 })
  expect(unseen).toEqual([])
})

test('a line that the generator does not make, and a line of an unproved part, are put to a person', async () => {
  expect((await unseenOf('ada;\nbo;\neve;\n')).unseen).toHaveLength(1)
  const forged = generated['make.js'].replace("+ '\\n')", "+ '\\neve;\\n')")
  expect(forged).not.toBe(generated['make.js'])
  expect((await unseenOf('ada;\nbo;\neve;\n', fileBlock('make.js', forged))).unseen).toHaveLength(1)
})
