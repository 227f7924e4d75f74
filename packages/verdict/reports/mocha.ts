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
    for (const { file, fullTitle, title, err } of objectsIn(list)) {
      const message = isObject(err) ? textIn(err.message) : undefined
      tests.add({ file: textIn(file), names: namesIn(textIn(fullTitle), textIn(title)), outcome, message })
    }
  }
  return tests.report()
}

/** Mocha puts the names of suites before that of the test, with a space between. */
const namesIn = (full: string, title: string) => {
  if (full === '' || title === '') return [full || title]
  const suites = full.endsWith(` ${title}`) ? full.slice(0, -title.length).trim() : ''
  return suites === '' ? [full] : [suites, title]
}
