import { readFileSync, readlinkSync } from 'node:fs'

/**
 * The name under which this process marks files that it must not leave behind: pid namespace, pid and start time (clock
 * ticks since boot, field 22 of proc(5) /proc/pid/stat). Letters, digits and dots only.
 */
export const ownerMark = (): string => `${pidNamespace()}.${process.pid}.${startTicks('self')}`

/** The mark for files in a data folder, which another machine may mount: it begins with a number of this boot. */
export const folderMark = (): string => `${bootNumber()}.${ownerMark()}`

/** True if the process that wrote `mark` is surely gone; false for a mark of another machine or pid namespace. */
export const ownerIsGone = (mark: string): boolean => {
  const parts = mark.split('.')
  if (parts.length === 4 && parts.shift() !== bootNumber()) return false
  const [namespace, pid, ticks] = parts
  if (namespace !== pidNamespace() || !pid || !ticks) return false
  const found = startTicks(pid)
  return found === undefined ? !isThere(pid) : found !== ticks
}

// A process that cannot be read now, with no descriptor left for instance, is not gone.
const isThere = (pid: string) => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

const pidNamespace = () => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'

/** Numbers of two machines have the same kernel namespaces, and never the same random id of the boot. */
const bootNumber = () => BigInt(`0x${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)}`).toString()

const startTicks = (pid: string) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name is in parentheses and may hold anything, so fields are counted from the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
