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
export const wordsOf = (text: string): readonly Word[] => {
  const words: Word[] = []
  for (const found of text.matchAll(word)) {
    if (words.length === wordsMost) break
    const [matched] = found
    words.push({
      text: matched.normalize('NFKC').toLowerCase(),
      from: found.index,
      until: found.index + matched.length,
    })
  }
  return words
}

/** Where a mail that was sent begins in a text: the place of its first word. Undefined if the text does not quote it. */
export const quoteStart = (text: string, sent: readonly string[]): number | undefined => {
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
export const coveredWords = (text: string, known: readonly string[]): readonly (Word & { isKnown: boolean })[] => {
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
