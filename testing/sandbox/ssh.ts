import { once } from 'node:events'
import ssh2 from 'ssh2'
import { afterTest } from '../after-test.ts'

export interface SshAccess {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** A client that signed in; rejects where the server refuses it. It ends with the test file. */
export const connectSsh = async (
  { user, ...access }: SshAccess,
  algorithms: ssh2.Algorithms = {},
): Promise<ssh2.Client> => {
  const client = new ssh2.Client()
  afterTest(async () => void client.destroy())
  client.connect({ ...access, username: user, algorithms, hostVerifier: () => true })
  const failed = once(client, 'error').then(([error]) => Promise.reject(error as Error))
  await Promise.race([once(client, 'ready'), failed])
  // As OpenSSH does: otherwise each request waits for an acknowledgement that is sent late.
  client.setNoDelay(true)
  client.on('error', () => undefined)
  return client
}

export interface SshOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | undefined
}

/** A command's output, and how it ended. */
export const runOverSsh = (client: ssh2.Client, command: string, input = ''): Promise<SshOutcome> =>
  new Promise((resolve, reject) => {
    // A short program has ended by the time a promise of the channel would be answered.
    client.exec(command, (error, channel) => {
      if (error) {
        reject(error)
        return
      }
      const printed = { stdout: '', stderr: '' }
      let code: number | undefined
      channel.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()))
      channel.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()))
      channel.on('exit', (ended: number) => (code = ended))
      channel.on('close', () => resolve({ ...printed, code }))
      channel.end(input)
    })
  })

export const sftpOver = (client: ssh2.Client): Promise<ssh2.SFTPWrapper> =>
  new Promise((resolve, reject) => {
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
  })

/** A shell on a terminal of 80 columns and 24 rows. */
export const shellOverSsh = (client: ssh2.Client): Promise<ssh2.ClientChannel> =>
  new Promise((resolve, reject) => {
    client.shell({ term: 'xterm', cols: 80, rows: 24 }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })

/** Waits until a channel has printed a text, and gives all that it printed since. */
export const printedUntil = (channel: ssh2.ClientChannel, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    const listen = (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.includes(text)) return
      channel.off('data', listen)
      resolve(printed)
    }
    channel.on('data', listen)
    channel.once('close', () => reject(new Error(`The channel ended before it printed ${text}: ${printed}`)))
  })
