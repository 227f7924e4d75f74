import { answersForTests, type HealedTests } from './answers-for-tests.ts'
import { changedPackageOrigins } from './changed-packages.ts'
import {
  changeOf,
  findingAt,
  findingOn,
  type ChangedText,
  type Finding,
  type Change,
  type FileChange,
  type Side,
} from './change.ts'
import { disabledTests } from './disabled-tests.ts'
import { emptyTests } from './empty-tests.ts'
import { loosenedSettings } from './loosened-settings.ts'
import { lostTests } from './lost-tests.ts'
import { mockedSubjects, productTricks, rewrittenOutcomes } from './product-tricks.ts'
import { isScriptFile, isTargetFile, type JudgingTexts } from './followed-commands.ts'
import { judgingChanges } from './judging-files.ts'
import { plainData, type PlainData } from './plain-data.ts'
import { packageSources } from './package-sources.ts'
import { unchangedTests } from './unchanged-tests.ts'
import { suppressions } from './suppressions.ts'
import { findTraces, unreadPrograms, programOf } from './syntax/find-traces.ts'
import { syntaxOf } from './syntax/read.ts'
import { isTestPath, settingKindOf, isEvidence, isSnapshot } from './test-paths.ts'
import { hiddenText } from './unshown/hidden-text.ts'
import { unshownInFiles } from './unshown/index.ts'
import { addedHits, hitsIn, lineAt, lineText } from './hits.ts'
import { isProgram } from './languages.ts'
import { isFunction } from './syntax/names.ts'
import { childOf, walk, type SyntaxNode } from './syntax/tree.ts'
import { scriptsIn, targetsIn } from './script-texts.ts'

export interface WeakeningInput {
  readonly files: readonly ChangedText[]
  /** The words of people that the change answers. */
  readonly request: string
  readonly checks: readonly { readonly command: string }[]
  /** Tests that failed before the change and pass now. */
  readonly healed?: readonly HealedTests[]
  /** Files of the base by which the checks' commands are followed: manifests with scripts, and the scripts. */
  readonly judging?: JudgingTexts
  /** Tests of the base that ran, as they were before the change. */
  readonly tests?: readonly HealedTests[]
  /** Acceptance tests of a person. No finding quotes them: agents may read findings. */
  readonly accepted?: readonly HealedTests[]
}

const order = ['refuse', 'ask', 'note'] as const

/**
 * How a change weakens what would prove it, and what of it no test shows: findings by file and line, the gravest first.
 * Calls `parses` with the index of each file before it is parsed, and with -1 after the last one.
 */
