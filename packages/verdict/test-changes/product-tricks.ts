import { findingAt, type Change, type FileChange, type Finding, type Level } from './change.ts'
import { any } from './dialect.ts'
import { addedHits, hitsIn, lineText } from './hits.ts'
import { isProgram } from './languages.ts'
import { syntaxOf } from './syntax/read.ts'
import { isEvidence, isTestPath, settingKindOf } from './test-paths.ts'

// For languages without a syntax tree here; syntax/ reads the others.
const runnerTests = any(
  /\b(?:process\.env|import\.meta\.env|env|environ|getenv|ENV)\W{1,12}(?:get\W{1,4})?(?:VITEST\w*|JEST_WORKER_ID|PYTEST_\w+|MOCHA\w*|NODE_TEST_CONTEXT|RSPEC\w*|TAP|BATS_\w+|CARGO_NEXTEST\w*|GO_TEST\w*)\b/,
  /\bimport\.meta\.vitest\b|\btypeof\s+(?:jest|vi|describe|it|expect)\b/,
  /\bcfg!\s*\(\s*test\s*\)/,
  /\b(?:argv|execArgv|[aA]rgs)\b[^\n]{0,60}["'`][^"'`\n]{0,20}(?:pytest|vitest|jest|mocha|--test|[.]test)\b/,
  /\bdefined\s*\(\s*["']PHPUNIT_\w+/,
)
const environmentTests = any(
  /\bNODE_ENV\b[^\n]{0,20}[!=]==?[ \t]*["'`]test["'`]/,
  /["'`]test["'`][ \t]*[!=]==?[^\n]{0,30}\bNODE_ENV\b/,
)

/** Code that asks whether a test runs it, if no grammar reads it. */
export const productTricks = (change: Change): Finding[] =>
  change.files
    .filter(({ path, after }) => isProgram(path) && !isEvidence(path) && after && !syntaxOf(after))
    .flatMap((file) => [
      ...detections(file, runnerTests, 'refuse', 'asks whether a test runs the code'),
      ...detections(file, environmentTests, 'ask', 'behaves differently in tests'),
    ])

const detections = ({ path, before, after }: FileChange, patterns: RegExp, level: Level, does: string) => {
  const found = (text = '') => hitsIn(text, patterns).map((hit) => ({ ...hit, key: lineText(text, hit.index) }))
  return addedHits(found(before?.views.text), found(after?.views.text), ({ key }) => key).map(({ line, key }) => {
    const what = `${does}: “${key.slice(0, 80)}”. Write code that does the same everywhere.`
    return findingAt(path, line, 'test_detected', what, level)
  })
}

const rewritesOutcome =
  /\bpytest_(?:runtest_(?:makereport|protocol|call|logreport)|pyfunc_call|report_teststatus|sessionfinish|ignore_collect|exception_interact)\b|\.outcome[ \t]*=(?!=)|\bexitstatus[ \t]*=(?!=)|\bexpect\.extend\s*\(\s*\{\s*(?:async\s+)?to(?:Be|Equal|StrictEqual|Throw|Match)\b|\bjasmine\.getEnv\(\)\./g
const changesSelection =
  /\bpytest_(?:collection_modifyitems|collect_file|configure|cmdline_main|generate_tests)\b|\bcollect_ignore\w*\b/g
const loadedByItself = /(?:^|\/)(?:sitecustomize|usercustomize)[.]py$|[.]pth$/

/** Hooks of a runner that decide themselves what passed, and files that a language loads before any test. */
export const rewrittenOutcomes = (change: Change): Finding[] =>
  change.files.flatMap((file): Finding[] => {
    const { path, text, after } = file
    if (loadedByItself.test(path) && text.after !== undefined) {
      const reason = `${path} runs before every program, tests included. Remove it.`
      return [{ kind: 'outcome_rewritten', level: 'refuse', path, line: 1, reason }]
    }
    if (!after) return []
    if (!isTestPath(path) && settingKindOf(path) !== 'runner') return []
    const level = /\bpytest_/.test(after.views.code) ? 'ask' : 'refuse'
    return [
      ...hooks(file, rewritesOutcome, level, 'can change what a test reports'),
      ...hooks(file, changesSelection, 'ask', 'can change which tests run'),
    ]
  })

const hooks = ({ path, before, after }: FileChange, pattern: RegExp, level: Level, does: string) => {
  const found = (code = '') => hitsIn(code, pattern)
  return addedHits(found(before?.views.code), found(after!.views.code), (hit) => hit.found).map(({ line, found }) =>
    findingAt(path, line, 'outcome_rewritten', `${does} (${found}). Remove it.`, level),
  )
}

const mocks = /\b(?:vi|jest)\.(?:mock|doMock)\s*\(\s*["'`]([^"'`\n]{1,200})["'`]/g

/** A test that replaces the module which it is named after. */
export const mockedSubjects = (change: Change): Finding[] =>
  change.files.flatMap(({ path, before, after }) => {
    if (!after?.isTest) return []
    const stem = path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/[.](?:test|spec)?[.]?\w+$/, '')
      .replace(/[.](?:test|spec)$/, '')
    const found = (text = '') => hitsIn(text, mocks)
    return addedHits(found(before?.views.text), found(after.views.text), (hit) => hit.found)
      .filter((hit) => new RegExp(`[./]${stem.replace(/\W/g, '\\$&')}(?:[.]\\w+)?["'\`]$`).test(hit.found))
      .map(({ line }) => findingAt(path, line, 'subject_mocked', 'replaces the module that this file tests.'))
  })
