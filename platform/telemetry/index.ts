export type { Metrics } from './metrics.ts'
export { openTelemetry, type Telemetry } from './telemetry.ts'
export { currentTrace, nextTrace, receivedTrace, traceHeaders, withinTrace, withoutTrace, type Trace } from './trace.ts'
export { inSpan, type Attributes, type SpanStart, type Span, type Tracer } from './tracer.ts'
