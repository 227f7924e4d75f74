import type { SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import type { HarnessInput } from '../job.ts'
import type { Fingerprint } from '../native/repetition.ts'
import { shownLine } from '../native/text.ts'
import type { Workshop } from '../native/tools/index.ts'
import type { FinishedRecord, HarnessRecord } from '../record.ts'
import { watchStalls } from '../stall/watch-stalls.ts'
import { AgentFailure } from './agent-failure.ts'
import { startAgent } from './agent-process.ts'
import { connectClient } from './client.ts'
import { environmentOf } from './environment.ts'
import { afterModelCall, afterToolCalls, type Interruption, stalled, stoodStill } from './interruptions.ts'
import { type ModelCall, openModelProxy } from './model-proxy.ts'
import { openSession } from './session.ts'
import { offerTools } from './tools-offer.ts'
import { openUpdates } from './updates.ts'

interface AgentParts {
  readonly job: HarnessInput
  readonly shop: Workshop
  readonly emit: (record: HarnessRecord) => void
  readonly onCall: (call: ModelCall) => void
  readonly onNote: (text: string) => void
  /** Keeps what was said and done so far. */
  readonly save: () => Promise<void>
}

// The server takes no more lines of one harness than twice as many.
const recordsMost = 50_000
const saveEveryMs = 10_000

/** Starts the agent of a job, its way to the model and its session; all of it ends with `close`. */
export const openAgent = async ({ job, shop, emit, onCall, onNote, save }: AgentParts) => {
  const { signal, root, limits } = shop
  const program = job.agent
  if (!program) throw new Error('A job for an external agent names its program')
  const calls: Fingerprint[] = []
  let failure: ModelCall['failure']
  let interruption: Interruption | undefined
  let cancel = () => {}
  let saving = Promise.resolve()
  let savedAt = Date.now()
  let records = 0

  const interrupt = (why: Interruption | undefined) => {
    // The end of the work wins over words for a further turn.
    if (!why || (interruption && !('end' in why))) return
    interruption = why
    cancel()
  }
  const saved = (work: () => Promise<void>) => (saving = saving.catch(() => undefined).then(work))
  const record = (one: HarnessRecord) => {
    records += 1
    stalls.seen(`a record (${one.type})`)
    if (records <= recordsMost) emit(one)
    else interrupt({ end: flooded })
  }
  const updates = openUpdates({
    emit: record,
    note: onNote,
    onCall: (call) => {
      calls.push(call)
      interrupt(afterToolCalls(calls))
      if (Date.now() - savedAt < saveEveryMs) return
      savedAt = Date.now()
      saved(save).catch(() => undefined)
    },
  })
  const take = (update: SessionUpdate) => {
    stalls.seen(`an update (${update.sessionUpdate})`)
    updates.take(update)
  }
  const proxy = await openModelProxy(job.place, {
    onToken: () => stalls.seen('a part of an answer of the model'),
    onWait: (waitMs) => stalls.seen('a wait before its model is asked again', waitMs),
    onCall: (call) => {
      failure = call.failure
      interrupt(afterModelCall(call))
      if (call.failure) return
      onCall(call)
      record({ type: 'usage', inputTokens: call.inputTokens, outputTokens: call.outputTokens })
    },
  })
  const stalls = watchStalls({
    stallMs: limits.stallMs,
    isAlone: job.place.isAlone,
    intervene: () => {
      if (proxy.interrupt() > 0) return 'its model call was broken off, so that it asks again'
      interrupt(stoodStill(limits.stallMs))
      return 'its turn was broken off, and it was asked to go on'
    },
    end: (evidence) => interrupt(stalled(evidence)),
  })
  const environment = environmentOf(program, job.model, proxy.url)
  const agent = startAgent({ argv: program.argv, environment, root }, () => stalls.seen('output of the agent'))
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  const failed = Promise.race([agent.failed, stopped])
  failed.catch(() => undefined)
  const connection = connectClient(agent.stream, { root, emit: record, onUpdate: take })
  const close = () => {
    stalls.close()
    connection.close()
    agent.end()
    proxy.close()
  }
  try {
    const session = await openSession({ connection, failed, root, servers: [await offerTools(shop)] })
    cancel = session.cancel
    return {
      saved,
      close,
      /** Lets the agent work until its turn ends; words where it is to have a further one. */
      turn: async (words: string): Promise<FinishedRecord | { readonly words: string }> => {
        interruption = undefined
        updates.begin()
        const reason = await session.prompt(words).catch((error: unknown) => {
          // Why it was broken off says more than how it took that.
          if (interruption && 'end' in interruption && error instanceof AgentFailure) return 'cancelled' as const
          throw error
        })
        const said = updates.said()
        updates.flush()
        const why = interruption as Interruption | undefined
        if (why) return 'end' in why ? why.end : why
        return endOf(reason, said, failure)
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

const flooded: FinishedRecord = {
  ...{ type: 'finished', outcome: 'agent-failed' },
  summary: `The agent reported more than ${recordsMost} steps, which is the most that is kept.`,
}

const endOf = (reason: StopReason, said: string, failure: ModelCall['failure']): FinishedRecord => {
  const summary = shownLine(said, 20_000)
  if (reason === 'end_turn' && !failure) return { type: 'finished', outcome: 'completed', summary }
  if (failure) {
    const { message, code } = failure
    return { type: 'finished', outcome: 'model-failed', summary: message, ...(code !== '' && { code }) }
  }
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
  end_turn: { outcome: 'completed', summary: '' },
} as const
