import { currentTrace, withinTrace, type Trace } from './trace.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  readonly name: string
  /** A request from outside, a request to others, or work inside. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
}

export interface Span {
  readonly trace: Trace
  /** Ends it; `error` marks it as failed. Once only. */
  end(outcome?: { readonly attributes?: Attributes; readonly error?: unknown }): void
}

/** Where spans go. Undefined if no collector is configured. */
export interface Tracer {
  begin(named: SpanStart, parent: Trace | undefined): Span
}

/**
 * Does work as a span below the current one; an error marks the span and is rethrown. Work that belongs to no trace, as
 * a look into the queue, and work without a tracer is done as it is.
 */
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
