import type { Readable } from 'node:stream'

/** The use of a container so far, as its first process reports it. */
export interface Use {
  readonly cpuSeconds: number
  /** Memory of processes and shared memory, without files that are cached. */
  readonly memoryBytes: number
  readonly processes: number
  readonly oomKills: number
}

const lineCharsMax = 1000

/**
 * Reads the lines of `first.pl`: `CPU-NANOSECONDS BYTES PROCESSES OOM-KILLS`, and at last `end CODE`. Resolves with that
 * code, or with undefined if the stream ends without one: the first process itself was killed.
 */
export const readReports = async (stream: Readable, onUse: (use: Use) => void): Promise<number | undefined> => {
  let rest = ''
  let code: number | undefined
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop()!.slice(0, lineCharsMax)
    for (const line of lines) {
      const use = parseUse(line)
      if (use) onUse(use)
      code ??= parseEnd(line)
    }
  })
  const over = Promise.withResolvers<void>()
  stream.once('end', over.resolve).once('close', over.resolve)
  await over.promise
  return code
}

const parseEnd = (line: string) => {
  const found = /^end (\d{1,3})$/.exec(line)?.[1]
  return found === undefined ? undefined : Number(found)
}

const parseUse = (line: string): Use | undefined => {
  const found = /^(\d{1,20}) (\d{1,18}) (\d{1,10}) (\d{1,10})$/.exec(line)
  if (!found) return undefined
  const [cpuNanos = 0, memoryBytes = 0, processes = 0, oomKills = 0] = found.slice(1).map(Number)
  return { cpuSeconds: cpuNanos / 1e9, memoryBytes, processes, oomKills }
}
