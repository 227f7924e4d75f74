import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  type ExternalAgents,
  harnessModelOf,
  readExternalAgents,
  resolveHarness,
  warmHarness,
  type Harness,
  type HarnessModel,
} from '../../execution/harness/index.ts'
import {
  configuredEndpoint,
  openCatalog,
  openFoundModels,
  openGateway,
  openOffline,
  type FoundModels,
  type ModelCatalog,
  type ModelGateway,
  type ShapeName,
} from '../../execution/models/index.ts'
import { openLocalProgram, type LocalProgram } from '../../execution/media/index.ts'
import { readModelTable, type ModelTable } from '../../execution/model-table/read-table.ts'
import { catalogStore, type AddressJudge, type EndpointSettings } from '../../domains/agents/models/index.ts'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import { openFetcher } from '../../platform/fetch/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import type { Closer } from './closer.ts'
import type { Foundation } from './foundation.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** The parts of agents: a way to a model, and the program that drives it. */
export interface Agents {
  readonly gateway: ModelGateway
  readonly harness: (name: string) => Promise<Harness>
  /** Agents of the operator's, by the name of their harness. */
  readonly externalAgents: () => ExternalAgents
  /** The machine's models for endpoints of workspaces. */
  readonly foundModels: FoundModels
  /** Where endpoints of workspaces may be. */
  readonly modelAddresses: AddressJudge
  readonly model: HarnessModel
  /** The offer of the configured router of models. */
  readonly catalog: ModelCatalog
  /** Models of the endpoint that may be chosen beside it. */
  readonly otherModels: Configuration['model']['others']
  /** Models that batches may name, with their capabilities and prices. */
  readonly modelTable: ModelTable
  /** The program of the operator that speaks without a key. */
  readonly localProgram: LocalProgram
  /** Settings for models of workspaces' endpoints. */
  readonly endpointSettings: EndpointSettings
}

export const openAgents = (
  configuration: Configuration,
  { database, sandboxes, telemetry, instanceSettings }: Foundation,
  log: FastifyBaseLogger,
  closing: Closer,
): Agents => {
  const { callMs, contextTokens, maxOutputTokens, firstByteMs, idleMs } = configuration.model
  const provider = configuredEndpoint(configuration.model) ?? openOffline()
  const gateway = openGateway({ provider, callMs, log, telemetry })
  closing.onClose(() => gateway.close())
  const folder = join(configuration.storage.dataFolder, 'cache', 'harness')
  const named = readExternalAgents(configuration.agents.file)
  // Read with each use, so that an agent that was chosen works without another start.
  const externalAgents = () => ({ ...instanceSettings.agents(), ...named })
  const native = harnessOf({ sandboxes, folder, shape: gateway.provider.shape }, log)
  const harness = (name: string) => (name === 'native' ? native() : externalOf(name, externalAgents()))
  const { others: otherModels, catalogUrl, table } = configuration.model
  const modelTable = readModelTable(table)
  const catalog = openCatalog(catalogStore(database), catalogUrl)
  const endpointSettings = { contextTokens, maxOutputTokens, firstByteMs, idleMs }
  const models = { model: harnessModelOf(gateway.provider), otherModels, endpointSettings, catalog, modelTable }
  const localProgram = openLocalProgram(configuration.model.speechProgram, sandboxes)
  const foundModels = openFoundModels({
    // A machine's keys and model servers differ from another machine's, and its files no longer count.
    isOffered: () =>
      !instanceSettings.usesDatabase() && (configuration.model.offersFound ?? isOnThisMachine(configuration.listen)),
    environment: process.env,
    dataFolder: configuration.storage.dataFolder,
  })
  const modelAddresses = modelAddressesOf(configuration, instanceSettings)
  return { ...models, foundModels, localProgram, gateway, harness, externalAgents, modelAddresses }
}

/** Whether browsers reach the server at an address of its own machine only. */
const isOnThisMachine = ({ host, publicUrl }: Configuration['listen']) =>
  ['127.0.0.1', 'localhost', '[::1]', '::1'].includes(publicUrl ? new URL(publicUrl).hostname : host)

/** The public internet, hosts that the settings name, and model servers of this machine that its keeper chose. */
const modelAddressesOf = ({ outgoing }: Configuration, { modelHosts }: InstanceSettings): AddressJudge => {
  const fetcher = () => openFetcher({ ...outgoing, privateHosts: [...outgoing.privateHosts, ...modelHosts()] })
  return { judge: (url) => fetcher().judge(url), guard: (url) => fetcher().guard(url) }
}

const externalOf = async (name: string, agents: ExternalAgents): Promise<Harness> => {
  const resolved = resolveHarness(name, agents)
  if (!resolved.installed) throw new Error(resolved.reason)
  return resolved.harness
}

/** The native harness, compiled ahead of time when that works: it starts in half the time. */
export const harnessOf = (
  {
    sandboxes,
    folder,
    shape,
  }: { readonly sandboxes: SandboxDriver; readonly folder: string; readonly shape: ShapeName },
  log: FastifyBaseLogger,
): (() => Promise<Harness>) => {
  const prepare = async () => {
    const resolved = resolveHarness('native')
    if (!resolved.installed) throw new Error(resolved.reason)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return warmHarness(sandboxes, resolved.harness, folder, shape).catch((error: unknown) => {
      log.warn({ err: error }, 'Could not precompile the harness; it starts more slowly')
      return resolved.harness
    })
  }
  let prepared: Promise<Harness> | undefined
  return () => (prepared ??= prepare())
}
