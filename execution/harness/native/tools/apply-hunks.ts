import { ToolRefusal } from '../refusal.ts'
import type { Hunk } from './patch-text.ts'

/** A file's text with all hunks carried out, each searched for behind the last one. Throws a sentence otherwise. */
export const applyHunks = (text: string, hunks: readonly Hunk[], shown: string): { text: string; assumed: boolean } => {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const hasEnd = text.endsWith('\n') || text === ''
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').map((line) => line.replace(/\r$/, ''))
  const source = text === '' ? [] : lines
  const result: string[] = []
  let from = 0
  let assumed = false
  for (const hunk of hunks) {
    const start = behindAnchors(source, hunk, from, shown)
    const found = findLines(source, hunk, start, shown)
    assumed ||= found.level > 0
    result.push(...source.slice(from, found.at), ...newLines(source, found.at, hunk))
    from = found.at + found.before.length
  }
  const joined = [...result, ...source.slice(from)].join(lineEnd)
  return { text: joined === '' ? '' : hasEnd ? joined + lineEnd : joined, assumed }
}

/** The new lines; unchanged ones are written as the file has them, despite the patch's white space. */
const newLines = (source: readonly string[], at: number, { before, after }: Hunk) => {
  const old = new Map<string, string>()
  before.forEach((line, offset) => old.set(line, source[at + offset] ?? line))
  return after.map((line) => (before.includes(line) ? old.get(line)! : line))
}

const behindAnchors = (lines: readonly string[], { anchors, line }: Hunk, from: number, shown: string) => {
  let at = from
  for (const anchor of anchors) {
    const found = levels.map((plain) => lines.findIndex((one, index) => index >= at && plain(one) === plain(anchor)))
    const first = found.find((index) => index !== -1)
    if (first === undefined)
      throw new ToolRefusal(
        `Line ${line} of the patch: ${shown} has no line “${anchor.slice(0, 100)}” behind the last hunk. Nothing was changed.`,
      )
    at = first + 1
  }
  return at
}

const ascii: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '‚': "'", '“': '"', '”': '"', '„': '"', '‐': '-', '‑': '-', '–': '-', '—': '-', '−': '-', '\u00a0': ' ', '\u202f': ' ',
} // prettier-ignore
const plainCharacters = (line: string) => line.replaceAll(/[‘’‚“”„‐‑–—−\u00a0\u202f]/g, (one) => ascii[one]!)

const levels: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => plainCharacters(line).trim(),
]

const findLines = (lines: readonly string[], hunk: Hunk, from: number, shown: string) => {
  // A blank context line at the end is often one too many.
  const shorter = hunk.before.at(-1) === '' && hunk.after.at(-1) === ''
  const wanted = shorter ? [hunk.before, hunk.before.slice(0, -1)] : [hunk.before]
  for (const before of wanted) {
    if (before.length === 0) return { at: hunk.anchors.length > 0 ? from : lines.length, level: 0, before }
    for (const [level, plain] of levels.entries()) {
      const at = placeOf(lines.map(plain), before.map(plain), from, hunk.atEnd)
      if (at !== -1) return { at, level, before }
    }
  }
  throw new ToolRefusal(
    `Line ${hunk.line} of the patch: these lines are not in ${shown} behind the last hunk:\n${hunk.before.slice(0, 12).join('\n')}\nRead the file, and give the lines as they are. Nothing was changed.`,
  )
}

const placeOf = (lines: readonly string[], wanted: readonly string[], from: number, atEnd: boolean) => {
  const isAt = (at: number) => wanted.every((line, offset) => lines[at + offset] === line)
  const last = lines.length - wanted.length
  if (atEnd && last >= from && isAt(last)) return last
  for (let at = from; at <= last; at += 1) if (isAt(at)) return at
  return -1
}
