import type { Node } from '@babel/types'
import { languageOf, viewsOf } from '../../test-changes/index.ts'
import { programOf, visitNodes } from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'

/** The first line of the function of a name, counted from 1; undefined if the program has none. */
export const lineOfFunction = (file: ProbeFile, name: string): number | undefined => {
  const language = languageOf(file.path)
  if (language === 'javascript') return javascriptLine(file, name)
  const head =
    language === 'python'
      ? /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(/gm
      : language === 'go'
        ? /^func\s+(?:\([^)\n]*\)\s*)?(\w+)(?:\[[^\]\n]*\])?\(/gm
        : undefined
  if (!head) return undefined
  const { code } = viewsOf(file.text, language)
  const found = code.matchAll(head).find(([, one]) => one === name)
  return found && code.slice(0, found.index + found[0].length).split('\n').length
}

const javascriptLine = (file: ProbeFile, name: string): number | undefined => {
  const program = programOf(file)
  let line: number | undefined
  if (program)
    visitNodes(program, (node, around) => {
      if (isFunction(node) && line === undefined && nameOf(node, around.at(-1)) === name) line = node.loc?.start.line
    })
  return line
}

const isFunction = (node: Node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/.test(
    node.type,
  )

const nameOf = (node: Node, parent: Node | undefined): string | undefined => {
  if ('id' in node && node.id?.type === 'Identifier') return node.id.name
  if ('key' in node) return keyName(node.key)
  if (parent?.type === 'VariableDeclarator') return keyName(parent.id)
  if (parent?.type === 'AssignmentExpression')
    return parent.left.type === 'MemberExpression' ? keyName(parent.left.property) : keyName(parent.left)
  if (parent?.type === 'ObjectProperty' || parent?.type === 'ClassProperty') return keyName(parent.key)
  return parent?.type === 'ExportDefaultDeclaration' ? 'default' : undefined
}

const keyName = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'PrivateName' ? key.id.name : undefined
