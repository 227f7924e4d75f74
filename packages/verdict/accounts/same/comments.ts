import { hasHiddenCharacters, speaksToReaders } from '../readers.ts'

// An escape in a comment can end it: \u000a for Java, a backslash at the end of its line for others.
const endsEarly = /\\(?:u|$)|\?\?\//m
/** Directives of tools: `@tag`, `!`, `#`, `+build`, `word:`, and names of linters, formatters, compilers, coverage. */
const directive =
  /^\s*(?:[@!#+%<$>:=[{]|-\*-)|^\s*[\w.$-]+:|\b(?:coding[:=]|output:|nocheck|noqa|nosec\w*|nolint|nosonar|nosemgrep|pragma|type:\s*ignore|eslint|jshint|jslint|tslint|oxlint|biome|prettier|standard|istanbul|rubocop|shellcheck|pylint|pyright|mypy|ruff|flake8|isort|noinspection|clang-format|clang-tidy|webpack\w*|sourcemappingurl|vite-ignore|c8 |v8 |node:coverage|globals?\b|exported\b|export \w)/i
const documenting = /^\s*@(?:param|returns?|throws|see|since|author)\b[^{}]*$/
const remark = /^\s*(?:note|todo|fixme|warning|hint|see|example):/i
const legal = /copyright|licen[cs]e|spdx|\(c\)|©|all rights reserved|warrant|patent|trademark/i

/** Whether a comment counts as code: a tool obeys it, it deceives a reader, or it is a notice of licence. */
export const isObeyed = (comment: string): boolean =>
  legal.test(comment) ||
  hasHiddenCharacters(comment) ||
  endsEarly.test(comment) ||
  speaksToReaders(comment) ||
  !comment.split('\n').every(isRemark)

const isRemark = (line: string): boolean => {
  const text = line.trim()
  if (/^\/\/[/!]/.test(text)) return false
  const words = text.replace(/^(?:\/\/|\/\*+|\*(?!\/)|#|=(?:begin|end)\b)/, '')
  return documenting.test(words) || !directive.test(words.replace(remark, ''))
}
