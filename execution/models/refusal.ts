import type { Dispatcher } from 'undici'
import { type FailureCode, type FailureDetails, ModelFailure } from './failure.ts'
import { refusedParameter } from './refused-parameter.ts'
import { retryAfterMs, waitOf } from './retry-after.ts'
import { saidErrorIn, type SaidError } from './said-error.ts'
import type { ShapeName } from './shapes/index.ts'
import { maskingOf, maskLabelled } from '../masking/index.ts'
import { maskKey } from './endpoint-door.ts'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

interface Refuser {
  readonly name: string
  readonly settings: {
    readonly apiKey: string | undefined
    readonly shape?: ShapeName
    readonly words?: SettingWords | undefined
  }
}

/**
 * The meaning of an answer other than 200. No endpoint bills for one. 408, 409, 429 and 5xx may be sent again, after
 * the wait that it asks for, if any; the endpoint's own words are passed on, cut and without the key.
 */
export const refusalOf = async (endpoint: Refuser, answer: Answer): Promise<ModelFailure> => {
  const { statusCode: status } = answer
  const body = await firstBytes(decodedBody(answer), wordsBytesMax)
  answer.body.destroy()
  const error = saidErrorIn(body)
  const said = saidIn(endpoint, error)
  const words = wordsOf(endpoint.settings)
  const upstream = { status, code: codeIn(endpoint, error) }
  const failure = (what: string, own: number, code: FailureCode, more: Partial<FailureDetails> = {}) =>
    new ModelFailure(`The model endpoint ${endpoint.name} ${what}`, {
      status: own,
      code,
      billed: 'nothing',
      upstream,
      ...more,
    })
  if (status === 401 || status === 403) {
    // Endpoints answer 403 to a key that they do not know, and to a key that may not use the model.
    const what =
      status === 403 && said !== ''
        ? `refused what was asked with the configured key (403)${said}. Check what ${words.apiKey} may use.`
        : `refused the configured key (${status}). Check ${words.apiKey}.`
    return failure(what, 502, 'provider_refused_key')
  }
  if (status === 402 || (status === 429 && unpaid.test(body))) {
    const what = `has no credit left (${status})${said}. Add some there, then run the task again.`
    return failure(what, 402, 'provider_unpaid')
  }
  const again = { retryable: true, retryAfterMs: retryAfterMs(answer) ?? waitOf(error) }
  // Anthropic's 529 is every customer's load, which passes as the own does.
  if (status === 429 || status === 529)
    return failure(`has too many requests (${status})${said}. Run the task again later.`, 429, 'provider_busy', again)
  if (status >= 500 || passing.includes(status))
    return failure(`failed (${status})${said}. Run the task again when it works.`, 502, 'provider_failed', again)
  const isInvalid = status === 400 || status === 422
  const what = `refused the request (${status})${said}. Check ${words.model} and ${words.baseUrl}.`
  return failure(what, isInvalid || status === 413 ? status : 502, 'provider_refused_request', {
    refused: isInvalid ? refusedParameter(body, endpoint.settings.shape) : undefined,
  })
}

// A wait does not mend it: OpenAI answers an empty account with 429 too.
const unpaid = /"(code|type)"\s*:\s*"(insufficient_quota|billing_\w+)"/

/** Timed out, and in conflict with another request: both pass. */
const passing = [408, 409]

const wordsBytesMax = 16 * 1024

const saidIn = ({ settings }: Refuser, { message }: SaidError) => {
  const exact = maskKey(settings.apiKey, message.replace(/\.$/, ''), { always: true })
  // An error is short and is stored: a key that it repeats in Base64 or hexadecimal is found there too.
  const words = settings.apiKey === undefined ? exact : maskingOf([settings.apiKey]).text(exact)
  const shown = maskLabelled(words).replace(/\s+/g, ' ').trim().slice(0, 500)
  return shown === '' ? '' : `: ${shown}`
}

const firstBytes = async (body: AsyncIterable<Buffer>, bytesMax: number) => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes >= bytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8')
}

/** The endpoint's own code, if it is a word that holds nothing of the key. */
const codeIn = ({ settings }: Refuser, { codes }: SaidError): string | undefined => {
  const word = codes.map((code) => code.toLowerCase()).find((code) => /^[a-z][a-z_]{1,63}$/.test(code))
  return word !== undefined && maskKey(settings.apiKey, word, { always: true }) === word ? word : undefined
}

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** The bytes of an answer without its content coding, which some endpoints apply unasked. The reader bounds them. */
export const decodedBody = ({
  headers,
  body,
}: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): AsyncIterable<Buffer> => {
  const encoding = [headers['content-encoding']].flat()[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(decoders, encoding)) return body.iterator({ destroyOnReturn: false })
  const decoder = decoders[encoding as keyof typeof decoders]()
  body.once('error', (error: Error) => decoder.destroy(error))
  return body.pipe(decoder)
}

/** The settings to look at when an endpoint fails, each as a noun in a sentence. */
const ofInstance = {
  baseUrl: 'ATELIER_MODEL_BASE_URL',
  apiKey: 'ATELIER_MODEL_API_KEY',
  model: 'ATELIER_MODEL_NAME',
}

export type SettingWords = Readonly<typeof ofInstance>

/** Words of an endpoint: by default the settings of the instance. */
export const wordsOf = ({ words }: { readonly words?: SettingWords | undefined }): SettingWords => words ?? ofInstance
