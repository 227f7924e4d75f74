import ts from 'typescript'
import { lineAt, type Rule, type Source } from './source.ts'

const linesMax = 3

interface Comment {
  readonly text: string
  readonly position: number
  readonly line: number
  readonly lastLine: number
}

/** A comment gives a reason in at most three lines; docstrings have what room they need. Nothing is left for later. */
export const comments: Rule = (source) => (source.tree ? [...tooLong(source), ...leftForLater(source)] : [])

const tooLong = (source: Source) =>
  blocksOf(commentsOf(source).filter(({ text }) => !text.startsWith('/**')))
    .filter(({ line, lastLine }) => lastLine - line + 1 > linesMax)
    .map(({ line, lastLine }) => ({
      path: source.path,
      line,
      wrong: `a comment of ${lastLine - line + 1} lines; at most ${linesMax}`,
      instead: 'Say the reason alone. A choice with its figures is a page in decisions/.',
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

const commentsOf = (source: Source): Comment[] => {
  const found = new Map<number, Comment>()
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    for (const child of node.getChildren(source.tree)) visit(child)
    if (node.getChildCount(source.tree) > 0) return
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ]
    for (const { pos, end } of ranges) {
      const text = source.text.slice(pos, end)
      found.set(pos, { text, position: pos, line: lineAt(source, pos), lastLine: lineAt(source, end) })
    }
  }
  visit(source.tree!)
  return [...found.values()].sort((one, other) => one.position - other.position)
}
