import { ToolRefusal } from '../refusal.ts'

/** A patch's change of a file. */
export type Section =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly hunks: readonly Hunk[] }

/** Lines that are replaced by others, behind lines that `anchors` name in order. */
export interface Hunk {
  readonly line: number
  readonly anchors: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly atEnd: boolean
}

const begin = '*** Begin Patch'
const end = '*** End Patch'
const headers = { add: '*** Add File: ', delete: '*** Delete File: ', update: '*** Update File: ' } as const
const moveTo = '*** Move to: '
const endOfFile = '*** End of File'

/**
 * Reads a patch in the envelope that coding models write: `*** Begin Patch`, sections of `*** Add File:`, `*** Delete
 * File:` and `*** Update File:` with hunks behind `@@` lines, `*** End Patch`. Throws a sentence that names the line
 * and the expected text.
 */
export const readPatch = (text: string): readonly Section[] => {
  const reader = { lines: unwrapped(text), at: 0 }
  const sections: Section[] = []
  while (reader.at < reader.lines.length) {
    if (reader.lines[reader.at]!.trim() === '') reader.at += 1
    else sections.push(readSection(reader))
  }
  if (sections.length === 0) throw new ToolRefusal(`The patch has no sections. ${form}`)
  return sections
}

const form = `Expected ${begin}, then ${headers.add}path, ${headers.delete}path or ${headers.update}path, then ${end}.`

interface Reader {
  readonly lines: readonly string[]
  at: number
}

/** The lines between begin and end, without the marks of a here-document or a fence around them. */
const unwrapped = (text: string): readonly string[] => {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const first = lines.findIndex((line) => line.trim() === begin)
  const last = lines.findLastIndex((line) => line.trim() === end)
  if (first === -1) throw new ToolRefusal(`The patch does not begin with “${begin}”. ${form}`)
  if (last < first) throw new ToolRefusal(`The patch does not end with “${end}”: it may have been cut off.`)
  return lines.slice(first + 1, last)
}

const pathBehind = (line: string, header: string) =>
  line.startsWith(header) ? line.slice(header.length).trim() : undefined

const readSection = (reader: Reader): Section => {
  const line = reader.lines[reader.at]!
  const [kind, header] = Object.entries(headers).find(([, one]) => line.startsWith(one)) ?? []
  if (!kind || !header) throw wrong(reader, `a section such as “${headers.update}path”`)
  const path = pathBehind(line, header)!
  if (path === '') throw wrong(reader, 'a path behind it')
  reader.at += 1
  if (kind === 'add') return { kind, path, content: readAdded(reader) }
  if (kind === 'delete') return { kind, path }
  const target = pathBehind(reader.lines[reader.at] ?? '', moveTo)
  if (target !== undefined) reader.at += 1
  const hunks = readHunks(reader)
  if (hunks.length === 0 && target === undefined)
    throw wrong(reader, `lines of ${path} that begin with a blank, - or +`)
  return { kind: 'update', path, ...(target !== undefined && { moveTo: target }), hunks }
}

const wrong = ({ lines, at }: Reader, expected: string) =>
  new ToolRefusal(
    `Line ${at + 2} of the patch: expected ${expected}, found ${JSON.stringify((lines[at] ?? end).slice(0, 100))}. Nothing was changed.`,
  )

const isSectionEnd = (line: string | undefined) =>
  line === undefined || Object.values(headers).some((header) => line.startsWith(header))

const readAdded = (reader: Reader): string => {
  const lines: string[] = []
  for (let line = reader.lines[reader.at]; !isSectionEnd(line); line = reader.lines[reader.at]) {
    if (!line!.startsWith('+') && line!.trim() !== '') throw wrong(reader, 'a line that begins with +')
    lines.push(line!.slice(1))
    reader.at += 1
  }
  return lines.map((line) => `${line}\n`).join('')
}

const readHunks = (reader: Reader): Hunk[] => {
  const hunks: Hunk[] = []
  while (!isSectionEnd(reader.lines[reader.at])) {
    const line = reader.at + 2
    const anchors = readAnchors(reader)
    const { before, after } = readChange(reader)
    const atEnd = reader.lines[reader.at]?.trim() === endOfFile
    if (atEnd) reader.at += 1
    if (before.length + after.length > 0) hunks.push({ line, anchors, before, after, atEnd })
    else if (!isSectionEnd(reader.lines[reader.at])) throw wrong(reader, 'a line that begins with a blank, -, + or @@')
  }
  return hunks
}

const readAnchors = (reader: Reader): string[] => {
  const anchors: string[] = []
  for (; reader.lines[reader.at]?.startsWith('@@'); reader.at += 1) {
    // Numbers, as other kinds of patches have them, are not reliable.
    const text = reader.lines[reader.at]!.slice(2)
      .replace(/^ *-\d+(,\d+)? \+\d+(,\d+)? @@/, '')
      .trim()
    if (text !== '') anchors.push(text)
  }
  return anchors
}

const readChange = (reader: Reader) => {
  const before: string[] = []
  const after: string[] = []
  for (; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at]!
    const [mark, rest] = line === '' ? [' ', ''] : [line[0]!, line.slice(1)]
    if (!' +-'.includes(mark)) break
    if (mark !== '+') before.push(rest)
    if (mark !== '-') after.push(rest)
  }
  return { before, after }
}
