import { parse, type ParserOptions, type ParserPlugin } from '@babel/parser'
import { nodesMost, type ReadProgram, type SyntaxNode } from './tree.ts'

const common: ParserPlugin[] = [
  'decorators',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'sourcePhaseImports',
  'deferredImportEvaluation',
]

/** The tree of a JavaScript or TypeScript program; undefined if it cannot be parsed. */
export const readJavaScript = (path: string, text: string): ReadProgram | undefined => {
  for (const plugins of pluginsFor(path)) {
    try {
      const root = treeOf(parse(text, { ...options, plugins: [...common, ...plugins] }).program)
      return root && { root, isWhole: true }
    } catch {
      // Another dialect may read it.
    }
  }
  return undefined
}

const options: ParserOptions = {
  sourceType: 'unambiguous',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowNewTargetOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
  errorRecovery: true,
  attachComment: false,
}

const pluginsFor = (path: string): ParserPlugin[][] => {
  if (/[.][cm]?ts$/.test(path)) return [['typescript']]
  if (/[.]tsx$/.test(path)) return [['typescript', 'jsx']]
  return [['jsx'], ['typescript', 'jsx'], ['flow', 'jsx']]
}

type Parsed = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly loc: { readonly start: { readonly line: number } }
}

const isParsed = (value: unknown): value is Parsed =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.type === 'string'

const treeOf = (program: unknown): SyntaxNode | undefined => {
  if (!isParsed(program)) return undefined
  const root = nodeOf(program, 'program', undefined)
  const open: (readonly [Parsed, SyntaxNode])[] = [[program, root]]
  let count = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, node] = next
    count += 1
    if (count > nodesMost) return undefined
    for (const [child, field] of partsOf(from)) {
      const made = nodeOf(child, field, node)
      node.children.push(made)
      open.push([child, made])
    }
    node.children.sort((one, other) => one.start - other.start)
  }
  return root
}

const partsOf = (from: Parsed): (readonly [Parsed, string])[] =>
  Object.entries(from).flatMap(([field, value]) => {
    if (field === 'extra' || field === 'loc' || field === 'tokens' || /comments/i.test(field)) return []
    const parts: unknown[] = Array.isArray(value) ? value : [value]
    return parts.filter(isParsed).map((part) => [part, field] as const)
  })

const nodeOf = (from: Parsed, field: string, parent: SyntaxNode | undefined): SyntaxNode => ({
  type: from.type,
  field,
  start: from.start,
  end: from.end,
  line: from.loc.start.line,
  parent,
  children: [],
  value: valueOf(from),
})

/** Members and properties whose name is computed have the value true. */
const valueOf = ({ type, name, operator, value, pattern, computed }: Parsed): SyntaxNode['value'] => {
  if (type === 'TemplateElement') return textIn(value)
  if (type === 'RegExpLiteral') return String(pattern)
  if (typeof operator === 'string') return operator
  if (typeof name === 'string') return name
  if (typeof computed === 'boolean') return computed
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const textIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : undefined
