import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createFirstOwner, updateOwnerFile } from '../../domains/accounts/people/index.ts'
import { openRelay } from '../../platform/audit/index.ts'
import { vocabulary } from '../../domains/vocabulary/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import { buildServer } from '../../platform/http/index.ts'
import { settingsChannel } from '../../platform/instance-settings/index.ts'
import { cancelChannel } from '../../platform/jobs/index.ts'
import {
  allDomains,
  checkDomains,
  handlersOf,
  pagesOf,
  protocolsOf,
  resourceKinds,
  taskHandlersOf,
  workspaceFinders,
} from './domains.ts'
import { startStorage } from './start-storage.ts'
import { closer } from './closer.ts'
import { listenForSsh } from './listen-for-ssh.ts'
import { openPreviewSites } from './previews.ts'
import { openParts } from './open-parts.ts'
import type { Parts } from './parts.ts'
import { reasonNotReady } from './readiness.ts'
import { startRefusalOf } from './start-refusal.ts'
import { scheduleUpkeep } from './upkeep.ts'
import { webConsole } from './web-console.ts'

export interface RunningServer {
  /** `http://host:port`, with the port that was really taken. */
  readonly baseUrl: string
  readonly parts: Parts
  /** Ends what is open, waits for running steps for a moment, and stops the embedded database. */
  close(): Promise<void>
}

/** Starts the whole product in this process. Throws StartRefusal with a sentence where it cannot start. */
export const startServer = async (
  configuration: Configuration,
  logger: FastifyBaseLogger,
  closing = closer(),
  { storage } = startStorage(configuration, logger, closing),
  console = webConsole,
): Promise<RunningServer> => {
  const { host, port, role } = configuration.listen
  try {
    checkDomains(allDomains)
    const parts = await openParts(configuration, logger, closing, storage)
    const ownerFile = join(configuration.storage.dataFolder, 'owner.json')
    // The first key is looked for where people are served.
    if (role !== 'worker') await createFirstOwner(parts.database, ownerFile, `http://${host}:${port}`)
    const common = {
      database: parts.database,
      credentials: parts.credentials,
      publicOrigin: configuration.listen.publicUrl,
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
      handlers: role === 'worker' ? [] : handlersOf(parts),
      protocols: role === 'worker' ? [] : protocolsOf(parts),
      pages: role === 'worker' ? [] : pagesOf(parts),
      webApps: role === 'worker' ? [] : [console],
      sites: role === 'worker' ? undefined : await openPreviewSites(configuration, parts, closing),
      sockets: role === 'worker' ? [] : [parts.terminals.socket, parts.desktops.socket],
      vocabulary,
      ...parts.telemetry,
      trustedProxies: configuration.listen.trustedProxies,
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
    if (role !== 'worker') await listenForSsh(configuration, parts)
    const baseUrl = await server.listen({ host, port })
    parts.address.baseUrl = baseUrl
    parts.listensAt(baseUrl)
    if (role !== 'worker') await updateOwnerFile(ownerFile, baseUrl, logger)
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
