import { languageOf, viewsOf, type Language } from '../../../execution/test-changes/index.ts'

const mostChars = 131_072

/**
 * Beginnings of a comment in a line of its own. Languages are left out whose comments a template or a shell may show or
 * run.
 */
const openings: Readonly<Partial<Record<Language, 'slashes' | 'hash'>>> = {
  javascript: 'slashes',
  go: 'slashes',
  rust: 'slashes',
  java: 'slashes',
  kotlin: 'slashes',
  csharp: 'slashes',
  c: 'slashes',
  python: 'hash',
  ruby: 'hash',
}
const endings = /[.](?:[cm]?[jt]s|py|pyi|go|rs|java|kt|rb|cs|c|cc|cpp|h|hpp)$/

/**
 * Whether two sides of a program are equal, line by line, without the lines that hold a comment alone. A comment counts
 * only where the lexer and the beginning of its line agree that it is one, and no tool obeys it.
 */
export const differOnlyInComments = (path: string, before: string, after: string): boolean => {
  const language = languageOf(path)
  const opening = language && openings[language]
  if (!opening || !endings.test(path) || before.length + after.length > mostChars) return false
  if ([before, after].some((text) => isTemplate(text, language))) return false
  const [one, other] = [before, after].map((text) => codeLinesOf(text, language, opening))
  return one!.join('\n') === other!.join('\n')
}

/** Comments before `import "C"` are compiled, and slashes inside of markup are shown. */
const isTemplate = (text: string, language: Language): boolean =>
  language === 'go'
    ? /\bimport\s*(?:\(\s*)?"C"/.test(text)
    : language === 'javascript' && /<\/|\/>/.test(viewsOf(text, language).code)

/** The lines of a program without mere comments; the first two with their place, which interpreters read. */
const codeLinesOf = (text: string, language: Language, opening: 'slashes' | 'hash'): string[] => {
  const views = viewsOf(text, language)
  const codes = views.text.split('\n')
  const looksLikeComment = opening === 'hash' ? hashLines : slashLines()
  let isAfterDirective = false
  return text.split('\n').flatMap((line, at) => {
    const isComment = looksLikeComment(line) && codes[at]!.trim() === ''
    const isDirective = isComment && !isMereComment(line)
    const isLeftOut = isComment && !isDirective && !isAfterDirective
    isAfterDirective = isDirective || (isComment && isAfterDirective)
    if (isLeftOut) return []
    return isDirective && at < 2 ? [`${at}:${line}`] : [line]
  })
}

const hashLines = (line: string) => line.trimStart().startsWith('#')

/** Whether each line looks like a comment: after `//`, or in a block that has its own lines. */
const slashLines = () => {
  let isInBlock = false
  return (line: string): boolean => {
    const text = line.trim()
    if (!isInBlock && text.startsWith('//')) return true
    if (!isInBlock && !text.startsWith('/*')) return false
    const end = text.indexOf('*/', isInBlock ? 0 : 2)
    isInBlock = end === -1
    return end === -1 || end === text.length - 2
  }
}

// Some parsers end a line at these, or read an escape in a comment: code could follow in a text that looks like a
// comment.
const endsLine = /[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029\\]|\?\?\//
/**
 * Directives of tools: `@tag`, `!`, `#`, `+build`, `word:`, and the names of linters, formatters, compilers and
 * coverage.
 */
const directive =
  /^\s*(?:[@!#+%<$>:=[{]|-\*-)|^\s*[\w.$-]+:|\b(?:coding[:=]|nocheck|noqa|nosec\w*|nolint|nosonar|nosemgrep|pragma|type:\s*ignore|eslint|jshint|jslint|tslint|oxlint|biome|prettier|standard|istanbul|rubocop|pylint|pyright|mypy|ruff|flake8|isort|noinspection|clang-format|clang-tidy|webpack\w*|sourcemappingurl|vite-ignore|c8 |v8 |node:coverage|globals?\b|exported\b|export \w)/i
const documenting = /^\s*@(?:param|returns?|throws|see|since|author)\b[^{}]*$/
const remark = /^\s*(?:note|todo|fixme|warning|hint|see|example):/i

const isMereComment = (line: string): boolean => {
  const text = line.replace(/\r$/, '').trim()
  if (endsLine.test(text) || /^\/\/[/!]/.test(text)) return false
  const said = text.replace(/^(?:\/\/|\/\*+|\*(?!\/)|#)/, '')
  return documenting.test(said) || !directive.test(said.replace(remark, ''))
}
