import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseAbsent, refuseFields } from '../../refusal/refusal.ts'
import type { AnyContext, Browser, CountRows, Resumption, Handler } from '../../handler/handler.ts'
import { sealCursor } from '../requests/cursors.ts'
import type { ResourceKinds } from '../../access/index.ts'
import type { Database } from '../../db/database.ts'
import type { Outcomes } from './outcomes.ts'
import type { Replay } from './replays.ts'

/** The part of a handler's context that every caller has; the decided access and its time come from the caller. */
export const contextOf = (run: Run, decided: Pick<AnyContext, 'caller' | 'level' | 'now'>): AnyContext => {
  const { request, reply, signal, fail } = run
  const { 'last-event-id': lastEventId } = request.headers
  return {
    params: request.params as Readonly<Record<string, string>>,
    query: request.query,
    body: request.body,
    workspace: request.workspaceId,
    requestId: request.id,
    traceId: request.traceId,
    lastEventId: Array.isArray(lastEventId) ? lastEventId.at(-1) : lastEventId,
    signal,
    browser: browserOf(request, reply),
    // Source: RFC 9110, section 14.2.
    header: (name) => (name === 'range' && request.method === 'HEAD' ? undefined : headerOf(request, name)),
    resumption: resumptionOf(request, reply),
    fail,
    absent: refuseAbsent,
    invalid: refuseFields,
    next: (cursor, count) => link(run, 'next', cursor, count),
    previous: (cursor, count) => link(run, 'prev', cursor, count),
    ...decided,
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const browserOf = ({ headers, ip }: FastifyRequest, reply: FastifyReply): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
  ip,
  keep: (cookie) => void reply.header('set-cookie', cookie),
})

/** Links to the next or previous page; without a cursor there is no link. */
const link = (run: Run, rel: 'next' | 'prev', cursor: string | undefined, count: CountRows | undefined): void => {
  const { handler, request, reply } = run
  const { id, leadsBack = false } = handler.operation
  if (leadsBack !== (rel === 'prev')) throw new Error(`${id} does not declare that its pages lead to rel="${rel}"`)
  if (cursor === undefined) return
  run.count = count
  const url = new URL(request.url, 'http://local')
  url.searchParams.set('cursor', sealCursor(handler.operation, request, cursor))
  void reply.header('link', `<${url.pathname}${url.search}>; rel="${rel}"`)
}

/** The fields of an upload that can be resumed. Source: draft-ietf-httpbis-resumable-upload, sections 4 and 5. */
const resumptionOf = ({ headers }: FastifyRequest, reply: FastifyReply): Resumption => ({
  offset: () => {
    const offset = headers['upload-offset']
    const complete = headers['upload-complete']
    if (offset === undefined && complete === undefined) return undefined
    if (offset !== undefined && !/^\d{1,15}$/.test(String(offset)))
      return refuseFields([{ path: 'Upload-Offset', message: 'is not a valid number of bytes', rule: 'header' }])
    if (complete !== undefined && complete !== '?1')
      return refuseFields([
        { path: 'Upload-Complete', message: 'must be ?1: send all remaining bytes at once', rule: 'header' },
      ])
    return Number(offset ?? 0)
  },
  tell: (offset, isComplete) => {
    void reply.header('upload-offset', String(offset))
    void reply.header('upload-complete', isComplete ? '?1' : '?0')
    void reply.header('cache-control', 'no-store')
  },
})

export interface RunParts {
  readonly database: Database
  readonly resources: ResourceKinds
}

/** One request on its way through its operation's handler. */
export interface Run extends Outcomes {
  readonly handler: Handler
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborts when the caller has gone before the reply was complete. */
  readonly signal: AbortSignal
  readonly parts: RunParts
  readonly replay: Replay | undefined
  /** Counts the list of which this is one page of several. */
  count?: CountRows | undefined
}
