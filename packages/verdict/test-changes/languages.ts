const endings = {
  javascript: 'js cjs mjs jsx ts cts mts tsx vue svelte',
  python: 'py pyi',
  go: 'go',
  rust: 'rs',
  java: 'java groovy scala gradle',
  kotlin: 'kt kts',
  ruby: 'rb rake',
  php: 'php phpt',
  csharp: 'cs fs vb',
  c: 'c cc cpp h hpp swift m',
  hash: 'sh bash bats yml yaml toml ini cfg conf mk ex exs pl r',
  json: 'json jsonc json5',
} as const

/** Languages by the rules of their comments and strings. `hash`: settings with `#` comments, such as YAML. */
export type Language = keyof typeof endings

const languageOfEnding = new Map(
  Object.entries(endings).flatMap(([language, list]) => list.split(' ').map((end) => [end, language as Language])),
)

/** The language of a file by its name; undefined if its text is prose or unknown. */
export const languageOf = (path: string): Language | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^(GNUm|[Mm])akefile$|^[.]?[Jj]ustfile$|^Jenkinsfile$|^[.](coveragerc|flake8|pylintrc|rspec)$/.test(name))
    return 'hash'
  if (/^(Rakefile|Gemfile|Guardfile|[.]simplecov)$/.test(name)) return 'ruby'
  if (/^[.]\w+rc$/.test(name)) return 'json'
  return languageOfEnding.get(name.slice(name.lastIndexOf('.') + 1))
}

const noPrograms: readonly (Language | undefined)[] = ['hash', 'json', undefined]

/** Whether a file of this name holds a program, rather than settings or prose. */
export const isProgram = (path: string): boolean => !noPrograms.includes(languageOf(path))

/** A part of a text that is no code: its beginning and its end. */
export interface Region {
  /** Source of the expression that begins it; without groups. */
  readonly open: string
  readonly as: 'comment' | 'string'
  /** Its end; `line` for the end of the line. A function makes it from the opening text. */
  readonly close: string | ((opened: string) => string)
  /** A backslash takes the next character along. */
  readonly escapes?: boolean
  /** A string that the end of a line ends as well. */
  readonly inLine?: boolean
  /** Such a comment may be nested. */
  readonly nested?: boolean
  /** It ends with a word at the beginning of a line, behind spaces. */
  readonly indented?: boolean
}

const lineComment = (open: string): Region => ({ open, as: 'comment', close: '\n' })
const block: Region = { open: '/[*]', as: 'comment', close: '*/' }
const nestedBlock: Region = { ...block, nested: true }
const slashes = lineComment('//')
const quoted = (quote: string): Region => ({ open: quote, as: 'string', close: quote, escapes: true, inLine: true })
const long = (quote: string, escapes = true): Region => ({ open: quote, as: 'string', close: quote, escapes })
const heredoc = (open: string): Region => ({
  open,
  as: 'string',
  close: (opened) => /[A-Za-z_]\w*/.exec(opened)![0],
  indented: true,
})
// A doubled quote inside reads as an end and a beginning.
const verbatim: Region = { open: '(?:@[$]?|[$]@)"', as: 'string', close: '"' }
// A character, and not the lifetime `'a`.
const rustCharacter: Region = {
  open: String.raw`'(?=\\|[^\\'\n]')`,
  as: 'string',
  close: "'",
  escapes: true,
  inLine: true,
}
const rustRaw: Region = { open: '\\br#{0,8}"', as: 'string', close: (opened) => `"${opened.slice(1, -1)}` }

/** The regions of each language, longer openings first. Those of JavaScript need its lexer, which knows templates. */
export const regions: Readonly<Record<Exclude<Language, 'javascript'>, readonly Region[]>> = {
  python: [lineComment('#'), long('"""'), long("'''"), quoted('"'), quoted("'")],
  go: [slashes, block, quoted('"'), long('`', false), quoted("'")],
  rust: [slashes, nestedBlock, rustRaw, long('"'), rustCharacter],
  java: [slashes, block, long('"""'), long("'''"), quoted('"'), quoted("'")],
  kotlin: [slashes, nestedBlock, long('"""', false), quoted('"'), quoted("'")],
  ruby: [
    { open: '(?<=^|\\n)=begin\\b', as: 'comment', close: '\n=end' },
    heredoc('<<[~-]?["\'`]?[A-Z_]\\w{0,40}["\'`]?'),
    lineComment('#(?![{$@])'),
    ...['"', "'", '`'].map((quote) => long(quote)),
  ],
  php: [slashes, lineComment('#(?!\\[)'), block, heredoc('<<<["\']?[A-Za-z_]\\w{0,40}["\']?'), long('"'), long("'")],
  csharp: [slashes, block, long('"""', false), verbatim, quoted('"'), quoted("'")],
  c: [slashes, block, quoted('"'), quoted("'")],
  hash: [lineComment('(?<![^\\s])#'), quoted('"'), quoted("'")],
  json: [slashes, block, quoted('"')],
}
