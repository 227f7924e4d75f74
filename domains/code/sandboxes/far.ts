import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { reach, type Relay } from '../../../platform/relay/index.ts'
import type { CredentialKind } from './tables.ts'

/** The message of another process of the instance with a connection that this one serves: the admitted caller, and its target. */
interface FarConnection {
  readonly kind: CredentialKind
  readonly entrant: object
}

interface FarParts {
  readonly relay: Relay | undefined
  readonly onError: (error: unknown) => void
}

/** Leads to the process at `address`; undefined if it does not answer. Its lease ends soon, and a later try finds none. */
export const leadTo =
  ({ relay, onError }: FarParts, address: string, { kind, entrant }: FarConnection) =>
  async (): Promise<Duplex | undefined> => {
    if (!relay) return undefined
    try {
      return await reach(relay.keys, address, { kind, entrant })
    } catch (error) {
      onError(error)
      return undefined
    }
  }

/** Serves a WebSocket of a person whom another process has let in. */
export type ServeFar = (entrant: object) => (socket: WebSocket) => void
