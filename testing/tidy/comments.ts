import ts from 'typescript'
import { lineAt, readOnce, type Rule, type Source } from './source.ts'

const linesMax = 3

interface Comment {
  readonly text: string
  readonly position: number
  readonly line: number
  readonly lastLine: number
}

/** A comment gives a reason in at most three lines; docstrings have what room they need. Nothing is left for later. */
export const comments: Rule = (source) => (source.isCode ? [...tooLong(source), ...leftForLater(source)] : [])

const tooLong = (source: Source) =>
  blocksOf(commentsOf(source).filter(({ text }) => !text.startsWith('/**')))
    .filter(({ line, lastLine }) => lastLine - line + 1 > linesMax)
    .map(({ line, lastLine }) => ({
      path: source.path,
      line,
      wrong: `a comment of ${lastLine - line + 1} lines; at most ${linesMax}`,
      instead: 'Say the reason alone. A choice with what was refused is a paragraph in the AGENTS.md of its folder.',
    }))

const leftForLater = (source: Source) =>
  commentsOf(source)
    .filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text))
    .map(({ line }) => ({
      path: source.path,
      line,
      wrong: 'something is left for later',
      instead: 'Do it now, or take the sentence out and open an issue.',
    }))

const blocksOf = (comments: readonly Comment[]) =>
  comments.reduce<Comment[]>((blocks, comment) => {
    const last = blocks.at(-1)
    if (last?.lastLine !== comment.line - 1) return [...blocks, comment]
    return [...blocks.slice(0, -1), { ...last, lastLine: comment.lastLine }]
  }, [])

export const commentsOf = readOnce((source): Comment[] => {
  const found: Comment[] = []
  let end = 0
  for (const { 0: opening, index } of source.text.matchAll(/\/[/*]/g)) {
    if (index < end || isInText(source, index)) continue
    const closing = opening === '//' ? source.text.indexOf('\n', index) : source.text.indexOf('*/', index + 2) + 2
    end = closing < 2 ? source.text.length : closing
    const text = source.text.slice(index, end)
    found.push({ text, position: index, line: lineAt(source, index), lastLine: lineAt(source, end) })
  }
  return found
})

/** Whether a position is in a string, a template, a regular expression or the text of an element. */
const isInText = (source: Source, position: number): boolean => {
  let node: ts.Node | undefined = source.tree
  let deepest = node
  while (node) {
    deepest = node
    node = ts.forEachChild(node, (child) => (child.pos <= position && position < child.end ? child : undefined))
  }
  return deepest !== undefined && isText(deepest) && position >= deepest.getStart(source.tree)
}

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateLiteralToken(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node)
