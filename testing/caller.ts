import { outgoing } from '../platform/client/index.ts'
import type { Operation } from '../platform/contract/index.ts'
import { lastErrors } from './runner/server-log.ts'

interface Input {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  // The test looks at the answer field by field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly headers: Headers
}

/** A person or program with a key or a session, who calls operations over HTTP. */
export interface Caller {
  readonly key: string | undefined
  /** The headers that say who calls. */
  readonly credential: Readonly<Record<string, string>>
  call(operation: Operation, input?: Readonly<Record<string, unknown>> & Input): Promise<Reply>
  /** The response itself, for bytes and streams. */
  open(operation: Operation, input?: Readonly<Record<string, unknown>> & Input, init?: RequestInit): Promise<Response>
}

/** A key, or the headers that come with every call. */
type Credential = string | undefined | Readonly<Record<string, string>>

/** `input` holds the parameters of the path by their names, beside query, body and headers. */
export const callerOf = (baseUrl: string, credential: Credential): Caller => {
  const key = typeof credential === 'string' ? credential : undefined
  const own = typeof credential === 'object' ? credential : credential !== undefined ? { 'x-api-key': credential } : {}
  const open: Caller['open'] = (operation, { query = {}, body, headers = {}, ...params } = {}, init = {}) => {
    const request = outgoing(baseUrl, operation, {
      params: params as Record<string, string>,
      query: query as Record<string, string | number | undefined>,
      body,
    })
    return fetch(request.address, {
      method: request.method,
      headers: { ...own, ...request.headers, ...headers },
      ...(typeof request.body === 'string' && { body: request.body }),
      ...init,
    })
  }
  const call: Caller['call'] = async (operation, input) => {
    const response = await open(operation, input)
    const text = await response.text()
    if (response.status === 500) process.stderr.write(`${operation.id} answered 500:\n${lastErrors()}`)
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: json ? (JSON.parse(text) as unknown) : text, headers: response.headers }
  }
  return { key, credential: own, call, open }
}

/** An answer without the one thing that always differs. */
export const withoutRequestId = ({ status, body }: Reply) => ({
  status,
  body: { ...body, requestId: undefined } as unknown,
})
