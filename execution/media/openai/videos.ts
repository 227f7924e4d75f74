import { isId, malformedAnswer, multipart, objectIn, readAnswer } from '../../models/index.ts'
import { mediaMostBytes, type VideoJobs, type VideoOrder, type VideoState } from '../port.ts'
import { numberIn, type OpenAiEndpoint } from './wire.ts'

type Answer = Readonly<Record<string, unknown>>

const listMost = 100
// Clocks differ; so much earlier than we began, no video of ours was made.
const skewMs = 60_000

/** Videos as OpenAI makes them: `POST /videos`, `GET /videos/{id}` and `/videos/{id}/content`, `DELETE /videos/{id}`. */
export const videoJobs = ({ name, model, door }: OpenAiEndpoint): VideoJobs => {
  const expected = { endpoint: name, what: 'video' }
  const wrong = (answer: unknown) => malformedAnswer(expected, JSON.stringify(answer).slice(0, 200))
  const ask = async (method: 'GET' | 'DELETE', path: string, signal: AbortSignal) =>
    readAnswer(expected, await door.text({ method, path }, signal))
  const list = async (signal: AbortSignal) => {
    const answer = await ask('GET', `/videos?limit=${listMost}&order=desc`, signal)
    if (!Array.isArray(answer.data)) throw wrong(answer)
    return answer.data.map(objectIn)
  }
  return {
    submit: async (order, signal) => {
      const sent = order.perhapsSentSince && (await findSent(await list(signal), model, order, order.perhapsSentSince))
      if (sent) return sent.id
      const { prompt, seconds, ratio } = order
      const content = multipart([
        { name: 'model', value: model },
        { name: 'prompt', value: prompt },
        { name: 'seconds', value: String(seconds) },
        { name: 'size', value: sizeOf(ratio) },
      ])
      const text = await door.text({ method: 'POST', path: '/videos', content }, signal)
      const answer = readAnswer(expected, text)
      if (!isId(answer.id)) throw wrong(answer)
      return answer.id
    },
    state: async (id, signal) => {
      const answer = await ask('GET', `/videos/${id}`, signal)
      // An answer about another video is not an answer about this video.
      const state = answer.id === id ? stateIn(answer) : undefined
      if (!state) throw wrong(answer)
      return state
    },
    content: (id, signal) => door.bytes({ method: 'GET', path: `/videos/${id}/content` }, signal, mediaMostBytes.video),
    remove: async (id, signal) => {
      await ask('DELETE', `/videos/${id}`, signal)
    },
  }
}

const sizeOf = (ratio = 16 / 9) => (ratio >= 1 ? '1280x720' : '720x1280')

/**
 * The video that an earlier request, whose answer was lost, has made: one of the same model, prompt, length and size
 * that belongs to no other job. `{ id: undefined }` if it may be among them, since lists of some servers have no
 * prompts.
 */
const findSent = async (
  videos: readonly Answer[],
  model: string,
  { prompt, seconds, ratio, isTaken }: VideoOrder,
  since: Date,
): Promise<{ readonly id: string | undefined } | undefined> => {
  const alike = videos.filter((video) => {
    const createdMs = (numberIn(video.created_at) ?? Infinity) * 1_000
    const isSame = video.model === model && numberIn(video.seconds) === seconds && video.size === sizeOf(ratio)
    return createdMs >= since.getTime() - skewMs && isSame && isId(video.id)
  })
  for (const video of alike.toReversed()) {
    const id = video.id as string
    if ((video.prompt ?? prompt) !== prompt || (await isTaken(id))) continue
    return { id: video.prompt === prompt ? id : undefined }
  }
  return undefined
}

const working = ['queued', 'in_progress']

const stateIn = ({ status, progress, error }: Answer): VideoState | undefined => {
  if (status === 'completed') return { status: 'ended' }
  if (status === 'failed') return { status: 'failed', code: codeOf(objectIn(error).code) }
  if (!working.includes(String(status))) return undefined
  const percent = numberIn(progress)
  return { status: 'working', percent: percent === undefined ? null : Math.min(100, Math.floor(percent)) }
}

const codeOf = (code: unknown) =>
  typeof code === 'string' && /^[a-z][a-z_]{1,63}$/.test(code) ? code : 'provider_refused'
