import { expect, test } from 'vitest'
import { isEarlierBy } from './earlier-tests.ts'

const change = {
  kind: 'modified',
  additions: 1,
  deletions: 1,
  binary: false,
  modeBefore: '100644',
  modeAfter: '100644',
} as const
const changed = (...paths: readonly string[]) => ({
  files: paths.map((path) => ({ ...change, path })),
  truncated: false,
})

test('a failing test is earlier than the request if nothing of it was merged since', () => {
  const a = { file: 'test/a.test.js' }
  expect(isEarlierBy(changed())(a)).toBe(true)
  expect(isEarlierBy(changed('src/a.js', 'test/b.test.js'))(a)).toBe(true)
  for (const path of [a.file, 'test/fixtures/a.json', 'vitest.config.ts', 'test/__snapshots__/a.test.js.snap'])
    expect([path, isEarlierBy(changed(path))(a)]).toEqual([path, false])
  expect(isEarlierBy({ ...changed(), truncated: true })(a)).toBe(false)
  expect(isEarlierBy(changed())({ file: '' })).toBe(false)
})
