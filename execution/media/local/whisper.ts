import { transcriptIn } from '../openai/transcription.ts'
import { numberIn, objectIn } from '../openai/wire.ts'
import type { TimedText, Transcript } from '../port.ts'
import { jsonObject } from '../../../platform/contract/json.ts'

/**
 * A transcription as whisper.cpp writes it with `--output-json` or `--output-json-full`, or as OpenAI's `verbose_json`;
 * undefined for anything else. Words come from tokens where there are some, else from segments of one word each, as
 * `--max-len 1 --split-on-word` makes them.
 */
export const whisperTranscript = (json: string): Transcript | undefined => {
  const answer = jsonObject(json)
  if (!answer) return undefined
  const { transcription, result } = answer
  if (!Array.isArray(transcription)) return transcriptIn('local', answer)
  const entries = transcription.map(objectIn)
  const segments = entries.map(timedIn)
  if (!segments.every((one) => one !== undefined)) return undefined
  const spoken = segments.filter(({ text }) => text.trim() !== '')
  const tokens = entries.flatMap(({ tokens: list }) => (Array.isArray(list) ? list.map(objectIn) : []))
  const isByWord = spoken.every(({ text }) => !/\s/.test(text.trim()))
  const words = tokens.length > 0 ? wordsIn(tokens) : isByWord ? spoken.map(trimmed) : []
  const { language } = objectIn(result)
  return {
    text: segments
      .map(({ text }) => text)
      .join('')
      .trim(),
    language: typeof language === 'string' && /^[a-z]{2,3}$/.test(language) ? language : null,
    seconds: spoken.at(-1)?.to,
    segments: isByWord && spoken.length > 1 ? [] : spoken.map(trimmed),
    words,
  }
}

type Entry = Readonly<Record<string, unknown>>

/** Times are milliseconds. */
const timedIn = ({ text, offsets }: Entry): TimedText | undefined => {
  const from = numberIn(objectIn(offsets).from)
  const to = numberIn(objectIn(offsets).to)
  return from === undefined || to === undefined || typeof text !== 'string'
    ? undefined
    : { from: from / 1_000, to: to / 1_000, text }
}

const trimmed = ({ from, to, text }: TimedText): TimedText => ({ from, to, text: text.trim() })

/** A word begins with a token that begins with a space; `[_BEG_]` and its like are no words. */
const wordsIn = (tokens: readonly Entry[]): readonly TimedText[] => {
  const words: TimedText[] = []
  for (const token of tokens) {
    const timed = timedIn(token)
    if (!timed || /^\[_.*\]$/.test(timed.text) || timed.text.trim() === '') continue
    const last = words.at(-1)
    if (last && !timed.text.startsWith(' '))
      words[words.length - 1] = { ...last, to: timed.to, text: last.text + timed.text }
    else words.push(trimmed(timed))
  }
  return words
}
