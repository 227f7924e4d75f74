import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Measurements that are made at each request of the metrics. */
interface Gauges {
  /** Connections of this process to the database, by role and state. */
  readonly connections: () => Readonly<Record<string, Readonly<Record<'idle' | 'busy' | 'waiting', number>>>>
  /** Over all machines of the database: steps that wait to be taken, sandboxes in use, and their limit. */
  readonly instance: () => Promise<{
    readonly stepsQueued: number
    readonly sandboxesActive: number
    readonly sandboxLimit: number
  }>
  /** Of all machines: runs that wait for a sandbox or for an exclusive turn, and the time since a run moved. */
  readonly runsWaiting: () => { readonly sandbox: number; readonly alone: number; readonly standstillSeconds: number }
  /** Whether the object store answers. */
  readonly storageAnswers: () => Promise<boolean>
  /** Steps that this process carries out. */
  readonly stepsRunning: () => number
  readonly streamsOpen: () => number
}

/** Measurements of this process, for Prometheus. */
export type Metrics = ReturnType<typeof openMetrics>

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const workSeconds = [0.05, 0.25, 1, 5, 15, 60, 300, 900]

/** Opens the metrics, which callers with this token can read. */
export const openMetrics = (token: string) => {
  const registry = new Registry()
  const registers = [registry]
  const expected = digest(token)
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'atelier_requests_total',
    help: 'Requests that were answered.',
    registers,
    labelNames: ['operation', 'status'],
  })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, registers, labelNames, buckets })
  const durations = histogram('atelier_request_seconds', 'How long requests took.', ['operation'], requestSeconds)
  const steps = histogram('atelier_step_seconds', 'How long steps of runs took.', ['step', 'outcome'], workSeconds)
  const calls = histogram('atelier_model_call_seconds', 'How long calls to the model took.', ['outcome'], workSeconds)
  let watched: Partial<Gauges> = {}
  const refresh = watching(registry)
  return {
    /** Whether this is the token for reading the metrics. */
    isToken: (given: string) => timingSafeEqual(digest(given), expected),
    request: (operation: string, status: number, seconds: number) => {
      requests.inc({ operation, status })
      durations.observe({ operation }, seconds)
    },
    step: (step: string, outcome: 'done' | 'failed', seconds: number) => steps.observe({ step, outcome }, seconds),
    modelCall: (outcome: 'finished' | 'failed', seconds: number) => calls.observe({ outcome }, seconds),
    /** Adds measurements; the others are left out. */
    watch: (gauges: Partial<Gauges>) => void (watched = { ...watched, ...gauges }),
    /** All of them, in the text form of Prometheus. */
    text: async () => {
      await refresh(watched)
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
    close: () => registry.clear(),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Asks everything at once when the metrics are read. While the database does not answer, its figures are left out. */
const watching = (registry: Registry) => {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, registers, labelNames })
  const limit = gauge('atelier_sandbox_limit', 'Sandboxes that there may be at once, of all machines.')
  const active = gauge('atelier_sandboxes_active', 'Sandboxes in use, of all processes.')
  const queued = gauge('atelier_steps_queued', 'Steps that wait to be carried out, of all processes.')
  const still = gauge('atelier_standstill_seconds', 'How long runs wait for sandboxes and no step that has one moves.')
  const waitingHelp = 'Runs that wait for a sandbox, or for a machine without other steps, of all processes.'
  const waiting = gauge('atelier_runs_waiting', waitingHelp, ['for'])
  const storage = gauge('atelier_storage_available', 'Whether the object store answers: 1, or 0 while it does not.')
  const running = gauge('atelier_steps_running', 'Steps that this process carries out.')
  const streams = gauge('atelier_streams_open', 'Streams that this process serves.')
  const connectionsHelp = 'Database connections of this process; waiting counts who waits for one.'
  const connections = gauge('atelier_database_connections', connectionsHelp, ['role', 'state'])
  const show = (one: Gauge, value: number | undefined) => (value === undefined ? one.remove() : one.set(value))
  return async (gauges: Partial<Gauges>) => {
    show(running, gauges.stepsRunning?.())
    show(streams, gauges.streamsOpen?.())
    for (const [role, states] of Object.entries(gauges.connections?.() ?? {}))
      for (const [state, count] of Object.entries(states)) connections.set({ role, state }, count)
    const waits = gauges.runsWaiting?.()
    show(still, waits?.standstillSeconds)
    if (waits) for (const kind of ['sandbox', 'alone'] as const) waiting.set({ for: kind }, waits[kind])
    const answers = await gauges.storageAnswers?.()
    show(storage, answers === undefined ? undefined : Number(answers))
    const found = await gauges.instance?.().catch(() => undefined)
    show(queued, found?.stepsQueued)
    show(active, found?.sandboxesActive)
    show(limit, found?.sandboxLimit)
  }
}
