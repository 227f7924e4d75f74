import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Completions } from './completions.ts'
import type { NetworkHost } from './network.ts'

export type CentreCommand =
  | { readonly kind: 'storage'; readonly state: { readonly isDown?: boolean; readonly waitMs?: number } }
  /** The port of the present primary of the database. */
  | { readonly kind: 'database'; readonly port: number }
  /** Writes all objects into a folder. */
  | { readonly kind: 'write'; readonly folder: string }
export interface CentreAnswer {
  /** Requests that the bucket has got so far. */
  readonly requests: number
  readonly error?: string
}

/** A bucket, models and the address of the database, which all machines use, on a host of their own. */
export interface Centre {
  readonly storage: string
  readonly agents: string
  readonly completions: Pick<Completions, 'url' | 'host'>
  tell(command: CentreCommand): Promise<CentreAnswer>
  close(): Promise<void>
}

export const startCentre = async ({ address, within }: NetworkHost, seed: number): Promise<Centre> => {
  const program = join(import.meta.dirname, 'centre-process.ts')
  const [file, ...words] = [...within, process.execPath, program, address, String(seed)]
  const child = spawn(file, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([status]) =>
    Promise.reject(new Error(`The centre ended with ${String(status)}`)),
  )
  ended.catch(() => undefined)
  const answer = async <T>() => (await Promise.race([once(child, 'message'), ended]))[0] as T
  const addresses = await answer<Omit<Centre, 'tell' | 'close'>>()
  const oneAtATime = pLimit(1)
  return {
    ...addresses,
    tell: (command) =>
      oneAtATime(async () => {
        const answered = answer<CentreAnswer>()
        child.send(command)
        const { requests, error } = await answered
        if (error !== undefined) throw new Error(error)
        return { requests }
      }),
    close: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
