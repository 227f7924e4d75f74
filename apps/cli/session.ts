import type { Client } from './client/client.ts'
import { Interrupted } from './failure.ts'
import { openOutput, type Output } from './terminal/output.ts'

/** What every command is given. */
export interface Session {
  readonly output: Output
  /** Aborts when the person presses Ctrl-C; its reason is the Failure that the command ends with. */
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  /** From now on, what to say when the person presses Ctrl-C: what goes on, what was left, and what to do next. */
  ifInterrupted(sentence: string): void
  /** The server of the environment or of the stored credentials. */
  client(): Promise<Client>
  close(): Promise<void>
}

export const openSession = (json: boolean): Session => {
  const controller = new AbortController()
  let goesOn = 'Stopped; nothing was changed.'
  const interrupt = () => {
    // Who asks twice does not want to wait; temporary files go with the process in any case.
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Interrupted(goesOn))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  let client: Promise<Client> | undefined
  const { signal } = controller
  return {
    output: openOutput(process, json),
    signal,
    environment: process.env,
    cwd: process.cwd(),
    ifInterrupted: (sentence) => void (goesOn = sentence),
    client: () => (client ??= connect(signal)),
    close: async () => (await client?.catch(() => undefined))?.close(),
  }
}

const connect = async (signal: AbortSignal) => {
  const { findCredentials } = await import('./client/credentials.ts')
  const found = await findCredentials(process.env)
  const { openClient } = await import('./client/client.ts')
  return openClient(found, signal)
}
