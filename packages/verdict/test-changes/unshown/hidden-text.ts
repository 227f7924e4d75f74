import { isLockFile } from '../../../lock-files/index.ts'
import { findingAt, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { addedRawLines, type Line } from '../changed-lines.ts'
import { languageOf } from '../languages.ts'
import { isFixture, isSnapshot } from '../test-paths.ts'

const longestChars = 500

// Characters that turn the order of a line around, that have no width, or that only machines see.
const reversing = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const invisible =
  /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<!^)\ufeff|(?<=[A-Za-z_])[\u200c\u200d\ufe00-\ufe0f]/u

/** Letters of Cyrillic, Greek, Armenian, Cherokee and phonetic alphabets that look like Latin ones. */
const lookalikes = [
  String.raw`\u0405\u0406\u0408\u0410\u0412\u0415\u0417\u041a\u041c-\u041e\u0420-\u0423\u0425\u04ae\u0430\u0431\u0433`,
  String.raw`\u0435\u043a\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04af\u04bb\u04cf\u0501\u051b\u051d`,
  String.raw`\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u03c1\u03f2\u03f3`,
  String.raw`\u0570\u0578\u057d\u0581\u0585\u13a0\u13aa\u13ac\u13bb\u13d4\u13df\u1d00\u1d04\u1d07`,
].join('')
const mixed = new RegExp(`[\\p{Script=Latin}_][${lookalikes}]|[${lookalikes}]\\p{Script=Latin}`, 'u')
/** A name that is written only in such letters. */
const disguised = new RegExp(`(?<![\\p{L}\\p{N}_])[${lookalikes}]{2,}(?![\\p{L}\\p{N}_])`, 'u')
const fullWidth = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u

/** Added lines that a person cannot read as a machine does: turned around, in mixed alphabets, or longer than a screen. */
export const hiddenText = (change: Change): Finding[] => change.files.flatMap(findingsOf)

const findingsOf = (file: FileChange): Finding[] => {
  if (file.text.after === undefined || isLockFile(file.path)) return []
  const code = file.after?.views.code.split('\n') ?? []
  const isCode = languageOf(file.path) !== undefined
  const isData = isSnapshot(file.path) || isFixture(file.path)
  const found = addedRawLines(file).flatMap((line) => {
    const rule = ruleOf(line, isCode ? code[line.line - 1] : undefined, isCode && !isData)
    return rule ? [hiddenAt(file.path, line, rule)] : []
  })
  return found.slice(0, shownMost)
}

interface HiddenRule {
  readonly kind: string
  readonly does: string
  /** The place of the hidden text; undefined for a whole line. */
  readonly at?: number
}

const ruleOf = ({ text }: Line, code: string | undefined, isLong: boolean): HiddenRule | undefined => {
  const at = (pattern: RegExp, within = text) => within.search(pattern)
  if (at(reversing) !== -1)
    return { kind: 'text_reversed', does: 'is shown in another order than it is read', at: at(reversing) }
  if (at(invisible) !== -1) return { kind: 'text_reversed', does: 'has characters without a shape', at: at(invisible) }
  if (at(mixed) !== -1) return { kind: 'alphabets_mixed', does: 'mixes letters of several alphabets', at: at(mixed) }
  for (const pattern of [disguised, fullWidth])
    if (code !== undefined && at(pattern, code) !== -1)
      return { kind: 'alphabets_mixed', does: 'has names in letters that look like others', at: at(pattern, code) }
  if (isLong && text.length > longestChars)
    return { kind: 'line_too_long', does: `has ${text.length} characters in one line` }
  const padding = /\S[ \t\u00a0\u2000-\u200a\u3000]{80,}\S/.exec(text)
  return padding
    ? { kind: 'line_too_long', does: 'goes on behind the edge of a screen', at: padding.index + padding[0].length - 1 }
    : undefined
}

const quotedChars = 60

const hiddenAt = (path: string, { line, text }: Line, { kind, does, at = 0 }: HiddenRule): Finding =>
  findingAt(path, line, kind, `${does}: “${visible(text.slice(Math.max(0, at - 20), at + quotedChars))}”.`)

/** Characters beyond ASCII by their number, so that a person sees them. */
const visible = (text: string) =>
  text.trim().replaceAll(/[^\x20-\x7e]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
