/** A piece of a line: plain, as code, or stressed. */
export interface TextSpan {
  readonly as: 'plain' | 'code' | 'bold'
  readonly text: string
}

export type Block =
  | { readonly is: 'text'; readonly lines: readonly (readonly TextSpan[])[] }
  | { readonly is: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly TextSpan[])[] }
  | { readonly is: 'code'; readonly text: string }

const fence = /^ {0,3}```/
const bullet = /^ {0,3}[-*] +(.*)$/
const numbered = /^ {0,3}\d{1,3}[.)] +(.*)$/

/** What somebody wrote as paragraphs, lists and code. Every character but the marks of these stays; nothing is markup. */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line.trim() === '') {
      at += 1
      continue
    }
    const [block, behind] = fence.test(line) ? codeAt(lines, at) : (listAt(lines, at) ?? textAt(lines, at))
    blocks.push(block)
    at = behind
  }
  return blocks
}

type ParsedBlock = readonly [block: Block, behind: number]

const codeAt = (lines: readonly string[], at: number): ParsedBlock => {
  const found = lines.findIndex((line, index) => index > at && fence.test(line))
  // Without its end it goes on as long as the text does.
  const end = found === -1 ? lines.length : found
  return [{ is: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

const listAt = (lines: readonly string[], at: number): ParsedBlock | undefined => {
  const mark = [bullet, numbered].find((one) => one.test(lines[at]!))
  if (!mark) return undefined
  const behind = endOf(lines, at, (line) => mark.test(line))
  const items = lines.slice(at, behind).map((line) => piecesOf(mark.exec(line)![1]!))
  return [{ is: 'list', isNumbered: mark === numbered, items }, behind]
}

const textAt = (lines: readonly string[], at: number): ParsedBlock => {
  const isText = (line: string) => line.trim() !== '' && ![fence, bullet, numbered].some((one) => one.test(line))
  const behind = endOf(lines, at, isText)
  return [{ is: 'text', lines: lines.slice(at, behind).map(piecesOf) }, behind]
}

const endOf = (lines: readonly string[], at: number, belongs: (line: string) => boolean) => {
  const end = lines.findIndex((line, index) => index > at && !belongs(line))
  return end === -1 ? lines.length : end
}

/** Marks of code and of stress, in one line. */
const marks = /`([^`]+)`|\*\*([^*]+)\*\*/g

const piecesOf = (line: string): TextSpan[] => {
  const pieces: TextSpan[] = []
  let behind = 0
  for (const match of line.matchAll(marks)) {
    const [whole, code, bold] = match
    if (match.index > behind) pieces.push({ as: 'plain', text: line.slice(behind, match.index) })
    pieces.push(code === undefined ? { as: 'bold', text: bold! } : { as: 'code', text: code })
    behind = match.index + whole.length
  }
  if (behind < line.length || pieces.length === 0) pieces.push({ as: 'plain', text: line.slice(behind) })
  return pieces
}
