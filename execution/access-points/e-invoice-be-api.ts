import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher, type SentAnswer } from '../../platform/fetch/index.ts'
import { AccessPointFailure, shownText, type AccessPointAccount, type OutgoingDocument } from './access-point.ts'

const requestMs = 15_000
/** For all requests of a driver call. */
export const callMs = 200_000
const answerMostBytes = 4_194_304
/** The vendor takes files of ten million bytes. */
const fileMostBytes = 16_777_216
const retryAfterMostMs = 86_400_000

interface Question {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** UBL that is uploaded as the part `file`. */
  readonly file?: OutgoingDocument
}

export interface Answer<Body> {
  readonly status: number
  readonly bytes: Buffer
  readonly body: Body
}

interface Expectation {
  /** Statuses that give undefined. */
  readonly allowed?: readonly number[]
  /** Statuses that may be over later. */
  readonly passing?: readonly number[]
}

/** The HTTP API of e-invoice.be for a driver call. Source: its OpenAPI 1.1.0, npm e-invoice-api 1.24.1. */
export const openApi = (fetcher: Fetcher, address: string, { apiKey }: AccessPointAccount) => {
  const until = Date.now() + callMs
  const send = async (request: Omit<Parameters<Fetcher['send']>[0], 'withinMs'>): Promise<SentAnswer> => {
    const withinMs = Math.min(requestMs, until - Date.now())
    if (withinMs < 1) throw new AccessPointFailure('unavailable', 'slow')
    try {
      return await fetcher.send({ ...request, withinMs })
    } catch (error) {
      if (error instanceof FetchRefusal) throw new AccessPointFailure('unavailable', error.reason, { cause: error })
      throw error
    }
  }
  const request = ({ method = 'GET', path, query, file }: Question) => {
    const uploaded = file && multipartOf(file)
    const headers = {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      ...(uploaded && { 'content-type': uploaded.type }),
    }
    const url = `${address}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
    return send({ url, method, headers, maxBytes: answerMostBytes, ...(uploaded && { body: uploaded.body }) })
  }
  const checked = <S extends TSchema>({ status, bytes }: SentAnswer, answer: S): Answer<Static<S>> => {
    const body = jsonOf(bytes)
    if (!Value.Check(answer, body)) throw new AccessPointFailure('unavailable', 'unknown_answer')
    return { status, bytes, body }
  }
  return {
    /** An answer below 300, and a failure for every other one. */
    ask: async <S extends TSchema>(question: Question, answer: S) => {
      const sent = await request(question)
      if (sent.status > 299) throw failureOf(sent)
      return checked(sent, answer)
    },
    askUnless: async <S extends TSchema>(
      question: Question,
      answer: S,
      { allowed = [], passing = [] }: Expectation,
    ) => {
      const sent = await request(question)
      if (allowed.includes(sent.status)) return undefined
      if (sent.status > 299) throw failureOf(sent, passing)
      return checked(sent, answer)
    },
    /** A stored file, by an address that works without a key. */
    readFile: async (url: string) => {
      const sent = await send({ url, headers: { accept: '*/*' }, maxBytes: fileMostBytes })
      if (sent.status > 299) throw failureOf(sent, [sent.status])
      return sent.bytes
    },
  }
}

export type EInvoiceBeApi = ReturnType<typeof openApi>

const multipartOf = ({ bytes, sha256, invoiceNumber }: OutgoingDocument) => {
  const boundary = `atelier-${sha256}`
  const fileName = `${invoiceNumber.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.xml`
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
    'Content-Type: application/xml',
  ]
  const body = `${head.join('\r\n')}\r\n\r\n${bytes.toString()}\r\n--${boundary}--\r\n`
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

const Refusal = Type.Object({ detail: Type.String() })

const failureOf = ({ status, bytes, headers }: SentAnswer, passing: readonly number[] = []): AccessPointFailure => {
  const body = jsonOf(bytes)
  const detail = Value.Check(Refusal, body) ? `${status}: ${shownText(body.detail)}` : String(status)
  const isPassing = status >= 500 || status === 408 || status === 429 || passing.includes(status)
  const seconds = Number(headers['retry-after'])
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1_000, retryAfterMostMs) : 0
  return new AccessPointFailure(isPassing ? 'unavailable' : 'refused', detail, { retryAfterMs })
}
