import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as api, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Trace, SpanStart, Span, Tracer } from './trace.ts'

interface OtlpSettings {
  /** Address of the collector, without `/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The recorded share of the traces that begin here, 0 to 1; for others, their beginner decides. */
  readonly share: number
  readonly onError: (error: Error | undefined) => void
}

const exportTimeoutMs = 10_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans to an OpenTelemetry collector over OTLP/HTTP, in batches; at most 2,048 wait, and more are dropped. */
export const openOtlp = ({ url, headers, share, onError }: OtlpSettings): Tracer & { close(): Promise<void> } => {
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/{1,99}$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'atelier' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reportingErrors(exporter, onError), exportTimeoutMillis: exportTimeoutMs }),
    ],
  })
  const tracer = provider.getTracer('atelier')
  return {
    begin: ({ name, kind, attributes = {} }: SpanStart, parent) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parentContext(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0
      const end: Span['end'] = ({ attributes: more = {}, error } = {}) => {
        span.setAttributes({ ...more })
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, ...nameOf(error) })
        span.end()
      }
      return { trace: { traceId, spanId, sampled, ...(parent?.state && { state: parent.state }) }, end }
    },
    close: () => provider.shutdown(),
  }
}

const parentContext = (parent: Trace | undefined) =>
  parent
    ? api.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      })
    : ROOT_CONTEXT

// Only the kind of an error: its message may contain data that no collector should have.
const nameOf = (error: unknown) => (error instanceof Error ? { message: error.name } : {})

const reportingErrors = (exporter: SpanExporter, onError: OtlpSettings['onError']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error || result.code !== 0) onError(result.error)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush!() }),
})
