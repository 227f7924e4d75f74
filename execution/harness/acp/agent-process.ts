import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroup } from '../native/command.ts'
import { AgentFailure, messageStream } from './message-stream.ts'

const lastWordsMost = 2_000
const lastWordsMs = 1_000
// An agent that ends closes it too, and its end has more information.
const closedMs = 2_000

/** Starts an agent with its standard streams as messages. Its standard error is kept for its end. */
export const startAgent = (
  { argv, environment, root }: { argv: string[]; environment: Readonly<Record<string, string>>; root: string },
  onOutput: () => void,
) => {
  const [program, ...rest] = argv
  const child = spawn(program!, rest, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
    detached: true,
  })
  let lastWords = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-lastWordsMost)
    onOutput()
  })
  // An agent that has ended reads no more: `ended` reports it.
  child.stdin.on('error', () => undefined)
  const { promise: broken, reject: fail } = Promise.withResolvers<never>()
  child.stdout.once('end', () => {
    setTimeout(() => fail(new AgentFailure('It closed its standard output.')), closedMs).unref()
  })
  const stream = messageStream(child.stdin, child.stdout, fail)
  const ended = async (): Promise<never> => {
    const closed = once(child, 'close').catch(() => undefined)
    const [code, signal] = (await once(child, 'exit').catch((error: Error) => [error.message, null])) as [
      number | string | null,
      string | null,
    ]
    const how =
      typeof code === 'string' ? `It could not be started: ${code}` : `It ended with ${signal ?? `exit code ${code}`}`
    // Processes that it left running may keep its streams open.
    await Promise.race([closed, sleep(lastWordsMs, undefined, { ref: false })])
    const words = lastWords.trim()
    throw new AgentFailure(`${how}.${words === '' ? '' : ` It said: ${words}`}`)
  }
  /** Rejects when the agent ends, cannot be started, or sends what no agent may. */
  const failed = Promise.race([broken, ended()])
  failed.catch(() => undefined)
  /** Ends it with all that it started in its group. */
  const end = () => {
    endGroup(child.pid)
    // Processes that left the group end with the sandbox; until then this program may not wait for their output.
    for (const one of child.stdio) one?.destroy()
  }
  return { stream, failed, end }
}
