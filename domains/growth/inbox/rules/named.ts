/** An address that a text names, in normal form, and the sentence around it. */
export interface NamedAddress {
  readonly address: string
  readonly sentence: string
}

const namedMost = 100
const textMostChars = 20_000
const sentenceMostChars = 600

/** The addresses in a text, each once, at most 100. */
export const namedIn = (text: string, normal: (address: string) => string | undefined): readonly NamedAddress[] => {
  const found = new Map<string, NamedAddress>()
  for (const line of text.slice(0, textMostChars).split('\n')) {
    for (const word of line.split(/[\s<>()[\],;:"']+/)) {
      if (found.size === namedMost) return [...found.values()]
      const address = word.includes('@') ? normal(word.replace(/[.!?]{1,9}$/, '')) : undefined
      if (address !== undefined && !found.has(address)) found.set(address, { address, sentence: around(line, word) })
    }
  }
  return [...found.values()]
}

/** The sentence of a line that has a word. */
const around = (line: string, word: string): string =>
  (line.split(/(?<=[.!?]) /).find((sentence) => sentence.includes(word)) ?? word).trim().slice(0, sentenceMostChars)
