import type { Change, Side, TestUnit } from './change.ts'
import { hitsIn } from './hits.ts'
import { isProgram } from './languages.ts'
import { isEvidence } from './test-paths.ts'

const removing = /\b(?:remov|delet|drop|retir|get rid)/i
const identifier = /[A-Za-z_$][\w$]{2,60}/g
const common = new Set(
  'remove delete drop retire and its the with tests test function functions class method file files code from for all that this'.split(
    ' ',
  ),
)

/** Names of the product that are gone with the change, and whose removal the request asks for. */
export const removedNames = ({ files, request }: Change): ReadonlySet<string> => {
  if (!request.asks(removing)) return new Set()
  const product = files.filter(({ path }) => isProgram(path) && !isEvidence(path))
  const namesOf = (side: 'before' | 'after') =>
    new Set(product.flatMap((file) => file[side]?.views.code.match(identifier) ?? []))
  const wanted = new Set(
    wordsOf(request.text).filter((word) => request.asks(removing, new RegExp(`\\b${word}\\b`, 'i'))),
  )
  const gone = namesOf('before').difference(namesOf('after'))
  return new Set([...gone].filter((name) => partsOf(name).some((part) => wanted.has(part))))
}

const wordsMost = 2_000

const wordsOf = (text: string) =>
  [...new Set((text.match(identifier) ?? []).slice(0, wordsMost).flatMap(partsOf))].filter((word) => /^\w+$/.test(word))

/** The whole name and its words: `toCsv` is about `csv`. */
const partsOf = (name: string) =>
  [name, ...name.split(/[_$]+|(?<=[a-z\d])(?=[A-Z])/)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 2 && !common.has(part))

/** The first and the last line of a test, by its indentation. */
export interface TestLines {
  readonly test: TestUnit
  readonly first: number
  readonly last: number
}

/** The tests of a file that are about removed names alone, with their lines. */
export const testsOfRemoved = (side: Side, names: ReadonlySet<string>): TestLines[] => {
  if (names.size === 0 || !side.isTest) return []
  const lines = side.views.text.split('\n')
  const codes = side.views.code.split('\n')
  const kept = keptNames(side, names)
  const asserting = new Set(hitsIn(side.views.code, side.dialect!.assertions).map(({ line }) => line))
  return side.tests
    .map((test) => ({ test, ...linesOfTest(lines, test.line) }))
    .filter(({ first, last }) => {
      const own = codes.slice(first - 1, last)
      const isOther = own.some(
        (code, at) => asserting.has(first + at) && !mentions(code, names) && mentions(code, kept),
      )
      return !isOther && own.some((code) => mentions(code, names))
    })
}

const mentions = (code: string, names: ReadonlySet<string>) =>
  (code.match(identifier) ?? []).some((word) => names.has(word))

export const importing = /^\s*(?:import|from|const\s.*=\s*require|use|using)\b/
const runners = /(?:^|["'\s/:])(?:node:|vitest|@?jest|mocha|chai|ava|tap|pytest|unittest|testing|assert)/

/** What the tests import of the product and what stays there. */
const keptNames = ({ views }: Side, names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    views.text
      .split('\n')
      .filter((line) => importing.test(line) && !runners.test(line))
      .flatMap((line) => line.match(identifier) ?? [])
      .filter((word) => !names.has(word) && !/^(?:import|from|const|require|use|using)$/.test(word)),
  )

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0].length

export const linesOfTest = (lines: readonly string[], start: number) => {
  const indent = indentOf(lines[start - 1]!)
  let last = start
  while (last < lines.length && (lines[last]!.trim() === '' || indentOf(lines[last]!) > indent)) last += 1
  const closes = /^\s*(?:[}\])]|end\b)/.test(lines[last] ?? '') && indentOf(lines[last]!) === indent
  let first = start
  while (first > 1 && /^\s*(?:@|#\[|\[)/.test(lines[first - 2]!)) first -= 1
  return { first, last: closes ? last + 1 : last }
}
