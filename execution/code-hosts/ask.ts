import { askHost } from './code-host.ts'
import { fieldsOf, statusFailure, type HostCall } from './host-request.ts'
import type { HostPlace } from './hosted.ts'

/** The body of an answer with one of the expected statuses. Throws a `CodeHostFailure` for any other. */
export const ask = async (
  { fetcher, host, signal }: HostPlace,
  call: HostCall,
  ...expected: readonly number[]
): Promise<unknown> => {
  const { status, body } = await askHost(fetcher, host, call, signal)
  if (!expected.includes(status)) throw statusFailure(status, new URL(host.baseUrl).host)
  return body
}

/** The objects of a list that a host sent; none if it sent something else. */
export const listOf = (body: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(body) ? body.map(fieldsOf) : []
