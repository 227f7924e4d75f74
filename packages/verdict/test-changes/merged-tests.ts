import type { FileChange, Side, TestUnit } from './change.ts'
import { addedHits } from './hits.ts'
import { importing, linesOfTest } from './moved-tests.ts'
import { valuesIn } from './values.ts'

const linesMost = 5_000

/**
 * Tests that are written as fewer now: each value and each call of their assertions is in the tests that are
 * new, and the rest of the file is as it was. The tests of the base run over the change as well, so nothing is lost there.
 */
export const mergedTests = ({ before, after, text }: FileChange): readonly TestUnit[] => {
  if (text.kind !== 'modified' || !before?.isTest || !after?.isTest) return []
  const lost = addedHits(after.tests, before.tests, ({ key }) => key)
  const fresh = addedHits(before.tests, after.tests, ({ key }) => key)
  if (lost.length === 0 || fresh.length === 0) return []
  const was = bodiesOf(before, lost)
  const is = bodiesOf(after, fresh)
  if (was.lines.length + is.lines.length > linesMost || was.rest !== is.rest) return []
  const asserts = after.assertions.some(({ line }) => is.numbers.has(line))
  const values = new Set(valuesIn(is.lines.join('\n')))
  const titles = new Set(lost.map(({ key }) => key))
  const isKept = valuesIn(was.lines.join('\n')).every((value) => values.has(value) || titles.has(value))
  const called = callsIn(is.lines.join('\n'))
  const asserting = new Set(before.assertions.map(({ line }) => line))
  const lines = before.views.text.split('\n').filter((_line, at) => asserting.has(at + 1) && was.numbers.has(at + 1))
  const callsStay = callsIn(lines.join('\n')).isSubsetOf(called)
  return asserts && isKept && callsStay ? lost : []
}

const runnerCalls = /^(?:test|it|specify|describe|context)$/

/** The calls in lines: the functions of the product, and the assertions. */
const callsIn = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/(?<![\w$])\d*([A-Za-z_$][\w$]*)\s*\(/g)]
      .map(([, name]) => name!)
      .filter((name) => !runnerCalls.test(name)),
  )

/** The lines of some tests, and the rest of their file without its imports. */
const bodiesOf = ({ views }: Side, tests: readonly TestUnit[]) => {
  const lines = views.text.split('\n')
  const numbers = new Set(
    tests.flatMap(({ line }) => {
      const { first, last } = linesOfTest(lines, line)
      const start = decoratedFrom(lines, first)
      return Array.from({ length: last - start + 1 }, (_none, at) => start + at)
    }),
  )
  const isOwn = (_line: string, at: number) => numbers.has(at + 1)
  const rest = lines.filter((line, at) => !isOwn(line, at) && line.trim() !== '' && !importing.test(line))
  return { numbers, lines: lines.filter(isOwn), rest: rest.map((line) => line.trim()).join('\n') }
}

/** Where a decorator of several lines begins whose last line is just before `first`. */
const decoratedFrom = (lines: readonly string[], first: number): number => {
  if (!/^\s*[)\]]+\s*$/.test(lines[first - 2] ?? '')) return first
  for (let at = first - 2; at > 0; at -= 1) {
    if (/^\s*@/.test(lines[at - 1]!)) return at
    if (lines[at - 1]!.trim() === '') break
  }
  return first
}
