import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Route } from '../../../execution/egress/index.ts'
import { jsonOf } from '../../../packages/foreign-json/index.ts'

interface Questions<Asked extends TSchema> {
  readonly form: Asked
  readonly mostBytes: number
  /** The answer to a request of another form, with 400. */
  readonly malformed: object
  /** The answer if the work failed, with 500. */
  readonly failed: object
  /** Returns the answer. `gone` is aborted when the caller has left, such as an agent whose time was up. */
  answer(asked: Static<Asked>, gone: AbortSignal): Promise<object>
}

/** How an agent asks the server for something: a `POST` of JSON, answered by JSON, one request at a time. */
export const oneAtATime = <Asked extends TSchema>({
  form,
  mostBytes,
  malformed,
  failed,
  answer,
}: Questions<Asked>): Route => {
  let turn: Promise<unknown> = Promise.resolve()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort(new Error('The caller disconnected')))
    const body = await readJson(request, mostBytes)
    if (Value.Check(form, body)) sendJson(response, 200, await answer(body, gone.signal))
    else sendJson(response, 400, malformed)
  }
  return (request, response) => {
    turn = turn.then(() => serve(request, response).catch(() => sendJson(response, 500, failed)))
  }
}

/** The JSON of a request to an internal host; undefined if it is invalid or too large. */
export const readJson = async (request: IncomingMessage, mostBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return jsonOf(Buffer.concat(chunks))
}

/** Answers once: what comes after the first answer is dropped. */
export const sendJson = (response: ServerResponse, status: number, body: object): void => {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
