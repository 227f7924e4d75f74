/** The keywords of a language, and the marks of its comments and strings. */
export interface Language {
  readonly words: ReadonlySet<string>
  readonly lineNotes?: readonly string[]
  readonly blockNotes?: readonly (readonly [begin: string, end: string])[]
  /** The quotes of strings, by default single and double; a string in \` may have several lines. */
  readonly quotes?: string
  readonly longQuotes?: readonly string[]
  /** Whether names may contain dashes. */
  readonly dashes?: true
  /** Whether keywords may be in capitals. */
  readonly isAnyCase?: true
}

interface LanguageSource extends Omit<Language, 'words'> {
  /** The endings of the names of its files, or whole names such as `dockerfile`. */
  readonly endings: string
  readonly words: string
}

const curly = { lineNotes: ['//'], blockNotes: [['/*', '*/'] as const] }
const control = 'if else for while do switch case default break continue return try catch finally throw'
const values = 'true false null'

const languages = {
  script: {
    endings: 'js mjs cjs jsx ts mts cts tsx vue svelte',
    ...curly,
    quotes: '"\'`',
    words: `${control} ${values} undefined async await yield function class extends implements interface type enum const let var new this super import export from as of in typeof instanceof void delete static readonly public private protected abstract declare namespace satisfies keyof infer is get set`,
  },
  c: {
    endings: 'c h cc cpp cxx hpp hh m mm',
    ...curly,
    words: `${control} ${values} goto sizeof typedef struct union enum const static extern inline volatile unsigned signed int long short char float double void bool auto class public private protected virtual override template typename namespace using new delete this nullptr operator friend explicit constexpr noexcept include define ifdef ifndef endif pragma`,
  },
  jvm: {
    endings: 'java kt kts scala groovy gradle cs dart',
    ...curly,
    longQuotes: ['"""'],
    words: `${control} ${values} package import class interface enum record extends implements abstract final static public private protected internal void int long short char float double boolean byte var val fun object companion data sealed when is as in out by override open lazy lateinit suspend def trait match with new this super instanceof throws synchronized namespace using string decimal async await get set readonly ref where select`,
  },
  go: {
    endings: 'go proto',
    ...curly,
    quotes: '"\'`',
    words:
      'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota string int int64 int32 byte rune bool error float64 any make new len append',
  },
  rust: {
    endings: 'rs',
    ...curly,
    quotes: '"',
    words:
      'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while bool char str u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 String Option Result Some None Ok Err Vec Box',
  },
  swift: {
    endings: 'swift',
    ...curly,
    longQuotes: ['"""'],
    quotes: '"',
    words: `${control} true false nil func let var class struct enum protocol extension import guard in is as self Self init deinit where public private internal fileprivate open static override mutating throws rethrows async await some any typealias associatedtype defer repeat`,
  },
  php: {
    endings: 'php',
    lineNotes: ['//', '#'],
    blockNotes: curly.blockNotes,
    words: `${control} ${values} php echo function class extends implements interface trait abstract final public private protected static const new use namespace as foreach elseif match fn isset unset array string int bool float self parent require include`,
  },
  python: {
    endings: 'py pyi',
    lineNotes: ['#'],
    longQuotes: ['"""', "'''"],
    words:
      'and as assert async await break class continue def del elif else except finally for from global if import in is lambda match case nonlocal not or pass raise return try while with yield True False None self',
  },
  ruby: {
    endings: 'rb rake gemspec gemfile rakefile ex exs cr',
    lineNotes: ['#'],
    quotes: '"\'`',
    words:
      'alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_reader attr_accessor private protected public',
  },
  shell: {
    endings: 'sh bash zsh fish dockerfile makefile mk pl r',
    lineNotes: ['#'],
    quotes: '"\'`',
    dashes: true as const,
    words:
      'if then else elif fi for in do done while until case esac function return exit local export set unset readonly shift trap source echo cd test FROM RUN COPY ADD ENV ARG WORKDIR CMD ENTRYPOINT EXPOSE USER VOLUME LABEL',
  },
  settings: {
    endings: 'yml yaml toml ini cfg conf properties env editorconfig gitignore tf tfvars hcl nix',
    lineNotes: ['#', ';'],
    dashes: true as const,
    words: 'true false null yes no on off',
  },
  json: { endings: 'json jsonc json5 webmanifest', ...curly, quotes: '"', words: values },
  sql: {
    endings: 'sql',
    lineNotes: ['--'],
    blockNotes: curly.blockNotes,
    isAnyCase: true as const,
    words:
      'add all alter and as begin between by case check column commit constraint create cross default delete distinct drop else enable end execute exists false foreign from full function grant group having in index inner insert into is join key left level like limit not null offset on or order outer policy primary references returning revoke right rollback row security select set table then trigger true union unique update values view when where with',
  },
  style: {
    endings: 'css scss sass less',
    blockNotes: curly.blockNotes,
    dashes: true as const,
    words:
      '@media @import @keyframes @supports @layer @container @font-face !important inherit initial unset none auto',
  },
  markup: {
    endings: 'html htm xml svg xhtml md mdx erb ejs',
    blockNotes: [['<!--', '-->'] as const],
    quotes: '"',
    dashes: true as const,
    words:
      'html head body title meta link script style div span p a ul ol li table thead tbody tr th td h1 h2 h3 h4 h5 h6 img form input button select option label textarea section header footer main nav article template slot svg path g',
  },
} satisfies Record<string, LanguageSource>

const byEnding = new Map(
  Object.values<LanguageSource>(languages).flatMap(({ endings, words, ...tokens }) => {
    const language: Language = { ...tokens, words: new Set(words.split(' ')) }
    return endings.split(' ').map((ending) => [ending, language] as const)
  }),
)

/** The language of a file, by the end of its name; undefined if unknown. */
export const languageOf = (path: string): Language | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return byEnding.get(name.slice(name.lastIndexOf('.') + 1))
}
