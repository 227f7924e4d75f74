import type { Finding } from '../../test-changes/index.ts'
import { notProbedReasons } from '../not-probed.ts'
import type { NotProbed, ProbeRun } from '../probe.ts'
import { isPlainPath, namesChanged } from '../runs/copies.ts'
import { shownText } from '../runs/records.ts'
import { partsOfChange, type ChangePart } from './parts-of-change.ts'
import type { Quantifier } from './quantifiers.ts'
import { outcomesOf, runOfTrials } from './run-of-trials.ts'
import { runtimeText } from './runtime-text.ts'
import { textAt, type Trial, type TrialsResult, type TimedSubject, type TrialSubject } from './trial.ts'

const triedMost = 60
const findingsMost = 40

/** Plans runs of all tests over a change without one of its parts: the tests of the change first, then all. */
export const planHunks = (subject: TimedSubject): ProbeRun | NotProbed => {
  const { parts, trials } = plannedHunks(subject)
  if (parts.length === 0)
    return { notProbed: isOnlyWords(subject) ? notProbedReasons.onlyWords : notProbedReasons.noHunk }
  const near = subject.tests.filter(namesChanged(subject.changed))
  return runOfTrials(subject, trials, [...subject.newTests, ...subject.acceptance], near)
}

/** Whether every program of the change does the same when it runs. */
const isOnlyWords = ({ changed, before, deleted }: TrialSubject): boolean =>
  deleted.length === 0 &&
  changed.every(({ path, text }) => {
    const was = textAt(before, path)
    return was !== undefined && runtimeText(path, was) === runtimeText(path, text)
  })

/** Findings of such runs: parts without which all tests pass, and parts that there was no time to try. */
export const judgeHunks = ({ subject, result }: TrialsResult): readonly Finding[] | NotProbed => {
  const { parts, trials, others } = plannedHunks(subject)
  if (parts.length + others.length === 0) return { notProbed: notProbedReasons.noHunk }
  const outcomes = trials.length === 0 ? [] : outcomesOf(result, trials, subject.nonce)
  if (!outcomes) return { notProbed: notProbedReasons.trialsNotRun }
  const open = parts.map((part, at) => ({ part, outcome: outcomes[at] }))
  const notShown = open.filter(({ outcome }) => outcome === 'passes' || outcome === 'untried')
  // A hunk is said once, by its largest removal.
  const first = [...Map.groupBy(notShown, ({ part }) => part.hunk ?? part).values()].map(([one]) => one!)
  const found = first.map(({ part, outcome }) => findingOf(part, outcome === 'passes'))
  return [...found, ...others.map((part) => findingOf(part, false))]
    .toSorted((one, other) => Number(one.level === 'note') - Number(other.level === 'note'))
    .slice(0, findingsMost)
}

interface PlannedHunks {
  readonly parts: readonly ChangePart[]
  readonly trials: readonly Trial[]
  /** Parts that are not tried: beyond the bounds, or of files whose names a shell could misread. */
  readonly others: readonly ChangePart[]
}

const plannedHunks = (subject: TrialSubject): PlannedHunks => {
  const all = partsOfChange(subject)
  const parts = all.slice(0, triedMost)
  if (!parts.every(({ files }) => files.every(({ path }) => isPlainPath(path)))) {
    return { parts: [], trials: [], others: all.filter(({ instead }) => instead === undefined) }
  }
  return {
    parts,
    trials: parts.map(({ files, instead }) => ({ files, isWhole: true, ...(instead && { instead }) })),
    others: all.slice(triedMost).filter(({ instead }) => instead === undefined),
  }
}

const findingOf = (part: ChangePart, isTried: boolean): Finding => {
  const { path, line, removed, added, quantifier } = part
  if (quantifier) return quantifierFinding(path, quantifier, isTried)
  const [was, is] = [removed, added].map((lines) => `“${shownText(lines.join(' ').replaceAll(/\s+/g, ' ').trim())}”`)
  const what =
    removed.length === 0
      ? `without ${is}`
      : added.length === 0
        ? `with ${was} still there`
        : `with ${was} in the place of ${is}`
  return {
    kind: isTried ? 'hunk_not_shown' : 'hunk_not_tried',
    level: removed.length > 0 ? 'ask' : 'note',
    path,
    ...(line !== undefined && { line }),
    reason: isTried ? `All tests pass ${what}.` : `There was no time to run the tests ${what}.`,
  }
}

const quantifierFinding = (path: string, { line, source, altered }: Quantifier, isTried: boolean): Finding => {
  const shown = `“${shownText(source.replaceAll(/\s+/g, ' '))}”`
  const what =
    altered === 'empty' ? `even if ${shown} says no for an empty list` : `even if ${shown} asks for all items`
  return {
    kind: isTried ? 'quantifier_not_shown' : 'hunk_not_tried',
    level: 'ask',
    path,
    line,
    reason: isTried
      ? `All tests pass ${what}.`
      : `There was no time to run the tests ${what.replace('even if', 'where')}.`,
  }
}
