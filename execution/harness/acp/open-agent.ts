import type { StopReason, McpServer } from '@agentclientprotocol/sdk'
import type { AgentProgram, HarnessInput, HarnessDesktop } from '../job.ts'
import { shownLine } from '../native/text.ts'
import type { Workshop } from '../native/tools/index.ts'
import type { Emit, FinishedRecord } from '../record.ts'
import { watchStalls } from '../stall/watch-stalls.ts'
import { AgentFailure } from './message-stream.ts'
import { startAgent } from './agent-process.ts'
import { openAgentProxy } from './agent-proxy.ts'
import { connectClient } from './client.ts'
import { agentSettings } from './environment.ts'
import { afterModelCall, openInterruptions, stallEnd, stallNotice, afterToolCalls } from './interruptions.ts'
import type { Interruptions } from './interruptions.ts'
import { type ModelCall, openModelProxy } from './model-proxy.ts'
import { openSession, type Session } from './session.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolsInput } from './tools-program.ts'
import type { Fingerprint } from '../native/repetition.ts'
import { openUpdates } from './updates.ts'

interface AgentParts {
  readonly job: HarnessInput & { readonly agent: AgentProgram }
  readonly shop: Workshop
  readonly emit: Emit
  readonly onCall: (call: ModelCall) => void
  readonly onNote: (text: string) => void
  /** A tool call has ended: a time to save the work. */
  readonly onStep: () => void
}

/** Starts the agent of a job, its way to the model and its session; `opened` ends them all. */
export const openAgent = async (parts: AgentParts, opened: AsyncDisposableStack) => {
  const { job, shop, emit } = parts
  const { root, limits } = shop
  const interruptions = openInterruptions()
  const { interrupt } = interruptions
  const stalls = watchStalls({
    stallMs: limits.stallMs,
    isAlone: job.place.isAlone,
    intervene: () => (model.interrupt() > 0 ? hungCall : wakenBy(interruptions, limits.stallMs)),
    end: (evidence) => interrupt(stallEnd(evidence)),
    emit,
  })
  opened.defer(stalls.close)
  const { seen } = stalls
  const { record, updates } = openReport({ ...parts, seen, interrupt })
  const model = await openModel(parts, { record, seen, interrupt })
  opened.defer(model.close)
  const api = await openModelProxy({ ...job.place, url: job.place.apiUrl }, notModel)
  opened.defer(api.close)
  const proxy = process.env.HTTP_PROXY === undefined ? undefined : await openAgentProxy(process.env.HTTP_PROXY)
  if (proxy) opened.defer(proxy.close)
  const { argv, environment: own } = agentSettings(job.agent, job, { modelUrl: model.url, apiUrl: api.url })
  const environment = { ...proxy?.environment, ...own }
  const agent = startAgent({ argv, environment, root }, () => seen('output of the agent'))
  opened.defer(agent.end)
  const failed = Promise.race([agent.failed, abortOf(shop.signal)])
  failed.catch(() => undefined)
  const connection = connectClient(agent.stream, {
    root,
    emit: record,
    onUpdate: (update) => {
      seen(`an update (${update.sessionUpdate})`)
      updates.take(update)
    },
  })
  opened.defer(() => connection.close())
  const session = await openSession({ connection, failed, root, servers: [await toolServerConfig(shop, job.desktop)] })
  interruptions.cancelBy(session.cancel)
  return {
    /** Lets the agent work until its turn ends; returns words if a further turn is to follow. */
    turn: async (words: string): Promise<FinishedRecord | { readonly words: string }> => {
      interruptions.begin()
      updates.begin()
      const reason = await promptOf(session, words, interruptions)
      const speech = updates.said()
      updates.flush()
      const why = interruptions.current()
      if (why) return 'end' in why ? why.end : why
      return endOf(reason, speech, model.failure())
    },
  }
}

/** Answers of the server's interface are no calls of the agent's model. */
const notModel = { onToken: () => undefined, onWait: () => undefined, onCall: () => undefined }

const hungCall = 'its model call was broken off, so that it asks again'

const wakenBy = ({ interrupt }: Interruptions, stallMs: number) => {
  interrupt(stallNotice(stallMs))
  return 'its turn was broken off, and it was asked to go on'
}

