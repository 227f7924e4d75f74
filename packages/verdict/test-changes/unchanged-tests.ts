import type { Change, FileChange, Finding, TestUnit } from './change.ts'
import { mergedTests } from './merged-tests.ts'
import { testsOfMoved } from './moved-tests.ts'
import { isEvidence } from './test-paths.ts'

/**
 * Tests of the base that keep their subject, in another file or as rows of another test, only by comparing the files.
 * None if the change touches any other evidence.
 */
export const unchangedTests = (change: Change): Finding[] => {
  const touched = change.files.filter(
    ({ path, text }) => text.kind !== 'added' && (isEvidence(path) || isEvidence(text.from ?? path)),
  )
  const found = touched.map((file) => movedIn(file, change) ?? mergedIn(file))
  return found.every((one) => one !== undefined) ? found.flat() : []
}

const movedIn = (file: FileChange, change: Change): Finding[] | undefined => {
  const tests = testsOfMoved(file, change)
  return tests.length === 0
    ? undefined
    : tests.map((test) =>
        noteOf(
          'tests_moved_whole',
          file.path,
          test,
          'is unchanged, and its file no longer finds what moved with others',
        ),
      )
}

const mergedIn = (file: FileChange): Finding[] | undefined => {
  const tests = mergedTests(file)
  return tests.length === 0
    ? undefined
    : tests.map((test) =>
        noteOf('tests_merged', file.path, test, 'is part of another test now, with its values and assertions'),
      )
}

const noteOf = (kind: string, path: string, { key, line }: TestUnit, what: string): Finding => ({
  kind,
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, ${what}.`,
})
