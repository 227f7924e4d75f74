import { addedHits, hitsIn, lineText } from './hits.ts'
import type { Change, FileChange, Finding, Side } from './change.ts'
import { isProgram } from './languages.ts'
import { isEvidence, isSnapshot } from './test-paths.ts'

/** Expected values that differ in assertions that stay, and recorded ones where no code changed beside them. */
export const changedExpectations = (change: Change): Finding[] => {
  const hasProduct = change.files.some(({ path }) => isProgram(path) && !isEvidence(path))
  return change.files.flatMap((file): Finding[] => {
    const isRecorded = isSnapshot(file.path)
    const line = isRecorded ? snapshotLine(file) : changedLine(file)
    if (line === undefined) return []
    const reason = `${file.path}:${line} expects another value than before${hasProduct ? '' : ', and the change touches no code but tests'}.`
    return [
      { kind: 'expectation_changed', level: isRecorded && hasProduct ? 'note' : 'ask', path: file.path, line, reason },
    ]
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