interface ModelListeners {
  readonly record: Emit
  readonly seen: (what: string, quietMs?: number) => void
  readonly interrupt: Interruptions['interrupt']
}

const openModel = async ({ job, onCall }: AgentParts, { record, seen, interrupt }: ModelListeners) => {
  let failure: ModelCall['failure']
  const proxy = await openModelProxy(
    { ...job.place, url: job.place.modelUrl },
    {
      onToken: () => seen('a part of an answer of the model'),
      onWait: (waitMs) => seen('a wait before its model is asked again', waitMs),
      onCall: (call) => {
        failure = call.failure
        interrupt(afterModelCall(call))
        if (call.failure) return
        onCall(call)
        record({ type: 'usage', inputTokens: call.inputTokens, outputTokens: call.outputTokens })
      },
    },
  )
  return { ...proxy, failure: () => failure }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(new AgentFailure('It was stopped.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** The reason for the interruption is more useful than the agent's reaction. */
const promptOf = (session: Session, words: string, interruptions: Interruptions): Promise<StopReason> =>
  session.prompt(words).catch((error: unknown) => {
    const why = interruptions.current()
    if (why && 'end' in why && error instanceof AgentFailure) return 'cancelled'
    throw error
  })

const endOf = (reason: StopReason, said: string, failure: ModelCall['failure']): FinishedRecord => {
  const summary = shownLine(said, 20_000)
  if (failure) {
    const { message, code } = failure
    return { type: 'finished', outcome: 'model-failed', summary: message, ...(code !== '' && { code }) }
  }
  if (reason === 'end_turn') return { type: 'finished', outcome: 'completed', summary }
  if (reason === 'refusal') return { type: 'finished', outcome: 'gave-up', summary: summary || 'The agent refused.' }
  return { type: 'finished', ...endings[reason] }
}

const endings = {
  max_tokens: {
    outcome: 'model-failed',
    summary: 'The model was cut off at the end of its output limit.',
    code: 'output_limit',
  },
  max_turn_requests: { outcome: 'step-limit', summary: 'The agent ended its turn at its own limit of model calls.' },
  cancelled: { outcome: 'agent-failed', summary: 'The agent ended its turn as if it had been told to stop.' },
} as const

const passed = ['PATH', 'HOME', 'TMPDIR', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy', 'NODE_USE_ENV_PROXY']

/**
 * The tool server of an agent's session: a program that the agent starts itself, in the same sandbox, as every agent
 * can. It offers tools that the native harness has and other agents lack. The environment is passed in full, since
 * agents do not hand on theirs.
 */
const toolServerConfig = async (
  { root, scratch, limits, web, toolServers }: Workshop,
  desktop: HarnessDesktop | undefined,
): Promise<McpServer> => {
  const file = join(scratch, 'tools.json')
  const input: ToolsInput = { root, scratch, limits, web, toolServers, desktop }
  await writeFile(file, JSON.stringify(input), { mode: 0o400 })
  const environment = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return {
    name: 'atelier',
    command: process.execPath,
    args: [join(import.meta.dirname, 'tools-program.ts'), file],
    env: environment,
  }
}

type ReportParts = Pick<AgentParts, 'emit' | 'onNote' | 'onStep'> & Pick<ModelListeners, 'seen' | 'interrupt'>

// The server takes no more lines of a harness than twice as many.
const recordsMost = 50_000

/** The actions of an agent as records, each bounded in size; ends the turn of an agent that goes round in circles. */
const openReport = ({ emit, onNote: note, onStep, seen, interrupt }: ReportParts) => {
  const calls: Fingerprint[] = []
  let records = 0
  const record: Emit = (one) => {
    records += 1
    seen(`a record (${one.type})`)
    if (records <= recordsMost) emit(one)
    else interrupt({ end: flooded })
  }
  const onCall = (call: Fingerprint): void => {
    calls.push(call)
    interrupt(afterToolCalls(calls))
    onStep()
  }
  return { record, updates: openUpdates({ emit: record, note, onCall }) }
}

const flooded: FinishedRecord = {
  type: 'finished',
  outcome: 'agent-failed',
  summary: `The agent reported more than ${recordsMost} steps, which is the most that is kept.`,
}
