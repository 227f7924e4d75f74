import { RefusedError } from '../../../../platform/client/index.ts'

// Endpoints have codes of their own, such as `context_length_exceeded`. Their status says enough.
const byStatus: Readonly<Record<number, string>> = {
  400: 'provider_refused_request',
  402: 'provider_unpaid',
  413: 'provider_refused_request',
  422: 'provider_refused_request',
  429: 'provider_busy',
  502: 'provider_failed',
  504: 'provider_slow',
  529: 'provider_busy',
}

// The server's own refusals have words in every part of the console.
const own = ['invalid_request', 'rate_limited', 'too_many_streams']

/** The refusal of a call with a code that this page has words for, where its own code is one of the endpoint. */
export const knownRefusal = (error: unknown, known: Readonly<Record<string, unknown>>): unknown => {
  if (!(error instanceof RefusedError)) return error
  const { code = '' } = error.answered
  const general = byStatus[error.status]
  if (Object.hasOwn(known, code) || own.includes(code) || general === undefined) return error
  return new RefusedError(error.status, { ...error.answered, code: general })
}
