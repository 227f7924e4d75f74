import { readdir, readFile } from 'node:fs/promises'

// USER_HZ, the unit of processor time in /proc: 100 on every Linux that Node runs on.
const ticksPerSecond = 100
const ownPid = String(process.pid)

interface ProcessTicks {
  readonly pid: string
  readonly parent: string
  readonly ticks: number
}

/**
 * Milliseconds of processor time that an agent's programs have used so far, without this program's own. If `isAlone`, as
 * in a sandbox with its own process ids, all visible programs count, otherwise the descendants of this program.
 * Undefined without `/proc`. Source: proc_pid_stat(5), fields 4 and 14 to 17.
 */
export const processorMs = async (isAlone: boolean): Promise<number | undefined> => {
  const names = await readdir('/proc').catch(() => undefined)
  if (!names) return undefined
  const readings = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readTicks))
  const all = readings.filter((reading) => reading !== undefined)
  const counted = isAlone ? all : [...all.filter(({ pid }) => pid === ownPid), ...descendantsOf(ownPid, all)]
  return (counted.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond) * 1_000
}

/** Undefined for a program that has ended: its parent then has the time that it used, in fields 16 and 17. */
const readTicks = async (pid: string): Promise<ProcessTicks | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name is in brackets and may hold anything; field 3 is the first behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Of this program itself, only the time of its ended children is the agent's.
  const counted = pid === ownPid ? [16, 17] : [14, 15, 16, 17]
  const ticks = counted.reduce((sum, field) => sum + Number(fields[field - 3] ?? 0), 0)
  return { pid, parent: fields[1] ?? '', ticks }
}

const descendantsOf = (pid: string, all: readonly ProcessTicks[]): readonly ProcessTicks[] => {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => descendantsOf(child.pid, all))]
}
