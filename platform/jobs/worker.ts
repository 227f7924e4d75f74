import { setTimeout as delay } from 'node:timers/promises'
import { attempt } from './attempt.ts'
import { type HeldJob, holdJob, isOverdue } from './held-job.ts'
import type { Parts } from './parts.ts'
import { type LeasedJob, renewLeases, takeJobs } from './queue.ts'
import { handBack } from './settle.ts'
import { cancelledAmong } from './store.ts'

const pollMs = 500

/** Fetches jobs, carries their steps out, at most `concurrency` at once, and keeps their leases. */
export const startWorker = (parts: Parts, concurrency: number) => {
  const held = new Set<HeldJob>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let mayBeMore = false
  const work = wakeable(parts, stopping.signal)

  const take = (job: LeasedJob) => {
    const mine = holdJob(job)
    held.add(mine)
    const ending = attempt(parts, mine).finally(() => {
      held.delete(mine)
      running.delete(ending)
      if (mayBeMore) parts.hints.emit('work')
    })
    running.add(ending)
  }
  const fetching = (async () => {
    while (!isStopping()) {
      const room = parts.solitude.isWanted ? 0 : concurrency - held.size
      const jobs = room > 0 ? await fetchJobs(parts, room) : []
      mayBeMore = jobs.length === room
      if (isStopping()) await Promise.all(jobs.map((job) => returnJob(parts, job)))
      else jobs.forEach(take)
      await work.next()
    }
  })()
  const beats = startBeats(parts, held)

  return {
    /** Steps that it carries out at the moment. */
    running: () => held.size,
    /** Stops fetching; running steps have `graceMs` to end, then are stopped and given to other processes. */
    stop: async (graceMs: number) => {
      stopping.abort()
      await fetching
      work.close()
      const ended = Promise.all(running)
      const grace = new AbortController()
      await Promise.race([ended, delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)])
      grace.abort()
      for (const each of held) each.stop('stopping')
      await Promise.all(running)
      await beats.stop()
    },
  }
}

const fetchJobs = async (parts: Parts, room: number): Promise<LeasedJob[]> => {
  try {
    return await parts.database.instance((tx) => takeJobs(tx, room, parts.leaseMs, parts.left.ids()))
  } catch (error) {
    parts.log.error({ err: error }, 'Could not read the queue; will retry')
    return []
  }
}

const returnJob = (parts: Parts, job: LeasedJob) =>
  handBack(parts, job).catch((error: unknown) =>
    parts.log.warn({ err: error, job }, 'Could not return a job; another process takes it when its lease expires'),
  )

/** Waits for a hint or half a second, the first of both; a hint before the wait counts. */
const wakeable = (parts: Parts, stopping: AbortSignal) => {
  let hinted = false
  let wake: (() => void) | undefined
  const onHint = () => {
    hinted = true
    wake?.()
  }
  parts.hints.on('work', onHint)
  stopping.addEventListener('abort', onHint, { once: true })
  return {
    next: async () => {
      if (!hinted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hinted = false
      wake = undefined
    },
    close: () => void parts.hints.off('work', onHint),
  }
}

/** Renews the leases about every second, and stops attempts whose lease ended or whose run was cancelled. */
const startBeats = (parts: Parts, held: ReadonlySet<HeldJob>) => {
  let beating: Promise<void> | undefined
  // A hint that comes while the database is asked may be about rows that it did not yet read.
  let again = false
  const onHint = () => {
    again = beating !== undefined
    beat()
  }
  const beat = () => {
    const nowMs = performance.now()
    for (const each of held) if (isOverdue(each, nowMs, parts.leaseMs)) each.stop('lost')
    const living = [...held].filter((each) => each.stoppedBy() !== 'lost')
    beating ??= confirmLeases(parts, living).finally(() => {
      beating = undefined
      if (!again) return
      again = false
      beat()
    })
  }
  const timer = setInterval(beat, Math.min(1_000, parts.leaseMs / 4))
  parts.hints.on('cancel', onHint)
  return {
    stop: async () => {
      clearInterval(timer)
      parts.hints.off('cancel', onHint)
      again = false
      await beating
    },
  }
}

const confirmLeases = async (parts: Parts, held: readonly HeldJob[]): Promise<void> => {
  if (held.length === 0) return
  const askedAtMs = performance.now()
  const jobs = held.map(({ job }) => job)
  const ids = jobs.map(({ id }) => id)
  try {
    const [holding, cancelled] = await parts.database.instance((tx) =>
      Promise.all([renewLeases(tx, jobs, parts.leaseMs), cancelledAmong(tx, ids)]),
    )
    for (const each of held) {
      if (!holding.has(each.job.leaseId)) each.stop('lost')
      else each.confirmedAtMs = askedAtMs
      if (cancelled.has(each.job.id)) each.stop('cancelled')
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'Could not renew leases of running steps')
  }
}
