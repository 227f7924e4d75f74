import type { Function as FunctionNode, Node } from '@babel/types'
import { languageOf, viewsOf } from '../../test-changes/index.ts'
import { programOf, spanOf, visitNodes, withEdits, type Edit } from '../javascript/program.ts'
import type { ProbeFile } from '../probe.ts'

/** The value that an emptied function gives back. */
export type EmptyValue = 'nothing' | 'first' | 'constant'

/** A named function of a program, with what empties it. */
export interface NamedFunction {
  readonly name: string
  /** Its first and its last line, counted from 1. */
  readonly line: number
  readonly endLine: number
  /** Undefined if the function cannot give such a value. */
  emptied(value: EmptyValue): readonly Edit[] | undefined
}

/** The named functions of a program of JavaScript, TypeScript, Python or Go, outer ones before inner ones. */
export const functionsIn = (file: ProbeFile): readonly NamedFunction[] => {
  const language = languageOf(file.path)
  if (language === 'javascript') return javascriptFunctions(file)
  if (language === 'python') return pythonFunctions(file.text)
  return language === 'go' ? goFunctions(file.text) : []
}

/** The text of a file with functions that do nothing; undefined if it has none that can be emptied so. */
export const withEmptied = (
  file: ProbeFile,
  functions: readonly NamedFunction[],
  value: EmptyValue,
): string | undefined => {
  const outer = functions.filter(
    (one) => !functions.some((other) => other !== one && other.line <= one.line && other.endLine > one.endLine),
  )
  const edits = outer.flatMap((one) => one.emptied(value) ?? [])
  if (edits.length === 0) return undefined
  const text = withEdits(file.text, edits)
  if (languageOf(file.path) !== 'javascript') return text
  if (!programOf({ ...file, text })) return undefined
  return /\.[cm]?tsx?$/.test(file.path) && !text.startsWith('#!') ? `// @ts-nocheck\n${text}` : text
}

const javascriptFunctions = (file: ProbeFile): readonly NamedFunction[] => {
  const program = programOf(file)
  if (!program) return []
  const found: NamedFunction[] = []
  visitNodes(program, (node, around) => {
    if (!isFunction(node)) return
    const name = nameOf(node, around.at(-1))
    if (name === undefined || name === 'constructor') return
    found.push({
      name,
      line: node.loc?.start.line ?? 1,
      endLine: node.loc?.end.line ?? 1,
      emptied: (value) => [emptiedBody(node, value, file.text)],
    })
  })
  return found
}

const isFunction = (node: Node): node is FunctionNode =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod|ClassPrivateMethod)$/.test(
    node.type,
  )

const nameOf = (node: FunctionNode, parent: Node | undefined): string | undefined => {
  if ('id' in node && node.id) return node.id.name
  if ('key' in node) return keyName(node.key)
  if (parent?.type === 'VariableDeclarator') return keyName(parent.id)
  if (parent?.type === 'AssignmentExpression') {
    return parent.left.type === 'MemberExpression' ? keyName(parent.left.property) : keyName(parent.left)
  }
  if (parent?.type === 'ObjectProperty' || parent?.type === 'ClassProperty') return keyName(parent.key)
  return parent?.type === 'ExportDefaultDeclaration' ? 'default' : undefined
}

const keyName = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'PrivateName' ? key.id.name : undefined

const emptiedBody = (node: FunctionNode, value: EmptyValue, text: string): Edit => {
  const given = value === 'nothing' ? '' : value === 'constant' ? ' true' : ` ${firstArgument(node)}`
  const { body } = node
  if (body.type === 'BlockStatement') {
    const at = body.directives.at(-1)?.end ?? spanOf(body).start + 1
    return { start: at, end: at, text: `\nreturn${given};` }
  }
  const start = typeof body.extra?.parenStart === 'number' ? body.extra.parenStart : spanOf(body).start
  const end = start === spanOf(body).start ? spanOf(body).end : text.indexOf(')', spanOf(body).end) + 1
  return { start, end, text: `{ return${given}; }` }
}

