import { setTimeout as pause } from 'node:timers/promises'
import { endedStatuses } from '../../domains/delivery/cycles/rules.ts'
import { eventually } from '../jobs/world.ts'
import { asOwner } from './aftermath.ts'
import { type CaughtStep, openStepTraps, type StepTraps } from './every-step.ts'
import type { OwnDatabase } from './own-database.ts'
import type { ServerProcess } from './server-process.ts'
import { decide, judging, stepOf, type CrashWalk, type WalkedCycle } from './walk.ts'

/** Two processes over one database; each death leaves the other. */
export interface Pair {
  /** The one that people reach: it has not died. */
  owner(): ServerProcess['owner']
  /** Kills the one with this pid, or the older one, and starts the next beside the other. */
  kill(pid: number): Promise<void>
  stop(): Promise<void>
}

export const startPair = async (start: OwnDatabase['start']): Promise<Pair> => {
  const alive = [await start(), await start()]
  let starting: Promise<unknown> = Promise.resolve()
  return {
    owner: () => alive[0]!.owner,
    kill: async (pid) => {
      await starting
      // The process that parked a run may be dead already.
      const at = alive.findIndex((one) => one.pid === pid)
      await alive.splice(Math.max(at, 0), 1)[0]!.kill()
      starting = start().then((next) => alive.push(next))
      starting.catch(() => undefined)
    },
    stop: async () => {
      await starting
      for (const one of alive) await one.stop()
    },
  }
}

/**
 * Brings a cycle to its end. Each process that begins a step or parks a run, where the walk says so, dies as soon as that
 * is committed: the effect is under way, or a person is waited for, whose decision comes after the death.
 */
export const handOver = async (url: string, pair: Pair, walk: CrashWalk, cycle: WalkedCycle): Promise<Set<string>> => {
  const traps = await openStepTraps(url)
  const isDeadly = judging(walk)
  const deaths = new Set<string>()
  const mayBeDecided = new Set<string>()
  const over = new AbortController()
  const deciding = (async () => {
    while (!over.signal.aborted) {
      await decide(pair.owner(), cycle, (request) => mayBeDecided.has(request)).catch(() => undefined)
      await pause(50)
    }
  })()
  while (!(await isOver(url, cycle.id))) {
    for (const { request, worker, ...parked } of await waiting(url, [...mayBeDecided])) {
      if (isDeadly(parked)) {
        await die(url, pair, worker)
        deaths.add(stepOf(parked))
      }
      mayBeDecided.add(request)
    }
    const caught = await traps.caught()
    const deadly = caught.find(isDeadly)
    if (deadly) {
      await die(url, pair, await workerAfter(url, traps, deadly))
      deaths.add(stepOf(deadly))
    } else await traps.release(caught)
    await pause(20)
  }
  over.abort()
  await deciding
  await traps.close()
  return deaths
}

/** Runs that wait for a person, but for these requests, and who parked them. */
const waiting = (url: string, known: readonly string[]) =>
  asOwner(url, (query) =>
    query<CaughtStep & { request: string; worker: string }>(
      `select p.id as request, s.run_id as "runId", s.seq, s.name, s.status, (select w.worker from run_step w
         where w.run_id = s.run_id and w.worker is not null order by w.seq desc limit 1) as worker
       from pending_request p join run_step s on s.run_id = p.run_id and s.status = 'parked'
       where p.status = 'pending' and p.blocking and p.id <> all($1)`,
      [known],
    ),
  )

/** Lets this be committed, and gives who did it. */
const workerAfter = async (url: string, traps: StepTraps, caught: CaughtStep) => {
  const before = await rowOf(url, caught)
  await traps.release([caught])
  const { worker } = await eventually(async () => {
    const row = await rowOf(url, caught)
    return row.status !== before.status && row
  })
  return worker
}

/** Kills a process, and lets the lease end of what it held. */
const die = async (url: string, pair: Pair, worker: string) => {
  await pair.kill(Number(worker.split(':')[1]))
  await asOwner(url, async (query) => {
    // The database's sessions of it; the other one repeats the work that is lost with them.
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'held %' and datname = current_database()`)
    await query(
      `update queue.job set available_at = now() where lease_id is not null
         and id in (select job_id from run_step where worker = $1 and job_id is not null)`,
      [worker],
    )
  })
}

const rowOf = (url: string, { runId, seq }: CaughtStep) =>
  asOwner(url, async (query) => {
    const text = 'select status, worker from run_step where run_id = $1 and seq = $2'
    return (await query<{ status: string; worker: string }>(text, [runId, seq]))[0]!
  })

const isOver = (url: string, id: string) =>
  asOwner(url, async (query) => {
    const ended = 'select 1 from cycle where id = $1 and status = any($2)'
    return (await query(ended, [id, endedStatuses])).length > 0
  })
