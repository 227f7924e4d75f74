import type { IncomingMessage, ServerResponse } from 'node:http'
import { createModelEndpoint } from '../../domains/agents/models/contract.ts'
import { loopbackSite } from '../network/loopback-site.ts'
import { mp3Of, mp4Of, pngOf, wavOf } from './media-files.ts'
import { completionOf } from '../model-provider/script.ts'
import type { Scene } from '../scene.ts'

interface SeenRequest {
  readonly method: string
  readonly path: string
  /** The body as it came: JSON, or the text of a form. */
  readonly text: string
}

/** A video as the provider holds it. */
export interface HeldVideo {
  readonly id: string
  readonly model: string
  readonly prompt: string
  readonly seconds: string
  readonly size: string
  readonly created_at: number
  status: 'queued' | 'in_progress' | 'completed' | 'failed'
}

/** A provider on loopback with OpenAI's images, speech, transcriptions, videos and chat completions. */
export interface MediaProviderSite {
  readonly url: string
  readonly baseUrl: string
  readonly host: string
  readonly asked: SeenRequest[]
  readonly videos: HeldVideo[]
  /** Answers a request whose path fits in the place of the provider, once; `true` where it did. */
  instead: ((path: string, response: ServerResponse) => boolean) | undefined
}

const bytesOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const send = (response: ServerResponse, body: object) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const fieldOf = (form: string, name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(form)?.[1] ?? ''

/** The answer of a verbose transcription, as in OpenAI's documentation. */
export const spokenWords = {
  task: 'transcribe',
  language: 'english',
  duration: 3.2,
  text: 'Good morning, and welcome.',
  words: [
    { word: 'Good', start: 0, end: 0.4 },
    { word: 'morning', start: 0.4, end: 1 },
    { word: 'and', start: 1.3, end: 1.5 },
    { word: 'welcome', start: 1.5, end: 2.4 },
  ],
  segments: [
    { id: 0, start: 0, end: 1.2, text: ' Good morning,' },
    { id: 1, start: 1.2, end: 2.6, text: ' and welcome.' },
  ],
  usage: { type: 'duration', seconds: 4 },
}

const answer = (site: MediaProviderSite, { method, path, text }: SeenRequest, response: ServerResponse): void => {
  const [, id, part] = /^\/videos\/([^/?]+)(\/content)?/.exec(path) ?? []
  const held = site.videos.find((video) => video.id === id)
  if (path === '/images/generations') {
    const { n } = JSON.parse(text) as { n: number }
    const data = Array.from({ length: n }, (_none, at) => ({ b64_json: pngOf({ seed: at + 1 }).toString('base64') }))
    send(response, { created: 1, data, usage: { input_tokens: 50, output_tokens: 1_000, total_tokens: 1_050 } })
  } else if (path === '/audio/speech') {
    const isWav = (JSON.parse(text) as { response_format: string }).response_format === 'wav'
    response.writeHead(200, { 'content-type': isWav ? 'audio/wav' : 'audio/mpeg' })
    response.end(isWav ? wavOf(2) : mp3Of(100))
  } else if (path === '/audio/transcriptions') {
    const isVerbose = fieldOf(text, 'response_format') === 'verbose_json'
    send(
      response,
      isVerbose
        ? spokenWords
        : { text: spokenWords.text, usage: { type: 'tokens', input_tokens: 30, output_tokens: 10 } },
    )
  } else if (path === '/chat/completions') {
    const { model } = JSON.parse(text) as { model: string }
    send(response, completionOf({ text: 'A till.', usage: { prompt_tokens: 1_000, completion_tokens: 20 } }, model))
  } else if (method === 'POST' && path === '/videos') {
    const video: HeldVideo = {
      id: `video_${site.videos.length}`,
      model: fieldOf(text, 'model'),
      prompt: fieldOf(text, 'prompt'),
      seconds: fieldOf(text, 'seconds'),
      size: fieldOf(text, 'size'),
      created_at: Math.floor(Date.now() / 1_000),
      status: 'queued',
    }
    site.videos.push(video)
    send(response, { object: 'video', progress: 0, ...video })
  } else if (method === 'GET' && path.startsWith('/videos?'))
    send(response, { object: 'list', data: site.videos.toReversed() })
  else if (!held) {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"secret words","code":"not_found"}}')
  } else if (part) {
    response.writeHead(200, { 'content-type': 'video/mp4' })
    response.end(mp4Of(held.id))
  } else if (method === 'DELETE') {
    site.videos.splice(site.videos.indexOf(held), 1)
    send(response, { id, object: 'video', deleted: true })
  } else send(response, { object: 'video', progress: held.status === 'completed' ? 100 : 40, ...held })
}

export const mediaProvider = async (): Promise<MediaProviderSite> => {
  const loopback = await loopbackSite((request, response) => {
    const serve = async () => {
      const text = (await bytesOf(request)).toString('latin1')
      const path = request.url!.replace(/^\/v1/, '')
      const one = { method: request.method!, path, text }
      site.asked.push(one)
      const { instead } = site
      if (instead?.(path, response)) site.instead = undefined
      else answer(site, one, response)
    }
    serve().catch((error: unknown) => response.destroy(error as Error))
  })
  const site: MediaProviderSite = {
    url: loopback.url,
    baseUrl: `${loopback.url}/v1`,
    host: loopback.host,
    asked: [],
    videos: [],
    instead: undefined,
  }
  return site
}

export const mediaModels = [
  'gpt-4.1-mini',
  'imagen-4.0-generate-001',
  'gpt-image-1',
  'tts-1',
  'gpt-4o-mini-tts',
  'gpt-4o-transcribe',
  'whisper-1',
  'sora-2',
]
const prices = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21' }

/** Adds an endpoint with models of every kind to a workspace. */
export const addMediaEndpoint = async (
  at: Pick<Scene, 'owner'>,
  { baseUrl }: MediaProviderSite,
  models = mediaModels,
): Promise<void> => {
  const body = {
    name: 'oai',
    shape: 'chat',
    baseUrl,
    apiKey: 'sk-canary-1f2e3d4c5b6a',
    models: models.map((model) => ({ model, maxOutputTokens: 2_000, contextTokens: 100_000, ...prices })),
  }
  const { status } = await at.owner.call(createModelEndpoint, { body })
  if (status !== 201) throw new Error(`The endpoint was refused with ${status}`)
}
