import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Database } from '../../../platform/db/database.ts'
import type { SocketRoute } from '../../../platform/http/index.ts'
import { reach, type Relay } from '../../../platform/relay/relay.ts'
import { placeHolderOf, type Holder } from './access-watch.ts'
import { openCredentials } from './credentials.ts'
import type { PeopleSandboxes } from './people-sandboxes.ts'
import type { CredentialKind } from './tables.ts'

interface ArrivalParts {
  readonly database: Pick<Database, 'identity'>
  readonly people: { readonly sandboxes: Pick<PeopleSandboxes, 'elsewhere'> }
  /** How processes of the instance reach each other; undefined if there are no others. */
  readonly relay: Relay | undefined
  readonly onError: (error: unknown) => void
}

/** Serves a WebSocket of a person whom another process has let in. */
export type ServeFar = (entrant: object) => (socket: WebSocket) => void

/** How people arrive by credentials, at the process of their sandbox or at another. `Entrant` is plain JSON. */
export const openArrivals = <Entrant extends { readonly holder: Holder }>(
  parts: ArrivalParts,
  kind: CredentialKind,
) => {
  const credentials = openCredentials<Entrant>(parts.database, kind)
  /** The entrant of a credential, and the address of the process that serves them if that is another process. */
  const arrive = async (user: string, password: string) => {
    const entrant = await credentials.redeem(user, password)
    if (!entrant) return undefined
    const { workspaceId, projectId } = entrant.holder
    return { entrant, address: await parts.people.sandboxes.elsewhere(workspaceId, projectId) }
  }
  /** Leads to the process at `address`; undefined if it does not answer. Its lease ends soon, and a later try finds none. */
  const leadTo = (address: string, entrant: Entrant) => async (): Promise<Duplex | undefined> => {
    if (!parts.relay) return undefined
    try {
      return await reach(parts.relay.keys, address, { kind, entrant })
    } catch (error) {
      parts.onError(error)
      return undefined
    }
  }
  return {
    mint: credentials.mint,
    arrive,
    /** The WebSocket of these credentials: they are user and password. */
    socket: (
      of: Pick<SocketRoute, 'path' | 'protocol'>,
      serve: (entrant: Entrant) => (socket: WebSocket) => void,
    ): SocketRoute => ({
      ...of,
      admit: async ([user = '', password = '']) => {
        const arrived = await arrive(user, password)
        if (!arrived) return undefined
        const { entrant, address } = arrived
        const elsewhere = address === undefined ? undefined : leadTo(address, entrant)
        return { holder: placeHolderOf(entrant.holder), serve: serve(entrant), elsewhere }
      },
    }),
  }
}