const firstArgument = ({ type, params }: FunctionNode): string => {
  const [first] = params
  const plain = first?.type === 'AssignmentPattern' ? first.left : first
  if (plain?.type === 'Identifier') return plain.name
  return type === 'ArrowFunctionExpression' ? '' : 'arguments[0]'
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

const pythonFunctions = (text: string): readonly NamedFunction[] => {
  const { code } = viewsOf(text, 'python')
  return [...code.matchAll(/^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(/gm)].flatMap((match) => {
    const [head, indentation = '', name = ''] = match
    const close = closing(code, match.index + head.length - 1)
    const colon = close === undefined ? -1 : code.indexOf(':', close)
    const lineEnd = colon < 0 ? -1 : code.indexOf('\n', colon)
    if (name === '__init__' || lineEnd < 0 || code.slice(colon + 1, lineEnd).trim() !== '') return []
    const lines = code.slice(lineEnd + 1).split('\n')
    const beyond = lines.findIndex((line) => line.trim() !== '' && !isDeeper(line, indentation))
    const body = beyond < 0 ? lines : lines.slice(0, beyond)
    const within = text
      .slice(lineEnd + 1)
      .split('\n', body.length)
      .find((line) => line.trim() !== '')
    const inner = /^[ \t]*/.exec(within ?? '')![0]
    if (inner.length <= indentation.length) return []
    const firstLine = lineAt(text, match.index)
    const first = firstParameter(code.slice(match.index + head.length, close))
    const given = { nothing: 'None', first: first ?? 'None', constant: 'True' }
    return [
      {
        name,
        line: firstLine,
        endLine: lineAt(text, lineEnd) + Math.max(1, body.findLastIndex((line) => line.trim() !== '') + 1),
        emptied: (value) => [{ start: lineEnd + 1, end: lineEnd + 1, text: `${inner}return ${given[value]}\n` }],
      },
    ]
  })
}

const isDeeper = (line: string, indentation: string) => /^[ \t]*/.exec(line)![0].length > indentation.length

const firstParameter = (parameters: string): string | undefined =>
  parameters
    .split(',')
    .map((one) => /^\s*(\w+)/.exec(one)?.[1])
    .find((name) => name !== undefined && name !== 'self' && name !== 'cls')

/** Where the bracket at `from` closes. */
export const closing = (code: string, from: number): number | undefined => {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    if ('([{'.includes(code[at]!)) depth += 1
    if (')]}'.includes(code[at]!)) depth -= 1
    if (depth === 0) return at
  }
  return undefined
}

const goFunctions = (text: string): readonly NamedFunction[] => {
  const { code } = viewsOf(text, 'go')
  return [...code.matchAll(/^func\s+(?:\([^)\n]*\)\s*)?(\w+)(?:\[[^\]\n]*\])?\(/gm)].flatMap((match) => {
    const [head, name = ''] = match
    const open = match.index + head.length - 1
    const close = closing(code, open)
    const brace = close === undefined ? -1 : bodyStart(code.slice(close))
    if (close === undefined || brace < 0) return []
    const body = code.indexOf('{', close + brace)
    const end = closing(code, body)
    if (end === undefined) return []
    const results = text.slice(close + 1, body).trim()
    const parameters = text.slice(open + 1, close)
    return [
      {
        name,
        line: lineAt(text, match.index),
        endLine: lineAt(text, end),
        emptied: (value) => {
          const given = goValues(results, parameters, value)
          return given === undefined ? undefined : [{ start: body + 1, end: body + 1, text: ` return ${given}; ` }]
        },
      },
    ]
  })
}

/** Where the body of a function of Go begins, behind the types of its results. */
const bodyStart = (code: string): number =>
  code.matchAll(/(?:interface|struct)? ?\{/g).find(([found]) => /^ ?\{/.test(found))?.index ?? -1

/** The values that an emptied function of Go returns; undefined if its types have no such value. */
const goValues = (results: string, parameters: string, value: EmptyValue): string | undefined => {
  const inner = /^\(([\s\S]*)\)$/.exec(results)?.[1]
  const types = commaParts(inner ?? results)
  const isNamed =
    inner !== undefined && types.some((type) => /^\w+\s+[\w*[(]/.test(type) && !/^(?:func|chan|map)\b/.test(type))
  if (value === 'nothing') return isNamed || types.length === 0 ? '' : types.map(zeroOf).join(', ')
  const [first, ...rest] = isNamed ? types.map((type) => type.replace(/^\w+\s+/, '')) : types
  if (first === undefined || (isNamed && types.some((type) => /^\w+$/.test(type)))) return undefined
  const given = value === 'first' ? firstOfGo(parameters, first) : constantOfGo(first)
  return given === undefined ? undefined : [given, ...rest.map(zeroOf)].join(', ')
}

const zeroOf = (type: string) => `*new(${type})`

const firstOfGo = (parameters: string, type: string): string | undefined => {
  const parts = commaParts(parameters)
  const name = /^(\w+)/.exec(parts[0] ?? '')?.[1]
  const typed = parts.find((part) => /^\w+\s+\S/.test(part))
  return name !== undefined && name !== '_' && typed?.replace(/^\w+\s+/, '').trim() === type ? name : undefined
}

const constantOfGo = (type: string): string | undefined => {
  if (type === 'bool') return 'true'
  if (type === 'string') return '"x"'
  return /^(?:u?int(?:8|16|32|64)?|float(?:32|64))$/.test(type) ? '1' : undefined
}

/** The parts of a list between its own commas. */
const commaParts = (list: string): readonly string[] => {
  const parts: string[] = []
  let part = ''
  let depth = 0
  for (const letter of list) {
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part].map((part) => part.trim()).filter((part) => part !== '')
}
