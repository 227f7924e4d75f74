import type { TimedText, Transcript } from './port.ts'

const lineMostChars = 84
const cueMostSeconds = 6
const pauseSeconds = 1

/** The texts that are shown at once: segments of the model, else words that follow one another without a long pause. */
export const cuesOf = ({ segments, words }: Pick<Transcript, 'segments' | 'words'>): readonly TimedText[] => {
  if (segments.length > 0) return segments
  const cues: TimedText[] = []
  for (const word of words) {
    const last = cues.at(-1)
    const text = last ? `${last.text} ${word.text}` : word.text
    const isSame =
      last &&
      text.length <= lineMostChars &&
      word.to - last.from <= cueMostSeconds &&
      word.from - last.to < pauseSeconds &&
      !/[.!?…]$/.test(last.text)
    if (isSame) cues[cues.length - 1] = { from: last.from, to: Math.max(last.to, word.to), text }
    else cues.push(word)
  }
  return cues
}

/** Cues as WebVTT (W3C, 2019) or as SubRip, each on one line. A cue without words is left out. */
export const subtitlesOf = (transcript: Pick<Transcript, 'segments' | 'words'>, format: 'vtt' | 'srt'): string => {
  const cues = cuesOf(transcript)
    .map(({ from, to, text }) => ({ from, to: Math.max(to, from + 0.001), text: text.replaceAll(unfit, ' ').trim() }))
    .filter(({ text }) => text !== '')
  if (format === 'srt')
    return cues
      .map(({ from, to, text }, at) => `${at + 1}\n${timeOf(from, ',')} --> ${timeOf(to, ',')}\n${plain(text)}\n\n`)
      .join('')
  return `WEBVTT\n\n${cues.map(({ from, to, text }) => `${timeOf(from, '.')} --> ${timeOf(to, '.')}\n${escaped(text)}\n\n`).join('')}`
}

const unfit = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** In SubRip nothing is escaped: what could be read as times or as markup is written otherwise. */
const plain = (text: string) => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const timeOf = (seconds: number, point: string) => {
  const all = Math.round(seconds * 1_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const ms = String(all % 1_000).padStart(3, '0')
  return `${two(all / 3_600_000)}:${two((all / 60_000) % 60)}:${two((all / 1_000) % 60)}${point}${ms}`
}
