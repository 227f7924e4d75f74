import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { atelier } from '../program/command.ts'
import { conflict, unsynced } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import type { Session } from '../session.ts'
import { findMove } from './fast-forward.ts'
import { resumeMove } from './resume-move.ts'

const heldHere = new Set<string>()

/**
 * Works in a checkout as the only command of ours, so that no command sees half of another's work, after an earlier
 * command's unfinished work has been settled.
 */
export const withCheckoutLock = async <T>(
  session: Session,
  found: FoundRepository,
  { dryRun = false }: { readonly dryRun?: boolean | undefined },
  work: () => Promise<T>,
): Promise<T> => {
  const lock = join(found.gitDir, 'atelier.lock')
  await take(lock)
  heldHere.add(lock)
  try {
    if (!dryRun) await resumeMove(session, found)
    else if (await findMove(found))
      throw unsynced('interrupted', `An earlier pull was cut off here. Finish it first: ${atelier} pull`)
    return await work()
  } finally {
    heldHere.delete(lock)
    await rm(lock, { force: true })
  }
}

const take = async (lock: string, isAgain = false): Promise<void> => {
  try {
    const handle = await open(lock, 'wx')
    try {
      await handle.writeFile(String(process.pid))
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (isAgain || isHeld(lock, pid))
      throw conflict(
        'busy_here',
        `Another command works in this checkout (process ${pid}). Run this again when it has ended.`,
      )
    await rm(lock, { force: true })
    await take(lock, true)
  }
}

/** A lock of a process that has ended was left by a crash. */
const isHeld = (lock: string, pid: number) => {
  if (pid === process.pid) return heldHere.has(lock)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
