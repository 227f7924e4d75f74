import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { git } from './repository.ts'

const hooks = join(import.meta.dirname, '../bin/hooks')
const folder = mkdtempSync(join(tmpdir(), 'atelier-commit-hooks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const refusalOf = (message: string) => {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync(join(hooks, 'commit-msg'), [file], { encoding: 'utf8' })
  return { status, stderr }
}

test.each([
  "Fence a step's commit by its attempt",
  'Pass the row on\n\nIt was read twice.',
  '# a comment of git\nAddress a leak',
  'Merge branch of two lines',
  `Äußere ${'ä'.repeat(65)}`,
])('takes the title of %j', (message) => {
  expect(refusalOf(message)).toEqual({ status: 0, stderr: '' })
})

test.each([
  ['What a statement is', 'does not begin with a verb'],
  ['Fixed a race', 'imperative'],
  ['Adding rows', 'imperative'],
  ['Adds rows', 'imperative'],
  ['add rows', 'small letter'],
  ['Add rows.', 'full stop'],
  [`Add ${'r'.repeat(69)}`, '73 characters'],
])('refuses the title %j, which %s', (message, reason) => {
  const { status, stderr } = refusalOf(message)
  expect(status).toBe(1)
  expect(stderr).toContain(reason)
})

test('refuses a file that is not formatted, by its name, and accepts a formatted file', () => {
  const check = () => spawnSync(join(hooks, 'pre-commit'), { cwd: folder, encoding: 'utf8' })
  git(folder, 'init', '--quiet')
  writeFileSync(join(folder, 'sum.json'), '{}\n')
  git(folder, 'add', 'sum.json')
  expect(check().status).toBe(0)
  writeFileSync(join(folder, 'sum.json'), '{  }')
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('sum.json') as string })
})
