import { readFile } from 'node:fs/promises'

/** Above this much free memory no command is stopped; it fills within a second or so. */
const floorBytes = 1024 * 1024 * 1024
const fallBelowFloorBytes = 64 * 1024 * 1024

/** MemAvailable of /proc/meminfo (proc(5)). */
export const availableBytes = async (): Promise<number | undefined> => {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const found = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1]
  return found === undefined ? undefined : Number(found) * 1024
}

/**
 * A check for one command that begins now: true when the machine's memory comes to its end while it runs. It is for
 * memory that no process shows, in sockets for instance; its user is unknown, so commands fall together.
 */
export const watchFreeMemory = async (read: () => Promise<number | undefined>): Promise<() => Promise<boolean>> => {
  const before = (await read()) ?? 0
  return async () => {
    const now = (await read()) ?? before
    return now < Math.min(floorBytes, before / 2) && before - now > fallBelowFloorBytes
  }
}
