import { isLockFile } from '../../lock-files/index.ts'
import { type Dialect, any } from './dialect.ts'
import { languageOf, type Language } from './languages.ts'
import { viewsOf, type Views } from './lexer.ts'
import { addedHits, hitsIn, keyText, type Hit } from './hits.ts'
import { isTestPath } from './test-paths.ts'
import { c, csharp, go, java, rust } from './dialects-compiled.ts'
import { javascript, php, python, ruby } from './dialects-dynamic.ts'

/** A file of a change with its text on both sides; undefined if it is missing, binary or too large. */
export interface ChangedText {
  readonly path: string
  /** Its path before, if the change moved it. */
  readonly from?: string | undefined
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed'
  readonly modeAfter: string
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** The file as it is, if its data is written with one value a line. */
  readonly written?: ChangedText
}

/** `refuse` sends the change back to the agent, `ask` asks a person, and `note` is only listed. */
export type Level = 'refuse' | 'ask' | 'note'

export interface Finding {
  readonly kind: string
  readonly level: Level
  readonly path: string
  /** In the changed file; in the file before the change if `reason` is about a removed part. */
  readonly line?: number | undefined
  /** The test that it is about, as its file names it. */
  readonly test?: string | undefined
  readonly reason: string
}

/** How many findings of one rule a file has at most. */
export const shownMost = 10

/** A finding about a line: its reason begins with the place. */
export const findingAt = (path: string, line: number, kind: string, does: string, level: Level = 'ask'): Finding => ({
  kind,
  level,
  path,
  line,
  reason: `${path}:${line} ${does}`,
})

/** A finding about a whole file. */
export const findingOn = (path: string, kind: string, reason: string, level: Level = 'ask'): Finding => ({
  kind,
  level,
  path,
  reason,
})

/** A test or an assertion, identified by its key. */
export interface TestUnit {
  readonly key: string
  readonly line: number
}

/** One side of a file. */
export interface Side {
  readonly path: string
  readonly views: Views
  readonly dialect: Dialect | undefined
  readonly isTest: boolean
  readonly tests: readonly TestUnit[]
  readonly assertions: readonly TestUnit[]
}

export interface FileChange {
  readonly path: string
  readonly text: ChangedText
  readonly before: Side | undefined
  readonly after: Side | undefined
}

export interface Change {
  readonly files: readonly FileChange[]
  /** The words of people that it answers. No rule reads their sentences. */
  readonly request: string
}

export const changeOf = (files: readonly ChangedText[], request: string): Change => ({
  files: files.map((text) => ({
    path: text.path,
    text,
    before: text.before === undefined ? undefined : sideOf(text.from ?? text.path, text.before),
    after: text.after === undefined ? undefined : sideOf(text.path, text.after),
  })),
  request,
})

/** Hits that are new in a file, without hits that moved here from another file in the change. */
export const newHits = <T extends { readonly key: string }>(
  change: Change,
  file: FileChange,
  hitsOf: (side: Side | undefined) => readonly T[],
): T[] => {
  const keyOf = ({ key }: T) => key
  const own = addedHits(hitsOf(file.before), hitsOf(file.after), keyOf)
  if (own.length === 0) return []
  const left = change.files
    .filter((other) => other !== file)
    .flatMap((other) => addedHits(hitsOf(other.after), hitsOf(other.before), keyOf))
  return addedHits(left, own, keyOf)
}

export const sideOf = (path: string, raw: string): Side => {
  // Lock files are large, and their packages are read by a reader of their own.
  const language = isLockFile(path) ? undefined : languageOf(path)
  const dialect = language && dialects[language]
  const whole = viewsOf(raw, language)
  const views = language === 'rust' && !isTestPath(path) ? testModule(whole) : whole
  const isTest = dialect !== undefined && (isTestPath(path) || views !== whole)
  const side = { path, views, dialect, isTest }
  if (!isTest) return { ...side, tests: [], assertions: [] }
  return { ...side, tests: testsIn(views, dialect), assertions: assertionsIn(views, dialect) }
}

/** The part of a Rust file from its module of tests on. */
const testModule = (views: Views): Views => {
  const from = views.code.search(/#\[cfg\(test\)\]\s*(?:pub\s+)?mod\b/)
  if (from === -1) return views
  const rest = (view: string) => view.slice(0, from).replace(/[^\n]/g, ' ') + view.slice(from)
  return { raw: rest(views.raw), code: rest(views.code), text: rest(views.text), comments: rest(views.comments) }
}

const titleMostChars = 300

const testsIn = (views: Views, { tests, title }: Dialect): TestUnit[] =>
  hitsIn(views.code, tests).map((hit) => ({ line: hit.line, key: titleAt(views, title, hit) }))

const titleAt = (views: Views, title: RegExp, { index }: Hit) => {
  const found = title.exec(views.text.slice(index, index + titleMostChars))
  return found?.slice(1).findLast(Boolean) ?? keyText(views.text, index)
}

const assertionsIn = (views: Views, { assertions, vacuous }: Dialect): TestUnit[] => {
  const empty = new Set(hitsIn(views.code, vacuous).map(({ line }) => line))
  return hitsIn(views.code, assertions)
    .filter(({ line }) => !empty.has(line))
    .map(({ index, line }) => ({ line, key: keyText(views.text, index) }))
}

const dialects: Partial<Record<Language, Dialect>> = {
  javascript,
  python,
  go,
  rust,
  java,
  ruby,
  php,
  csharp,
  c,
  kotlin: {
    ...java,
    tests: any(java.tests, /(?<![\w.])(?:test|it|should)\s*\(\s*"/, /^[ \t]*" *"\s*\{/),
    title: /\bfun\s+(`[^`\n]{1,160}`|\w+)|"([^"\n]{1,160})"/,
  },
}
