import type { RebuiltEntry } from './dialect.ts'
import { refuseValue, type PlainValue } from './plain-format.ts'
import { isNumber } from './spelling.ts'
import { isList, isTree, valueTree, type ValueTree } from './value-tree.ts'

/** How a language writes what `printAssignments` prints. */
interface AssignmentSyntax {
  /** A name as it may be before the sign; throws UnwritableValue for another name. */
  readonly name: (name: string) => string
  /** Undefined for a text that the language cannot hold. */
  readonly quoted: (text: string) => string | undefined
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>
  /** Between a name and its value inside a table. */
  readonly sign: string
}

/** One assignment a line, with lists and tables over several. */
export const printAssignments = (entries: readonly PlainValue[], syntax: AssignmentSyntax): string => {
  const scalar = ({ key, value, kind }: RebuiltEntry): string => {
    if (kind === 'null') return syntax.words.null
    if (kind === 'boolean') return syntax.words[value.toLowerCase() === 'true' ? 'true' : 'false']
    if (kind === 'number' && isNumber(value)) return value
    return syntax.quoted(value) ?? refuseValue(key)
  }
  const print = (node: ValueTree | RebuiltEntry, indent: string): string => {
    if (!isTree(node)) return scalar(node)
    const inner = `${indent}  `
    const isNumbered = isList(node)
    const lines = [...node.branches].map(([name, child]) => {
      const before = isNumbered ? '' : `${syntax.quoted(name) ?? refuseValue(name)}${syntax.sign}`
      return `${inner}${before}${print(child, inner)},\n`
    })
    return isNumbered ? `[\n${lines.join('')}${indent}]` : `{\n${lines.join('')}${indent}}`
  }
  const { branches } = valueTree(entries)
  return [...branches].map(([name, child]) => `${syntax.name(name)} = ${print(child, '')}\n`).join('')
}
