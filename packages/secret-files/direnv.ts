import {
  refuseValue,
  lineCounter,
  matchAt,
  type PlainEntry,
  type PlainFormat,
  type SkippedPlace,
} from './plain-format.ts'
import { lineAt, UnreadableFile } from './text.ts'

// Expressions that bash expands without a change to any variable, and without quotes or brackets inside.
const expansion = String.raw`\$\w+(?!\w)|\$\{\w+(?::-[\w./:@%+,=-]*)?\}|\$\([\w\t ./:@%+,=~-]*\)`
const word = String.raw`(?:'[^']*'|"(?:[^"\\$\x60]|\\[^]|${expansion})*"|${expansion}|\\[^\n]|[^\s'"\\$\x60;|&<>(){}])+`

const emptyLine = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y
const lineOrCommandEnd = /[ \t]*(?:;|(?:[ \t]#[^\n]*)?(?:\n|$))/y
const exportStart = /[ \t]*(?:export[ \t]+)?(?=[A-Za-z_]\w*=)/y
const exportOnly = /[ \t]*export(?:[ \t]+[A-Za-z_]\w*)+(?=[ \t]*(?:[\n;]|[ \t]#|$))/y
const nameSign = /[ \t]*([A-Za-z_]\w*)=/y
const literal = /'([^']*)'(?=[ \t\n;]|$)|"((?:[^"\\$`]|\\[^])*)"(?=[ \t\n;]|$)|([\w.:/@%+,=-]*)(?=[ \t\n;]|$)/y
const unreadWord = new RegExp(word, 'y')
const command = new RegExp(String.raw`[ \t]*([A-Za-z_]\w*)(?:[ \t]+(?!#)${word})*(?=[ \t]*(?:[\n;]|[ \t]#|$))`, 'y')

/** Commands of direnv that change no variable. */
const harmless = new Set('watch_file watch_dir log_status log_error direnv_version'.split(' '))
/** Commands that may set any variable: assignments above them may not be direnv's result. */
const loading = new Set(
  [
    'use use_nix use_flake layout dotenv dotenv_if_exists source_env source_env_if_exists',
    'source_up source_up_if_exists source_url load_prefix',
  ]
    .join(' ')
    .split(' '),
)

/** Names that bash counts itself, does not let go, or reads the rest of the file by. */
const ofBash =
  /^(?:BASH\w*|COMP_\w+|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|IFS|LINENO|OPT\w+|POSIXLY_CORRECT|PPID|RANDOM|REPLY|SECONDS|SHELLOPTS|SRANDOM|UID|_)$/

/**
 * Assignments of text without expansion. A line that is neither one, nor an assignment that plainly ends on its line,
 * nor a plain command of direnv may change what every other line means: the file is refused with that line.
 */
const read = (text: string) => {
  const carriage = text.indexOf('\r')
  if (carriage !== -1) throw new UnreadableFile('bare-carriage-return', lineAt(text, carriage))
  const lineOf = lineCounter(text)
  const entries = new Map<string, PlainEntry>()
  const unread: SkippedPlace[] = []
  const assign = (key: string, start: number): number => {
    if (ofBash.test(key)) throw new UnreadableFile('shell-variable', lineOf(start))
    const line = lineOf(start)
    entries.delete(key)
    const found = matchAt(literal, text, start)
    if (found) {
      entries.set(key, { key, value: valueOf(found), kind: 'text', line })
      return literal.lastIndex
    }
    if (!matchAt(unreadWord, text, start)) throw new UnreadableFile('code', line)
    unread.push({ rule: 'expression', line, key })
    return unreadWord.lastIndex
  }
  for (let at = 0; at < text.length;) {
    if (matchAt(emptyLine, text, at)) {
      at = emptyLine.lastIndex
      continue
    }
    const start = at
    if (matchAt(exportStart, text, at)) {
      at = exportStart.lastIndex
      for (let name = matchAt(nameSign, text, at); name; name = matchAt(nameSign, text, at)) {
        at = assign(name[1]!, nameSign.lastIndex)
      }
    } else if (matchAt(exportOnly, text, at)) {
      at = exportOnly.lastIndex
    } else {
      at = readCommand(text, at, lineOf(start), { entries, unread })
    }
    if (!matchAt(lineOrCommandEnd, text, at)) throw new UnreadableFile('code', lineOf(start))
    at = lineOrCommandEnd.lastIndex
  }
  return { entries: [...entries.values()], unread: unread.filter(({ key }) => key === undefined || !entries.has(key)) }
}

interface FoundEntries {
  readonly entries: Map<string, PlainEntry>
  readonly unread: SkippedPlace[]
}

const readCommand = (text: string, at: number, line: number, { entries, unread }: FoundEntries): number => {
  const [source = '', name = ''] = matchAt(command, text, at) ?? []
  const [, argument = ''] = source.trim().split(/[ \t]+/, 2)
  const changed = changedKeys(name, argument, entries)
  if (!changed) throw new UnreadableFile('code', line)
  for (const key of changed) {
    const above = entries.get(key)
    if (above) unread.push({ rule: 'changed-later', line: above.line, key })
    entries.delete(key)
  }
  unread.push({ rule: 'command', line })
  return command.lastIndex
}

/** The keys that a command may change; undefined for a command that is not known. */
const changedKeys = (name: string, argument: string, entries: ReadonlyMap<string, PlainEntry>) => {
  if (harmless.has(name)) return []
  if (name === 'PATH_add') return ['PATH']
  if (name === 'MANPATH_add') return ['MANPATH']
  // An expression may give any name.
  if (name === 'path_add') return /^[A-Za-z_]\w*$/.test(argument) ? [argument] : [...entries.keys()]
  return loading.has(name) ? [...entries.keys()] : undefined
}

const valueOf = ([, single, double, bare = '']: RegExpExecArray): string =>
  single ?? double?.replace(/\\([\\$`"\n])/g, (_, one: string) => (one === '\n' ? '' : one)) ?? bare

const quoted = (key: string, value: string): string => {
  if (value.includes('\r') || !/^[A-Za-z_]\w*$/.test(key) || ofBash.test(key)) return refuseValue(key)
  if (/^[\w.:/@%+,=-]*$/.test(value)) return value
  return value.includes("'") ? `"${value.replace(/[\\$`"]/g, '\\$&')}"` : `'${value}'`
}

/** Settings of direnv (`.envrc`): assignments of bash whose values are plain text. A change rewrites the file. */
export const direnv: PlainFormat = {
  read,
  print: (entries) => entries.map(({ key, value }) => `export ${key}=${quoted(key, value)}\n`).join(''),
}
