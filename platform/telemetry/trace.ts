import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** A place in a distributed trace. Source: W3C Trace Context. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the id of the next span's parent. */
  readonly spanId: string
  /** Whether the beginner of the trace records it. */
  readonly sampled: boolean
  /** The `tracestate` that came with it, passed on as it is. */
  readonly state?: string
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const isZero = (digits: string) => /^0+$/.test(digits)

type Header = string | string[] | undefined

/** The trace that a request continues; undefined if its `traceparent` is missing or not valid by the standard. */
export const receivedTrace = (traceparent: Header, tracestate: Header): Trace | undefined => {
  const found = typeof traceparent === 'string' ? form.exec(traceparent) : undefined
  const [, version, traceId, spanId, flags, rest] = found ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff' || (version === '00' && rest)) return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  const state = stateOf(tracestate)
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, ...(state && { state }) }
}

// Longer ones may be cut or dropped, by the standard; half a value means nothing.
const stateOf = (header: Header) =>
  typeof header === 'string' && header.length <= 512 && /^[\x20-\x7e]+$/.test(header) ? header : undefined

const digits = () => randomUUID().replaceAll('-', '')

/** Returns a new span context below a parent, or the first span of a new trace. */
export const nextTrace = (parent: Trace | undefined): Trace => ({
  traceId: parent?.traceId ?? digits(),
  spanId: digits().slice(16),
  sampled: parent?.sampled ?? false,
  ...(parent?.state && { state: parent.state }),
})

/** The headers with which an outgoing request continues a trace. */
export const traceHeaders = (trace: Trace | undefined): { traceparent?: string; tracestate?: string } =>
  trace
    ? {
        traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.sampled ? '01' : '00'}`,
        ...(trace.state && { tracestate: trace.state }),
      }
    : {}

const current = new AsyncLocalStorage<Trace>()

/** The trace that the current code works for; undefined for work without a request, such as a sweep. */
export const currentTrace = (): Trace | undefined => current.getStore()

/** For what outlives the request that began it, such as a timer. */
export const withoutTrace = <T>(work: () => T): T => current.exit(work)

/** Does work as a part of this trace. */
export const withinTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** The beginning of a piece of work in a trace. */
export interface SpanStart {
  readonly name: string
  /** A request from outside, a request to others, or work inside. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
}

/** A piece of work in a trace. */
export interface Span {
  readonly trace: Trace
  /** Ends it; `error` marks it as failed. Once only. */
  end(outcome?: { readonly attributes?: Attributes; readonly error?: unknown }): void
}

/** Where spans go. Undefined if no collector is configured. */
export interface Tracer {
  begin(named: SpanStart, parent: Trace | undefined): Span
}

/** Does work as a span below the current one; an error marks it. Without a trace or tracer, work is done as it is. */
export const inSpan = async <T>(
  tracer: Tracer | undefined,
  named: () => SpanStart,
  work: (add: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> => {
  const parent = tracer && currentTrace()
  if (!parent) return work(() => undefined)
  const span = tracer.begin(named(), parent)
  let attributes: Attributes = {}
  try {
    const result = await withinTrace(span.trace, () => work((more) => (attributes = { ...attributes, ...more })))
    span.end({ attributes })
    return result
  } catch (error) {
    span.end({ attributes, error })
    throw error
  }
}
