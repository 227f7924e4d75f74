import { setTimeout as pause } from 'node:timers/promises'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { Failure } from '../failure.ts'
import { counted, printable } from '../terminal/text.ts'

export type AgentStep = Reply<typeof cycles.getCycleTranscript>[number]

const everyMs = 1_000
const pageSteps = 100
const lineMostChars = 160

interface Following {
  /** Runs that were over before: what their agents did is long ago. */
  readonly past: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/** Says what the agents of a cycle do as it is recorded, until `end`, which says the rest. A client is told nothing. */
export const followAgent = (client: Client, id: string, { past, signal, say }: Following) => {
  const ending = new AbortController()
  const read = stepReader(client, id)
  const sayNew = async () => {
    for (const step of await read()) {
      const line = past.has(step.runId) ? undefined : stepLine(step)
      if (line !== undefined) say(line)
    }
  }
  const follow = async () => {
    const woken = AbortSignal.any([signal, ending.signal])
    while (!ending.signal.aborted) {
      await sayNew()
      await pause(everyMs, undefined, { signal: woken }).catch(() => signal.throwIfAborted())
    }
    await sayNew()
  }
  // Who may not read the steps, or cannot just now, watches the run all the same.
  const done = follow().catch((error: unknown) => {
    if (!(error instanceof Failure) && !signal.aborted) throw error
  })
  return {
    end: () => {
      ending.abort()
      return done
    },
  }
}

/** Gives the steps that were added since the last time. */
const stepReader = (client: Client, id: string) => {
  let cursor: string | undefined
  let seen = 0
  return async (): Promise<AgentStep[]> => {
    const added: AgentStep[] = []
    for (;;) {
      const query = { limit: pageSteps, ...(cursor !== undefined && { cursor }) }
      const page = await client.page(cycles.getCycleTranscript, { params: { id }, query })
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

/** A step as a line; undefined for what a person need not see. */
export const stepLine = ({ kind, tool, input, text, ok, outcome, ...step }: AgentStep): string | undefined => {
  const tokens = counted((step.inputTokens ?? 0) + (step.outputTokens ?? 0), 'token')
  if (kind === 'message') return `      “${short(text ?? '')}”`
  if (kind === 'tool_call') return `      ${short(`${tool} ${input ?? ''}`)}`
  if (kind === 'tool_result') return `        ${ok ? '' : 'failed: '}${short(lastLine(text ?? ''))}`
  if (kind === 'usage') return `      ${tokens}`
  return kind === 'finished' ? `      the agent ended: ${printable(outcome ?? '')}` : undefined
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''

const short = (text: string) => {
  const line = printable(text.slice(0, lineMostChars + 1).trim())
  return line.length > lineMostChars ? `${line.slice(0, lineMostChars)}…` : line
}
