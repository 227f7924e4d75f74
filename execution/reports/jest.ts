import { countIn, namesIn, objectsIn, readObject, textIn } from './json.ts'
import { collectTests, ReportError, type TestOutcome, type TestReport, wholeFile } from './report.ts'

const outcomes: Readonly<Record<string, TestOutcome>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
}

/** Reads the JSON of jest, which vitest writes as well. jest counts the assertions that held, vitest does not. */
export const readJest = (text: string, root: string): TestReport => {
  const report = readObject(text)
  const tests = collectTests(root)
  for (const file of objectsIn(report.testResults)) {
    const path = textIn(file.name)
    const cases = objectsIn(file.assertionResults ?? [])
    for (const { ancestorTitles, title, status, numPassingAsserts, failureMessages } of cases) {
      const outcome = outcomes[textIn(status)]
      if (!outcome) throw new ReportError('It names an outcome that is not known.')
      const assertions = outcome === 'passed' ? countIn(numPassingAsserts) : undefined
      tests.add({
        file: path,
        names: [...namesIn(ancestorTitles), textIn(title)],
        outcome,
        assertions,
        message: firstOf(failureMessages),
      })
    }
    if (file.status === 'failed' && !cases.some(({ status }) => status === 'failed'))
      tests.add({ file: path, names: [wholeFile], outcome: 'failed' })
  }
  return tests.report()
}

/** The first message, without the places in files that follow it. */
const firstOf = (messages: unknown) => {
  const [first] = Array.isArray(messages) ? (messages as readonly unknown[]) : []
  if (typeof first !== 'string') return undefined
  const end = first.indexOf('\n    at ')
  return end === -1 ? first : first.slice(0, end)
}
