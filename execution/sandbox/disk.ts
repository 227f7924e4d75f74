import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const walkMsMax = 10_000
const walkAtLeastEveryMs = 10_000
/** A command that takes this much of a disk whose end is near is stopped, however it hides what it wrote. */
const floorBytes = 512 * 1024 * 1024
const growthBelowFloorBytes = 64 * 1024 * 1024

export interface DiskWatch {
  /** A check for one command; true when the folders hold more than allowed and more than when the command began. */
  begin(): Promise<() => Promise<boolean>>
}

/**
 * Watches how much the folders hold. Asking the file system is cheap and bounds their growth from above; only when that
 * leaves room for doubt, or every ten seconds, are they walked, by `du` in a process of its own.
 * A folder that cannot be walked to its end counts as what the file system grew by.
 */
export const watchDisk = (folders: readonly string[], limitBytes: number): DiskWatch => {
  let walked: { bytes: number; usedBytes: number; at: number; tookMs: number } | undefined

  const measure = async (usedBytes: number, openedWith: number) => {
    const began = performance.now()
    const { bytes, whole } = await walk(folders)
    const seen = whole ? bytes : Math.max(bytes, usedBytes - openedWith)
    walked = { bytes: seen, usedBytes, at: performance.now(), tookMs: performance.now() - began }
    return seen
  }

  const isDoubtful = (usedBytes: number) => {
    if (!walked) return true
    const ageMs = performance.now() - walked.at
    if (ageMs > Math.max(walkAtLeastEveryMs, 20 * walked.tookMs)) return true
    const couldHold = walked.bytes + (usedBytes - walked.usedBytes)
    return couldHold > limitBytes && ageMs > 10 * walked.tookMs
  }

  return {
    async begin() {
      const before = await space(folders)
      const isOver = walked !== undefined && walked.bytes > limitBytes
      const allowed = isOver ? await measure(before.usedBytes, before.usedBytes) : limitBytes
      return async () => {
        const now = await space(folders)
        const isNearTheEnd = now.freeBytes < Math.min(floorBytes, before.freeBytes / 2)
        if (isNearTheEnd && now.usedBytes - before.usedBytes > growthBelowFloorBytes) return true
        if (!isDoubtful(now.usedBytes)) return false
        return (await measure(now.usedBytes, before.usedBytes)) > Math.max(limitBytes, allowed)
      }
    },
  }
}

const space = async (folders: readonly string[]) => {
  const found = await Promise.all(folders.map((folder) => statfs(folder)))
  return {
    usedBytes: Math.max(...found.map(({ blocks, bfree, bsize }) => (blocks - bfree) * bsize)),
    freeBytes: Math.min(...found.map(({ bavail, bsize }) => bavail * bsize)),
  }
}

const walk = async (folders: readonly string[]): Promise<{ bytes: number; whole: boolean }> => {
  const du = spawn('du', ['-skx', '--', ...folders], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  })
  let output = ''
  let complaints = ''
  du.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  du.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4096)))
  const ended = once(du, 'close')
  const patience = new AbortController()
  const inTime = await Promise.race([
    ended.then(() => true),
    delay(walkMsMax, false, { signal: patience.signal, ref: false }).catch(() => false),
  ])
  patience.abort()
  if (!inTime) du.kill('SIGKILL')
  await ended
  const sizes = output.split('\n').flatMap((line) => /^(\d+)\t/.exec(line)?.[1] ?? [])
  // Files come and go under du; what it was not let into is another thing.
  const whole = inTime && !/Permission denied|too long/.test(complaints)
  return { bytes: sizes.reduce((sum, size) => sum + Number(size) * 1024, 0), whole }
}
