/** The texts of a thread before a reply. */
export interface ThreadTexts {
  /** The mails that were sent to the lead. */
  readonly sent: readonly string[]
  /** Earlier incoming mail, and other words of ours that a quote can have. */
  readonly others: readonly string[]
}
const noThread: ThreadTexts = { sent: [], others: [] }

const linesMost = 10_000
// A line that begins the mail that is answered; the name of the day or the sender before it may be broken in two.
const intros = [
  /^on\b.{4,300}\bwrote\s*:$/iu,
  /^am\b.{4,300}\bschrieb\b.{0,200}:$/iu,
  /^.{1,200}\bschrieb\s+am\b.{2,200}:$/iu,
  /^.{1,200}<[^<>\s]{3,320}>\s*(wrote|schrieb)\b.{0,100}:$/iu,
]
// In every language: a time or a date, an address in its marks, and a colon at the end.
const anyIntro = /^(?=.{0,300}\d{1,4}[-./: ]).{4,400}<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,60}[:：]$/u
const dividers = [
  /^-{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|urspruengliche nachricht|originalnachricht|forwarded message|weitergeleitete nachricht)\s*-{2,}$/iu,
  /^(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail))\s*:?$/iu,
  /^_{10,}$/u,
  /^[-=]{2,} .{0,300}[@\d].{0,300} ?[-=]{2,}$/u,
]
const signature = /^-- ?$/u

