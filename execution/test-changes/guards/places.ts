import type { Side } from '../change.ts'
import { hitsIn } from '../hits.ts'
import { languageOf } from '../languages.ts'
import { programOf } from '../syntax/find-traces.ts'
import { addressPattern, isHarmlessAddress } from '../unshown/addresses.ts'
import { reachingCalls } from '../unshown/added-calls.ts'
import { branchGuards } from './branch-guards.ts'
import { callGuards, guardOf, removedByText } from './call-guards.ts'
import { foreignNames, namesDefinedTwice } from './defined-names.ts'
import { entrances } from './entrances.ts'
import { placeOf, type Guard, type GuardPlace } from './guard.ts'
import { textPatterns } from './text-patterns.ts'
import { newWaysOut } from './ways-out.ts'

/** The guards of a program, by their places. New ways out need the text that the file had before. */
export const guardsIn = (side: Side, before?: Side): readonly Guard[] => {
  const program = programOf(side)
  const earlier = before && programOf(before)
  const places =
    program && program.tree.language !== 'shell'
      ? [
          ...callGuards(side, program),
          ...branchGuards(program),
          ...entrances(program),
          ...namesDefinedTwice(program),
          ...foreignNames(program),
          ...(earlier ? newWaysOut(earlier, program) : []),
        ]
      : textPlaces(side)
  return withLines(side.views.raw, places)
}

/** The guards of a program that no grammar reads, by its lines. */
const textPlaces = (side: Side): readonly GuardPlace[] => {
  const language = languageOf(side.path)
  const patterns = language ? (textPatterns[language] ?? []) : []
  const { code, text } = side.views
  return [
    ...reachingCalls(side).map(({ kind, start, end }) => placeOf(guardOf[kind], { start, end })),
    ...spansOf(text, addressPattern)
      .filter(({ found }) => !isHarmlessAddress(found))
      .map((one) => placeOf('address', one)),
    ...spansOf(text, removedByText).map((one) => placeOf('deletion', one)),
    ...patterns.flatMap(([kind, pattern]) => spansOf(code, pattern).map((one) => placeOf(kind, one))),
  ]
}

const spansOf = (view: string, pattern: RegExp) =>
  hitsIn(view, pattern).map(({ index, found }) => ({ start: index, end: index + found.length, found }))

const withLines = (text: string, places: readonly GuardPlace[]): readonly Guard[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineAt = (index: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= index) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const distinct = new Map(places.map((place) => [`${place.kind} ${place.start} ${place.end}`, place]))
  return [...distinct.values()]
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((place) => ({ ...place, line: lineAt(place.start), endLine: lineAt(Math.max(place.start, place.end - 1)) }))
}
