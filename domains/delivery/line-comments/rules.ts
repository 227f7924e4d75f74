export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

export const bodyMost = 2_000
export const lineTextMost = 500
export const draftsMost = 50
export const listedMost = 500

/** A comment at a line, as an agent gets it. */
export interface CommentAtLine {
  readonly path: string
  readonly side: Side
  readonly line: number
  readonly lineText: string
  readonly body: string
}

const charactersMost = 40_000

const indented = (text: string) => text.replaceAll(/\r\n?|\n|\u2028|\u2029/g, '\n').replaceAll(/^/gm, '    ')

/** A name of a file may have line breaks, also such as JSON leaves as they are. */
const quotedPath = (path: string) =>
  JSON.stringify(path).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (mark) => `\\u${mark.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )

/**
 * One comment for the agent whose change it is about, tied to file and line. The words and the line are indented, so that
 * none of them passes for a heading of ours, or for a block that the offline model would carry out.
 */
const commentText = ({ path, side, line, lineText, body }: CommentAtLine): string => {
  const where = side === 'after' ? 'of your last attempt' : 'as it was before your change'
  const quotedLine = lineText.trim() === '' ? '' : `\n  The line read:\n${indented(lineText)}`
  return `${quotedPath(path)}, line ${line} ${where}:\n${indented(body)}${quotedLine}`
}

/** Comments for the agent in the order of files and lines, as many as fit, and how many do not. */
export const commentsForRework = (comments: readonly CommentAtLine[]): string[] => {
  const ordered = comments.toSorted(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.side.localeCompare(b.side),
  )
  const shown: string[] = []
  let characters = 0
  for (const comment of ordered) {
    const text = commentText(comment)
    characters += text.length
    if (characters > charactersMost) break
    shown.push(text)
  }
  const left = ordered.length - shown.length
  return left === 0 ? shown : [...shown, `${left} further comments at lines do not fit here.`]
}
