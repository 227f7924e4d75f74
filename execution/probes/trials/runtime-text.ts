import { parse } from '@babel/parser'
import type { Node } from '@babel/types'
import { languageOf, viewsOf } from '../../test-changes/index.ts'
import { spanOf, visitNodes } from '../javascript/program.ts'

/**
 * What a program consists of when it runs: its text without comments, formatting and types. Two texts with the same
 * value do the same. A text that cannot be parsed is its own value.
 */
export const runtimeText = (path: string, text: string): string => {
  const language = languageOf(path)
  if (language === 'javascript') return javascriptText(path, text) ?? text
  if (language === 'python') return pythonText(text)
  if (language === 'go') return goText(text)
  return text
}

/** The runtime text of a JavaScript or TypeScript file; undefined if it cannot be parsed. */
const javascriptText = (path: string, text: string): string | undefined => {
  const isTyped = /\.[cm]?tsx?$/.test(path)
  const isMarkup = path.endsWith('x') || !isTyped
  try {
    const file = parse(text, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      attachComment: false,
      tokens: true,
      plugins: [...(isTyped ? (['typescript', 'decorators'] as const) : []), ...(isMarkup ? (['jsx'] as const) : [])],
    })
    const types = isTyped ? typesIn(file.program, text) : []
    const kept: string[] = []
    for (const token of (file.tokens ?? []) as readonly Token[]) {
      if (token.type === 'CommentBlock' || token.type === 'CommentLine') continue
      if (types.some(([start, end]) => start <= token.start && token.end <= end)) continue
      kept.push(text.slice(token.start, token.end))
    }
    return kept.filter((token, at) => !isTrailing(kept, token, at)).join('\0')
  } catch {
    return undefined
  }
}

interface Token {
  readonly type: unknown
  readonly start: number
  readonly end: number
}

// A formatter writes a comma behind the last item, and semicolons at ends of lines.
const isTrailing = (tokens: readonly string[], token: string, at: number) =>
  token === ';' || token === '' || (token === ',' && /^[\])}]$/.test(tokens[at + 1] ?? ''))

const typeNodes =
  /^(?:TSTypeAnnotation|TSInterfaceDeclaration|TSTypeAliasDeclaration|TSTypeParameter(?:Instantiation|Declaration)|TSDeclareFunction)$/

const typesIn = (program: Node, text: string): readonly (readonly [number, number])[] => {
  const spans: (readonly [number, number])[] = []
  visitNodes(program, (node) => {
    const { start, end } = spanOf(node)
    const isOfTypes =
      ('importKind' in node && node.importKind === 'type') || ('exportKind' in node && node.exportKind === 'type')
    if (typeNodes.test(node.type) || isOfTypes) spans.push([start, end])
    if ('expression' in node && /^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)) {
      spans.push([(node.expression as Node).end ?? start, end])
      const open = node.extra?.parenStart
      const close = text.indexOf(')', end)
      if (typeof open === 'number') spans.push([open, open + 1], [close, close + 1])
    }
  })
  return spans
}

// Libraries that read annotations when the program runs.
const readsAnnotations =
  /\b(?:fastapi|pydantic|typer|dataclasses?|attrs?|attr|msgspec|get_type_hints|__annotations__)\b/

const pythonText = (raw: string): string => {
  const { text } = viewsOf(withoutDocstrings(raw), 'python')
  const isFree = !readsAnnotations.test(text)
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      if (/['"]/.test(line)) return line.trimEnd()
      const words: readonly string[] = line.match(/\w+|[^\w\s]/g) ?? []
      const plain = isFree && /^(?:async )?def$/.test(words.slice(0, words.indexOf('def') + 1).join(' '))
      return /^[ \t]*/.exec(line)![0] + (plain ? withoutAnnotations(words) : words).join(' ')
    })
    .join('\n')
}

/** The text without strings that stand by themselves at the beginning of a module, a class or a function. */
const withoutDocstrings = (raw: string): string => {
  const kept: string[] = []
  let before = ':'
  let quote: string | undefined
  for (const line of raw.split('\n')) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined
      continue
    }
    const opened = /^[rRuU]?("""|''')/.exec(line.trim())?.[1]
    if (opened !== undefined && before.endsWith(':')) {
      const rest = line.trim().slice(line.trim().indexOf(opened) + 3)
      if (!rest.includes(opened)) quote = opened
      if (rest.endsWith(opened) || quote !== undefined) continue
    }
    if (line.trim() !== '') before = line.trim()
    kept.push(line)
  }
  return kept.join('\n')
}

/** The words of a line with `def`, without the types of parameters and of the result. */
const withoutAnnotations = (words: readonly string[]): readonly string[] => {
  const kept: string[] = []
  let depth = 0
  let skipped = false
  for (const [at, word] of words.entries()) {
    if ('([{'.includes(word)) depth += 1
    if (')]}'.includes(word)) depth -= 1
    const isType = (depth === 1 && word === ':') || (depth === 0 && word === '-' && words[at + 1] === '>')
    const ends = depth === 1 ? word === ',' || word === '=' : depth === 0 && (word === ')' || word === ':')
    skipped = isType || (skipped && !ends)
    if (!skipped) kept.push(word)
  }
  return kept
}

const goText = (raw: string): string => {
  const directives = raw.match(/^\/\/(?:go:|[ ]?\+build).*$/gm) ?? []
  const { text } = viewsOf(raw, 'go')
  return [
    ...directives,
    ...text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ]
    .map((line) => (/["`']/.test(line) ? line : line.replaceAll(/\s+/g, ' ')))
    .join('\n')
}
