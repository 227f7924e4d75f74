import { matchAt } from './plain-format.ts'
import { lineAt, UnreadableFile } from './text.ts'

const inside = (quote: string) => String.raw`(?:[^${quote}\\\r\n]|\\(?:\r\n|[^]))*`
const insideLong = (quote: string) => String.raw`(?:[^${quote}\\]|\\[^]|${quote}{1,2}(?!${quote}))*`

/** The source of a string with its quotes, with a prefix or without. */
export const pythonString = [
  String.raw`[A-Za-z]{0,2}(?:"""${insideLong('"')}"""|'''${insideLong("'")}'''`,
  String.raw`(?!""")"${inside('"')}"|(?!''')'${inside("'")}')`,
].join('|')

const part = new RegExp(
  [
    String.raw`#[^\n]*|(?<string>${pythonString})`,
    String.raw`(?<word>[\p{L}\p{N}\p{M}_]+)|(?<open>[[{(])|(?<close>[\]})])`,
    String.raw`(?<end>\r?\n)|\\\r?\n|[=!<>]=|(?<walrus>:=)|(?<sign>[=;])|(?<star>\*)`,
    String.raw`[^#"'\p{L}\p{N}\p{M}_()[\]{}\r\n\\=;:*!<>]+|[:!<>]`,
  ].join('|'),
  'uy',
)

/** One statement that is not read, or one line of a block. */
export type Statement = ReturnType<typeof statementAt>

/** The statement that begins a line at `start`. Throws UnreadableFile for text whose end is uncertain. */
export const statementAt = (text: string, start: number) => {
  const words = new Set<string>()
  let at = start
  let depth = 0
  let signs = 0
  let hasWalrus = false
  let hasStar = false
  while (at < text.length) {
    const found = matchAt(part, text, at)
    if (!found) throw new UnreadableFile(/["']/.test(text[at]!) ? 'unterminated-quote' : 'syntax', lineAt(text, at))
    const { string, word, open, close, end, walrus, sign, star } = found.groups!
    if (string !== undefined) checkFormat(text, at, string)
    at = part.lastIndex
    if (word !== undefined) words.add(word.normalize('NFKC'))
    if (open !== undefined) depth += 1
    if (close !== undefined) depth -= 1
    if (walrus !== undefined) hasWalrus = true
    if (star !== undefined) hasStar = true
    if (sign !== undefined && depth === 0) signs += 1
    if (depth < 0) throw new UnreadableFile('syntax', lineAt(text, start))
    if (end !== undefined && depth === 0) break
  }
  if (depth !== 0) throw new UnreadableFile('syntax', lineAt(text, start))
  return {
    /** Behind its line end. */
    end: at,
    /** Every name in it. */
    words,
    /** Whether it may give values to other names than the first. */
    assignsMore: hasWalrus || signs > 1,
    // django-split-settings includes into the module that calls it.
    importsAll: (hasStar && words.has('import')) || words.has('include'),
  }
}

/** A string that code is put into may hold its own quotes: its end is known only without them. */
const checkFormat = (text: string, at: number, source: string) => {
  const [, prefix = '', body = ''] = /^([A-Za-z]*)(['"][^]*)$/.exec(source) ?? []
  if (!/[ft]/i.test(prefix) || /^(?:[^{}]|\{\{|\}\}|\{[^{}'"\\#\n=]*\})*$/.test(body)) return
  throw new UnreadableFile('expression', lineAt(text, at))
}
