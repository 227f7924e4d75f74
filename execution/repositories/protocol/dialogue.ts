import { PassThrough } from 'node:stream'
import type { ConfinedCall, ConfinedGit } from '../confined-git.ts'
import { splitNul } from '../git.ts'

/**
 * Opens a sandbox for several steps: starting one takes longer than most of them. The script reads the names of steps
 * as lines, and ends each answer with an empty part. Its output is as untrusted as the files that it writes, which may
 * be looked at only after its end.
 */
export const openDialogue = (confined: ConfinedGit, script: string, args: readonly string[], call: ConfinedCall) => {
  const stdin = new PassThrough()
  let heard: (chunk: Buffer) => void = () => undefined
  const ended = confined(script, args, { ...call, stdin, onOutput: (chunk) => heard(chunk) })
  const early = ended.then(() => {
    throw new Error('Git in a sandbox ended before it finished')
  })
  early.catch(() => undefined)
  return {
    /** Carries out a step, one at a time, and returns its parts, which end with a NUL byte. Throws as `git` does. */
    ask: (step: string) => {
      const answered = new Promise<readonly Buffer[]>((resolve) => (heard = untilEmptyPart(resolve)))
      stdin.write(`${step}\n`)
      return Promise.race([answered, early])
    },
    /** Ends the script and its sandbox. Throws as `git` does. */
    end: async () => {
      stdin.end()
      await ended
    },
  }
}

const untilEmptyPart = (done: (parts: readonly Buffer[]) => void) => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  let last = -1
  let lastButOne = -1
  return (chunk: Buffer) => {
    chunks.push(chunk)
    sizeBytes += chunk.length
    ;[lastButOne, last] = [chunk.at(-2) ?? last, chunk.at(-1)!]
    if (last !== 0 || (lastButOne !== 0 && sizeBytes > 1)) return
    const parts = splitNul(Buffer.concat(chunks))
    const end = parts.findIndex((part) => part.length === 0)
    done(parts.slice(0, end))
  }
}
