import type { FastifyBaseLogger } from 'fastify'
import { everyDomain } from '../../domains/every-domain.ts'
import { openReach } from '../../domains/growth/sending/index.ts'
import { openDesktops, openPeople, openTerminals, whyNoDesktop } from '../../domains/code/sandboxes/index.ts'
import { findDesktopPrograms, type DesktopPrograms } from '../../execution/desktop/desktop.ts'
import { openDataProviders, openMailDns } from '../../execution/data-providers/index.ts'
import { openMail, openMailTexts } from '../../execution/mail/index.ts'
import { openAccessPoints } from '../../execution/access-points/index.ts'
import { openPayments } from '../../execution/payments/index.ts'
import { openWeb } from '../../execution/web/index.ts'
import { openOwnApi } from '../../platform/handler/own-api.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import { createEngine, type Engine } from '../../platform/jobs/index.ts'
import { openAgents } from './agents.ts'
import { openTaskApi } from './task-api.ts'
import type { Storage } from './start-storage.ts'
import type { Closer } from './closer.ts'
import { allDomains, workflowsOf } from './domains.ts'
import { openFoundation } from './foundation.ts'
import { openLinks } from './links.ts'
import { listenForProcesses } from './listen-for-processes.ts'
import type { Parts, WorkParts } from './parts.ts'
import { openPreviewWork } from './previews.ts'
import { reasonForNoRoom } from './readiness.ts'

/** Opens the parts in the order in which they need each other; `closing` closes the open parts after a failure. */
export const openParts = async (
  configuration: Configuration,
  log: FastifyBaseLogger,
  closing: Closer,
  begun: Promise<Storage>,
): Promise<Parts> => {
  const foundation = await openFoundation(configuration, log, closing, begun)
  const agents = openAgents(configuration, foundation, log, closing)
  const {
    egressHosts,
    registries,
    limit,
    driver: _,
    engine: _engine,
    programs: _names,
    ...sandboxLimits
  } = configuration.sandbox
  const { hasDesktops: isOn } = configuration.terminal
  const programs = await findDesktopPrograms()
  const { isolates } = foundation.sandboxes
  const { fetcher } = foundation
  const { growth } = configuration
  const working = {
    ...foundation,
    ...agents,
    hasRoom: async () => (await reasonForNoRoom(configuration.storage.dataFolder, roomBytes)) === undefined,
    sandboxLimits,
    egressHosts,
    registries,
    caps: configuration.caps,
    agentLimits: configuration.agent,
    modelReview: configuration.model.review,
    modelPlanning: configuration.model.planning,
    web: openWeb({ fetcher, addresses: configuration.web.addresses }),
    accessPoints: openAccessPoints({ fetcher, addresses: configuration.accessPoints.addresses }),
    payments: openPayments({ fetcher, addresses: configuration.payments.addresses }),
    crawlPages: configuration.web.crawlPages,
    dataProviders: openDataProviders({ fetcher, addresses: growth.addresses }),
    mailDns: openMailDns({ servers: growth.dnsServers }),
    growthTerms: growth,
    mail: openMail({ fetcher, ...mailClientsOf(configuration) }),
    mailTexts: openMailTexts({ servers: growth.dnsServers }),
    taskApi: openTaskApi(),
    agentDesktop: {
      browser: programs.browser,
      unavailable: whyNoDesktop({ isOn, isolates, missing: programs.missingForAgents }),
    },
    ...(await openPreviewWork(configuration, { ...foundation, sandboxLimits, egressHosts, registries }, closing)),
  }
  const engine = openEngine(configuration, working, limit, log, closing)
  const sessions = await openSessions(configuration, { ...working, engine, programs }, log, closing)
  const ownApi = openOwnApi(() => foundation.address.baseUrl)
  closing.onClose(() => ownApi.close())
  const links = openLinks(configuration.listen)
  const reach = openReach({ ...working, ...links })
  const opened = { ...working, ownApi, ...links, reach, ...closing, engine, ...sessions }
  return { ...opened, everyDomain: everyDomain(allDomains, opened) }
}

/** The sessions of people in a project's sandbox. */
const openSessions = async (
  configuration: Configuration,
  { programs, ...working }: WorkParts & { readonly engine: Engine; readonly programs: DesktopPrograms },
  log: FastifyBaseLogger,
  closing: Closer,
) => {
  const { idleMs } = configuration.terminal
  const onError = (error: unknown) => log.warn({ err: error }, 'The sandbox of people failed')
  const people = openPeople({ ...working, idleMs, onError })
  const { database, relay } = working
  const shared = { database, people, idleMs, relay, onError }
  const terminals = openTerminals(shared)
  const desktops = openDesktops({
    ...shared,
    programs,
    isOn: configuration.terminal.hasDesktops,
    isolates: working.sandboxes.isolates,
  })
  closing.onClose(async () => {
    desktops.close()
    await Promise.all([terminals.close(), people.close()])
  })
  if (relay) await listenForProcesses(configuration, { ...working, relay, terminals, desktops }, closing)
  return { people, terminals, desktops }
}

const mailClientsOf = ({ mailboxes: { clientIds, clientSecrets, addresses } }: Configuration) => ({
  addresses,
  clients: {
    ...(clientIds.google !== undefined && { google: { id: clientIds.google, secret: clientSecrets.google } }),
    ...(clientIds.microsoft !== undefined && {
      microsoft: { id: clientIds.microsoft, secret: clientSecrets.microsoft },
    }),
  },
})

const openEngine = (
  { work }: Configuration,
  parts: WorkParts,
  limit: number,
  log: FastifyBaseLogger,
  closing: Closer,
): Engine => {
  const { database, telemetry, sandboxes, machine, hasRoom, storageAnswers, relay } = parts
  const engine = createEngine({
    database,
    machine: machine.id,
    shares: machine.shares,
    relay,
    workflows: workflowsOf(parts),
    sandboxes: { limit },
    log,
    leaseSeconds: work.stepLeaseSeconds,
    telemetry,
    hasRoom,
    storageAnswers,
  })
  closing.onClose(() => engine.stop())
  log.info({ driver: sandboxes.name, enforced: sandboxes.enforced }, `Sandbox driver: ${sandboxes.name}`)
  for (const warning of sandboxes.warnings) log.warn({ driver: sandboxes.name }, warning)
  return engine
}

// Below it, steps that met a full disk are not worth another try.
const roomBytes = 64 * 2 ** 20
