import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import {
  defaultHarnessLimits,
  type HarnessJob,
  type HarnessLimits,
  type HarnessOutcome,
  type HarnessRecord,
  resolveHarness,
  runHarness,
} from '../../execution/harness/index.ts'
import { type CallIdentity, type ModelProvider, modelRoute, openGateway } from '../../execution/models/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { bareSandbox } from './bare-sandbox.ts'
import { fakeEndpoint, newIdentity } from './gateway.ts'
import { type FakeProvider, startModelProvider } from './provider.ts'

type JobPart = Partial<Omit<HarnessJob, 'limits'>> & { readonly limits?: Partial<HarnessLimits> }

/** A worktree with one file, and the native harness over it: a real process, the model behind a Unix socket, no sandbox. */
export const harnessScene = (database: Database) => {
  const servers: Server[] = []
  let folder: string
  const scene = {
    worktree: '',
    identity: undefined as unknown as CallIdentity,
    provider: undefined as unknown as FakeProvider,
    /** What the harness reported, over all runs of a test. */
    records: [] as HarnessRecord[],
    file: (name: string) => readFile(join(scene.worktree, name), 'utf8'),
    ofType: <T extends HarnessRecord['type']>(type: T) =>
      scene.records.filter((record): record is Extract<HarnessRecord, { type: T }> => record.type === type),
    /** One attempt of the job; by default over the faked provider. */
    run: async (job: JobPart = {}, model?: ModelProvider, signal?: AbortSignal): Promise<HarnessOutcome> => {
      const provider = model ?? fakeEndpoint(scene.provider.baseUrl)
      const socket = join(folder, `egress-${servers.length}.sock`)
      servers.push(await serve(database, provider, scene.identity, socket))
      return runHarness({
        sandbox: bareSandbox(scene.worktree, socket),
        harness: nativeHarness(),
        job: jobOf(job, provider),
        onRecord: (record) => void scene.records.push(record),
        ...(signal && { signal }),
      })
    },
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harness-'))
    scene.worktree = await mkdtemp(join(folder, 'worktree-'))
    await writeFile(join(scene.worktree, 'greet.js'), 'export const greet = () => "hello"\n')
    scene.identity = await newIdentity(database)
    scene.provider = await startModelProvider()
    scene.records = []
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
    await scene.provider.close()
    await rm(folder, { recursive: true })
  })
  return scene
}

export const nativeHarness = () => {
  const native = resolveHarness('native')
  if (!native.installed) throw new Error(native.reason)
  return native.harness
}

const noRetries = { attempts: 1, backoffMs: 1, retryAfterMaxMs: 1 }

const serve = async (database: Database, provider: ModelProvider, identity: CallIdentity, socket: string) => {
  const server = createServer(modelRoute(openGateway({ database, provider, retries: noRetries }), identity))
  server.listen(socket)
  await once(server, 'listening')
  return server
}

const jobOf = (job: JobPart, model: ModelProvider): HarnessJob => ({
  description: 'Make greet say hi',
  instructions: 'Work carefully.',
  model: {
    name: model.model,
    shape: model.shape,
    endpoint: model.name,
    contextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
  },
  ...job,
  limits: { ...defaultHarnessLimits, backoffMs: 1, ...job.limits },
})
