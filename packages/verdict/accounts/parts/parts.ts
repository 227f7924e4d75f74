import { differencesByLines } from './differences.ts'
import { differencesOfUnits, type Side } from './differences-of-units.ts'
import type { Edit, Range } from './edits.ts'
import type { Unit } from './unit.ts'

/** A part of a changed file. Every changed character is in exactly one. */
export interface Part {
  readonly change: 'added' | 'changed' | 'removed'
  /** The unit that was added or removed, or in which characters changed; undefined outside of any. */
  readonly unit: Unit | undefined
  /** Whether the whole unit was added or removed. */
  readonly isWhole: boolean
  /** The surrounding part that is undone with it, by its place in the list. */
  readonly within: number | undefined
  /** Its characters in the text after the change. */
  readonly own: readonly Range[]
  /** Its characters in the text before the change. */
  readonly gone: readonly Range[]
  /** The edits of the text after the change that restore this part. Those of all parts restore the text before. */
  readonly undo: readonly Edit[]
  /** Its first and its last line in the text after the change, counted from 1. */
  readonly line: number
  readonly endLine: number
}

/** The parts of a file with a text on both sides, in the order of the text after the change. */
export const partsOfSides = (was: Side, is: Side): readonly Part[] => {
  const before = was.text
  const after = is.text
  const differences =
    was.units.length + is.units.length > 0 ? differencesOfUnits(was, is) : differencesByLines(before, after)
  const lineAt = lineCounter(after)
  const parts: Part[] = []
  const changed: ChangedPart[] = []
  const addUnit = (unit: Unit, piece: Range, within: number | undefined): void => {
    const at = parts.length
    const own: Range[] = []
    const undo = [{ ...piece, text: '' }]
    const lines = { line: lineAt(unit.start), endLine: lineAt(unit.end) }
    parts.push({ change: 'added', unit, isWhole: true, within, own, gone: [], undo, ...lines })
    let from = piece.start
    for (const child of unit.children) {
      own.push({ start: from, end: child.start })
      addUnit(child, { start: child.start, end: child.end }, at)
      from = child.end
    }
    own.push({ start: from, end: piece.end })
  }
  for (const difference of differences) {
    const { start: at, end, wasStart, wasEnd } = difference
    const around = innermost(is.units, at, end)
    const changedHere = () => {
      const known = changed.find((one) => (around ? one.unit === around : one.at === at))
      const part = known ?? { unit: around, at, own: [], gone: [], undo: [] }
      if (!known) changed.push(part)
      return part
    }
    for (const { unit, ...gone } of segmentsOf(was.units, before, { start: wasStart, end: wasEnd })) {
      const edit = { start: at, end: at, text: before.slice(gone.start, gone.end), order: gone.start }
      if (unit) {
        const lines = { line: lineAt(at), endLine: lineAt(at) }
        const part = { change: 'removed' as const, unit, isWhole: true, within: undefined, own: [], gone: [gone] }
        parts.push({ ...part, undo: [edit], ...lines })
        continue
      }
      const part = changedHere()
      part.gone.push(gone)
      part.undo.push(edit)
    }
    const segments = segmentsOf(is.units, after, { start: at, end })
    for (const { unit, ...own } of segments) {
      if (unit) {
        addUnit(unit, own, undefined)
        continue
      }
      const part = changedHere()
      part.own.push(own)
      // A piece of an expression is undone with the units in it: a new parameter with its default value.
      const inside = segments.filter(({ unit }) => unit && unit.kind !== 'statement')
      part.undo.push({ ...own, text: '' }, ...inside.map((piece) => ({ start: piece.start, end: piece.end, text: '' })))
    }
  }
  for (const { at, ...part } of changed) {
    const lines = { line: lineAt(at), endLine: lineAt(Math.max(at, ...part.own.map(({ end }) => end - 1))) }
    parts.push({ ...part, change: changeOf(part), isWhole: false, within: undefined, ...lines })
  }
  return parts
}

/** The changed characters of a unit outside of the units in it; without a unit, the characters at a place. */
interface ChangedPart {
  readonly unit: Unit | undefined
  readonly at: number
  readonly own: Range[]
  readonly gone: Range[]
  readonly undo: Edit[]
}

const changeOf = ({ own, gone }: Pick<ChangedPart, 'own' | 'gone'>): Part['change'] =>
  own.length === 0 ? 'removed' : gone.length === 0 ? 'added' : 'changed'

interface Segment extends Range {
  /** Undefined for text between units other than blanks and separators. */
  readonly unit: Unit | undefined
}

/** A range in pieces: one for each outermost unit in it, with the blanks and separators around it, and the rest. */
const segmentsOf = (units: readonly Unit[], text: string, { start, end }: Range): readonly Segment[] => {
  const segments: Segment[] = []
  let from = start
  for (const unit of inRange(units, start, end)) {
    const isPlain = isSeparator(text.slice(from, unit.start))
    if (!isPlain) segments.push({ unit: undefined, start: from, end: unit.start })
    segments.push({ unit, start: isPlain ? from : unit.start, end: unit.end })
    from = unit.end
  }
  if (from === end) return segments
  const last = segments.at(-1)
  if (!last || !isSeparator(text.slice(from, end))) return [...segments, { unit: undefined, start: from, end }]
  return [...segments.slice(0, -1), { ...last, end }]
}

const isSeparator = (text: string) => /^[\s,;]*$/.test(text)

/** The outermost units that lie in a range. */
const inRange = (units: readonly Unit[], start: number, end: number): readonly Unit[] =>
  units.flatMap((unit) => {
    if (unit.start >= start && unit.end <= end) return [unit]
    return unit.end <= start || unit.start >= end ? [] : inRange(unit.children, start, end)
  })

const innermost = (units: readonly Unit[], start: number, end: number): Unit | undefined => {
  const around = units.find((unit) => unit.start <= start && end <= unit.end)
  return around && (innermost(around.children, start, end) ?? around)
}

/** The lines of places in a text, counted from 1. */
export const lineCounter = (text: string) => {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (place: number): number => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < place) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
