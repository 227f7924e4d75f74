import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach } from 'vitest'
import {
  defaultHarnessLimits,
  type Harness,
  type HarnessJob,
  type HarnessLimits,
  type HarnessOutcome,
  type HarnessRecord,
  resolveHarness,
  runHarness,
} from '../../execution/harness/index.ts'
import { type ModelProvider, modelRoute, openGateway } from '../../execution/models/index.ts'
import { openStepLedger } from '../../domains/agents/spending/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { bareSandbox } from './bare-sandbox.ts'
import { fakeEndpoint, newIdentity } from './gateway.ts'
import { type FakeProvider, startModelProvider } from './provider.ts'
import type { CallIdentity } from '../models/call-identity.ts'

type JobPart = Partial<Omit<HarnessJob, 'limits'>> & { readonly limits?: Partial<HarnessLimits> }

/** A worktree with one file, and a harness over it: a real process, the model behind a Unix socket, no sandbox. */
export const harnessScene = (database: Database) => {
  const servers: Server[] = []
  let folder: string
  const scene = {
    worktree: '',
    identity: undefined as unknown as CallIdentity,
    provider: undefined as unknown as FakeProvider,
    /** The native one unless a test takes another. */
    harness: nativeHarness(),
    /** How long a harness has to end itself at a limit; by default half a minute. */
    graceMs: undefined as number | undefined,
    /** People's messages, one list for each time that the harness asks; and the ids that it reported as heard. */
    said: [] as { readonly id: string; readonly text: string }[][],
    heard: [] as unknown[],
    /** The reports of the harness, over all runs of a test. */
    records: [] as HarnessRecord[],
    file: (name: string) => readFile(join(scene.worktree, name), 'utf8'),
    ofType: <T extends HarnessRecord['type']>(type: T) =>
      scene.records.filter((record): record is Extract<HarnessRecord, { type: T }> => record.type === type),
    /** One attempt of the job; by default over the faked provider. */
    run: async (job: JobPart = {}, other?: ModelProvider, signal?: AbortSignal): Promise<HarnessOutcome> => {
      const provider = other ?? fakeEndpoint(scene.provider.baseUrl)
      const socket = join(folder, `egress-${servers.length}.sock`)
      const model = modelRoute(openGateway({ provider, retries: noRetries }), openStepLedger(database, scene.identity))
      servers.push(await serve(model, scene, socket))
      return runHarness({
        sandbox: bareSandbox(scene.worktree, socket, scene.harness.binds),
        harness: scene.harness,
        job: jobOf(job, provider),
        onRecord: (record) => void scene.records.push(record),
        ...(signal && { signal }),
        ...(scene.graceMs !== undefined && { graceMs: scene.graceMs }),
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
    scene.graceMs = undefined
    scene.said = []
    scene.heard = []
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

export const nativeHarness = (): Harness => {
  const native = resolveHarness('native')
  if (!native.installed) throw new Error(native.reason)
  return native.harness
}

const noRetries = { attempts: 1, backoffMs: 1, retryAfterMaxMs: 1 }

type People = Pick<ReturnType<typeof harnessScene>, 'said' | 'heard'>

const serve = async (model: ReturnType<typeof modelRoute>, people: People, socket: string) => {
  const server = createServer((request, response) => {
    if (request.headers.host === 'messages.atelier.internal')
      answerPeople(people, request, response).catch((error: Error) => response.destroy(error))
    else model(request, response)
  })
  server.listen(socket)
  await once(server, 'listening')
  return server
}

const answerPeople = async (people: People, request: IncomingMessage, response: ServerResponse) => {
  people.heard.push(((await json(request)) as { heard: unknown }).heard)
  response.end(JSON.stringify({ messages: people.said.shift() ?? [] }))
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
