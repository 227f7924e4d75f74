import { countedTokens, malformedAnswer, multipart, objectIn, readAnswer } from '../../models/index.ts'
import type { TimedText, Transcript, TranscriptionOrder } from '../port.ts'
import { numberIn, type OpenAiEndpoint } from './wire.ts'

const extensions: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
}

/** True if a model reports the times of words: OpenAI's newer models answer only the text. */
export const tellsWords = (model: string): boolean => !model.startsWith('gpt-4o')

/** Transcribes by OpenAI's `POST /audio/transcriptions`, with the times of words and segments if the model has them. */
export const transcribe = async (
  { name, model, door }: OpenAiEndpoint,
  { sound, language }: TranscriptionOrder,
  signal: AbortSignal,
): Promise<Transcript> => {
  const { mediaType, bytes } = sound
  const hasTimes = tellsWords(model)
  const content = multipart([
    { name: 'model', value: model },
    { name: 'response_format', value: hasTimes ? 'verbose_json' : 'json' },
    ...(hasTimes ? ['word', 'segment'] : []).map((value) => ({ name: 'timestamp_granularities[]', value })),
    ...(language === undefined ? [] : [{ name: 'language', value: language }]),
    { name: 'file', value: bytes, file: { name: `sound.${extensions[mediaType] ?? 'bin'}`, mediaType } },
  ])
  const text = await door.text({ method: 'POST', path: '/audio/transcriptions', content, repeats: true }, signal)
  const expected = { endpoint: name, what: 'transcription' }
  const transcript = transcriptIn(name, readAnswer(expected, text))
  if (!transcript) throw malformedAnswer(expected, text)
  return transcript
}

/** A transcription in OpenAI's form, `json` or `verbose_json`; undefined for anything else. */
const transcriptIn = (endpoint: string, answer: Readonly<Record<string, unknown>>): Transcript | undefined => {
  const { text, language, duration, usage } = answer
  const segments = timedIn(answer.segments, 'text')
  const words = timedIn(answer.words, 'word')
  if (typeof text !== 'string' || !segments || !words) return undefined
  return {
    text: text.trim(),
    language: typeof language === 'string' && /^[A-Za-z][A-Za-z -]{0,29}$/.test(language) ? language : null,
    seconds: numberIn(duration) ?? numberIn(objectIn(usage).seconds),
    segments,
    words,
    usage: countedTokens('responses', endpoint, usage),
  }
}

const timedMost = 200_000

const timedIn = (list: unknown, field: 'text' | 'word'): readonly TimedText[] | undefined => {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > timedMost) return undefined
  const timed = list.map((one): TimedText | undefined => {
    const { start, end, [field]: text } = objectIn(one)
    const from = numberIn(start)
    const to = numberIn(end)
    return from === undefined || to === undefined || typeof text !== 'string'
      ? undefined
      : { from, to, text: text.trim() }
  })
  return timed.every((one) => one !== undefined) ? timed : undefined
}
