import { addedHits, hitsIn, lineText } from './hits.ts'
import type { Change, FileChange, Finding, Side } from './change.ts'
import { isProgram } from './languages.ts'
import { lowerLevel, requestWords } from './request.ts'
import { isEvidence, isSnapshot } from './test-paths.ts'

// “Fix the tests” asks for no other values; these words do.
const adapting = /\b(?:chang|updat|adjust|correct|adapt|regenerat)/i

/** Expected values that differ in assertions that stay, and recorded ones: honest beside a change of the code. */
export const changedExpectations = (change: Change): Finding[] => {
  const hasProduct = change.files.some(({ path }) => isProgram(path) && !isEvidence(path))
  const asked = change.request.asks(adapting, requestWords.tests) || change.request.asks(requestWords.rewriteTests)
  const level = hasProduct ? 'note' : lowerLevel('ask', asked)
  return change.files.flatMap((file): Finding[] => {
    const line = isSnapshot(file.path) ? snapshotLine(file) : changedLine(file)
    if (line === undefined) return []
    const reason = `${file.path}:${line} expects another value than before${hasProduct ? '' : ', and the change touches no code but tests'}.`
    return [{ kind: 'expectation_changed', level, path: file.path, line, reason }]
  })
}

const snapshotLine = ({ text }: FileChange) =>
  text.kind === 'modified' || text.kind === 'renamed' ? (text.before === text.after ? undefined : 1) : undefined

interface Expectation {
  readonly line: number
  readonly form: string
  readonly whole: string
}

/** The first assertion whose form was in the file before with other values. */
const changedLine = ({ before, after }: FileChange) => {
  if (!before?.isTest || !after?.isTest) return undefined
  const was = expectations(before)
  const is = expectations(after)
  const gone = addedHits(is, was, whole)
  const come = addedHits(was, is, whole)
  const forms = new Set(gone.map(({ form }) => form))
  return come.find(({ form }) => forms.has(form))?.line
}

const whole = (one: Expectation) => one.whole

const expectations = ({ views, dialect }: Side): Expectation[] =>
  hitsIn(views.code, dialect!.assertions).map(({ index, line }) => ({
    line,
    whole: lineText(views.text, index),
    form: lineText(views.code, index)
      .replace(/\d+(?:[.]\d+)?|\b(?:true|false|True|False|null|None|nil)\b/g, '0')
      .replace(/ /g, ''),
  }))
