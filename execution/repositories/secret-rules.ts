import { createHash } from 'node:crypto'
import { lintSource } from '@secretlint/core'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { hidden, type Match, patternMatches, randomValues } from './secret-patterns.ts'

/**
 * A secret in one text. `line` counts from 1; `digest` tells two secrets apart without holding them, and `masked` is what
 * people may see of it.
 */
export interface TextFinding {
  readonly rule: string
  readonly line: number
  readonly digest: string
  readonly masked: string
}

// Comments in a file must not be able to silence the scan of that file.
const config = {
  rules: rules
    .filter((rule) => rule.meta.id !== '@secretlint/secretlint-rule-filter-comments')
    .map((rule) => ({ id: rule.meta.id, rule })),
}

/**
 * The secrets in a text, in order. `name` is the file's last name, which a few rules look at. Nothing is read from the
 * disk. A hostile text can make this slow: it belongs into a worker that can be ended.
 */
export const findSecrets = async (name: string, text: string): Promise<TextFinding[]> => {
  // secretlint counts from behind a byte order mark.
  const content = text.replace(/^\ufeff/, '')
  const known = await knownSecrets(name, content)
  const others = [...patternMatches(content), ...randomValues(content)]
  const lineOf = lineCounter(content)
  const findings = new Map<string, TextFinding>()
  for (const { rule, start, text: secret } of [...known, ...others].sort((a, b) => a.start - b.start)) {
    const line = lineOf(start)
    const digest = createHash('sha256').update(secret).digest('hex').slice(0, 32)
    const key = `${rule} ${line}`
    if (!findings.has(key)) findings.set(key, { rule, line, digest, masked: maskedMatch(secret) })
  }
  return withoutGuesses([...findings.values()]).sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1))
}

/** The last four characters of a long token. Of anything else, such as an address with a password in it, none. */
const maskedMatch = (text: string) => (/^[\w+/=.~-]{20,}$/.test(text) ? `${hidden}${text.slice(-4)}` : hidden)

const knownSecrets = async (name: string, content: string): Promise<Match[]> => {
  // A path that cannot exist, because a rule opens the file that it is told about.
  const filePath = `/nonexistent/${name.replaceAll('/', '_')}`
  const { messages } = await lintSource({
    source: { content, filePath, ext: '', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  })
  return messages.map(({ ruleId, range: [start, end] }) => ({
    rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
    start,
    text: content.slice(start, end),
  }))
}

// A line that a rule recognised needs no guess about it.
const withoutGuesses = (findings: TextFinding[]) => {
  const recognised = new Set(findings.filter(({ rule }) => rule !== 'random-value').map(({ line }) => line))
  return findings.filter(({ rule, line }) => rule !== 'random-value' || !recognised.has(line))
}

const lineCounter = (content: string) => {
  let offset = 0
  let line = 1
  return (start: number) => {
    for (let end = content.indexOf('\n', offset); end !== -1 && end < start; end = content.indexOf('\n', offset)) {
      line += 1
      offset = end + 1
    }
    return line
  }
}
