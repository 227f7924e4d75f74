import { readFileSync } from 'node:fs'

// The unit of these fields on every processor that Linux runs on here.
const tickMs = 10

/** Processor time of this process, and of those it started that have ended and of their own such, until now. */
export const processorMs = (): number => {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // utime, stime, cutime and cstime: the 14th to the 17th field, of which two stand before the cut. See proc(5).
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
}