// The name of a field in any language, as `From:` or `Objet :`.
const head = /^[>*\s]{0,20}\p{L}[\p{L}\p{M} ./'’()-]{0,30}\*?[ \u00a0]?[:：]\**\s{0,20}\S/u
const headsLeast = 3
const headsMost = 12
const sender = /^\**(from|von)\s*:\**\s*\S/iu
const otherHeads = /^\**(sent|date|to|subject|gesendet|datum|an|betreff)\s*:\**/iu

const quoted = /^\s*[>|]/
const marks = /^[\s>|]*$/u
// Programs break lines at some 70 characters: the rest of a quoted line is then below it without its mark.
const brokenFrom = 60

/**
 * A person's text in a reply, above, within or below the mail that it quotes: without that, and without a signature. If
 * the sent mail is quoted, its own words show where the quote begins, in every language and program.
 */
export const newTextOf = (text: string, thread: ThreadTexts = noThread): string => {
  const whole = text.replaceAll(/\r\n|\r/g, '\n')
  const start = quoteStart(whole, thread.sent)
  const own =
    start === undefined
      ? ownLines(linesOf(whole))
      : [...ownLines(withoutIntro(linesOf(whole.slice(0, start)))), ...answersWithin(whole.slice(start), thread)]
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const linesOf = (text: string) => text.split('\n', linesMost)

const ownLines = (lines: readonly string[]): readonly string[] => {
  const own: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const intro = introAt(lines, index)
    if (endsMail(lines, index) || (intro > 0 && !isQuotedBelow(lines, index + intro))) break
    if (intro > 0) index += intro - 1
    else if (!quoted.test(line) && !isRestOfQuote(lines, index)) own.push(line)
  }
  return own
}

/** The number of lines, from this line on, that name the author of the following mail; 0 for none. */
const introAt = (lines: readonly string[], index: number): number => {
  const first = shortened(lines[index]!)
  if (first === '') return 0
  let line = first
  for (let count = 1; count <= 3; count += 1) {
    const isBroken = count > 1
    if (anyIntro.test(line) || (isBroken ? intros.slice(0, 2) : intros).some((intro) => intro.test(line))) return count
    const next = shortened(lines[index + count] ?? '')
    if (next === '' || !/^(on|am)\s|\d/iu.test(first)) return 0
    line = `${line} ${next}`.slice(0, 1_000)
  }
  return 0
}

const shortened = (line: string) => line.trim().slice(0, 700)

const isQuotedBelow = (lines: readonly string[], from: number) =>
  quoted.test(lines.slice(from, from + 3).find((line) => line.trim() !== '') ?? '')

const isRestOfQuote = (lines: readonly string[], index: number) => {
  const above = lines[index - 1] ?? ''
  return lines[index]!.trim() !== '' && quoted.test(above) && above.length >= brokenFrom
}

const endsMail = (lines: readonly string[], index: number): boolean => {
  const line = shortened(lines[index]!)
  if (line === '') return false
  if (signature.test(lines[index]!.trimEnd()) || dividers.some((divider) => divider.test(line))) return true
  if (sender.test(line) && lines.slice(index + 1, index + 5).some((next) => otherHeads.test(next.trim()))) return true
  return beginsHeads(lines, index)
}

/** True if the fields of a mail begin here: three or more in a row, with an address in the first two and a number. */
const beginsHeads = (lines: readonly string[], index: number): boolean => {
  const near = lines.slice(index, index + headsLeast).map(shortened)
  if (near.length < headsLeast || !near.every((line) => head.test(line))) return false
  return near.slice(0, 2).some((line) => line.includes('@')) && near.some((line) => /\d/.test(line))
}

/** The lines above a quote without its introduction, in any language. */
const withoutIntro = (lines: readonly string[]): readonly string[] => {
  const rest = withoutMarks(lines)
  const heads = headsAtEnd(rest)
  if (heads > 0) return withoutMarks(rest.slice(0, rest.length - heads))
  for (let count = 1; count <= 3 && count <= rest.length; count += 1) {
    const intro = rest
      .slice(-count)
      .map((line) => shortened(line).replace(/^[>\s]+/, ''))
      .join(' ')
    if (/[:：]$|--$/u.test(intro) && /\d/u.test(intro)) return withoutMarks(rest.slice(0, rest.length - count))
  }
  return rest
}

const divider = /^[\s>]{0,99}[-_=*]{3}[-_=*\s]{0,300}$|^[\s>]{0,99}--[^\n]{0,100}--\s{0,99}$/u

const withoutMarks = (lines: readonly string[]): readonly string[] => {
  const last = lines.findLastIndex((line) => !marks.test(line) && !divider.test(line.slice(0, 300)))
  return lines.slice(0, last + 1)
}

/** How many lines at the end are the fields of a mail: two or more, with an address or a number among them. */
const headsAtEnd = (lines: readonly string[]): number => {
  const near = lines.slice(-headsMost)
  const before = near.findLastIndex((line) => !head.test(line.slice(0, 700)))
  const block = near.slice(before + 1)
  return block.length >= 2 && block.some((line) => /[@\d]/.test(line)) ? block.length : 0
}

/** The lines of a quote that are neither of the thread nor fields of a mail: a person's words between or below it. */
const answersWithin = (text: string, { sent, others }: ThreadTexts): readonly string[] => {
  const words = coveredWords(text, [...sent, ...others])
  const lines = linesOf(text)
  const own: string[] = []
  let from = 0
  let at = 0
  lines.forEach((line, index) => {
    const until = from + line.length
    let count = 0
    let known = 0
    for (; at < words.length && words[at]!.from < until; at += 1) {
      count += 1
      if (words[at]!.isKnown) known += 1
    }
    from = until + 1
    const isOurs = count > 0 && known * 2 >= count
    const isHead = head.test(line.slice(0, 700)) && /[@\d]/.test(line)
    if (!isOurs && !isHead && !quoted.test(line) && introAt(lines, index) === 0) own.push(line)
  })
  return own
}

// Each character is a word in scripts that write no spaces.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu
const wordsMost = 30_000
/** Words in a row that have to be ours before a text counts as quoted, unless they are nearly all of the sent text. */
const longRun = 10
const shortTextLeast = 4
const shortTextShare = 0.8

interface Word {
  readonly text: string
  readonly from: number
  readonly until: number
}

/** The words of a text in small letters, with their places: without marks of quotes, punctuation and line breaks. */
const wordsOf = (text: string): readonly Word[] => {
  const words: Word[] = []
  for (const { 0: matched, index: from } of text.matchAll(word)) {
    if (words.length === wordsMost) break
    words.push({ text: matched.normalize('NFKC').toLowerCase(), from, until: from + matched.length })
  }
  return words
}

/** Where a mail that was sent begins in a text: the place of its first word. Undefined if the text does not quote it. */
const quoteStart = (text: string, sent: readonly string[]): number | undefined => {
  const words = wordsOf(text)
  const starts = sent.flatMap((mail) => startOf(words, wordsOf(mail)) ?? [])
  return starts.length === 0 ? undefined : words[Math.min(...starts)]!.from
}

const startOf = (words: readonly Word[], mail: readonly Word[]): number | undefined => {
  if (mail.length < shortTextLeast) return undefined
  const size = Math.min(longRun, Math.max(shortTextLeast, Math.ceil(mail.length * shortTextShare)))
  const runs = runsOf(mail, size)
  const found = keysOf(words, size).findIndex((key) => runs.has(key))
  return found < 0 ? undefined : found
}

/** The places of a text that are covered by three words in a row of the known texts. */
const coveredWords = (text: string, known: readonly string[]): readonly (Word & { isKnown: boolean })[] => {
  const runs = new Set(known.flatMap((one) => [...runsOf(wordsOf(one), 3)]))
  const words = wordsOf(text)
  const isKnown = words.map(() => false)
  keysOf(words, 3).forEach((key, at) => {
    if (runs.has(key)) isKnown.fill(true, at, at + 3)
  })
  return words.map((one, at) => ({ ...one, isKnown: isKnown[at]! }))
}

const runsOf = (words: readonly Word[], size: number): ReadonlySet<string> => new Set(keysOf(words, size))

const keysOf = (words: readonly Word[], size: number): readonly string[] =>
  Array.from({ length: Math.max(0, words.length - size + 1) }, (_, at) =>
    words
      .slice(at, at + size)
      .map(({ text }) => text)
      .join(' '),
  )
