import { createHash } from 'node:crypto'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintSourceCode } from '@secretlint/types'
import { isMadeUp } from './made-up.ts'
import { maskText, type Match, patternMatches, randomValues } from './secret-patterns.ts'

/**
 * A secret in one text. `line` counts from 1; `digest` identifies a secret without revealing it, and `masked` is the
 * part that people may see. `isMadeUp` is true for a placeholder, and for an example in a comment.
 */
export interface TextFinding {
  readonly rule: string
  readonly line: number
  readonly digest: string
  readonly masked: string
  readonly isMadeUp: boolean
}

// Comments in a file must not be able to silence the scan of that file.
const secretlintRules = rules.filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments')

/**
 * The first secret of each rule on each line of a text, in the order of lines. `name` is the file's last name, which a
 * few rules look at. Nothing is read from the disk. A hostile text can make this slow: it belongs into a worker that can
 * be ended.
 */
export const findSecrets = async (name: string, text: string): Promise<TextFinding[]> => {
  // secretlint counts from behind a byte order mark.
  const content = text.replace(/^\ufeff/, '')
  const reported = await reportedBy(secretlintRules, name, content)
  const others = [...patternMatches(content), ...randomValues(content)]
  const lineOf = lineCounter(content)
  const findings = new Map<string, TextFinding>()
  for (const { rule, start, text: secret } of [...reported, ...others].sort((a, b) => a.start - b.start)) {
    const line = lineOf(start)
    const key = `${rule} ${line}`
    if (findings.has(key)) continue
    const lineBefore = content.slice(content.lastIndexOf('\n', start - 1) + 1, start)
    findings.set(key, {
      rule,
      line,
      digest: createHash('sha256').update(secret).digest('hex').slice(0, 32),
      masked: maskedMatch(secret),
      isMadeUp: isMadeUp(rule, secret, lineBefore),
    })
  }
  return withoutGuesses([...findings.values()]).sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1))
}

/** The last four characters of a long token. Empty for anything else, such as an address with a password in it. */
const maskedMatch = (text: string) => (/^[\w+/=.~-]{20,}$/.test(text) ? `${maskText}${text.slice(-4)}` : maskText)

/** Calls secretlint's rules themselves: its runner keeps marks of each call, 30 times slower after 10,000 texts. */
const reportedBy = async (called: typeof rules, name: string, content: string): Promise<Match[]> => {
  // A path that cannot exist, because a rule opens the file that it gets.
  const filePath = `/dev/null/${name.replaceAll('/', '_')}`
  const source = { content, filePath, ext: '', contentType: 'text' } as SecretLintSourceCode
  const found: Match[] = []
  for (const { meta, create } of called) {
    const rule = meta.id.replace('@secretlint/secretlint-rule-', '')
    const { file } = create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
        report: ({ range: [start, end] }) => void found.push({ rule, start, text: content.slice(start, end) }),
        ignore: () => undefined,
      },
      {},
    )
    await file?.(source)
  }
  return found
}

// `random-value` only guesses: it is left out on a line where another rule recognised a secret.
const withoutGuesses = (findings: TextFinding[]) => {
  const recognised = new Set(findings.filter(({ rule }) => rule !== 'random-value').map(({ line }) => line))
  return findings.filter(({ rule, line }) => rule !== 'random-value' || !recognised.has(line))
}

/** Returns the line of a place, for places that are asked about in ascending order. */
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
