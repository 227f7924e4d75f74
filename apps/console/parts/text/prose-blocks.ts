/** A piece of a line: plain, as code, or stressed. */
export interface TextSpan {
  readonly as: 'plain' | 'code' | 'bold' | 'link'
  readonly text: string
  /** The target of a link: only a web or mail address. */
  readonly href?: string
}

export type Block =
  | { readonly is: 'text'; readonly lines: readonly (readonly TextSpan[])[] }
  | { readonly is: 'heading'; readonly lines: readonly (readonly TextSpan[])[] }
  | {
      readonly is: 'list'
      readonly isNumbered: boolean
      /** The number of the first item. */
      readonly start: number
      readonly items: readonly (readonly TextSpan[])[]
    }
  | {
      readonly is: 'code'
      readonly text: string
      /** The rest of its first line after the language, such as the path of a file. */
      readonly name: string | undefined
    }
  | {
      readonly is: 'table'
      readonly head: readonly TableCell[]
      /** A row may have fewer cells than the head, and never more. */
      readonly rows: readonly (readonly TableCell[])[]
    }

interface TableCell {
  readonly align: 'start' | 'center' | 'end'
  readonly pieces: readonly TextSpan[]
}

const fence = /^ {0,3}```(?:[\w-]+ +(?<name>\S.*))?/
const bullet = /^ {0,3}[-*] +(?! )(.*)$/
const numbered = /^ {0,3}\d{1,3}[.)] +(?! )(.*)$/
const heading = /^ {0,3}#{1,6} +(?! )(.*)$/

/** A person's text as paragraphs, lists, tables and code. All characters but their marks stay; nothing is markup. */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line.trim() === '') {
      at += 1
      continue
    }
    const [block, behind] = fence.test(line)
      ? codeAt(lines, at)
      : (headingAt(lines, at) ?? listAt(lines, at) ?? tableAt(lines, at) ?? textAt(lines, at))
    blocks.push(block)
    at = behind
  }
  return blocks
}

type ParsedBlock = readonly [block: Block, behind: number]

const codeAt = (lines: readonly string[], at: number): ParsedBlock => {
  const found = lines.findIndex((line, index) => index > at && fence.test(line))
  // Without its end it continues as long as the text does.
  const end = found === -1 ? lines.length : found
  const name = fence.exec(lines[at]!)?.groups?.name?.trim()
  return [{ is: 'code', text: lines.slice(at + 1, end).join('\n'), name }, end + 1]
}

const headingAt = (lines: readonly string[], at: number): ParsedBlock | undefined => {
  const found = heading.exec(lines[at]!)
  return found ? [{ is: 'heading', lines: [piecesOf(found[1]!)] }, at + 1] : undefined
}

const listAt = (lines: readonly string[], at: number): ParsedBlock | undefined => {
  const mark = [bullet, numbered].find((one) => one.test(lines[at]!))
  if (!mark) return undefined
  const behind = endOf(lines, at, (line) => mark.test(line))
  const items = lines.slice(at, behind).map((line) => piecesOf(mark.exec(line)![1]!))
  const start = Number.parseInt(lines[at]!, 10) || 1
  return [{ is: 'list', isNumbered: mark === numbered, start, items }, behind]
}

// A table that people can read has fewer.
const columnsMost = 100

/** A table as in GitHub's Markdown: a line of cells, a line of dashes with as many, and lines with bars. */
const tableAt = (lines: readonly string[], at: number): ParsedBlock | undefined => {
  const aligns = alignsAt(lines, at)
  if (!aligns) return undefined
  const behind = endOf(lines, at + 1, (line) => line.includes('|') && !startsOther(line))
  const rowOf = (line: string) =>
    withinColumns(cellsOf(line), aligns.length).map((cell, column) => ({
      align: aligns[column]!,
      pieces: piecesOf(cell),
    }))
  return [{ is: 'table', head: rowOf(lines[at]!), rows: lines.slice(at + 2, behind).map(rowOf) }, behind]
}

/** The alignment of the columns in a table that begins at this line; undefined without a table. */
const alignsAt = (lines: readonly string[], at: number): readonly TableCell['align'][] | undefined => {
  const dashes = lines[at + 1]
  if (!lines[at]!.includes('|') || dashes === undefined || !/^[\s|:-]+$/.test(dashes)) return undefined
  const marks = cellsOf(dashes)
  const isTable =
    marks.length <= columnsMost &&
    marks.length === cellsOf(lines[at]!).length &&
    marks.every((mark) => /^:?-+:?$/.test(mark))
  return isTable ? marks.map(alignOf) : undefined
}

const alignOf = (mark: string): TableCell['align'] => {
  if (!mark.endsWith(':')) return 'start'
  return mark.startsWith(':') ? 'center' : 'end'
}

/** The cells of a line; a bar behind a backslash is a bar of the text. */
const cellsOf = (line: string): readonly string[] => {
  const cells = line
    .trim()
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells
}

/** Text behind the last column goes into it, so that nothing is lost. */
const withinColumns = (cells: readonly string[], count: number): readonly string[] =>
  cells.length <= count ? cells : [...cells.slice(0, count - 1), cells.slice(count - 1).join(' | ')]

const startsOther = (line: string) => [fence, bullet, numbered, heading].some((one) => one.test(line))

const textAt = (lines: readonly string[], at: number): ParsedBlock => {
  const isText = (line: string, index: number) => line.trim() !== '' && !startsOther(line) && !alignsAt(lines, index)
  const behind = endOf(lines, at, isText)
  return [{ is: 'text', lines: lines.slice(at, behind).map(piecesOf) }, behind]
}

const endOf = (lines: readonly string[], at: number, belongs: (line: string, at: number) => boolean) => {
  const end = lines.findIndex((line, index) => index > at && !belongs(line, index))
  return end === -1 ? lines.length : end
}

/** Marks for code, stress and links, in one line; a bare web address is a link as well. */
const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\][]{1,500})\]\(([^\s()]{1,2000})\)|(https?:\/\/[^\s<>()"'“”]{1,2000})/g
// Marks that end a sentence belong to it and not to the address.
const sentenceEnd = /(?<![.,;:!?…])[.,;:!?…]+$/

/** The address of a link if it is a web or mail address; any other scheme could run code. */
export const safeHref = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? href : undefined
}

const piecesOf = (line: string): TextSpan[] => {
  const pieces: TextSpan[] = []
  let behind = 0
  for (const match of line.matchAll(marks)) {
    const [piece, length] = pieceOf(match)
    if (match.index > behind) pieces.push({ as: 'plain', text: line.slice(behind, match.index) })
    pieces.push(piece)
    behind = match.index + length
  }
  if (behind < line.length || pieces.length === 0) pieces.push({ as: 'plain', text: line.slice(behind) })
  return pieces
}

const pieceOf = ([whole, code, bold, name, address, bare]: RegExpMatchArray): readonly [TextSpan, length: number] => {
  if (code !== undefined) return [{ as: 'code', text: code }, whole.length]
  if (bold !== undefined) return [{ as: 'bold', text: bold }, whole.length]
  const shown = bare?.replace(sentenceEnd, '') ?? whole
  const href = safeHref(address ?? shown)
  if (href === undefined) return [{ as: 'plain', text: shown }, shown.length]
  return [{ as: 'link', text: name ?? shown, href }, shown.length]
}
