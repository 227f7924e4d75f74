import { outsideReader } from '../../platform/threads/index.ts'
import type { readTests } from '../../packages/verdict/in-thread.ts'
import { ReportError, reportLimits, type TestReport } from '../../packages/verdict/index.ts'

type ReportFile = Parameters<typeof readTests>[0]

const read = outsideReader<typeof readTests>({
  module: new URL('../../packages/verdict/in-thread.ts', import.meta.url),
  name: 'readTests',
  mostBytes: reportLimits.bytes + 8_192,
  // As many tests as a report may have, with names and files of the usual length.
  answerMostBytes: 2 * reportLimits.bytes,
  workMs: 30_000,
})

/** The tests that a report names, read in a thread. `key` is the sandbox that left it. Throws a ReportError. */
export const readReport = async (file: ReportFile, key: string, signal: AbortSignal): Promise<TestReport> => {
  const { value, unread } = await read(file, { key, signal })
  if (unread !== undefined) throw new ReportError(sentences[unread])
  if (value.fault !== undefined) throw new ReportError(value.fault, value.tests)
  return value
}

const sentences = {
  too_large: 'It is larger than what is kept.',
  too_slow: 'It takes more time or memory than there is to read it.',
  unreadable: 'It cannot be read.',
}
