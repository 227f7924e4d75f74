import { readdir, readFile } from 'node:fs/promises'

// Linux's unit of processor time, on every machine that this project knows.
const ticksPerSecond = 100

interface ProcessTicks {
  readonly pid: string
  readonly parent: string
  readonly ticks: number
}

/**
 * Milliseconds of processor time that the programs of an agent have used so far: all others that can be seen here if
 * `isAlone`, as in a sandbox with processes of its own, else the programs that this program started. Undefined without
 * `/proc`. Source: proc_pid_stat(5), fields 4 and 14 to 17.
 */
export const processorMs = async (isAlone: boolean): Promise<number | undefined> => {
  const names = await readdir('/proc').catch(() => undefined)
  if (!names) return undefined
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(usedBy))
  const all = found.filter((one) => one !== undefined)
  const counted = isAlone ? all.filter(({ pid }) => pid !== own) : startedBy(own, all)
  return (counted.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond) * 1_000
}

const own = String(process.pid)

/** Undefined for a program that has ended: its parent then has the time that it used. */
const usedBy = async (pid: string): Promise<ProcessTicks | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name is in brackets and may hold anything; field 3 is the first behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [14, 15, 16, 17].reduce((sum, field) => sum + Number(fields[field - 3] ?? 0), 0)
  return { pid, parent: fields[1] ?? '', ticks }
}

const startedBy = (pid: string, all: readonly ProcessTicks[]): readonly ProcessTicks[] => {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => startedBy(child.pid, all))]
}
