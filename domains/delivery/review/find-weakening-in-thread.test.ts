import { expect, test } from 'vitest'
import { both, filesOf, js, adds } from '../../../testing/changes.ts'
import { findWeakening } from '../../../execution/test-changes/index.ts'
import { findWeakeningInThread } from './find-weakening-in-thread.ts'

test('a large change is judged in a thread of its own as a small one is', async () => {
  const large = `${both}${'// A line.\n'.repeat(12_000)}`
  const judged = { files: filesOf({ 'sum.test.js': [large, js(adds)] }), request: 'Fix the sum.', checks: [] }
  const found = await findWeakeningInThread(judged, new AbortController().signal)
  expect(found).toEqual(findWeakening(judged))
  expect(found).toMatchObject([{ kind: 'fewer_tests', level: 'ask' }])
})
