import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, expect } from 'vitest'
import { openClient, type Client } from '../../apps/cli/client/client.ts'
import { Failure } from '../../apps/cli/failure.ts'
import { buildProgram } from '../../apps/cli/program/program.ts'
import type { Session } from '../../apps/cli/session.ts'
import { openOutput } from '../../apps/cli/terminal/output.ts'
import { createProject } from '../../domains/code/projects/contract.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

export const offline = () => Promise.reject<Client>(new Error('No server is needed here'))

/** The audit commands in a folder of their own, against a server, for the suite that calls this. */
export const auditCommands = async (server: TestServer) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs a command as the program would; what it printed, or the Failure that it ended in. */
  const run = async (client: () => Promise<Client>, ...words: string[]) => {
    const stdout = new PassThrough()
    const stderr = new PassThrough()
    let opened: Promise<Client> | undefined
    const session: Session = {
      output: openOutput({ stdout, stderr } as never, words.includes('--json')),
      signal: new AbortController().signal,
      environment: {},
      cwd: folder,
      ifInterrupted: () => undefined,
      client: () => (opened ??= client()),
      close: async () => (await opened?.catch(() => undefined))?.close(),
    }
    const failure: unknown = await buildProgram(session)
      .parseAsync(words, { from: 'user' })
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    await session.close()
    const written = [stdout, stderr].map((stream) => (stream.read() as Buffer | null)?.toString() ?? '')
    return { failure, printed: written[0]!, message: failure instanceof Failure ? failure.message : written[1]! }
  }

  const clientOf = (world: Scene) => async () => openClient({ url: server.baseUrl, apiKey: world.owner.key! })

  /** A workspace with some rows, its export, its key and its newest checkpoint, in files. */
  const exported = async (name: string) => {
    const world = await scene(server)
    for (const project of ['One', 'Two', 'Three']) await world.owner.call(createProject, { body: { name: project } })
    const { failure } = await run(clientOf(world), 'audit', 'export', '--out', name)
    expect(failure).toBeUndefined()
    const { printed } = await run(clientOf(world), '--json', 'audit', 'checkpoint')
    const { publicKeys, checkpoint } = JSON.parse(printed) as { publicKeys: string[]; checkpoint: { note: string } }
    await writeFile(join(folder, `${name}.note`), checkpoint.note)
    return { world, key: publicKeys[0]!, lines: (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n') }
  }

  /** The log without its last row and its checkpoints, as the database's owner would cut it. */
  const cutLog = async (workspace: string) => {
    await asOwner(server, 'delete from audit_checkpoint where workspace_id = $1', [workspace])
    await asOwner(server, 'delete from audit_row where workspace_id = $1 and position = 4', [workspace])
    await asOwner(
      server,
      `update ledger set audit_position = 3, audit_hash = (select hash from audit_row r where r.workspace_id = $1 and r.position = 3)
       where workspace_id = $1`,
      [workspace],
    )
  }
  return { folder, run, clientOf, exported, cutLog }
}
