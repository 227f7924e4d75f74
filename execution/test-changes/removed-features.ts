import type { Change, FileChange, Side, TestUnit } from './change.ts'
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

/** Whether a file of tests goes with the only modules that it imports, and the request asks to remove these. */
export const goesWithModule = ({ before, text }: FileChange, { files, request }: Change): boolean => {
  if (text.kind !== 'deleted' || !before?.isTest) return false
  const stems = files
    .filter((file) => file.text.kind === 'deleted' && isProgram(file.path) && !isEvidence(file.path))
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1).replace(/[.]\w+$/, ''))
    .filter((stem) => stem.length > 2 && /^\w+$/.test(stem) && !common.has(stem.toLowerCase()))
    .map((stem) => new RegExp(`\\b${stem}\\b`))
    .filter((stem) => request.asks(removing, stem))
  const imports = productImports(before)
  return imports.length > 0 && imports.every((line) => stems.some((stem) => stem.test(line)))
}

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

/** The imports of the tests from the product that stay there. */
const keptNames = (side: Side, names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    productImports(side)
      .flatMap((line) => line.match(identifier) ?? [])
      .filter((word) => !names.has(word) && !/^(?:import|from|const|require|use|using)$/.test(word)),
  )

const productImports = ({ views }: Side) =>
  views.text.split('\n').filter((line) => importing.test(line) && !runners.test(line))

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0].length

export const linesOfTest = (lines: readonly string[], start: number) => {
  const indent = indentOf(lines[start - 1]!)
  const isWithin = (line: string) => line.trim() === '' || indentOf(line) > indent
  let last = start
  let isOpen = true
  while (isOpen) {
    while (last < lines.length && isWithin(lines[last]!)) last += 1
    const line = lines[last] ?? ''
    const closes = /^\s*(?:[}\])]|end\b)/.test(line) && indentOf(line) === indent
    // The rows of `test.each` close where its body opens.
    isOpen = closes && /[{([]\s*$/.test(line)
    if (closes) last += 1
  }
  let first = start
  while (first > 1 && /^\s*(?:@|#\[|\[)/.test(lines[first - 2]!)) first -= 1
  return { first, last }
}
