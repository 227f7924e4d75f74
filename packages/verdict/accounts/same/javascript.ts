import { parse, type ParserPlugin } from '@babel/parser'
import type { Comment, File, JSXElement, JSXOpeningElement, JSXText, Node, StringLiteral } from '@babel/types'
import { setOf } from '../../set-of.ts'
import { isObeyed } from './comments.ts'

/** Compilers that make values of types. */
const readsTypes =
  /\b(?:reflect-metadata|typia|@deepkit\/|tst-reflect|ts-transformer|ts-auto-mock|ts-runtime-checks|defineProps|defineEmits)/

/**
 * The executed parts of a JavaScript or TypeScript program: its tree without places, formatting, idle comments, and
 * types. Undefined if it cannot be parsed. The texts of a `page` are collected in it, and left out.
 *
 * Types count if decorators or a compiler may read them; their remains at run time, such as enums, parameter
 * properties, and imports kept for their effect, always count.
 */
export const javascriptProgram = (
  path: string,
  text: string,
  page?: Writing['page'],
): readonly string[] | undefined => {
  const isTyped = /\.[cm]?tsx?$/.test(path)
  const file = parseFile(path, text, isTyped)
  if (!file) return undefined
  const hasTypesThatCount = !isTyped || readsTypes.test(text) || hasDecorator(file)
  const out: string[] = []
  // People do not write trees that are too deep for the stack.
  try {
    write(file.program, { out, erases: !hasTypesThatCount, page })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  return [...obeyedIn(file, text), ...out]
}

const parseFile = (path: string, text: string, isTyped: boolean): File | undefined => {
  const plugins: ParserPlugin[] = isTyped ? ['typescript', 'decorators-legacy'] : ['decorators']
  if (!isTyped || path.endsWith('x')) plugins.push('jsx')
  try {
    return parse(text, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      attachComment: false,
      tokens: true,
      plugins,
    })
  } catch {
    return undefined
  }
}

const hasDecorator = ({ tokens }: File): boolean =>
  ((tokens ?? []) as readonly Token[]).some(({ type }) => typeof type === 'object' && type.label === '@')

interface Token {
  readonly type: string | { readonly label: string }
  readonly start: number
  readonly end: number
}

/** Comments that count, each with its place among the words of the program. */
const obeyedIn = ({ tokens, comments }: File, text: string): readonly string[] => {
  const obeyed = (comments ?? []).filter((comment) => countsAsCode(comment, text))
  if (obeyed.length === 0) return []
  const words = ((tokens ?? []) as readonly Token[]).filter(
    ({ type, start, end }) => typeof type === 'object' && !/^[();,]?$/.test(text.slice(start, end)),
  )
  return obeyed.map((comment) => {
    const at = words.findLastIndex(({ end }) => end <= comment.start!)
    const isBehind = at !== -1 && !text.slice(words[at]!.end, comment.start).includes('\n')
    const line = comment.loc!.start.line
    return `comment ${at} ${isBehind} ${line < 3 ? line : ''} ${text.slice(comment.start, comment.end)}`
  })
}

