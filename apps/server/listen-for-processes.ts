import type { FastifyBaseLogger } from 'fastify'
import type { Desktops, ServeFar, Terminals } from '../../domains/code/sandboxes/index.ts'
import { StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import type { RootKeys } from '../../platform/crypto/index.ts'
import { openFarSockets } from '../../platform/http/index.ts'
import { openRelayServer } from '../../platform/relay/index.ts'
import type { Closer } from './closer.ts'

interface RelayParts {
  readonly keys: RootKeys
  readonly terminals: Terminals
  readonly desktops: Desktops
  readonly log: FastifyBaseLogger
}

/**
 * Begins to answer other processes of the instance, which lead people to what this one has. Gives its address for them.
 * Throws StartRefusal if this machine does not have the address of the settings.
 */
export const listenForProcesses = async (
  { listen: { relayHost } }: Configuration,
  { keys, terminals, desktops, log }: RelayParts,
  closing: Closer,
): Promise<string> => {
  const far = openFarSockets()
  const serving = new Map<unknown, ServeFar>([
    ['terminal', terminals.serveFar],
    ['desktop', desktops.serveFar],
  ])
  const server = await openRelayServer({
    keys,
    host: relayHost,
    give: async ({ kind, entrant }, socket) => {
      const serveFar = serving.get(kind)
      if (!serveFar || typeof entrant !== 'object' || entrant === null) return false
      await far.serve(socket, serveFar(entrant))
      return true
    },
    onError: (error) => log.warn({ err: error }, 'A connection of another process failed'),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(
      `ATELIER_RELAY_HOST is ${relayHost}, where this machine cannot listen (${error.code}). Set it to the address by which ` +
        `other machines reach this one, or leave it out where there are none.`,
    )
  })
  closing.onClose(async () => {
    far.close()
    await server.close()
  })
  return server.address
}
