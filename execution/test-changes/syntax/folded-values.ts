import type { Side } from '../change.ts'
import { programOf } from './find-traces.ts'
import { walk, type SyntaxNode } from './tree.ts'

/** Values that a program computes from constants, such as `26 / 10`, by the line where each begins. */
export const foldedValues = (side: Side): ReadonlyMap<number, readonly string[]> => {
  const values = new Map<number, string[]>()
  const program = programOf(side)
  if (!program || program.tree.language === 'shell') return values
  const { fold } = program.names
  const isKnown = (node: SyntaxNode) => {
    const folded = fold(node)
    return folded !== undefined && typeof folded !== 'object'
  }
  for (const node of walk(program.tree.root, (each) => !isKnown(each))) {
    if (!isKnown(node)) continue
    values.set(node.line, [...(values.get(node.line) ?? []), String(fold(node))])
  }
  return values
}
