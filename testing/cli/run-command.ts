import { openClient } from '../../apps/cli/client/client.ts'
import { buildProgram } from '../../apps/cli/program/program.ts'
import type { Caller } from '../caller.ts'
import type { TestServer } from '../server.ts'
import { quietSession } from './quiet-session.ts'

/** Runs a command in this process as a person would, and gives its output and its failure. */
export const runCommand = async (
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { key }: Pick<Caller, 'key'>,
  words: readonly string[],
  cwd = '/',
) => {
  const client = openClient({ url: baseUrl, apiKey: key! })
  const { session, ...heard } = quietSession(cwd, () => Promise.resolve(client))
  const failure: unknown = await buildProgram(session)
    .parseAsync(words, { from: 'user' })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  await client.close()
  return { failure, ...heard }
}

/** The same, with its output as one text. */
export const runForText = async (...of: Parameters<typeof runCommand>) => {
  const ran = await runCommand(...of)
  return { ...ran, printed: ran.printed.join('\n') }
}
