import { answersForTests, type HealedTests } from './answers-for-tests.ts'
import { changedExpectations } from './changed-expectations.ts'
import { changedPackageOrigins } from './changed-packages.ts'
import { changeOf, type ChangedText, type Finding } from './change.ts'
import { disabledTests } from './disabled-tests.ts'
import { emptyTests } from './empty-tests.ts'
import { loosenedSettings } from './loosened-settings.ts'
import { lostTests } from './lost-tests.ts'
import { mockedSubjects, productTricks, rewrittenOutcomes } from './product-tricks.ts'
import type { JudgingTexts } from './followed-commands.ts'
import { judgingChanges } from './judging-files.ts'
import { plainData, type PlainData } from './plain-data.ts'
import { packageSources } from './package-sources.ts'
import { unchangedTests } from './unchanged-tests.ts'
import { suppressions } from './suppressions.ts'
import { findTraces, unreadPrograms } from './syntax/find-traces.ts'
import { syntaxOf } from './syntax/read.ts'
import { isTestPath, settingKindOf } from './test-paths.ts'
import { testCommands } from './test-commands.ts'
import { hiddenText } from './unshown/hidden-text.ts'
import { unshownInFiles } from './unshown/index.ts'
import { weakenedTestSupport } from './weakened-test-support.ts'

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
  const data = new Map(
    files.flatMap((file) => [plainData(file)].flatMap((one) => (one ? [[file.path, one] as const] : []))),
  )
  const change = changeOf(
    files.map((file) => data.get(file.path)?.file ?? file),
    request,
  )
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

/** Reasons quote lines of the change: without what a terminal obeys, and as PostgreSQL can hold it. */
const printable = (finding: Finding): Finding => ({
  ...finding,
  path: finding.path.toWellFormed(),
  reason: finding.reason
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
    .slice(0, reasonMostChars)
    .toWellFormed(),
})

/** Tests and settings that were text and are none any more, or too large to read. */
const unreadable = (files: readonly ChangedText[]): Finding[] =>
  files
    .filter(
      ({ path, kind, before, after }) =>
        kind === 'modified' && before !== undefined && after === undefined && (isTestPath(path) || settingKindOf(path)),
    )
    .map(({ path }) => ({
      kind: 'evidence_unreadable',
      level: 'refuse',
      path,
      reason: `${path} is not readable as text any more. Restore it.`,
    }))
