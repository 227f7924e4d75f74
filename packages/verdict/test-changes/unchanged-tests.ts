import { posix } from 'node:path'
import type { Change, FileChange, Finding, Side, TestUnit } from './change.ts'
import { addedHits } from './hits.ts'
import { isEvidence } from './test-paths.ts'
import { valuesIn } from './values.ts'

/**
 * Tests of the base that keep their subject, in another file or as rows of another test, only by comparing the files.
 * None if the change touches any other evidence.
 */
export const unchangedTests = (change: Change): Finding[] => {
  const touched = change.files.filter(
    ({ path, text }) => text.kind !== 'added' && (isEvidence(path) || isEvidence(text.from ?? path)),
  )
  const found = touched.map((file) => {
    const moved = testsOfMoved(file, change)
    return moved.length > 0
      ? moved.map((test) => noteOf('tests_moved_whole', file, test))
      : mergedTests(file).map((test) => noteOf('tests_merged', file, test))
  })
  return found.every((notes) => notes.length > 0) ? found.flat() : []
}

const says = {
  tests_moved_whole: 'is unchanged, and its file no longer finds what moved with others',
  tests_merged: 'is part of another test now, with its values and assertions',
} as const

const noteOf = (kind: keyof typeof says, { path }: FileChange, { key, line }: TestUnit): Finding => ({
  kind,
  level: 'note',
  path,
  line,
  test: key,
  reason: `“${key}”, line ${line} of ${path} before the change, ${says[kind]}.`,
})

const linesMost = 5_000

/**
 * The tests of a file from which some moved, unchanged, into a file of their own, together with their subject: the
 * module that it was imported from has lost it, and a module of the change has it instead. Empty if anything else of the
 * file differs, or if the new file has more than these tests.
 */
const testsOfMoved = (file: FileChange, change: Change): readonly TestUnit[] => {
  const { before, after, text } = file
  if (text.kind !== 'modified' || !before?.isTest || !after?.isTest) return []
  const was = partsOf(before)
  const is = partsOf(after)
  if (!was || !is || was.lines.length > linesMost) return []
  const moved = addedHits(is.tests, was.tests, (body) => body)
  const names = namesIn(was.imports).difference(namesIn(is.imports))
  if (moved.length === 0 || names.size === 0) return []
  const stays =
    addedHits(was.tests, is.tests, (body) => body).length === 0 &&
    was.rest.join('\n') === is.rest.join('\n') &&
    sameImports(was.imports, is.imports, names)
  const [home, other] = change.files.filter(({ path, text: { kind } }) => kind === 'added' && isEvidence(path))
  if (!stays || !home || other) return []
  const tests = { moved, names, was, from: file.path }
  return hasOnly(home, tests, change) && leftEach(tests, change) ? before.tests : []
}

const partsOf = ({ views, tests }: Side) => {
  const lines = views.text.split('\n')
  const spans = tests.map(({ line }) => linesOfTest(lines, line))
  const isNested = spans.some((span, at) =>
    spans.some((other, place) => place !== at && other.first <= span.first && other.last >= span.last),
  )
  if (isNested) return undefined
  const others = lines.filter(
    (line, at) => line.trim() !== '' && !spans.some(({ first, last }) => at + 1 >= first && at < last),
  )
  return {
    lines,
    imports: others.filter((line) => importing.test(line)).map((line) => line.trim()),
    /** Whole tests, each as one text. */
    tests: spans.map(({ first, last }) => textOf(lines.slice(first - 1, last))),
    rest: others.filter((line) => !importing.test(line)),
  }
}

const textOf = (lines: readonly string[]) => lines.join('\n').trim()

const importForms = [
  /^import \{(?<names>[^{}]*)\} from (['"])(?<module>[^'"]+)\2;?$/,
  /^const \{(?<names>[^{}:]*)\} = require\((['"])(?<module>[^'"]+)\2\);?$/,
  /^from (?<module>[\w.]+) import (?<names>[\w, ]+)$/,
]

/** An import of names, and of nothing else. */
const importIn = (line: string): { readonly names: readonly string[]; readonly module: string } | undefined => {
  const { names, module } = importForms.map((form) => form.exec(line)?.groups).find((groups) => groups) ?? {}
  if (names === undefined || module === undefined || /\bas\b/.test(names)) return undefined
  const trimmed = names.split(',').map((name) => name.trim())
  return { module, names: trimmed.filter((name) => name !== '') }
}

const namesIn = (imports: readonly string[]): ReadonlySet<string> =>
  new Set(imports.flatMap((line) => importIn(line)?.names ?? []))

/** True if the imports equal the former imports without some names. */
const sameImports = (was: readonly string[], is: readonly string[], names: ReadonlySet<string>) => {
  const without = was.flatMap((line) => {
    const one = importIn(line)
    if (!one) return [line]
    const left = one.names.filter((name) => !names.has(name))
    return left.length === 0 ? [] : [`${one.module}: ${left.join(' ')}`]
  })
  const now = is.map((line) => {
    const one = importIn(line)
    return one ? `${one.module}: ${one.names.join(' ')}` : line
  })
  return without.join('\n') === now.join('\n')
}

interface MovedTests {
  readonly moved: readonly string[]
  readonly names: ReadonlySet<string>
  readonly was: NonNullable<ReturnType<typeof partsOf>>
  /** The file that the tests were in. */
  readonly from: string
}

/** Whether the new file has the moved tests and their imports, each name from a module of the product that got it. */
const hasOnly = (home: FileChange, { moved, names, was, from }: MovedTests, change: Change) => {
  const parts = home.after?.isTest ? partsOf(home.after) : undefined
  if (!parts || parts.rest.length > 0 || parts.tests.join('\0') !== moved.join('\0')) return false
  if (posix.dirname(home.path) !== posix.dirname(from)) return false
  const fresh = parts.imports.filter((line) => !was.imports.includes(line)).map(importIn)
  const taken = fresh.flatMap((one) => one?.names ?? [])
  return (
    fresh.every(
      (one) => one?.names.every((name) => names.has(name) && gained(home.path, one.module, name, change)) === true,
    ) && [...names].every((name) => taken.includes(name))
  )
}

/** True if the module from which the tests imported each name no longer has it. */
const leftEach = ({ names, was, from }: MovedTests, change: Change) =>
  [...names].every((name) => {
    const one = was.imports.map(importIn).find((each) => each?.names.includes(name) === true)
    const product = one && productAt(from, one.module, change)
    return product?.before !== undefined && hasName(product.before, name) && !hasName(product.after, name)
  })

const gained = (from: string, module: string, name: string, change: Change) => {
  const product = productAt(from, module, change)
  return product !== undefined && hasName(product.after, name) && !hasName(product.before, name)
}

const hasName = (side: Side | undefined, name: string) =>
  side?.views.code.match(/[A-Za-z_$][\w$]*/g)?.includes(name) === true

const endings = ['', '.js', '.ts', '.mjs', '.cjs', '.jsx', '.tsx']

/** The changed file of the product that an import names. */
const productAt = (from: string, module: string, { files }: Change) => {
  const isRelative = module.startsWith('.')
  const path = isRelative ? posix.join(posix.dirname(from), module) : module.replaceAll('.', '/')
  const paths = isRelative ? endings.map((ending) => path + ending) : [`${path}.py`]
  return files.find((file) => paths.includes(file.path) && !isEvidence(file.path))
}

const importing = /^\s*(?:import|from|const\s.*=\s*require|use|using)\b/

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0].length

/** The first and the last line of a test, by its indentation. */
const linesOfTest = (lines: readonly string[], start: number) => {
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
