import { sentenceOf } from '../../../../parts/finding/alike-findings.ts'
import type { FileFinding, ReviewFile } from './review-files.ts'

/** A finding in many files: its first place, and all places. */
export interface SharedFinding {
  readonly found: FileFinding
  readonly places: readonly FileFinding[]
  readonly files: number
}

const sharedLeast = 5

/** The findings with one sentence in at least `sharedLeast` files, and the findings that stay at their lines. */
export const sharedFindings = (all: readonly FileFinding[]) => {
  const groups = [...Map.groupBy(all, keyOf)].map(([, places]): SharedFinding => ({
    found: places[0]!,
    places,
    files: new Set(places.map(({ path }) => path)).size,
  }))
  const shared = groups.filter(({ files }) => files >= sharedLeast)
  const elsewhere = new Set(shared.flatMap(({ places }) => places))
  return { shared, own: all.filter((one) => !elsewhere.has(one)) }
}

const keyOf = (one: FileFinding) => (one.isOfModel ? `model ${one.reason}` : sentenceOf(one))

/** A change of at most so many files is read in the order of its files. */
const orderedMost = 8

/** The files of a change; in a long change, files with findings for a person come first. */
export const inReadingOrder = (files: readonly ReviewFile[], own: readonly FileFinding[]): readonly ReviewFile[] => {
  if (files.length <= orderedMost) return files
  const asking = new Set(own.flatMap(({ path, asks }) => (asks ? [path] : [])))
  return [...files.filter(({ name }) => asking.has(name)), ...files.filter(({ name }) => !asking.has(name))]
}
