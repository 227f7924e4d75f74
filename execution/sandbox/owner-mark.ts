import { readFileSync, readlinkSync } from 'node:fs'

/**
 * The name under which this process marks what it must not leave behind: pid namespace, pid and start time (clock ticks
 * since boot, field 22 of proc(5) /proc/pid/stat). Letters, digits and dots only.
 */
export const ownerMark = (): string => `${pidNamespace()}.${process.pid}.${startTicks('self')}`

/**
 * True when the process that wrote `mark` is surely gone. A mark of another pid namespace is nobody's to judge from
 * here, and counts as alive.
 */
export const ownerIsGone = (mark: string): boolean => {
  const [namespace, pid, ticks] = mark.split('.')
  if (namespace !== pidNamespace() || !pid || !ticks) return false
  const found = startTicks(pid)
  return found === undefined ? !isThere(pid) : found !== ticks
}

// What cannot be read now, with no descriptor left for instance, is not gone.
const isThere = (pid: string) => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

const pidNamespace = () => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'

const startTicks = (pid: string) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name stands in parentheses and may hold anything, so fields are counted from the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
