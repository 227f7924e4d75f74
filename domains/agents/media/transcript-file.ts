import type { MadeFile, Transcript } from '../../../execution/media/index.ts'

/** The file of a transcription with its times, in seconds. */
export const wordsFile = ({ text, language, seconds, segments, words }: Transcript): MadeFile => ({
  mediaType: 'application/json',
  bytes: Buffer.from(
    JSON.stringify({
      text,
      language,
      durationSeconds: seconds ?? null,
      segments: segments.map(({ from, to, text: said }) => ({ start: from, end: to, text: said })),
      words: words.map(({ from, to, text: word }) => ({ start: from, end: to, word })),
    }),
  ),
})

export const textFile = ({ text }: Transcript): MadeFile => ({
  mediaType: 'text/plain; charset=utf-8',
  bytes: Buffer.from(`${text}\n`),
})

interface StoredTimes {
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  readonly words: readonly { readonly start: number; readonly end: number; readonly word: string }[]
}

/** The times that `wordsFile` has written. */
export const timesIn = (file: string): Pick<Transcript, 'segments' | 'words'> => {
  const { segments, words } = JSON.parse(file) as StoredTimes
  return {
    segments: segments.map(({ start, end, text }) => ({ from: start, to: end, text })),
    words: words.map(({ start, end, word }) => ({ from: start, to: end, text: word })),
  }
}
