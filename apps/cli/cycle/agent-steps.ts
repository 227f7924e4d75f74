import { setTimeout as pause } from 'node:timers/promises'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { transcripts } from '../../../domains/delivery/transcripts/contract.ts'
import { Failure } from '../failure.ts'
import { defined, type Client } from '../client/client.ts'
import type { AgentStep } from '../terminal/step-line.ts'
import { readUsage, spentText } from './spent.ts'

const everyMs = 1_000
const pageSteps = 100

interface FollowOptions {
  /** Whether a task is of a run that was over before: what its agent did is long ago. */
  readonly isPast: (taskId: string) => boolean
  readonly signal: AbortSignal
  readonly step: (step: AgentStep) => void
  /** The spent amount so far, and the rest. */
  readonly spent: (text: string) => void
}

/**
 * Shows the steps of a cycle's agents as they are recorded, until `end`, which shows the rest. A client gets nothing.
 * `hold` shows the steps so far and then none until `release`, so that a prompt keeps its line.
 */
export const followAgent = (client: Client, id: string, { isPast, signal, step, spent }: FollowOptions) => {
  const ending = new AbortController()
  const read = stepReader(client, id, isPast)
  const clock = agentClock()
  let isHeld = false
  let reading: Promise<void> = Promise.resolve()
  // Two readings at once would show the same steps twice.
  const sayNew = (which?: { readonly all: boolean }): Promise<void> => {
    reading = reading.then(() => readAndSay(which))
    return reading
  }
  const readAndSay = async (which?: { readonly all: boolean }) => {
    const steps = await read(which)
    for (const one of steps) {
      clock.see(one)
      step(one)
    }
    const last = steps.findLast(({ kind }) => kind === 'usage')
    const usage = last && (await readUsage(client, id))
    if (usage) spent(spentText(usage, clock.leftMs(last)))
  }
  const follow = async () => {
    const woken = AbortSignal.any([signal, ending.signal])
    while (!ending.signal.aborted) {
      if (!isHeld) await sayNew()
      await pause(everyMs, undefined, { signal: woken }).catch(() => signal.throwIfAborted())
    }
    await sayNew({ all: true })
  }
  // A person who may not read the steps, or cannot just now, watches the run all the same.
  const ignoreUnread = (error: unknown) => {
    if (!(error instanceof Failure) && !signal.aborted) throw error
  }
  const done = follow().catch(ignoreUnread)
  return {
    hold: async () => {
      isHeld = true
      await sayNew({ all: true }).catch(ignoreUnread)
    },
    release: () => void (isHeld = false),
    end: () => {
      ending.abort()
      return done
    },
  }
}

/** Knows when each attempt has to be over, only by the server's clock. */
export const agentClock = () => {
  const endsAt = new Map<string, number>()
  const attemptOf = ({ taskId, runId, seq, attempt }: AgentStep) => [taskId, runId, seq, attempt].join(' ')
  return {
    see: (step: AgentStep): void => {
      if (step.limits) endsAt.set(attemptOf(step), Date.parse(step.at) + step.limits.wallMs)
    },
    /** The rest of an attempt's time at one of its steps; undefined if its beginning was not recorded. */
    leftMs: (step: AgentStep): number | undefined => {
      const end = endsAt.get(attemptOf(step))
      return end === undefined ? undefined : end - Date.parse(step.at)
    },
  }
}

/**
 * Returns the steps that were added since the last time, of all tasks in the order of their times. The list of a cycle
 * goes task by task, so that each task is read for itself. A task without an agent at work and without a change is left
 * for `all`.
 */
const stepReader = (client: Client, id: string, isPast: FollowOptions['isPast']) => {
  const tasks = new Map<string, { status: string; readonly read: () => Promise<AgentStep[]> }>()
  return async ({ all = false } = {}): Promise<AgentStep[]> => {
    const detail = await client.call(cycles.getCycle, { params: { id } })
    const added: AgentStep[] = []
    for (const { id: taskId, status } of detail.tasks) {
      if (isPast(taskId)) continue
      const task = tasks.get(taskId) ?? { status: 'queued', read: taskReader(client, id, taskId) }
      tasks.set(taskId, task)
      const isQuiet = status === task.status && status !== 'building'
      if (all || !isQuiet) added.push(...(await task.read()))
      task.status = status
    }
    return added.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  }
}

/** Returns the steps of a task that were added since the last time. */
const taskReader = (client: Client, id: string, taskId: string) => {
  let cursor: string | undefined
  let seen = 0
  return async (): Promise<AgentStep[]> => {
    const added: AgentStep[] = []
    for (;;) {
      const query = defined({ taskId, limit: pageSteps, cursor })
      const page = await client.page(transcripts.getCycleTranscript, { params: { id }, query })
      added.push(...page.rows.slice(seen))
      if (page.next === undefined) {
        seen = page.rows.length
        return added
      }
      cursor = page.next
      seen = 0
    }
  }
}
