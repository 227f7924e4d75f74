import { languageAt, readProgram } from '../grammar.ts'
import { partsOfSides, type Part } from './parts.ts'
import type { Unit } from './unit.ts'
import { unitsOf } from './units.ts'

export { withEdits, type Edit, type Range } from './edits.ts'
export type { Part } from './parts.ts'
export { nameOfNode } from './differences-of-units.ts'
export { wordsOf } from './differences.ts'
export type { SyntaxNode } from './tree.ts'
export { isTernary, type Unit } from './unit.ts'

/** The parts of a file with a text on both sides: by its grammar, if a grammar reads both, else by its lines. */
export const partsOfFile = async (path: string, before: string, after: string): Promise<readonly Part[]> => {
  const units = await unitsIn(path, before)
  const own = units && (await unitsIn(path, after))
  return partsOfSides({ text: before, units: own ? units : [] }, { text: after, units: own ?? [] })
}

const unitsIn = async (path: string, text: string): Promise<readonly Unit[] | undefined> => {
  const grammar = languageAt(path)
  return grammar && readProgram(path, text, (tree) => unitsOf(grammar, text, tree))
}
