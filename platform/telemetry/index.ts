export type { Metrics } from './metrics.ts'
export { openTelemetry, type Telemetry } from './telemetry.ts'
export {
  currentTrace,
  nextTrace,
  receivedTrace,
  traceHeaders,
  withinTrace,
  withoutTrace,
  type Trace,
  inSpan,
  type Attributes,
  type SpanStart,
  type Span,
  type Tracer,
} from './trace.ts'
