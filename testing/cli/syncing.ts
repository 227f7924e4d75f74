import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openClient } from '../../apps/cli/client/client.ts'
import { Failure } from '../../apps/cli/failure.ts'
import { buildProgram } from '../../apps/cli/program/program.ts'
import type { Caller } from '../caller.ts'
import { plainGit, Sample } from '../repositories/samples.ts'
import { headOf } from '../repositories/revisions.ts'
import { scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { quietSession } from './quiet-session.ts'

export interface CommandOutput {
  readonly said: string[]
  readonly printed: string
  // Each command has a document of its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly document: any
  readonly failure: Failure | undefined
}

/** Runs one command of the command line in this process; a failure is given, any other error is thrown. */
export const commandsIn =
  ({ baseUrl }: Pick<TestServer, 'baseUrl'>, { key }: Pick<Caller, 'key'>, cwd: string) =>
  async (...words: string[]): Promise<CommandOutput> => {
    const client = openClient({ url: baseUrl, apiKey: key! })
    const { session, said, printed, documents } = quietSession(cwd, () => Promise.resolve(client))
    try {
      await buildProgram(session).parseAsync(words, { from: 'user' })
      return { said, printed: printed.join('\n'), document: documents.at(-1), failure: undefined }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { said, printed: printed.join('\n'), document: undefined, failure: error }
    } finally {
      await client.close()
    }
  }

/** A project, and two clones of it that know it. */
export const syncing = async (server: TestServer, files: Readonly<Record<string, string>> = { kept: '1' }) => {
  const world = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'cli-syncing-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const one = cloneAt(server, world.owner, join(folder, 'one'))
  for (const [path, content] of Object.entries(files)) one.sample.write(path, content)
  one.sample.commit('Begin')
  const { projectId } = (await one.run('import', '--name', 'Shop', '--no-protect')).document as { projectId: string }
  await commandsIn(server, world.owner, folder)('pull', 'two', '--project', projectId)
  const two = cloneAt(server, world.owner, join(folder, 'two'))
  return { server, world, folder, projectId, one, two, head: () => headOf(world.owner, projectId) }
}

const cloneAt = (server: TestServer, owner: Caller, path: string) => {
  const sample = new Sample(path)
  plainGit(path, ['config', 'advice.detachedHead', 'false'])
  return { sample, run: commandsIn(server, owner, path) }
}
