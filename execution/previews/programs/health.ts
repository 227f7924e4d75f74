import { request as send } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerOf } from '../gateway/proxy-request.ts'
import { NotListeningError, type Program } from './program.ts'

const firstWaitMs = 50
const longestWaitMs = 1_000

/**
 * Waits until a program answers a path with a status below 500. Returns a sentence for people if it ends before, or
 * does not answer within `healthMs`; undefined once it answers. Rejects when `signal` is aborted.
 */
export const untilHealthy = async (
  program: Program,
  path: string,
  { healthMs, signal }: { readonly healthMs: number; readonly signal: AbortSignal },
): Promise<string | undefined> => {
  const over = AbortSignal.timeout(healthMs)
  const gone = new AbortController()
  const either = AbortSignal.any([signal, over, gone.signal])
  let ending: string | undefined
  const onEnd = (sentence: string) => {
    ending = sentence
    gone.abort()
  }
  program.ended.then(onEnd, () => {})
  let problem = `It does not listen at port ${program.port}, which the variable PORT tells.`
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const found = await probe(program, path, either)
    signal.throwIfAborted()
    if (ending !== undefined) return `${ending} It had not answered ${path} yet.`
    if (found === undefined) return undefined
    if (over.aborted) return `The program did not become ready within ${healthMs / 1_000} s. ${problem}`
    problem = found
    await delay(waitMs, undefined, { signal: either }).catch(() => {})
  }
}

/** Undefined if the program answers, else the fault in its answer. */
const probe = async (program: Program, path: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    const status = await statusOf(program, path, signal)
    return status < 500 ? undefined : `It answers ${path} with the status ${status}.`
  } catch (error) {
    return error instanceof NotListeningError ? wherePort(program.port, error) : `It does not answer ${path}.`
  }
}

const wherePort = (port: number, { ports }: NotListeningError) => {
  const others = ports.filter((other) => other !== bridgePort)
  const elsewhere = others.length > 0 ? ` It listens at ${others.join(', ')}.` : ''
  return `It does not listen at port ${port}, which the variable PORT tells.${elsewhere}`
}

// The way out listens there.
const bridgePort = 3128

const statusOf = async (program: Program, path: string, signal: AbortSignal) => {
  const socket = await program.connect(signal)
  try {
    const headers = { host: 'localhost', connection: 'close', 'user-agent': 'Atelier health check' }
    const outgoing = send({ createConnection: () => socket, path, headers, setHost: false, signal })
    outgoing.end()
    const { statusCode = 500 } = await answerOf(outgoing)
    return statusCode
  } finally {
    socket.destroy()
  }
}
