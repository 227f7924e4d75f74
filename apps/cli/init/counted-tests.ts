import { stripVTControlCharacters } from 'node:util'

// The line in which a runner reports how many tests passed. A runner that runs several times, or in parts, reports it
// each time.
const summaries: readonly RegExp[] = [
  /^test result: \w{1,10}\. (\d{1,9}) passed/gm,
  /^(?:\[\w{1,8}\] )?Tests run: (\d{1,9}), Failures: \d{1,9}, Errors: \d{1,9}, Skipped: \d{1,9}$/gm,
  /^[ \t]{0,8}Tests:?[ \t]{1,12}(?:\d{1,9} (?:failed|skipped|todo)(?: \||,) ){0,4}(\d{1,9}) passed/gm,
  /^(?:={1,90} )?(?:\d{1,9} \w{1,20}, ){0,6}(\d{1,9}) passed(?:, \d{1,9} \w{1,20}){0,6} in \d/gm,
  /^[ \t]{0,8}(\d{1,9}) passing\b/gm,
  /^[ \t]{0,8}(\d{1,9}) tests? passed$/gm,
  /^Ran (\d{1,9}) tests? in \d/gm,
  /^\d{1,3}% tests passed, \d{1,9} tests failed out of (\d{1,9})$/gm,
  /^(?:#|ℹ) pass (\d{1,9})$/gm,
  /^1\.\.(\d{1,9})$/gm,
  /^--- PASS: ()/gm,
]

/** How many tests passed, as their runner reports it; undefined for a runner that does not, such as Go's. */
export const countedTests = (printed: string): number | undefined => {
  const text = stripVTControlCharacters(printed).replaceAll('\r', '')
  for (const summary of summaries) {
    const counts = [...text.matchAll(summary)].map(([, count]) => (count === '' ? 1 : Number(count)))
    if (counts.length > 0) return counts.reduce((sum, count) => sum + count, 0)
  }
  return undefined
}
