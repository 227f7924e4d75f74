import { isObject, objectsIn, readObject, textIn } from './json.ts'
import { collectTests, ReportError, type TestReport } from './report.ts'

/** Reads the JSON of mocha. A hook that failed is listed among the failures, and is a test of its own here. */
export const readMocha = (text: string, root: string): TestReport => {
  const { stats, passes, pending, failures } = readObject(text)
  if (!isObject(stats)) throw new ReportError('It has no statistics, so that it is no report of mocha.')
  const tests = collectTests(root)
  const lists = [
    [passes, 'passed'],
    [pending, 'skipped'],
    [failures, 'failed'],
  ] as const
  for (const [list, outcome] of lists) {
    for (const { file, fullTitle, title } of objectsIn(list))
      tests.add({ file: textIn(file), names: [textIn(fullTitle) || textIn(title)], outcome })
  }
  return tests.report()
}
