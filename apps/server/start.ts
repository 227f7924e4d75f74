import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createFirstOwner, updateOwnerFile } from '../../domains/accounts/people/index.ts'
import { openRelay } from '../../platform/audit/index.ts'
import { vocabulary } from '../../domains/vocabulary/index.ts'
import { type Configuration, StartRefusal } from '../../platform/configuration/index.ts'
import { buildServer } from '../../platform/http/index.ts'
import { settingsChannel } from '../../platform/instance-settings/index.ts'
import { cancelChannel, removeOldMachines } from '../../platform/jobs/index.ts'
import {
  allDomains,
  checkDomains,
  handlersOf,
  pagesOf,
  protocolsOf,
  resourceKinds,
  taskHandlersOf,
  workspaceFinders,
  scheduleDomains,
} from './domains.ts'
import { startStorage } from './start-storage.ts'
import { closer } from './closer.ts'
import { openPreviewSites } from './previews.ts'
import { openParts } from './open-parts.ts'
import type { Parts } from './parts.ts'
import { reasonNotReady } from './readiness.ts'
import { startRefusalOf } from './start-refusal.ts'
import { webConsole } from './web-console.ts'
import { makeHostKey, readHostKey } from '../../execution/terminal/index.ts'
import { openInstanceKey } from '../../platform/instance-keys/index.ts'
import { answerExpiry } from '../../platform/idempotency/index.ts'
import { removeExpired, retention, type Expiry } from '../../platform/retention/index.ts'

export interface RunningServer {
  /** `http://host:port`, with the port that was really taken. */
  readonly baseUrl: string
  readonly parts: Parts
  /** Closes the open parts, waits for running steps for a moment, and stops the embedded database. */
  close(): Promise<void>
}

/** Starts the whole product in this process. Throws StartRefusal with a sentence if it cannot start. */
export const startServer = async (
  configuration: Configuration,
  logger: FastifyBaseLogger,
  closing = closer(),
  { storage } = startStorage(configuration, logger, closing),
  console = webConsole,
): Promise<RunningServer> => {
  const { host, port, role, publicUrl: publicOrigin, trustedProxies } = configuration.listen
  const isServing = role !== 'worker'
  try {
    checkDomains(allDomains)
    const parts = await openParts(configuration, logger, closing, storage)
    const ownerFile = join(configuration.storage.dataFolder, 'owner.json')
    // The first key is looked for where people are served.
    if (isServing) await createFirstOwner(parts.database, ownerFile, `http://${host}:${port}`)
    const common = {
      database: parts.database,
      credentials: parts.credentials,
      publicOrigin,
      listensOn: host,
      resources: resourceKinds,
      workspaces: workspaceFinders,
      logger,
      slowMs: configuration.telemetry.slowMs,
      rates: configuration.rates,
      storageAnswers: parts.storageAnswers,
      notReady: () => reasonNotReady({ ...parts, dataFolder: configuration.storage.dataFolder }),
    }
    const server = buildServer({
      ...common,
      handlers: isServing ? handlersOf(parts) : [],
      protocols: isServing ? protocolsOf(parts) : [],
      pages: isServing ? pagesOf(parts) : [],
      webApps: isServing ? [console] : [],
      sites: isServing ? await openPreviewSites(configuration, parts, closing) : undefined,
      sockets: isServing ? [parts.terminals.socket, parts.desktops.socket] : [],
      vocabulary,
      ...parts.telemetry,
      trustedProxies,
    })
    parts.onClose(() => server.close())
    parts.taskApi.answersBy(() => buildServer({ ...common, handlers: taskHandlersOf(parts) }))
    parts.onClose(() => parts.taskApi.close())
    const relay = openRelay(
      parts.databaseUrl,
      (error) => logger.warn({ err: error }, 'Lost the notification channel between processes'),
      { [cancelChannel]: parts.engine.findCancelled, [settingsChannel]: () => void reloadSettings(parts) },
    )
    parts.onClose(() => relay.close())
    if (isServing) await listenForSsh(configuration, parts)
    const baseUrl = await server.listen({ host, port })
    parts.address.baseUrl = baseUrl
    parts.setListenAddress(baseUrl)
    if (isServing) await updateOwnerFile(ownerFile, baseUrl, logger)
    if (role === 'server') parts.engine.attend()
    else {
      scheduleUpkeep(parts, logger)
      // The embedded database has one owner: the process that held a step before is dead.
      await parts.engine.work({ alone: configuration.storage.databaseUrl === undefined })
    }
    return { baseUrl, parts, close: () => parts.close() }
  } catch (error) {
    await closing.close()
    throw startRefusalOf(error, configuration)
  }
}

const reloadSettings = ({ instanceSettings, log }: Pick<Parts, 'instanceSettings' | 'log'>) =>
  instanceSettings
    .reload()
    .catch((error: unknown) => log.warn({ err: error }, 'Could not read the settings of the instance'))

/** Begins to serve SSH when it is on. Throws StartRefusal if its address is in use. */
const listenForSsh = async (
  { terminal, storage }: Configuration,
  { terminals, sandboxes, database, keyVault, log }: SshParts,
): Promise<void> => {
  if (!terminal.isOn) return
  // Without isolation a shell would be one of the server's own user.
  if (!sandboxes.isolates) {
    log.warn({ driver: sandboxes.name }, 'SSH is off because the sandbox driver does not isolate')
    return
  }
  const { host, port, publicHost } = terminal
  const hostKey = await openInstanceKey(
    { database, vault: keyVault, log },
    {
      name: 'ssh-host',
      file: join(storage.dataFolder, 'ssh-host.key'),
      purpose: 'the key of the SSH server',
      make: () => makeHostKey().privateKey,
      read: readHostKey,
    },
  )
  await terminals.listen({ hostKey, host, port, publicHost }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(
      `SSH cannot listen on ${host}:${port} (${error.code}). Set ATELIER_SSH_HOST and ATELIER_SSH_PORT to an address ` +
        `that is free, or ATELIER_SSH=off.`,
    )
  })
}

type SshParts = Pick<Parts, 'terminals' | 'sandboxes' | 'database' | 'keyVault' | 'log'>

const hourSeconds = 3_600
const abandonedMs = 6 * hourSeconds * 1_000

const machineExpiry: Expiry = {
  kind: 'machines',
  remove: (tx, limit) => removeOldMachines(tx, retention.machines.days, limit),
}

/** Regular work, by one process at a time; and at each start, the rest of the last process. */
const scheduleUpkeep = (parts: Parts, log: FastifyBaseLogger): void => {
  const { database, engine, mailer, removals, repositories } = parts
  const sweepRepositories = () => repositories.sweep({ olderThanMs: abandonedMs })
  sweepRepositories().catch((error: unknown) =>
    log.warn({ err: error }, 'Could not clean up after a dead process; will retry'),
  )
  const eachHour = { everySeconds: hourSeconds, onEachMachine: true }
  engine.schedule({ name: 'repositories', ...eachHour, work: sweepRepositories })
  engine.schedule({ name: 'mail', everySeconds: 5, work: ({ signal }) => mailer.work({ signal }) })
  engine.schedule({ name: 'removed-objects', everySeconds: 60, work: removals.carryOut })
  engine.schedule({ name: 'outbox', ...eachHour, work: () => mailer.sweepOutbox() })
  engine.schedule({
    name: 'retention',
    everySeconds: hourSeconds,
    work: async (context) => {
      await mailer.sweep(context)
      const expiries = [...allDomains.flatMap((domain) => domain.retention), answerExpiry, machineExpiry]
      await removeExpired(database, expiries, context)
    },
  })
  scheduleDomains(parts)
}
