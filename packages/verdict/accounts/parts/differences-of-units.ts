import { between, slidBetween, wordsOf, type Difference } from './differences.ts'
import type { Range } from './edits.ts'
import type { SyntaxNode } from './tree.ts'
import { isTernary, type Unit } from './unit.ts'

/** One side of a comparison: a text with the outermost units in it. */
export interface Side {
  readonly text: string
  readonly units: readonly Unit[]
}

/** The differences of two programs. Units that are alike or share a name are compared; others are whole differences. */
export const differencesOfUnits = (before: Side, after: Side): readonly Difference[] => {
  const found: Difference[] = []
  const compare = (was: Piece, is: Piece): void => {
    let at = { was: was.start, is: is.start }
    for (const [unit, partner] of partnersOf(was.units, is.units, before.text, after.text)) {
      compareBetween({ ...was, start: at.was, end: unit.start }, { ...is, start: at.is, end: partner.start })
      if (textOf(before.text, unit) !== textOf(after.text, partner)) compare(pieceOf(unit), pieceOf(partner))
      at = { was: unit.end, is: partner.end }
    }
    compareBetween({ ...was, start: at.was }, { ...is, start: at.is })
  }
  // Units without a partner are in no other text: only words are the same.
  const compareBetween = (was: Piece, is: Piece) => {
    const old = itemsOf(before.text, was)
    const now = itemsOf(after.text, is)
    for (const one of slidBetween(old.map(keyOf), now.map(keyOf), costOfWords))
      found.push({
        start: now[one.start]?.start ?? is.end,
        end: now[one.end]?.start ?? is.end,
        wasStart: old[one.wasStart]?.start ?? was.end,
        wasEnd: old[one.wasEnd]?.start ?? was.end,
      })
  }
  compare(
    { units: before.units, start: 0, end: before.text.length },
    { units: after.units, start: 0, end: after.text.length },
  )
  return found.toSorted((one, other) => one.start - other.start || one.wasStart - other.wasStart)
}

interface Piece extends Range {
  readonly units: readonly Unit[]
}

const pieceOf = ({ children, start, end }: Unit): Piece => ({ units: children, start, end })

const textOf = (text: string, { start, end }: Range) => text.slice(start, end)

interface Item {
  readonly start: number
  /** A word, or a unit. */
  readonly key: string | Unit
}

const keyOf = ({ key }: Item) => key

/** A run that begins with a line or a unit has whole comments: not the words of a comment with the next marks. */
const costOfWords = (keys: readonly unknown[], first: number) => {
  const key = keys[first]
  return typeof key === 'string' && !key.includes('\n') ? 1 : 0
}

/** A piece as words, with each unit in it as one. */
const itemsOf = (text: string, { units, start, end }: Piece): readonly Item[] => {
  const items: Item[] = []
  let at = start
  const addWords = (until: number) => {
    for (const word of wordsOf(text.slice(at, until))) {
      items.push({ start: at, key: word })
      at += word.length
    }
  }
  for (const unit of units) {
    if (unit.start < start || unit.end > end || isExpression(unit)) continue
    addWords(unit.start)
    items.push({ start: unit.start, key: unit })
    at = unit.end
  }
  addWords(end)
  return items
}

/** An expression may have become an operand: its words are compared. */
const isExpression = ({ kind, node }: Unit) =>
  ['operand', 'value', 'default', 'item'].includes(kind) || (kind === 'arm' && isTernary(node.parent!))

/** Pairs units of the text before with their successors in the text after: equal text first, then alike or same name. */
const partnersOf = (
  was: readonly Unit[],
  is: readonly Unit[],
  before: string,
  after: string,
): ReadonlyMap<Unit, Unit> => {
  const partners = new Map<Unit, Unit>()
  const old = was.map((unit) => textOf(before, unit))
  const now = is.map((unit) => textOf(after, unit))
  let row = 0
  let column = 0
  const pairUp = (rows: number, columns: number) => {
    while (row < rows && column < columns) partners.set(was[row++]!, is[column++]!)
  }
  for (const { start, end, wasStart, wasEnd } of between(old, now)) {
    pairUp(wasStart, start)
    const describe = (units: readonly Unit[], texts: readonly string[], from: number, to: number) =>
      units.slice(from, to).map((unit, at) => ({
        unit,
        name: nameOfNode(unit.node, texts === old ? before : after),
        words: new Set(wordsOf(texts[from + at]!).filter((word) => word.trim() !== '')),
      }))
    for (const [one, other] of pairsOf(describe(was, old, wasStart, wasEnd), describe(is, now, start, end)))
      partners.set(one, other)
    row = wasEnd
    column = end
  }
  pairUp(was.length, is.length)
  return partners
}

interface Described {
  readonly unit: Unit
  readonly name: string | undefined
  readonly words: ReadonlySet<string>
}

const pairedMost = 200

/** The longest list with pairs of alike units, in the order of both. */
const pairsOf = (was: readonly Described[], is: readonly Described[]): readonly (readonly [Unit, Unit])[] => {
  const [first] = was
  const [other] = is
  if (was.length === 1 && is.length === 1 && first && other && first.unit.type === other.unit.type)
    return [[first.unit, other.unit]]
  if (was.length > pairedMost || is.length > pairedMost) return []
  const width = is.length + 1
  const best = new Float64Array((was.length + 1) * width)
  const worth = was.map((one) => is.map((other) => likeness(one, other)))
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = is.length - 1; column >= 0; column -= 1) {
      const paired = worth[row]![column]! > 0 ? worth[row]![column]! + best[(row + 1) * width + column + 1]! : 0
      best[row * width + column] = Math.max(paired, best[(row + 1) * width + column]!, best[row * width + column + 1]!)
    }
  const pairs: (readonly [Unit, Unit])[] = []
  let row = 0
  let column = 0
  while (row < was.length && column < is.length) {
    const here = best[row * width + column]!
    if (here === best[(row + 1) * width + column]) row += 1
    else if (here === best[row * width + column + 1]) column += 1
    else pairs.push([was[row++]!.unit, is[column++]!.unit])
  }
  return pairs
}

/** More than 0 if one unit could have become the other: with equal names, or with more than half of their words. */
const likeness = (one: Described, other: Described): number => {
  if (one.unit.kind !== other.unit.kind) return 0
  if (one.name !== undefined && one.name === other.name && one.unit.type === other.unit.type) return 2
  const all = one.words.union(other.words).size
  const share = all === 0 ? 0 : one.words.intersection(other.words).size / all
  return share > 0.5 ? share : 0
}

/** The name that a node declares, itself or by the declaration in it. */
export const nameOfNode = (node: SyntaxNode, text: string, depth = 0): string | undefined => {
  const name = node.children.find(({ field }) => field === 'name')
  if (name) return text.slice(name.start, name.end)
  if (depth === namesWithin) return undefined
  const inner = node.children.find(
    ({ field, type }) => field === 'declaration' || field === 'definition' || /declarator$|_spec$/.test(type),
  )
  return inner && nameOfNode(inner, text, depth + 1)
}

const namesWithin = 3
