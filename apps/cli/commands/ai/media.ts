import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  analyzeAiMedia,
  generateAiImages,
  getAiTranscriptionSubtitles,
  getAiVideo,
  submitAiVideo,
  synthesizeAiSpeech,
  transcribeAiAudio,
} from '../../../../domains/agents/media/contract.ts'
import { contentAt, sourceOf } from '../../files/ai-files.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { failed, usage } from '../../failure.ts'
import { shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { watchState } from '../../terminal/progress.ts'
import { columns, printable, printableLines } from '../../terminal/text.ts'

/** The options of the media commands, of which each command has some. */
interface MediaOptions {
  readonly model?: string
  readonly project?: string
  readonly count?: string
  readonly ratio?: string
  readonly save?: string
  readonly voice?: string
  readonly format?: string
  readonly language?: string
  readonly subtitles?: string
  readonly seconds?: string
  readonly wait?: boolean
  readonly video?: boolean
}

const pollMs = 2_000

/** The fields of a request that all media operations have. */
const commonFields = async (session: Session, { model, project }: MediaOptions) =>
  defined({ model, projectId: project === undefined ? undefined : await chooseProject(session, project) })

const numberIn = (option: string, value: string | undefined) => {
  if (value === undefined) return undefined
  if (!/^\d{1,4}$/.test(value)) throw usage(`${option} is a whole number.`)
  return Number(value)
}

const costText = ({ costUsd }: { readonly costUsd: number | null }) =>
  costUsd === null ? 'a cost that is not known' : `$${costUsd}`

const saveAt = async (session: Session, client: Client, url: string, path: string) => {
  const file = resolve(session.cwd, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await contentAt(client, url))
  session.output.say(`Saved to ${printable(path)}`)
}

/** `atelier ai image`: makes images, and prints their addresses; with `--save` it stores them in a folder. */
export const makeImages = async (session: Session, prompt: string, options: MediaOptions): Promise<void> => {
  const client = await session.client()
  const own = defined({ prompt, n: numberIn('--count', options.count), aspectRatio: options.ratio })
  const body = { ...own, ...(await commonFields(session, options)) }
  const result = await client.call(generateAiImages, { body })
  session.output.document(result)
  for (const [at, { url, mediaType }] of result.images.entries()) {
    session.output.print(printable(url))
    const ending = mediaType.replace(/^image\//, '')
    if (options.save !== undefined)
      await saveAt(session, client, url, join(options.save, `${shortId(result.id)}-${at + 1}.${ending}`))
  }
  session.output.say(`${printable(result.model)}, ${costText(result)}`)
}

/** `atelier ai speak`: speaks a text, and prints the address of the sound; with `--save` it stores it as a file. */
export const speakText = async (session: Session, spoken: string, options: MediaOptions): Promise<void> => {
  const client = await session.client()
  const { voice, format } = options
  const own = defined({ text: spoken, voice, format: format as 'mp3' | 'wav' | undefined })
  const body = { ...own, ...(await commonFields(session, options)) }
  const result = await client.call(synthesizeAiSpeech, { body })
  session.output.show(result, printable(result.sound.url))
  if (options.save !== undefined) await saveAt(session, client, result.sound.url, options.save)
  session.output.say(`${printable(result.model)}, ${costText(result)}`)
}

/** `atelier ai transcribe`: prints the speech in a file or at an address, or its subtitles. */
export const transcribeSound = async (session: Session, source: string, options: MediaOptions): Promise<void> => {
  const { language, subtitles } = options
  if (subtitles !== undefined && subtitles !== 'vtt' && subtitles !== 'srt') throw usage('--subtitles is vtt or srt.')
  const client = await session.client()
  const own = defined({ source: await sourceOf(client, session.cwd, source), language })
  const body = { ...own, ...(await commonFields(session, options)) }
  const result = await client.call(transcribeAiAudio, { body })
  if (subtitles !== undefined && result.vttUrl === null)
    throw failed('transcription_without_times', 'The model returned no times. Choose another model for subtitles.')
  const words =
    subtitles === undefined
      ? (await contentAt(client, result.text.url)).toString('utf8')
      : await text(
          await client.open(getAiTranscriptionSubtitles, { params: { id: result.id }, query: { format: subtitles } }),
        )
  session.output.show({ ...result, content: words }, printableLines(words.trimEnd()))
  session.output.say(`${printable(result.model)}, ${costText(result)}`)
}

/**
 * `atelier ai video`: submits a video; with `--wait` it shows progress until it is made, and with `--save` stores it.
 */
export const makeVideo = async (session: Session, prompt: string, options: MediaOptions): Promise<void> => {
  const client = await session.client()
  const seconds = numberIn('--seconds', options.seconds) as 4 | undefined
  const own = defined({ prompt, seconds, aspectRatio: options.ratio })
  const { id } = await client.call(submitAiVideo, { body: { ...own, ...(await commonFields(session, options)) } })
  const read = () => client.call(getAiVideo, { params: { id } })
  const isOver = ({ endedAt }: Video) => endedAt !== null
  const video =
    options.wait || options.save !== undefined
      ? await watchState(session.output, { read, isOver, textOf: videoLine, everyMs: pollMs })
      : await read()
  session.output.show(video, videoLine(video))
  if (video.failure !== null) throw failed('video_not_made', `The video was not made: ${printable(video.failure)}.`)
  if (options.save !== undefined && video.videoUrl !== null) await saveAt(session, client, video.videoUrl, options.save)
}

/** `atelier ai analyze`: answers a question about an image or a video. */
export const analyzeMedia = async (session: Session, source: string, question: string, options: MediaOptions) => {
  const client = await session.client()
  const body = {
    kind: options.video ? ('video' as const) : ('image' as const),
    question,
    source: await sourceOf(client, session.cwd, source),
    ...(await commonFields(session, options)),
  }
  const result = await client.call(analyzeAiMedia, { body })
  session.output.show(result, printableLines(result.answer))
  session.output.say(`${printable(result.model)}, ${costText(result)}`)
}

type Video = Reply<typeof getAiVideo>

const videoLine = (video: Video): string =>
  columns([
    shortId(video.id),
    video.status,
    video.percent === null ? '-' : `${video.percent} %`,
    video.model,
    video.endedAt === null ? `$${video.reservedUsd} held` : costText(video),
    video.videoUrl ?? '-',
  ])
