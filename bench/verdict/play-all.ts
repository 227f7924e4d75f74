import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startServer } from '../../apps/server/start.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { callerOf, type Caller } from '../../testing/caller.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import type { Case } from './case.ts'
import type { Column } from './columns.ts'
import type { Outcome, Row } from './outcome.ts'
import { playCase } from './play-case.ts'
import { haveSameRequest, startPlayer, type Player } from './player.ts'
import { linkPackages, type Programs } from './programs.ts'

/** A caller of a server of its own, with a database and a folder that end with `work`. */
export const withServer = async <T>(
  programs: Programs,
  work: (caller: Caller, player: Player) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-verdict-'))
  const player = await startPlayer()
  try {
    const settings = {
      ...modelSettings(player.baseUrl, 'a-key'),
      // A crowded machine is slow, and no case is about that.
      ATELIER_MODEL_FIRST_BYTE_SECONDS: '120',
      ATELIER_MODEL_IDLE_SECONDS: '120',
      ATELIER_DATA: folder,
      ATELIER_PORT: '0',
      ATELIER_EGRESS_HOSTS: 'none',
      ATELIER_SANDBOX_PROGRAMS: programs.folders.join(':'),
      // Each case needs one or two, and an import one more.
      ATELIER_SANDBOX_LIMIT: '8',
      ATELIER_RATE_CHANGES: '100000000',
      ATELIER_RATE_HEAVY: '100000000',
      ATELIER_RATE_READS: '100000000',
    }
    const { baseUrl, close } = await startServer(readConfiguration(settings), pino({ level: 'error' }))
    try {
      const { apiKey } = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as { apiKey: string }
      return await work(callerOf(baseUrl, apiKey), player)
    } finally {
      await close()
    }
  } finally {
    await player.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface PlayOptions {
  readonly jobs?: number
  readonly column?: Column
  readonly show?: (row: Row) => void
  /** Begins no further case once it is aborted. */
  readonly signal?: AbortSignal
}

/** Plays cases, `jobs` at the same time, and shows each row as it ends. The rows have the order of the cases. */
export const playAll = (
  cases: readonly Case[],
  programs: Programs,
  { jobs = 2, column = 'none', show = () => undefined, signal }: PlayOptions = {},
): Promise<readonly Row[]> => {
  if (cases.length === 0) return Promise.resolve([])
  return withServer(programs, async (caller, player) => {
    const waiting = [...cases]
    const active: Case[] = []
    const rows = new Map<Case, Row>()
    const play = async (one: Case) => {
      if (programs.missingFor(one).length > 0) return undefined
      player.begin(one)
      try {
        return await playOnce(caller, one, { programs, column })
      } finally {
        player.end(one)
      }
    }
    const worker = async () => {
      while (waiting.length > 0 && !signal?.aborted) {
        // The player identifies conversations by their request: the same one never runs twice at once.
        const at = waiting.findIndex((one) => !active.some((other) => haveSameRequest(one, other)))
        if (at === -1) return
        const [one] = waiting.splice(at, 1) as [Case]
        active.push(one)
        const row = { one, outcome: await play(one) }
        active.splice(active.indexOf(one), 1)
        rows.set(one, row)
        show(row)
      }
    }
    await Promise.all(Array.from({ length: jobs }, worker))
    await worker()
    return cases.map((one) => rows.get(one) ?? { one, outcome: undefined })
  })
}

interface Setting {
  readonly programs: Programs
  readonly column: Column
}

const playOnce = async (caller: Caller, one: Case, { programs, column }: Setting): Promise<Outcome> => {
  const modules = programs.modulesFor(one)
  const setup = modules === undefined ? one.fixture.setup : linkPackages(modules)
  try {
    return await playCase(caller, one, { setup, checks: one.fixture.checks, column })
  } catch (error) {
    return {
      verdict: 'none',
      end: 'broken',
      findings: [],
      reasons: [String(error)],
      checks: [],
      printed: [],
      tookMs: 0,
    }
  }
}
