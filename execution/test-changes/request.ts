import { renamesIn, resultsIn, testRenamesIn, wantsIn } from './wanted-values.ts'

/** The wish of a task's request, as far as its words show. */
export interface Request {
  readonly text: string
  /** Whether one of its sentences, without a “not”, has a word of each. */
  readonly asks: (...words: readonly RegExp[]) => boolean
  /** Whether it asks to remove what most of these texts speak of, by words that they share. */
  readonly removes: (texts: readonly string[]) => boolean
  /** Whether it names this value as what shall be, and not as what is. */
  readonly wants: (value: string) => boolean
  /** Whether it says that this value is the result of what it asks for. */
  readonly results: (value: string) => boolean
  /** A line of code with the names that it asks to rename. */
  readonly renamed: (code: string) => string
  /** The first line of a test with these names, its own name included. */
  readonly renamedTest: (line: string) => string
}

const mostChars = 20_000
const negation = /\b(?:not|never|without|avoid|cannot|must ?n[o’']t|keep|\w+n['’]t)\b/i

export const requestOf = (whole: string): Request => {
  const text = whole.slice(0, mostChars)
  const sentences = text.split(/[\n;]|[.!?](?=\s)/).filter((sentence) => !negation.test(sentence))
  const subjects = new Set(sentences.filter((sentence) => removing.test(sentence)).flatMap(subjectsIn))
  return {
    text,
    asks: (...words) => sentences.some((sentence) => words.every((word) => word.test(sentence))),
    removes: (texts) =>
      texts.filter((one) => subjectsIn(one).some((word) => subjects.has(word))).length * 2 > texts.length,
    wants: wantsIn(text),
    results: resultsIn(text),
    renamed: renamesIn(text),
    renamedTest: testRenamesIn(text),
  }
}

const removing = /\b(?:remov|delet|drop|prun|retir|replac|rip|get rid|no longer|revert)/i
const common =
  /^(?:test\w*|specs?|assert\w*|expect\w*|should\w*|remov\w*|delet\w*|drop\w*|with|from|when|that|this|then|have|does|which|their|there|also|only|into|code|files?|function|value|values|error|errors?|result|return\w*|true|false|equal\w*|throw\w*|case|cases|type|types|string|number|support|fail\w*|pass\w*|make|more|some|than|work\w*|used|using)$/

/** The words of a text that name its subject, in the singular and small. */
const subjectsIn = (text: string): string[] =>
  (text.slice(0, mostChars).match(/[A-Za-z][a-z]{3,}|[A-Z]{3,}/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !common.test(word))
    .map((word) => word.replace(/s$/, ''))

const tests = 'tests?|testing|specs?|suites?|unittests?|doctests?|fixtures?|snapshots?|assert\\w*'
const rewriting =
  'remov|delet|drop|prun|retir|replac|mov(?:e|ing)|migrat|convert|switch|rewrit|rewrot|renam|consolidat|merg|split|clean|simplif|refactor|reorgani|port|revert|reduc|dedup|rip|get rid|redo|moderni'

export const requestWords = {
  /** Words for a removal. */
  remove:
    /\b(?:remov|delet|drop|prun|retir|replac|rip|get rid|revert|unused|obsolete|no longer|migrat|convert|switch)/i,
  /** That tests are to change: the verb before the tests, and no new ones asked for in between. */
  rewriteTests: new RegExp(
    `\\b(?:${rewriting})(?:(?!\\b(?:add|writ|extend|cover))[^\\n]){0,60}?\\b(?:${tests})\\b|\\w -> \\w+ (?:${tests})\\b`,
    'i',
  ),
  change:
    /\b(?:chang|updat|adjust|correct|rewrit|adapt|regenerat|improv|bump|upgrad|us(?:e|ing)|add|tweak|set|configur|enabl|disabl|lower|relax|loosen|allow|ignor|exclud|turn|fix|cleanup)/i,
  /** Words for a fault to mend. */
  mend: /\b(?:fix|bugs?\b|mend|repair|crash|regress|broken|incorrect|wrong)/i,
  /** Words for a new feature. */
  add: /\b(?:add|implement|introduc|support|creat|build|feature|provid|allow|extend|writ)/i,
  skip: /\b(?:skip|disabl|ignor|xfail|mute|quarantin|flak|todo|pending|mark)/i,
  tests: new RegExp(`\\b(?:${tests})\\b`, 'i'),
  coverage: /\b(?:coverage|thresholds?|codecov|nyc|c8|istanbul)\b/i,
  lint: /\b(?:lint\w*|eslint|prettier|ruff|flake8|pylint|mypy|tsconfig|strict mode|xo|golangci\S*|clippy|rustfmt|isort|biome|pyright|pre-commit)\b/i,
  ci: /\b(?:ci|workflows?|github actions?|travis|circleci|appveyor|jenkins|azure pipelines?)\b/i,
  runner:
    /\b(?:vitest|jest|mocha|uvu|tape|ava|karma|pytest|tox|nox|unittest|node --test|nextest|rspec|minitest|phpunit|junit|gradle|maven|test (?:runner|set-?up|scripts?|commands?|config\w*)|package[.]json|pyproject\S*|setup[.]cfg|makefile|tooling|devdep\w*|npm scripts?|build system)\b/i,
} as const

const levels = ['refuse', 'ask', 'note'] as const

/** One level lower where the request explains what was found. */
export const lowerLevel = (level: (typeof levels)[number], explained: boolean): (typeof levels)[number] =>
  explained ? levels[Math.min(levels.indexOf(level) + 1, levels.length - 1)]! : level
