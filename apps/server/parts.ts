import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { cycleWorkflow } from '../../domains/cycles/index.ts'
import { resolveHarness, warmHarness, type Harness } from '../../execution/harness/index.ts'
import {
  defaultTimeouts,
  openEndpoint,
  openGateway,
  openOffline,
  type ModelGateway,
} from '../../execution/models/index.ts'
import { openRepositories, type Repositories } from '../../execution/repositories/index.ts'
import { chooseDriver, makeOwnFolder, type SandboxDriver, type SandboxLimits } from '../../execution/sandbox/index.ts'
import { openKeys, type Keys } from '../../platform/access/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import { findRootKeys, openVault, type Vault } from '../../platform/crypto/index.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { hasEmbedded, startEmbedded } from '../../platform/db/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createEngine, type Engine } from '../../platform/jobs/index.ts'
import { openDiskStore, type ObjectStore } from '../../platform/storage/index.ts'

/** Everything that operations and jobs work with, wired together once. */
export interface Parts {
  readonly databaseUrl: string
  readonly database: Database
  readonly keys: Keys
  readonly objects: ObjectStore
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly sandboxLimits: SandboxLimits
  readonly vault: Vault
  readonly gateway: ModelGateway
  readonly engine: Engine
  /** Adds something to close; the last one added is closed first. */
  onClose(work: () => Promise<unknown>): void
  close(): Promise<void>
}

/** Opens the parts in the order in which they need each other; a failure closes what was open. */
export const openParts = async (configuration: Configuration, log: FastifyBaseLogger): Promise<Parts> => {
  const closing = closer()
  try {
    return await openAll(configuration, log, closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}

const openAll = async (configuration: Configuration, log: FastifyBaseLogger, closing: Closer): Promise<Parts> => {
  const { dataFolder } = configuration.storage
  await mkdir(dataFolder, { recursive: true })
  // Asked before the database is made: only then may a missing root key be made as well.
  const fresh = !(await hasEmbedded(join(dataFolder, 'postgres')))
  const [databaseUrl, sandboxes, objects, repositories, vault, socketFolder] = await Promise.all([
    openUrl(configuration, log, closing),
    chooseDriver(configuration.sandbox.driver),
    openDiskStore(join(dataFolder, 'objects')),
    openRepositories(dataFolder),
    vaultOf(configuration, fresh),
    // Short, since a socket's path has at most 107 bytes; only this user may enter it.
    makeOwnFolder(tmpdir()),
  ])
  closing.onClose(() => rm(socketFolder, { recursive: true, force: true }))
  closing.onClose(() => repositories.close())
  const { connections, pipeline } = configuration.storage
  const database = openDatabase({ url: databaseUrl, connections, pipeline })
  closing.onClose(() => database.close())
  const keys = openKeys(database)
  closing.onClose(() => keys.close())
  const gateway = openGateway({
    database,
    provider: providerOf(configuration),
    callMs: configuration.model.callMs,
    log,
  })
  closing.onClose(() => gateway.close())
  const { egressHosts, limit, driver: _driver, ...sandboxLimits } = configuration.sandbox
  const { model: name, contextTokens, maxOutputTokens } = gateway.provider
  const cycleParts = {
    repositories,
    objects,
    sandboxes,
    sandboxLimits,
    gateway,
    harness: harnessOf(sandboxes, join(dataFolder, 'cache', 'harness'), log),
    socketFolder,
    egressHosts,
    model: { name, contextTokens, maxOutputTokens },
    caps: configuration.caps,
  }
  const leaseSeconds = configuration.work.stepLeaseSeconds
  const engine = createEngine({
    database,
    workflows: [cycleWorkflow(cycleParts)],
    sandboxes: { limit },
    log,
    leaseSeconds,
  })
  closing.onClose(() => engine.stop())
  log.info({ driver: sandboxes.name, enforced: sandboxes.enforced }, `Sandboxes are made with ${sandboxes.name}`)
  return {
    databaseUrl,
    database,
    keys,
    objects,
    repositories,
    sandboxes,
    sandboxLimits,
    vault,
    gateway,
    engine,
    ...closing,
  }
}

type Closer = Pick<Parts, 'onClose' | 'close'>

const closer = (): Closer => {
  const open: (() => Promise<unknown>)[] = []
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    for (const work of open.reverse()) await work()
  }
  return { onClose: (work) => void open.push(work), close: () => (closed ??= closeAll()) }
}

const migrations = join(import.meta.dirname, '..', '..', 'migrations')

const openUrl = async ({ storage }: Configuration, log: FastifyBaseLogger, closing: Closer): Promise<string> => {
  const url = storage.databaseUrl ?? (await openEmbedded(storage.dataFolder, log, closing))
  await migrate({ url, folder: migrations })
  return url
}

const openEmbedded = async (dataFolder: string, log: FastifyBaseLogger, closing: Closer) => {
  const onLost = (error: Error) => log.fatal({ err: error }, 'The embedded database is gone and does not start again')
  const embedded = await startEmbedded({ folder: join(dataFolder, 'postgres'), onLost })
  closing.onClose(() => embedded.stop())
  return embedded.url
}

const vaultOf = async ({ storage, secrets }: Configuration, fresh: boolean): Promise<Vault> => {
  const file = join(storage.dataFolder, 'secrets.key')
  return openVault(await findRootKeys({ databaseUrl: storage.databaseUrl, given: secrets.rootKeys, file, fresh }))
}

const providerOf = ({ model }: Configuration) => {
  if (!model.baseUrl) return openOffline()
  return openEndpoint({
    baseUrl: model.baseUrl,
    apiKey: model.apiKey,
    model: model.name!,
    price: {
      inputMicrosPerMillion: model.inputMicrosPerMillion ?? 0,
      outputMicrosPerMillion: model.outputMicrosPerMillion ?? 0,
    },
    contextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
    timeouts: { ...defaultTimeouts, firstByteMs: model.firstByteMs, idleMs: model.idleMs },
  })
}

/** The native harness, compiled ahead of time where that works: it starts in half the time. */
const harnessOf = (sandboxes: SandboxDriver, folder: string, log: FastifyBaseLogger): (() => Promise<Harness>) => {
  const prepare = async () => {
    const resolved = resolveHarness('native')
    if (!resolved.installed) throw new Error(resolved.reason)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return warmHarness(sandboxes, resolved.harness, folder).catch((error: unknown) => {
      log.warn({ err: error }, 'The harness could not be compiled ahead of time, so it starts more slowly')
      return resolved.harness
    })
  }
  let prepared: Promise<Harness> | undefined
  return () => (prepared ??= prepare())
}
