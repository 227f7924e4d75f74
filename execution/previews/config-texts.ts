import { programOf, visitNodes } from '../probes/javascript/program.ts'
import { configNames, pathInTree, textOf, type PreviewFiles } from './plan-files.ts'

// Settings that people write are smaller, and parsing takes time.
const configMostChars = 65_536

/** Texts that the settings of a tool, such as `next.config`, give properties of these names; the last of each counts. */
export const configTexts = (
  files: PreviewFiles,
  config: string,
  names: readonly string[],
): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  const path = configNames(config).find((one) => files.paths.includes(one))
  const text = path === undefined ? '' : textOf(files, path)
  const program = text.length > configMostChars ? undefined : programOf({ path: path ?? '', text })
  if (!program) return found
  visitNodes(program, (node) => {
    if (node.type !== 'ObjectProperty' || node.computed) return
    const { key, value } = node
    const name = key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : ''
    const given = value.type === 'TSAsExpression' ? value.expression : value
    if (names.includes(name) && given.type === 'StringLiteral') found[name] = given.value
  })
  return found
}

/** A folder below the tree that the settings of a tool name, else the one that the tool uses without. */
export const configFolder = (files: PreviewFiles, config: string, name: string, otherwise: string): string => {
  const folder = configTexts(files, config, [name])[name]
  return (folder === undefined ? undefined : pathInTree(folder)) ?? otherwise
}
