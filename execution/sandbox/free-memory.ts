import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Above this much free memory no command is stopped; it fills within a second or so. */
const floorBytes = 1024 * 1024 * 1024
const fallBelowFloorBytes = 64 * 1024 * 1024

/** The memory that programs can still get: MemAvailable (proc(5)), or the rest of a container's control group. */
export const availableBytes = async (): Promise<number | undefined> => {
  const found = /^MemAvailable:\s+(\d+) kB$/m.exec(await textOf('/proc/meminfo'))?.[1]
  if (found === undefined) return undefined
  return Math.min(Number(found) * 1024, (await leftInGroup('/sys/fs/cgroup')) ?? Infinity)
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')

/** The memory left in a container's topmost control group, with droppable pages; undefined without a limit. */
export const leftInGroup = async (folder: string): Promise<number | undefined> => {
  const [limit, used, stat] = await Promise.all(['memory.max', 'memory.current', 'memory.stat'].map(contentIn(folder)))
  const unified = leftOf(limit!, used!, stat!, '')
  if (unified !== undefined) return unified
  const names = ['memory.limit_in_bytes', 'memory.usage_in_bytes', 'memory.stat']
  const [legacyLimit, legacyUsed, legacyStat] = await Promise.all(names.map(contentIn(join(folder, 'memory'))))
  return leftOf(legacyLimit!, legacyUsed!, legacyStat!, 'total_')
}

const contentIn = (folder: string) => (name: string) => textOf(join(folder, name))

const leftOf = (limit: string, used: string, stat: string, prefix: string): number | undefined => {
  if (!/^\d+\n?$/.test(limit) || !/^\d+\n?$/.test(used)) return undefined
  const fields = new Map(stat.split('\n').map((line) => line.split(' ') as [string, string]))
  const files = ['inactive_file', 'active_file'].reduce((sum, name) => sum + Number(fields.get(prefix + name) ?? 0), 0)
  return Math.max(0, Number(limit) - Math.max(0, Number(used) - files))
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