/** Whether a comment counts: also one of the old kind, such as `<!--`, which is code in a module. */
const countsAsCode = ({ start, end }: Comment, text: string): boolean => {
  const comment = text.slice(start, end)
  return !/^\/[/*]/.test(comment) || isObeyed(comment)
}

interface Writing {
  readonly out: string[]
  readonly erases: boolean
  /** The texts of markup, which are collected and not written; undefined to write them. */
  readonly page?: { readonly texts: string[]; readonly isText: TextTest } | undefined
}

/** Whether the text of an element, or of its attribute, is shown unchanged. */
type TextTest = (element: string, attribute?: string) => boolean

const unwritten = setOf(
  'type start end loc range extra leadingComments trailingComments innerComments errors comments tokens',
)
const typeKeys = setOf(
  'typeAnnotation returnType typeParameters typeArguments superTypeParameters superTypeArguments implements accessibility readonly override abstract declare definite',
)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const write = (written: Node, writing: Writing): void => {
  const { out, erases } = writing
  const node = erases ? withoutCast(written) : written
  out.push(`(${node.type}`)
  if ('body' in node && isNode(node.body) && isFunction.test(node.type)) bodies.add(node.body)
  if (node.type === 'ImportDeclaration' && node.specifiers.length > 0) out.push('names')
  // A name in brackets assigns no name to a function that becomes its value.
  if (node.type === 'AssignmentExpression' && node.left.extra?.parenthesized) out.push('in brackets')
  for (const key of Object.keys(node).toSorted()) {
    if (unwritten.has(key) || (erases && isTypeKey(key, node))) continue
    const value = (node as unknown as Readonly<Record<string, unknown>>)[key]
    if (value === undefined || value === null || (value === false && key !== 'value')) continue
    out.push(key)
    if (node.type === 'JSXText') writeText(shownText(rawOf(node)), writing)
    else if (node.type === 'JSXElement' && key === 'children' && !isTextOf(node, writing))
      writeAll(node.children, { key, of: node }, { ...writing, page: undefined })
    else if (node.type === 'JSXOpeningElement' && key === 'attributes') writeAttributes(node, writing)
    else if (isNode(value)) write(value, writing)
    else if (Array.isArray(value)) writeAll(value, { key, of: node }, writing)
    else out.push(JSON.stringify(value))
  }
  out.push(')')
}

const writeText = (text: string, { out, page }: Writing): void => {
  out.push(page ? 'text' : text)
  page?.texts.push(text)
}

const nameOf = (name: Node): string => ('name' in name && typeof name.name === 'string' ? name.name : '')

const isTextOf = ({ openingElement }: JSXElement, { page }: Writing): boolean =>
  page?.isText(nameOf(openingElement.name)) === true

const writeAttributes = ({ name, attributes }: JSXOpeningElement, writing: Writing): void => {
  for (const attribute of attributes) {
    const isText = attribute.type === 'JSXAttribute' && attribute.value?.type === 'StringLiteral'
    if (isText && writing.page?.isText(nameOf(name), nameOf(attribute.name))) {
      writing.out.push(`attribute ${nameOf(attribute.name)}`)
      writeText((attribute.value as StringLiteral).value, writing)
    } else write(attribute, writing)
  }
}

const isTypeKey = (key: string, { type }: Node): boolean =>
  (typeKeys.has(key) && type !== 'TSParameterProperty') || (key === 'optional' && !type.startsWith('Optional'))

const writeAll = (values: readonly unknown[], { key, of }: { key: string; of: Node }, writing: Writing): void => {
  const isBody = key === 'body' || key === 'consequent'
  const kept = values.filter((value) => !(isBody && isNode(value) && value.type === 'EmptyStatement'))
  const last = kept.at(-1)
  if (key === 'body' && of.type === 'BlockStatement' && bodies.has(of) && isNode(last) && isIdleReturn(last)) kept.pop()
  writing.out.push('[')
  for (const value of kept) {
    if (!isNode(value)) writing.out.push(JSON.stringify(value ?? null))
    else if (!isErased(value, writing) && !isUnshown(value)) write(value, writing)
  }
  writing.out.push(']')
}

const isFunction = /Function|Method$/
// The blocks of functions, which are written after the function.
const bodies = new WeakSet<Node>()

const isIdleReturn = (node: Node) => node.type === 'ReturnStatement' && !node.argument

/** A comment between braces in markup, or a text of blanks that has line ends, is shown as nothing. */
const isUnshown = (node: Node): boolean =>
  (node.type === 'JSXExpressionContainer' && node.expression.type === 'JSXEmptyExpression') ||
  (node.type === 'JSXText' && shownText(rawOf(node)) === '')

const rawOf = ({ extra, value }: JSXText): string => (typeof extra?.raw === 'string' ? extra.raw : value)

/** A text of markup as it is shown: lines without the blanks around them, joined by a space. */
const shownText = (raw: string): string => {
  if (raw.includes('&') || !/[\r\n]/.test(raw)) return raw
  const lines = raw.split(/\r\n|\n|\r/)
  return lines
    .map((line, at) => trimmed(line, at > 0, at < lines.length - 1))
    .filter((line) => line !== '')
    .join(' ')
}

const trimmed = (line: string, atStart: boolean, atEnd: boolean): string => {
  let from = 0
  let to = line.length
  while (atStart && from < to && ' \t'.includes(line[from]!)) from += 1
  while (atEnd && to > from && ' \t'.includes(line[to - 1]!)) to -= 1
  return line.slice(from, to)
}

/** An expression without its casts. Brackets around an optional chain end the chain, so a cast of a chain is kept. */
const withoutCast = (node: Node): Node => {
  let inner = node
  while (
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSTypeAssertion' ||
    inner.type === 'TSInstantiationExpression' ||
    (inner.type === 'TSNonNullExpression' && !inner.expression.type.startsWith('Optional'))
  )
    inner = inner.expression
  return inner
}

/** Whether a statement, member or name is removed when the program runs. Compilers put the values of enums into code. */
const isErased = (node: Node, { erases }: Writing): boolean => {
  if (!erases) return false
  if (erasedTypes.has(node.type)) return true
  if (('importKind' in node && node.importKind === 'type') || ('exportKind' in node && node.exportKind === 'type'))
    return true
  if (node.type === 'ExportNamedDeclaration' && node.declaration) return isErased(node.declaration, { out: [], erases })
  if (node.type === 'ExportDefaultDeclaration') return erasedTypes.has(node.declaration.type)
  if (node.type === 'ClassProperty' && (node.declare || node.abstract)) return true
  if (node.type === 'Identifier') return node.name === 'this'
  return 'declare' in node && node.declare === true && !hasEnum(node)
}

const erasedTypes = setOf(
  'TSInterfaceDeclaration TSTypeAliasDeclaration TSDeclareFunction TSDeclareMethod TSIndexSignature TSNamespaceExportDeclaration',
)

const hasEnum = (node: Node): boolean => {
  const waiting: unknown[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isNode(next) && next.type === 'TSEnumDeclaration') return true
    for (const value of Array.isArray(next) ? next : Object.values(next as object))
      if (typeof value === 'object' && value !== null) waiting.push(value)
  }
  return false
}
