import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentTrace, nextTrace, withinTrace, type Telemetry } from '../../platform/telemetry/index.ts'
import { type Attempt, openAttempt, type StepLedger } from './ledger.ts'
import { invalidRequest, ModelFailure } from './failure.ts'
import type { GatewayLog, GatewayParts } from './call.ts'
import { answerCall, sendFailure } from './gateway.ts'
import type { ModelChoice, ModelProvider } from './provider.ts'
import { defaultRetries, type RetryPolicy } from './retry.ts'
import { requestBytesMax } from './shapes/body.ts'
import { shapes } from './shapes/index.ts'

interface GatewaySettings {
  readonly provider: ModelProvider
  readonly retries?: RetryPolicy
  /** The longest time for a call, including retries; by default 15 minutes. */
  readonly callMs?: number
  /** Limit for an attempt: each call holds its whole request in memory. An agent makes one or two; by default 4. */
  readonly callsAtOnce?: number
  readonly log?: GatewayLog
  readonly telemetry?: Partial<Pick<Telemetry, 'tracer' | 'metrics'>>
}

/** The one way from a sandbox to a model. */
export interface ModelGateway {
  readonly provider: ModelProvider
  readonly parts: GatewayParts
  readonly callsAtOnce: number
  close(): Promise<void>
}

/** Opens the gateway before one provider. Nothing is sent until the first call. */
export const openGateway = (settings: GatewaySettings): ModelGateway => {
  const { provider } = settings
  return {
    provider,
    callsAtOnce: settings.callsAtOnce ?? 4,
    parts: {
      provider,
      retries: settings.retries ?? defaultRetries,
      callMs: settings.callMs ?? 15 * 60_000,
      log: settings.log ?? { warn: () => undefined, error: () => undefined },
      telemetry: settings.telemetry ?? {},
    },
    close: () => provider.close(),
  }
}

/** Returns the gateway with another model of its endpoint; calls draw on the same budgets. */
export const gatewayWith = (gateway: ModelGateway, choice: ModelChoice): ModelGateway =>
  gatewayBefore(gateway, gateway.provider.choose(choice))

/** Returns the gateway with other bounds for its calls. */
export const gatewayWithin = (
  gateway: ModelGateway,
  { attempts, beginMs, callMs }: { attempts: number; beginMs: number | undefined; callMs: number },
): ModelGateway => {
  const { parts } = gateway
  return { ...gateway, parts: { ...parts, callMs, beginMs, retries: { ...parts.retries, attempts } } }
}

/** Returns the gateway for callers who may send pictures. */
export const gatewayWithPictures = (gateway: ModelGateway): ModelGateway => ({
  ...gateway,
  parts: { ...gateway.parts, takesPictures: true },
})

/** Returns the gateway with another endpoint, which the caller has to close. */
export const gatewayBefore = (gateway: ModelGateway, provider: ModelProvider): ModelGateway => ({
  ...gateway,
  provider,
  parts: { ...gateway.parts, provider },
  close: () => Promise.resolve(),
})

/**
 * The handler for an attempt at a step, for the egress broker's route `model.atelier.internal`: `GET /v1/models`, and
 * the call of the endpoint's shape, such as `POST /v1/chat/completions`: requests, answers and errors are written in
 * that shape. Open a new one for each attempt: it counts how often a request was sent, and by this count a later
 * attempt gets the answers that were already paid for. Its calls belong to the trace in which it was opened.
 */
export const modelRoute = (gateway: ModelGateway, ledger: StepLedger) => {
  const attempt = openAttempt(ledger)
  const trace = currentTrace() ?? nextTrace(undefined)
  let open = 0
  const serveInTurn = async (request: IncomingMessage, response: ServerResponse) => {
    if (open >= gateway.callsAtOnce) throw tooMany(gateway.callsAtOnce)
    open += 1
    try {
      await serve(gateway, attempt, request, response)
    } finally {
      open -= 1
    }
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    withinTrace(trace, () => serveInTurn(request, response)).catch((error: unknown) => {
      sendFailure(error, response, gateway.parts)
    })
  }
}

const serve = async (gateway: ModelGateway, attempt: Attempt, request: IncomingMessage, response: ServerResponse) => {
  // A proxy's request names the whole address, a direct request only the path.
  const url = URL.parse(request.url ?? '/', 'http://model.atelier.internal')
  const route = `${request.method} ${url?.pathname ?? request.url}`
  const call = `POST /v1${shapes[gateway.provider.shape].path}`
  if (route === 'GET /v1/models') sendModels(gateway.provider, response)
  else if (route === call) await answerCall(gateway.parts, attempt, await readBody(request), response)
  else throw unknownRoute(route, call)
}

const sendModels = ({ model, name }: ModelProvider, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data: [{ id: model, object: 'model', created: 0, owned_by: name }] }))
}

const unknownRoute = (route: string, call: string) =>
  new ModelFailure(`${route} is not served. Use ${call} or GET /v1/models.`, {
    status: 404,
    code: 'unknown_route',
    billed: 'nothing',
  })

const tooMany = (callsAtOnce: number) =>
  new ModelFailure(`${callsAtOnce} calls are under way already. Wait for one of them to end, then send this again.`, {
    status: 429,
    code: 'too_many_calls',
    billed: 'nothing',
    retryAfterMs: 1_000,
  })

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
    for await (const chunk of body) {
      sizeBytes += chunk.length
      if (sizeBytes > requestBytesMax) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ModelFailure ? error : invalidRequest('The request ended before its body was whole.')
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = () =>
  new ModelFailure(`The request is larger than ${requestBytesMax} bytes. Send a shorter conversation.`, {
    status: 413,
    code: 'request_too_large',
    billed: 'nothing',
  })
