import Type from 'typebox'
import { isTestPath } from '../../../packages/verdict/index.ts'
import { isPlainPath } from '../../../execution/probes/index.ts'
import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import { safeLine, type Parsed } from '../../agents/asking/index.ts'

export const testLimits = { files: 3, chars: 16_000, pathChars: 200 } as const

/** Files with tests of the request, and such with tests of what holds before the change. */
export interface WrittenTests {
  readonly files: readonly ExaminationFile[]
  readonly before: readonly ExaminationFile[]
}

const testFiles = Type.Array(Type.Object({ path: Type.String(), content: Type.String() }), { maxItems: 100 })
const isTests = checkLater(Type.Object({ files: testFiles, before: Type.Optional(testFiles) }))

/** The test files of an answer, or the words that ask for them again. A path never leads outside of the tree. */
export const readTests = (text: string): Parsed<WrittenTests> => {
  const value = jsonWithin(text)
  if (!isTests.Check(value)) return { askAgain: 'That is not the JSON object that was asked for. Send it alone.' }
  const [files, before] = [value.files, value.before ?? []].map((given) =>
    given.map(({ path, content }) => ({ path, content })),
  ) as [ExaminationFile[], ExaminationFile[]]
  const fault = faultOf(files) ?? faultOf(before)
  return fault === undefined ? { value: { files, before } } : { askAgain: `${fault} Send the whole JSON object again.` }
}

const faultOf = (files: readonly ExaminationFile[]): string | undefined => {
  if (files.length > testLimits.files) return `There are more than ${testLimits.files} files.`
  if (files.reduce((sum, { content }) => sum + content.length, 0) > testLimits.chars)
    return `The files have more than ${testLimits.chars} characters together.`
  if (new Set(files.map(({ path }) => path.toLowerCase())).size < files.length) return 'Two files have the same path.'
  if (!files.every(({ path }) => isPathOfTest(path)))
    return 'A path is not that of a test file in the repository, as its test runner finds them.'
  // PostgreSQL and the runners take no others. An answer has U+FFFD in the place of NUL.
  if (files.some(({ content }) => /[^\P{Cc}\t\n\r]|\ufffd/u.test(content) || !content.isWellFormed()))
    return 'A file contains control characters.'
  return undefined
}

const isPathOfTest = (path: string): boolean =>
  path.length <= testLimits.pathChars &&
  isPlainPath(path) &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules') &&
  isTestPath(path)

/** A second reading of a failing test, by its number from 1; no quote if the request does not ask for it. */
export interface Reading {
  readonly test: number
  readonly quote: string | undefined
  readonly reason: string
}

const isReadings = checkLater(
  Type.Object({
    readings: Type.Array(
      Type.Object({
        test: Type.Integer({ minimum: 1 }),
        quote: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        reason: Type.Optional(Type.String()),
      }),
      { maxItems: 200 },
    ),
  }),
)

/** The second reading of `count` failing tests, or the words that ask for it again. */
export const readReadings = (text: string, count: number): Parsed<readonly Reading[]> => {
  const value = jsonWithin(text)
  if (!isReadings.Check(value) || value.readings.some(({ test }) => test > count))
    return { askAgain: 'That is not the JSON object that was asked for. Send it alone.' }
  return {
    value: value.readings.map(({ test, quote, reason = '' }) => ({
      test,
      quote: quote ?? undefined,
      reason: safeLine(reason, reasonMostChars),
    })),
  }
}

const reasonMostChars = 500
