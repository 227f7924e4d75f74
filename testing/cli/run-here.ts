import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runProgram } from '../../apps/cli/run-program.ts'
import { sessionOf } from '../../apps/cli/session.ts'
import type { CliResult } from './run-cli.ts'

/** Runs the command line in this process, as `runCli` does in one of its own, which costs half a second of a processor. */
export const runHere = async (
  argv: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
): Promise<CliResult> => {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  const written = Promise.all([text(streams.stdout), text(streams.stderr)])
  const session = sessionOf(streams as never, {
    json: argv.includes('--json'),
    signal: new AbortController().signal,
    environment,
    cwd,
    ifInterrupted: () => undefined,
  })
  const exitCode = await runProgram(session, argv)
  for (const stream of Object.values(streams)) stream.end()
  const [stdout, stderr] = await written
  return { exitCode, stdout, stderr }
}
