import type { Client } from './client/client.ts'
import { Interrupted } from './failure.ts'
import { openOutput, type Output, type Streams } from './terminal/output.ts'

/** The context of every command. */
export interface Session {
  readonly output: Output
  /** Aborts when the person presses Ctrl-C; its reason is the Failure that the command ends with. */
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  /** Sets the message for Ctrl-C from now on: continuing work, files left, and the next step. */
  ifInterrupted(sentence: string): void
  /** The server of the environment or of the stored credentials. */
  client(): Promise<Client>
  close(): Promise<void>
}

export const openSession = (json: boolean): Session => {
  const controller = new AbortController()
  let goesOn = 'Stopped; nothing was changed.'
  const interrupt = () => {
    // A second Ctrl-C ends the process at once; temporary files go with the process in any case.
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Interrupted(goesOn))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  return sessionOf(process, {
    json,
    signal: controller.signal,
    environment: process.env,
    cwd: process.cwd(),
    ifInterrupted: (sentence) => void (goesOn = sentence),
  })
}

type SessionContext = Pick<Session, 'signal' | 'environment' | 'cwd' | 'ifInterrupted'>

/** A session that speaks to these streams, and finds its server when a command first asks for it. */
export const sessionOf = (
  streams: Streams,
  { json, ...context }: SessionContext & { readonly json: boolean },
): Session => {
  let client: Promise<Client> | undefined
  return {
    ...context,
    output: openOutput(streams, json),
    client: () => (client ??= connect(context)),
    close: async () => (await client?.catch(() => undefined))?.close(),
  }
}

const connect = async ({ environment, signal }: SessionContext) => {
  const { findCredentials } = await import('./client/credentials.ts')
  const found = await findCredentials(environment)
  const { openClient } = await import('./client/client.ts')
  return openClient(found, signal)
}