export const findWeakening = (
  { files, request, checks, healed = [], tests = [], accepted = [], judging = {} }: WeakeningInput,
  parses: (index: number) => void = () => undefined,
): Finding[] => {
  const data = new Map(files.flatMap((file) => plainData(file) ?? []).map((one) => [one.file.path, one]))
  const plainFiles = files.map((file) => data.get(file.path)?.file ?? file)
  const change = changeOf(plainFiles, request)
  const written = changeOf(
    [...data.values()].map((one) => one.written),
    request,
  )
  for (const [index, file] of change.files.entries()) {
    parses(index)
    for (const side of [file.before, file.after]) if (side) syntaxOf(side)
  }
  parses(-1)
  const settings = [
    ...loosenedSettings(change),
    ...testCommands(change, checks),
    ...suppressions(change, checks),
    ...changedPackageOrigins(change),
    ...packageSources(change),
  ]
  const found = [
    ...lostTests(change),
    ...disabledTests(change),
    ...changedExpectations(change),
    ...unchangedTests(change),
    ...settings,
    ...judgingChanges(change, { checks, judging, known: settings }),
    ...productTricks(change),
    ...findTraces(change),
    ...emptyTests(change),
    ...weakenedTestSupport(change),
    ...answersForTests(change, { healed, base: tests, accepted }),
    ...rewrittenOutcomes(change),
    ...mockedSubjects(change),
    ...unshownInFiles(change),
    ...hiddenText(written),
    ...unreadable(files),
    ...unreadPrograms(change),
  ]
  return found
    .map((one) => withLineOf(data.get(one.path), one))
    .map(printable)
    .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

/** A finding in data names the line of the file as it is. */
const withLineOf = (data: PlainData | undefined, finding: Finding): Finding => {
  const { path, line, reason } = finding
  if (!data || line === undefined) return finding
  const at = data.lineAt(line)
  return { ...finding, line: at, reason: reason.replace(`${path}:${line} `, `${path}:${at} `) }
}

const reasonMostChars = 1_000

/** Reasons quote lines of the change: without control characters for terminals, in a form that PostgreSQL can hold. */
const printable = (finding: Finding): Finding => ({
  ...finding,
  path: finding.path.toWellFormed(),
  reason: finding.reason
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
    .slice(0, reasonMostChars)
    .toWellFormed(),
})

/** Tests and settings that were text and no longer are, or are too large to read. */
const unreadable = (files: readonly ChangedText[]): Finding[] =>
  files
    .filter(
      ({ path, kind, before, after }) =>
        kind === 'modified' && before !== undefined && after === undefined && (isTestPath(path) || settingKindOf(path)),
    )
    .map(({ path }) =>
      findingOn(path, 'evidence_unreadable', `${path} is not readable as text any more. Restore it.`, 'refuse'),
    )

/** Expected values that differ in unchanged assertions, and recorded values if no code changed beside them. */
const changedExpectations = (change: Change): Finding[] => {
  const hasProduct = change.files.some(({ path }) => isProgram(path) && !isEvidence(path))
  return change.files.flatMap((file): Finding[] => {
    const isRecorded = isSnapshot(file.path)
    const line = isRecorded ? snapshotLine(file) : changedLine(file)
    if (line === undefined) return []
    const does = `expects another value than before${hasProduct ? '' : ', and the change touches no code but tests'}.`
    return [findingAt(file.path, line, 'expectation_changed', does, isRecorded && hasProduct ? 'note' : 'ask')]
  })
}

const snapshotLine = ({ text: { kind, before, after } }: FileChange) =>
  (kind === 'modified' || kind === 'renamed') && before !== after ? 1 : undefined

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

const whole = (one: { readonly whole: string }) => one.whole

const expectations = ({ views, dialect }: Side) =>
  hitsIn(views.code, dialect!.assertions).map(({ index, line }) => ({
    line,
    whole: lineText(views.text, index),
    form: lineText(views.code, index)
      .replace(/\d+(?:[.]\d+)?|\b(?:true|false|True|False|null|None|nil)\b/g, '0')
      .replace(/ /g, ''),
  }))

/** Files of tests without tests of their own, which tests share, that demand less than before. */
const weakenedTestSupport = (change: Change): Finding[] =>
  change.files.flatMap(({ path, before, after }): Finding[] => {
    if (!before?.isTest || !after || before.tests.length > 0) return []
    const is = strictness(after)
    const lost = [...strictness(before)].find(([what, count]) => count > is.get(what)!)
    if (!lost) return []
    const [what, count] = lost
    const reason = `${path}, which supports tests, has fewer ${what} than before: ${count} before the change, ${is.get(what)} now.`
    return [{ kind: 'test_helper_weakened', level: 'ask', path, line: 1, reason }]
  })

const strictness = (side: Side): ReadonlyMap<string, number> => {
  const program = programOf(side)
  const nodes = program ? [...walk(program.tree.root)] : []
  const count = (is: (node: SyntaxNode) => boolean) => nodes.filter(is).length
  return new Map([
    ['assertions', side.assertions.length],
    ['errors thrown', count(({ type }) => /^(?:ThrowStatement|raise_statement)$/.test(type))],
    ['exact comparisons', count(isExactComparison)],
    ['functions with a body', count((node) => isFunction(node) && !isEmpty(node))],
  ])
}

const comparison = /^(?:===|!==|==|!=|is|is not)$/

const isExactComparison = ({ type, value, children }: SyntaxNode) =>
  (type === 'BinaryExpression' && /^[!=]==$/.test(String(value))) ||
  (type === 'comparison_operator' && children.some((child) => comparison.test(child.type)))

/** A function that does nothing, as `pass` does in Python. */
const isEmpty = (node: SyntaxNode) => childOf(node, 'body')?.children.every(({ type }) => type === 'pass_statement')

const judging =
  /^(?:pre|post)?(?:test|tests|check|checks|lint|typecheck|types|coverage|cover|cov|ci|verify|unit|spec|e2e|integration)(?:[:._-].*)?$/i
/** Commands that end well and check nothing. */
const idle = /^(?:true|:|exit(?: 0)?|echo\b[^|&;]*|node -e\s+(?:["']{1,2}\s*)?["']{0,2}|sleep \d+)?;?$/

/** The commands by which a project checks itself, in package.json, composer.json or a Makefile, if they changed. */
const testCommands = (change: Change, checks: readonly { readonly command: string }[]): Finding[] => {
  const isNamed = (name: string) => judging.test(name) || checks.some(({ command }) => mentions(command, name))
  return change.files.flatMap((file) => {
    const commandsIn = readerOf(file.path)
    if (!commandsIn || file.text.before === undefined) return []
    const before = commandsIn(file.text.before)
    const after = commandsIn(file.text.after ?? '')
    return [...before]
      .filter(([name]) => isNamed(name))
      .flatMap(([name, was]) => changed(file, name, was, after.get(name)))
  })
}

const mentions = (command: string, name: string) =>
  new RegExp(
    `\\b(?:run|make|yarn|pnpm|just|composer|task)(?:[ \\t]+-\\S+)*[ \\t]+${name.replace(/\W/g, '\\$&')}(?![\\w:-])`,
  ).test(command)

const changed = (file: FileChange, name: string, was: string, is: string | undefined): Finding[] => {
  if (was === is || idle.test(was) || was.includes('no test specified')) return []
  const line = lineOf((is === undefined ? file.text.before : file.text.after)!, name)
  const how = is === undefined ? 'is gone' : `changed from “${was.slice(0, 120)}” to “${is.slice(0, 120)}”`
  return [findingAt(file.path, line, 'test_command_changed', `the command “${name}” ${how}. Leave it as it was.`)]
}

const lineOf = (text: string, name: string) =>
  lineAt(text, text.search(new RegExp(`["']?(?<![\\w-])${name.replace(/\W/g, '\\$&')}["']?[ \\t]*:`)))

const readerOf = (path: string) => (isScriptFile(path) ? scriptsIn : isTargetFile(path) ? targetsIn : undefined)
