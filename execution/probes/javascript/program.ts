import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import type { Node, Program } from '@babel/types'
import type { ProbeFile } from '../probe.ts'

/** Test files of JavaScript and TypeScript. */
export const javascriptEndings = /\.[cm]?[jt]sx?$/
const typedEndings = /\.[cm]?tsx?$/

const valueTextFile = readFileSync(join(import.meta.dirname, 'value-text.cjs'), 'utf8')

/** The function `text_…` of copies, which shows a value in a line, as program text. */
export const valueText = (nonce: string): string => valueTextFile.replaceAll('NONCE', nonce)

/** The beginning of a copy of a test file, whose types may not fit any more. */
export const uncheckedStart = (path: string): string => (typedEndings.test(path) ? '// @ts-nocheck\n' : '')

/** The syntax tree of a program, or undefined if it cannot be read: broken, of another dialect or nested too deep. */
export const programOf = ({ path, text }: ProbeFile): Program | undefined => {
  const isTyped = typedEndings.test(path)
  const isMarkup = path.endsWith('x') || !isTyped
  try {
    const { program } = parse(text, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      attachComment: false,
      plugins: [...(isTyped ? (['typescript', 'decorators'] as const) : []), ...(isMarkup ? (['jsx'] as const) : [])],
    })
    return program
  } catch {
    return undefined
  }
}

/** Visits a node and all nodes inside it, each before its children, with the nodes around it, outermost first. */
export const visitNodes = (root: Node, visit: (node: Node, around: readonly Node[]) => void): void => {
  const around: Node[] = []
  const enter = (node: Node) => {
    visit(node, around)
    around.push(node)
    childrenOf(node).forEach(enter)
    around.pop()
  }
  enter(root)
}

/** Whether a node or one inside it passes a test. */
export const hasNode = (root: Node, isWanted: (node: Node, around: readonly Node[]) => boolean): boolean => {
  let isFound = false
  visitNodes(root, (node, around) => {
    isFound ||= isWanted(node, around)
  })
  return isFound
}

/** The module that an import, or a call of `import` or `require` with a literal, loads. */
export const loadedBy = (node: Node): string | undefined => {
  if (node.type === 'ImportDeclaration') return node.source.value
  if (node.type !== 'CallExpression') return undefined
  const isLoad = node.callee.type === 'Import' || (node.callee.type === 'Identifier' && node.callee.name === 'require')
  const [first] = node.arguments
  return isLoad && first?.type === 'StringLiteral' ? first.value : undefined
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => isNode(value))

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.start === 'number'

/** Where a node begins and ends in its text. */
export const spanOf = (node: Node): { readonly start: number; readonly end: number } => ({
  start: node.start ?? 0,
  end: node.end ?? 0,
})

export const sourceOf = (text: string, node: Node): string => text.slice(spanOf(node).start, spanOf(node).end)

export const lineOf = (node: Node): number => node.loc?.start.line ?? 1

/** A piece of a text, and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with pieces replaced. Edits must not overlap. */
export const withEdits = (text: string, edits: readonly Edit[]): string => {
  let result = text
  for (const edit of edits.toSorted((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  }
  return result
}

/** The source of a node with pieces replaced, whose places are those in the whole text. */
export const editedSource = (text: string, node: Node, edits: readonly Edit[]): string => {
  const { start, end } = spanOf(node)
  return withEdits(
    text.slice(start, end),
    edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  )
}
