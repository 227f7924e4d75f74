import type { Metrics } from './metrics.ts'
import type { Tracer } from './trace.ts'

interface TelemetrySettings {
  /** The collector for traces, without `/v1/traces`; none if it is undefined. */
  readonly otlpUrl: string | undefined
  readonly otlpHeaders: Readonly<Record<string, string>>
  /** How much of the traces that begin here are recorded, in percent. */
  readonly otlpPercent: number
  /** The token for reading the metrics; undefined switches them off. */
  readonly metricsToken: string | undefined
}

/** Traces and metrics of this process; each is undefined if it is switched off. */
export interface Telemetry {
  readonly tracer: Tracer | undefined
  readonly metrics: Metrics | undefined
  /** Sends the waiting data. */
  close(): Promise<void>
}

interface Log {
  warn(fields: object, message: string): void
}

const logEveryMs = 60_000

/** Opens the configured exporters, and loads nothing for the others. */
export const openTelemetry = async (settings: TelemetrySettings, log: Log): Promise<Telemetry> => {
  const { otlpUrl, metricsToken } = settings
  const [tracer, metrics] = await Promise.all([
    otlpUrl === undefined ? undefined : openTracer({ ...settings, otlpUrl }, log),
    metricsToken === undefined
      ? undefined
      : import('./metrics.ts').then(({ openMetrics }) => openMetrics(metricsToken)),
  ])
  return {
    tracer,
    metrics,
    close: async () => {
      metrics?.close()
      await tracer?.close().catch(() => undefined)
    },
  }
}

const openTracer = async (
  { otlpUrl, otlpHeaders, otlpPercent }: TelemetrySettings & { readonly otlpUrl: string },
  log: Log,
) => {
  const { openOtlp } = await import('./otlp.ts')
  let loggedAtMs = -Infinity
  const onError = (error: Error | undefined) => {
    if (performance.now() - loggedAtMs < logEveryMs) return
    loggedAtMs = performance.now()
    log.warn({ err: error, collector: otlpUrl }, 'Could not send traces to the collector; they are lost')
  }
  return openOtlp({ url: otlpUrl, headers: otlpHeaders, share: otlpPercent / 100, onError })
}
