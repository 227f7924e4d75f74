import { expect, test } from 'vitest'
import { reportLimits } from '../../packages/verdict/index.ts'
import { isLong } from '../../testing/soak.ts'
import { readReport } from './report-thread.ts'

test.runIf(isLong)('a thread returns as many tests as a report may have', async () => {
  const text = `${Array.from({ length: reportLimits.tests }, (_, at) => `ok ${at + 1} - ${'a'.repeat(120)} ${at}`).join('\n')}\n1..${reportLimits.tests}\n`
  const { tests } = await readReport({ format: 'tap', text, root: '/' }, 'key', new AbortController().signal)
  expect(tests).toHaveLength(reportLimits.tests)
})
