import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startServer } from '../../apps/server/start.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { callerOf, type Caller } from '../../testing/caller.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import type { Case } from './case.ts'
import { hasColumn, type Column } from './columns.ts'
import type { Outcome, Row } from './outcome.ts'
import { openCase } from './play-case.ts'
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

/** The outcome of a case in a column. */
export interface Played extends Row {
  readonly column: Column
}

interface PlayOptions {
  readonly jobs?: number
  readonly columns?: readonly Column[]
  /** Whether the outcome is known from an earlier run, so that it is not played again. */
  readonly isKnown?: (one: Case, column: Column) => boolean
  readonly show?: (played: Played) => void
  /** Begins no further play once it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * Plays cases, `jobs` at the same time on one server, and shows each row as it ends. The columns of a case are played
 * one after another in one project. The rows have the order of the cases.
 */
export const playAll = (
  cases: readonly Case[],
  programs: Programs,
  { jobs = 2, columns = ['none'], isKnown = () => false, show = () => undefined, signal }: PlayOptions = {},
): Promise<readonly Played[]> => {
  const columnsOf = (one: Case) => columns.filter((column) => hasColumn(one, column) && !isKnown(one, column))
  const open = cases.filter((one) => columnsOf(one).length > 0)
  if (open.length === 0) return Promise.resolve([])
  return withServer(programs, async (caller, player) => {
    const waiting = [...open]
    const active: Case[] = []
    const rows = new Map<Case, readonly Played[]>()
    const play = async (one: Case) => {
      const isMissing = programs.missingFor(one).length > 0
      const opened = openCase(caller, one, commandsOf(one, programs))
      const played: Played[] = []
      player.begin(one)
      for (const column of columnsOf(one)) {
        const isPlayed = !isMissing && !signal?.aborted
        const row = { one, column, outcome: isPlayed ? await opened.play(column).catch(broken) : undefined }
        played.push(row)
        show(row)
      }
      player.end(one)
      return played
    }
    const worker = async () => {
      while (waiting.length > 0 && !signal?.aborted) {
        // The player identifies conversations by their request: the same one never runs twice at once.
        const at = waiting.findIndex((one) => !active.some((other) => haveSameRequest(one, other)))
        if (at === -1) return
        const [one] = waiting.splice(at, 1) as [Case]
        active.push(one)
        rows.set(one, await play(one))
        active.splice(active.indexOf(one), 1)
      }
    }
    await Promise.all(Array.from({ length: jobs }, worker))
    await worker()
    const unplayed = (one: Case) => columnsOf(one).map((column) => ({ one, column, outcome: undefined }))
    return open.flatMap((one) => rows.get(one) ?? unplayed(one))
  })
}

export const commandsOf = (one: Case, programs: Programs) => {
  const modules = programs.modulesFor(one)
  return { setup: modules === undefined ? one.fixture.setup : linkPackages(modules), checks: one.fixture.checks }
}

const broken = (error: unknown): Outcome => ({
  verdict: 'none',
  end: 'broken',
  findings: [],
  reasons: [String(error)],
  checks: [],
  printed: [],
  tookMs: 0,
})
