import { atelier, start } from '../program/command.ts'
import { NotAtelierError, RefusedError, type ErrorBody, type ClientError } from '../../../platform/client/index.ts'
import { Failure, unreachable, type FailureKind } from '../failure.ts'
import { printable } from '../terminal/text.ts'

const fieldsMost = 20

/** An error of the client as a Failure: what happened, and what to do next. */
export const failureOf = (url: string, error: ClientError): Failure => {
  if (error instanceof RefusedError) return refusalOf(error)
  return error instanceof NotAtelierError ? notAtelier(url, error.status) : unreachableFailure(url, error.cause)
}

/** A refusal of the server: its own sentence, the fields that are wrong, and what to do next. */
const refusalOf = ({ status, answered }: RefusedError): Failure => {
  const { error, code = `status_${status}`, fields = [] } = answered
  const { reason } = answered as { readonly reason?: unknown }
  const lines = [
    error,
    // Another server's message, such as that of a mailbox.
    ...(typeof reason === 'string' ? [`  ${printable(reason)}`] : []),
    ...fields.slice(0, fieldsMost).map(({ path, message }) => `  ${path}: ${message}`),
    ...(fields.length > fieldsMost ? [`  and ${fields.length - fieldsMost} more`] : []),
    ...nextStep(status, code, answered),
  ]
  return new Failure(kindOf(status, code), lines.join('\n'), { code, details: { ...answered, status } })
}

// A fault of the repository itself is no race with another push.
const aboutContent = ['findings_present']

const kindOf = (status: number, code: string): FailureKind => {
  if (aboutContent.includes(code)) return 'failed'
  if ([401, 403].includes(status)) return 'unreachable'
  if (status === 404) return 'absent'
  return [409, 429, 503].includes(status) ? 'conflict' : 'failed'
}

const nextStep = (status: number, code: string, { requestId }: ErrorBody): string[] => {
  if (status === 401) return [`Log in again: ${atelier} login`]
  if (status === 403) return [`Ask an administrator of the workspace, or log in with another key: ${atelier} login`]
  if (code === 'not_found') return [`Check the id; ${atelier} status lists what there is.`]
  if (code === 'bundle_rejected') return ['Correct the repository, then run this again.']
  if (status === 429) return ['Wait a moment, then run this again.']
  return status >= 500 && requestId ? [`If it stays so, tell the operator the request id ${requestId}.`] : []
}

/** The answer is not this product's. */
const notAtelier = (url: string, status: number): Failure =>
  unreachable(
    'not_atelier',
    `What answers at ${url} is not Atelier (status ${status}). Check the address: ${atelier} login --url <address>`,
  )

const cut = 'the connection was cut'
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of its answer',
  UND_ERR_ABORTED: cut,
}

/** No answer came, or not the whole of it. */
export const unreachableFailure = (url: string, error: unknown): Failure => {
  if (error instanceof Failure) return error
  const { code = '', message } = error as { code?: string; message: string }
  const reason = reasons[code] ?? message
  const remedy = isHere(url) ? `Start it with ${start}, or check` : 'See whether it runs, or check'
  return unreachable(
    'not_reached',
    `Atelier at ${url} was not reached: ${reason}. ${remedy} the address: ${atelier} login --url <address>`,
    error,
  )
}

/** Whether a server was there, and went before its answer was whole. */
export const wasCut = (error: unknown): boolean =>
  error instanceof Failure && reasons[(error.cause as { code?: string } | undefined)?.code ?? ''] === cut

/** True if the address belongs to this machine, on which the reader can start a server. */
const isHere = (url: string) => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
