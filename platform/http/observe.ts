import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { nextTrace, receivedTrace, type Span, type Telemetry, type Trace } from '../telemetry/index.ts'

/** Receivers of observations. */
export interface Observers extends Partial<Pick<Telemetry, 'tracer' | 'metrics'>> {
  /** A request that takes this long leaves a line in the log; none does when it is 0. */
  readonly slowMs?: number
}

// A caller that left before its answer was whole, as nginx has it.
const closedByCaller = 499

/** Follows one request from its headers to the end of its answer; returns the trace that its work belongs to. */
export const observe = (request: FastifyRequest, reply: FastifyReply, observing: Observers): Trace => {
  const { traceparent, tracestate } = request.headers
  const received = receivedTrace(traceparent, tracestate)
  const span = observing.tracer?.begin(nameOf(request), received)
  const beganMs = performance.now()
  reply.raw.once('close', () =>
    reportRequest(request, reply, { ...observing, span, tookMs: performance.now() - beganMs }),
  )
  return span?.trace ?? nextTrace(received)
}

const nameOf = ({ id, method, routeOptions }: FastifyRequest) => {
  const { url, config } = routeOptions
  return {
    name: url ? `${method} ${url}` : method,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'atelier.request_id': id,
      ...(url && { 'http.route': url }),
      ...(config.operation && { 'atelier.operation': config.operation.id }),
    },
  } as const
}

interface ObservedRequest extends Observers {
  readonly span: Span | undefined
  readonly tookMs: number
}

const reportRequest = (
  request: FastifyRequest,
  { raw }: FastifyReply,
  { span, metrics, slowMs = 0, tookMs }: ObservedRequest,
) => {
  const { operation } = request.routeOptions.config
  const status = raw.writableFinished ? raw.statusCode : closedByCaller
  metrics?.request(operation?.id ?? 'other', status, tookMs / 1_000)
  span?.end({
    attributes: {
      'http.response.status_code': status,
      ...(request.workspaceId && { 'atelier.workspace_id': request.workspaceId }),
    },
    ...(status >= 500 && { error: status }),
  })
  const isFailed = status >= 500 && status !== 501 && !request.isLogged
  const isSlow = slowMs > 0 && tookMs >= slowMs && !isLong(operation)
  if (!isFailed && !isSlow) return
  request.log.warn(
    {
      operation: operation?.id,
      status,
      tookMs: Math.round(tookMs),
      requestId: request.id,
      traceId: request.traceId,
    },
    isFailed ? 'A request was refused for a reason of ours' : 'A request was slow',
  )
}

/** Operations that wait in their caller's line, or stream for as long as the reader stays. */
const isLong = (operation: Operation | undefined) =>
  operation !== undefined &&
  [operation.body, ...Object.values(operation.replies)].some(
    (one) => one && ('bytes' in one || 'events' in one || 'relayed' in one),
  )
