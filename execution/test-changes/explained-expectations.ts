import type { Change, FileChange, Finding, Side } from './change.ts'
import { hitsIn } from './hits.ts'
import type { Request } from './request.ts'
import { isEvidence } from './test-paths.ts'
import { numbers, valuesIn } from './values.ts'

/**
 * Tests that expect something else than before, and nothing but what the request asks for: other values in lines that
 * stay, names that it renames, new tests beside them. None where the change touches any evidence in another way.
 */
export const explainedExpectations = ({ files, request }: Change): Finding[] => {
  const touched = files.filter(
    ({ path, text }) => text.kind !== 'added' && (isEvidence(path) || isEvidence(text.from ?? path)),
  )
  const found = touched.map((file) => explainedIn(file, request))
  return found.every((one) => one !== undefined) ? found.flat() : []
}

const linesMost = 5_000

/** Undefined where a line of the file differs for another reason. */
const explainedIn = ({ path, text, before, after }: FileChange, request: Request): Finding[] | undefined => {
  if (text.kind !== 'modified' || !before?.isTest || !after?.isTest) return undefined
  const was = linesOf(before)
  const is = linesOf(after)
  if (was.length > linesMost || is.length > linesMost) return undefined
  const renamed = was.map((line) => ({ ...line, text: request.renamed(line.text), code: request.renamed(line.code) }))
  const changed = changedLines(renamed, is, request)
  if (!changed) return undefined
  const isRenamed = renamed.some(({ code }, at) => code !== was[at]!.code)
  const ofTest = (line: number) => before.tests.findLast((one) => one.line <= line)
  const touched = new Set(changed.map(ofTest))
  const tests = isRenamed ? before.tests : before.tests.filter((test) => touched.has(test))
  return tests.map(({ key, line }) => ({
    kind: 'expectation_explained',
    level: 'note',
    path,
    line,
    test: key,
    reason: `“${key}”, line ${line} of ${path} before the change, expects something else now, as the request asks.`,
  }))
}

interface Line {
  readonly number: number
  readonly text: string
  readonly code: string
  /** Whether a test, or what a file imports, begins in it. */
  readonly begins: boolean
}

const imports = /^\s*(?:import|from|const\s.*=\s*require|use|using)\b/

/** The lines of a test file that hold more than a comment. */
const linesOf = ({ views, dialect }: Side): Line[] => {
  const starts = new Set(hitsIn(views.code, dialect!.tests).map(({ line }) => line))
  const codes = views.code.split('\n')
  return views.text.split('\n').flatMap((text, at) => {
    const line = { number: at + 1, text, code: codes[at]!, begins: starts.has(at + 1) || imports.test(text) }
    return text.trim() === '' ? [] : [line]
  })
}

/** The numbers of lines whose values differ as the request asks; undefined where any other line is gone or new. */
const changedLines = (was: readonly Line[], is: readonly Line[], request: Request): number[] | undefined => {
  const changed: number[] = []
  let at = 0
  for (const line of was) {
    const next = is.findIndex((one, place) => place >= at && pairs(line, one, request))
    if (next === -1 || !isNewTests(is.slice(at, next))) return undefined
    if (is[next]!.text.trim() !== line.text.trim()) changed.push(line.number)
    at = next + 1
  }
  return isNewTests(is.slice(at)) ? changed : undefined
}

const isNewTests = (lines: readonly Line[]) => lines.length === 0 || lines[0]!.begins

const pairs = (was: Line, is: Line, request: Request) => {
  if (was.text.trim() === is.text.trim()) return true
  if (formOf(was) !== formOf(is)) return false
  const old = valuesIn(was.text)
  const now = valuesIn(is.text)
  return old.length === now.length && now.every((value, at) => value === old[at] || request.wants(value))
}

const formOf = ({ code }: Line) => code.replace(numbers, '0').replace(/\s/g, '')
