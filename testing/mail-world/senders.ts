import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterTest } from '../after-test.ts'
import { compiled } from '../runner/compiled.ts'
import type { OutreachServer } from '../network/public-address.ts'
import { testRootKey } from '../people/sessions.ts'

const script = join(import.meta.dirname, 'sending-process.ts')

export interface Sender {
  /** Ends it as a loss of power would. */
  kill(): Promise<void>
  /** Ends it in good order; throws what it said when it did not end well. */
  stop(): Promise<void>
}

/** Starts server processes over the database of a test server that send mails of plays without a wait between turns. */
export const startSender = async ({ databaseUrl, dataFolder, settings }: OutreachServer): Promise<Sender> => {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, script], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ATELIER_DATA: dataFolder,
      ATELIER_PORT: '0',
      ATELIER_DATABASE_CONNECTIONS: '8',
      ATELIER_EGRESS_HOSTS: 'none',
      ...settings,
      ATELIER_ROLE: 'worker',
      SECRETS_ENCRYPTION_KEY: testRootKey,
      ...compiled(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const said = text(child.stderr)
  afterTest(async () => {
    if (child.exitCode === null && child.signalCode === null) await end(child, exit)
  })
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), exit.then(() => false)])
  if (!isReady) throw new Error(`The sender did not start: ${await said}`)
  child.stdout.resume()
  return {
    kill: () => end(child, exit),
    stop: async () => {
      child.kill('SIGTERM')
      const [status] = await exit
      if (status !== 0) throw new Error(`The sender ended with ${status}: ${await said}`)
    },
  }
}

const end = async (child: ChildProcess, exit: Promise<unknown>) => {
  child.kill('SIGKILL')
  await exit
}
