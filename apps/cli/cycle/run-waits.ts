import { setTimeout as pause } from 'node:timers/promises'
import { runs } from '../../../domains/delivery/runs/contract.ts'
import { runningChecks } from '../../../domains/delivery/runs/rules/running-checks.ts'
import { sandboxLineSentence } from '../../../platform/contract/sandbox-holders.ts'
import type { Client, Reply } from '../client/client.ts'
import { Failure } from '../failure.ts'
import { durationText, listed, printable } from '../terminal/text.ts'

type Diagnostics = Pick<Reply<typeof runs.getCycleRunDiagnostics>, 'parked' | 'steps' | 'earlierChecks'>

const overWords = { base: 'before the change', change: 'over the change', result: 'over the merged result' } as const

/** The lines about the present wait or the present checks of a run. */
export const waitLines = (diagnostics: Diagnostics): readonly string[] => {
  const wait = diagnostics.parked.find(({ kind }) => kind === 'sandbox')
  if (wait) {
    const { runs: others, requests, people, place } = wait.details
    const holders = { runs: Number(others), requests: Number(requests), people: Number(people) }
    return [`No sandbox is free. ${sandboxLineSentence({ ...holders, place: Number(place) || undefined })}`]
  }
  const running = runningChecks(diagnostics)
  if (!running) return []
  const took = running.checks.map(({ name, durationMs }) => `${printable(name)} ${durationText(durationMs)}`)
  const before = took.length === 0 ? '' : ` Last time: ${listed(took, 10)}.`
  return [`Installing packages and running the checks ${overWords[running.over]} …${before}`]
}

interface FollowOptions {
  readonly signal: AbortSignal
  readonly say: (line: string) => void
  readonly everyMs?: number
}

/** Prints each wait and each start of checks in the newest run of a cycle, until `end`; nothing if the person may not read it. */
export const followWaits = (client: Client, id: string, { signal, say, everyMs = 3_000 }: FollowOptions) => {
  const ending = new AbortController()
  const woken = AbortSignal.any([signal, ending.signal])
  const isOver = () => woken.aborted
  const follow = async () => {
    for (let lastLines: readonly string[] = []; !isOver();) {
      const lines = await client.call(runs.getCycleRunDiagnostics, { params: { id } }).then(waitLines, ifPassing)
      if (!isOver()) for (const line of lines) if (!lastLines.includes(line)) say(line)
      lastLines = lines
      await pause(everyMs, undefined, { signal: woken }).catch(() => undefined)
    }
  }
  const done = follow().catch((error: unknown) => {
    if (!(error instanceof Failure) && !isOver()) throw error
  })
  return {
    end: () => {
      ending.abort()
      return done
    },
  }
}

/** A run that has not begun yet, or a server that is away for a moment, is asked again. */
const ifPassing = (error: unknown): readonly string[] => {
  if (error instanceof Failure && ['no_run', 'not_reached'].includes(error.code)) return []
  throw error
}
