import { sideOf } from '../change.ts'
import { calledName } from '../guards/call-guards.ts'
import { programOf } from './find-traces.ts'
import { isFunction, nameOfFunction } from './names.ts'
import { walk, type SyntaxNode } from './tree.ts'

/** The line of the first function with a name, counted from 1; undefined if the program has none. */
export const lineOfFunction = (path: string, text: string, name: string): number | undefined => {
  const program = programOf(sideOf(path, text))
  const isNamed = (node: SyntaxNode) => {
    const given = isFunction(node) ? nameOfFunction(node) : undefined
    return given !== undefined && calledName(given) === name
  }
  return program && [...walk(program.tree.root)].find(isNamed)?.line
}
