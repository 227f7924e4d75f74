import { expect, test } from 'vitest'
import { both, filesOf, js, adds } from '../../../testing/repositories/changes.ts'
import { findWeakening } from '../../../packages/verdict/test-changes/find-weakening.ts'
import { findWeakeningInThread } from './find-weakening-in-thread.ts'

const signal = new AbortController().signal

test('a large change is judged in a thread of its own as a small one is', async () => {
  const large = `${both}${'// A line.\n'.repeat(12_000)}`
  const judged = { files: filesOf({ 'sum.test.js': [large, js(adds)] }), request: 'Fix the sum.', checks: [] }
  const found = await findWeakeningInThread(judged, signal)
  expect(found).toEqual(findWeakening(judged))
  expect(found).toMatchObject([{ kind: 'fewer_tests', level: 'ask' }])
})

test('a small change is judged there too, as its programs are parsed', async () => {
  const files = filesOf({ 'sum.py': [undefined, 'import os\nlate = "PYTEST_" + "VERSION" in os.environ\n'] })
  const found = await findWeakeningInThread({ files, request: '', checks: [] }, signal)
  expect(found).toMatchObject([{ kind: 'test_detected', level: 'refuse', line: 2 }])
})

test('a change that takes too long is a person’s to look at', async () => {
  const files = filesOf({ 'sum.py': [undefined, 'x = 1\n'] })
  const found = await findWeakeningInThread({ files, request: '', checks: [] }, signal, 1)
  expect(found).toMatchObject([{ kind: 'evidence_unreadable', level: 'ask', path: 'sum.py' }])
})
