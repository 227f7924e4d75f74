import { createHash } from 'node:crypto'
import { lintSource } from '@secretlint/core'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { providerRules } from './provider-rules.ts'

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

interface Match {
  readonly rule: string
  readonly start: number
  readonly text: string
}

// Comments in a file must not be able to silence the scan of that file.
const config = {
  rules: rules
    .filter((rule) => rule.meta.id !== '@secretlint/secretlint-rule-filter-comments')
    .map((rule) => ({ id: rule.meta.id, rule })),
}

const secretName = 'secret|token|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key|credentials?'
const quoted = new RegExp(
  `(?:${secretName})[\\w.-]{0,20}["']?[ \\t]{0,9}(?::|=>?|:=)[ \\t]{0,9}["'\`]([\\w+/=.~-]{20,200})["'\`]`,
  'gi',
)
const bare = new RegExp(
  `^[\\w.-]{0,40}(?:${secretName})[\\w.-]{0,20}[ \\t]{0,9}[=:][ \\t]{0,9}([\\w+/=.~-]{20,200})[ \\t\\r]*$`,
  'gim',
)

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

// What the preset knows of the most common ones, and what carries a credential on the web.
const credentialForms = [
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|sk-)[\w-]{16,255}/g,
  /\b(?:Bearer|Basic) {1,9}[\w+/=.~-]{8,2048}/gi,
  /\beyJ[\w-]{8,1024}\.[\w-]{8,1024}\.[\w-]{8,1024}/g,
  /:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s]{0,8192}/g,
]

/**
 * A text with a mark in the place of credentials of known providers and of random values that are named like secrets.
 * Not all that `findSecrets` knows: this is quick, and made for a few kilobytes in the server itself.
 */
export const maskSecrets = (content: string): string => {
  const credentials = credentialForms.flatMap((form) => [...content.matchAll(form)].map(([text]) => text))
  const texts = [...patternMatches(content), ...randomValues(content)].map(({ text }) => text).concat(credentials)
  // The longest first: it may hold a shorter one.
  return [...new Set(texts)]
    .sort((a, b) => b.length - a.length)
    .reduce((masked, text) => masked.replaceAll(text, hidden), content)
}

const hidden = '••••'

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

const patternMatches = (content: string): Match[] =>
  Object.entries(providerRules).flatMap(([rule, pattern]) =>
    [...content.matchAll(pattern)].map((match) => ({ rule, start: match.index, text: match[0] })),
  )

const randomValues = (content: string): Match[] =>
  [quoted, bare]
    .flatMap((pattern) => [...content.matchAll(pattern)])
    .filter((match) => looksRandom(match[1]!))
    .map((match) => ({ rule: 'random-value', start: match.index + match[0].indexOf(match[1]!), text: match[1]! }))

const placeholder = /example|sample|placeholder|change-?me|dummy|your|insert|xxxx|fake|test|1234|abcd|localhost/i

/** Random text has digits among its letters and nearly as many different characters as it could. */
export const looksRandom = (value: string): boolean => {
  if (placeholder.test(value)) return false
  if (!/[a-z]/i.test(value) || (value.match(/\d/g) ?? []).length < 3) return false
  // A variable that will hold the value.
  if (/^(?:process\.env|import\.meta\.env|os\.environ|env|secrets|vars|config)\./i.test(value)) return false
  // Words, numbers and versions that are joined by dots, dashes or slashes.
  if (/^[a-z]{0,20}\d{0,6}(?:[-_./=~+][a-z]{0,20}\d{0,6})+$/i.test(value)) return false
  return bitsPerCharacter(value) >= (/^[0-9a-f]+$/i.test(value) ? 3 : 3.6)
}

const bitsPerCharacter = (value: string) => {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
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
