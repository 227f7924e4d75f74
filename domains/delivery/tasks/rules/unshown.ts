import type { ProbeResult, ReviewFinding } from '../contract/verdict.ts'

/** A finding of a review as the API has it. */
type ListedFinding = ReviewFinding & { readonly unshown: boolean }
type ListedProbe = Pick<ProbeResult, 'name' | 'outcome' | 'reason'>

interface ListedVerdict {
  readonly findings: readonly ListedFinding[]
  readonly untestedValues: readonly string[]
  readonly probes: readonly ListedProbe[]
}

export interface UnshownEntry {
  readonly kind: string
  readonly line: number | undefined
  /** The whole sentence of the finding. */
  readonly reason: string
  /** The sentence without its place at the beginning. */
  readonly text: string
  /** Whether a person has to look at it. */
  readonly asks: boolean
}

/** The list “What no test shows” of a change. */
export interface UnshownList {
  /** Files with what asks first. */
  readonly files: readonly { readonly path: string; readonly entries: readonly UnshownEntry[] }[]
  /** Values of the request that no test has. */
  readonly values: readonly string[]
  /** Why probes that look for more did not run, each reason once; empty if all of them ran. */
  readonly notProbed: readonly string[]
  /** Whether all probes that look for more ran. */
  readonly isWhole: boolean
  /** How many findings ask. */
  readonly asking: number
  /** How many findings and values there are. */
  readonly count: number
}

/** Probes that look for deceit of the tests, and for nothing that tests leave out. */
const probesOfDeceit: readonly string[] = ['identity', 'traps', 'mutants', 'inputs']

/**
 * The list of a change's parts that no test shows, by file: entries that ask first, then by line. A reason why a probe
 * did not run is left out if a sentence of `said`, which the reader has before the list, ends with it or means the
 * same.
 */
export const unshownOf = (
  { findings, untestedValues, probes }: ListedVerdict,
  said: readonly string[] = [],
): UnshownList => {
  const notProbed = reasonsOf(probes)
  const listed = saidOnce(findings).filter(({ unshown }) => unshown)
  const byPath = Map.groupBy(listed, ({ path }) => path)
  const files = [...byPath].map(([path, found]) => ({ path, entries: found.map(entryOf).toSorted(byWeight) }))
  return {
    files: files.toSorted((one, other) => Number(asks(other)) - Number(asks(one))),
    values: untestedValues,
    notProbed: notProbed.filter((reason) => reason === '' || !said.some((text) => saysWhy(text, reason))),
    isWhole: notProbed.length === 0,
    asking: listed.filter(({ level }) => level !== 'note').length,
    count: listed.length + untestedValues.length,
  }
}

/** Findings without those that say again of a binary file that nobody can read it. */
export const saidOnce = <One extends Pick<ListedFinding, 'kind' | 'path' | 'reason'>>(
  findings: readonly One[],
): readonly One[] => {
  const binaries = findings.flatMap(({ kind, path }) => (kind === 'binary_changed' ? path : []))
  return findings.filter(
    ({ path, reason }) => !binaries.includes(path) || !reason.startsWith(`${path} cannot be read line by line`),
  )
}

/** Sentences of a verdict, by the reason of a probe that they express in other words. */
export const inOtherWords: Readonly<Record<string, string>> = {
  'No new test was found in a language that probes read.':
    'The tests give the same result with and without this change.',
}

/** The reason of probes that did not run since documents, settings or tests are all that changed. */
export const noProgram = 'Apart from tests and settings, no code changed that probes can read.'

const saysWhy = (text: string, reason: string) => text.endsWith(reason) || inOtherWords[reason] === text

const asks = ({ entries }: UnshownList['files'][number]) => entries.some((entry) => entry.asks)

const byWeight = (one: UnshownEntry, other: UnshownEntry) =>
  Number(other.asks) - Number(one.asks) || (one.line ?? 0) - (other.line ?? 0)

const entryOf = ({ kind, level, path, line, reason }: ListedFinding): UnshownEntry => {
  const place = line === undefined ? path : `${path}:${line}`
  const rest = reason.startsWith(`${place} `) ? reason.slice(place.length + 1) : undefined
  const text = rest === undefined ? reason : rest.charAt(0).toUpperCase() + rest.slice(1)
  return { kind, line, reason, text, asks: level !== 'note' }
}

/** The reasons of other probes, if such a probe has no result. */
const reasonsOf = (probes: readonly ListedProbe[]): readonly string[] => {
  const looking = probes.filter(({ name }) => !probesOfDeceit.includes(name))
  const of = looking.length > 0 ? looking : probes
  const missing = of.filter(({ outcome }) => outcome !== 'ran').map(({ reason = '' }) => reason)
  return [...new Set(looking.length === 0 && missing.length === 0 ? [''] : missing)]
}
