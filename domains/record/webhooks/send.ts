import type { Readable } from 'node:stream'
import { maskSecrets } from '../../../execution/repositories/index.ts'
import { maskingOf, maskLabelled } from '../../../execution/masking/index.ts'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { hasArrived, refusedSentence, retryAfterOf } from './rules.ts'
import type { AttemptRow } from './tables.ts'

const withinMs = 15_000
const readBytes = 4_096
const headCharacters = 1_000

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Values that must not be in the log of attempts, though the answer repeats them. */
  readonly secrets: readonly string[]
}

/** The result of an attempt. `error` is null if the message has arrived. */
export interface AttemptResult extends Omit<AttemptRow, 'number' | 'attemptedAt'> {
  readonly retryAfterSeconds: number
}

/** Sends a message to a public address once, within 15 seconds, without redirects. Throws the reason of `signal`. */
export const sendMessage = async (fetcher: Fetcher, message: Message, signal: AbortSignal): Promise<AttemptResult> => {
  const beganMs = performance.now()
  const answer = await ask(fetcher, message, AbortSignal.any([signal, AbortSignal.timeout(withinMs)]))
  signal.throwIfAborted()
  return { ...answer, durationMs: Math.round(performance.now() - beganMs) }
}

const ask = async (fetcher: Fetcher, { url, headers, body, secrets }: Message, signal: AbortSignal) => {
  try {
    const answer = await fetcher.stream({
      url,
      method: 'POST' as const,
      body,
      signal,
      headMs: withinMs,
      idleMs: withinMs,
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Atelier-Webhooks/1',
        ...headers,
      },
      // Only its beginning is read.
      maxBytes: Number.MAX_SAFE_INTEGER,
    })
    return {
      responseStatus: answer.status,
      responseHead: maskedHead(await beginningOf(answer.content), secrets),
      error: hasArrived(answer.status) ? null : refusedSentence(answer.status),
      retryAfterSeconds: retryAfterOf(answer.headers['retry-after'], new Date()),
    }
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    return { responseStatus: null, responseHead: null, error: error.message, retryAfterSeconds: 0 }
  }
}

/** The first bytes of an answer. A broken answer has already sent its status. */
const beginningOf = async (content: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= readBytes) break
    }
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
  }
  return Buffer.concat(chunks).subarray(0, readBytes)
}

// PostgreSQL stores no NUL.
const maskedHead = (bytes: Buffer, secrets: readonly string[]) => {
  const masking = maskingOf(secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]))
  const text = maskLabelled(maskSecrets(masking.text(bytes.toString().replaceAll('\0', '�'))))
  return text.slice(0, headCharacters).toWellFormed() || null
}
