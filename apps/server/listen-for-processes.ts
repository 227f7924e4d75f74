import { lendCheck, type FarCheck } from '../../domains/code/uploads/index.ts'
import type { Desktops, FarLogin, ServeFar, Terminals } from '../../domains/code/sandboxes/index.ts'
import { lendLook, type FarLook } from '../../domains/delivery/repository-reads/index.ts'
import type { FarVisit } from '../../execution/previews/index.ts'
import type { SandboxLimits } from '../../execution/sandbox/index.ts'
import { StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import { openFarSockets } from '../../platform/http/index.ts'
import { openRelayServer, type Relay } from '../../platform/relay/relay.ts'
import { addressTowards } from './address-towards.ts'
import type { Closer } from './closer.ts'
import type { Foundation } from './foundation.ts'
import type { PreviewWork } from './previews.ts'

interface RelayParts
  extends
    Pick<Foundation, 'databaseUrl' | 'repositories' | 'objects' | 'sandboxes' | 'log'>,
    Pick<PreviewWork, 'previewExecutor'> {
  readonly relay: Relay
  readonly sandboxLimits: SandboxLimits
  readonly terminals: Terminals
  readonly desktops: Desktops
}

/**
 * Begins to answer other processes of the instance, which lead people to resources of this process. Throws StartRefusal
 * if this machine does not have the address of the settings.
 */
export const listenForProcesses = async (
  { listen }: Configuration,
  { relay, databaseUrl, terminals, desktops, previewExecutor, log, ...parts }: RelayParts,
  closing: Closer,
): Promise<void> => {
  const far = openFarSockets()
  const onError = (error: unknown) => log.warn({ err: error }, 'Work for another process failed')
  const serving = new Map<unknown, ServeFar>([
    ['terminal', terminals.serveFar],
    ['desktop', desktops.serveFar],
  ])
  const host = listen.relayHost ?? (await addressTowards(databaseUrl))
  const server = await openRelayServer({
    keys: relay.keys,
    host,
    find: async ({ kind, entrant, ...wanted }) => {
      // Written by processes of this instance only.
      if (kind === 'worktree') return lendLook(parts.repositories, wanted as unknown as FarLook)
      if (kind === 'bundle') return lendCheck(parts, wanted as unknown as FarCheck, onError)
      if (kind === 'preview') return previewExecutor?.previews.lend(wanted as unknown as FarVisit)
      if (kind === 'ssh-login') return terminals.lendLogin({ ...wanted, entrant } as unknown as FarLogin)
      if (kind === 'ssh-program') return terminals.lendProgram(String(wanted.id))
      const serveFar = serving.get(kind)
      if (!serveFar || typeof entrant !== 'object' || entrant === null) return undefined
      return (socket) => far.serve(socket, serveFar(entrant))
    },
    onError: (error) => log.warn({ err: error }, 'A connection of another process failed'),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(
      `Other machines cannot reach this one at ${host}, where it cannot listen (${error.code}). Set ATELIER_RELAY_HOST to the ` +
        `address by which they reach it.`,
    )
  })
  closing.onClose(async () => {
    far.close()
    await server.close()
  })
  relay.address = server.address
}
