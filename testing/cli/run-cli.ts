import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compiled } from '../runner/compiled.ts'

export interface CliResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCli {
  readonly ended: Promise<CliResult>
  /** As Ctrl-C does. */
  interrupt(): void
  /** As a loss of power would, only for this process. */
  kill(): void
  /** Waits until this is in its output so far. */
  untilSaid(words: string): Promise<void>
}

const folder = join(import.meta.dirname, '..', '..', 'apps', 'cli')

/** Starts the command line, or the demo, as a person does. */
export const startCli = (
  argv: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
  script = 'main.ts',
): RunningCli => {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...compiled(), ...environment }
  const child = spawn(process.execPath, [join(folder, script), ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const untilSaid = async (words: string) => {
    while (!said.includes(words)) {
      if (child.exitCode !== null) throw new Error(`It ended without saying “${words}”: ${said}`)
      await Promise.race([once(child.stderr, 'data'), gone])
    }
  }
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]) => ({
      exitCode: child.exitCode,
      stdout,
      stderr,
    }),
  )
  return { ended, interrupt: () => void child.kill('SIGINT'), kill: () => void child.kill('SIGKILL'), untilSaid }
}

export const runCli = (...parameters: Parameters<typeof startCli>): Promise<CliResult> => startCli(...parameters).ended
