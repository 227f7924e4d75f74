import ipaddr from 'ipaddr.js'
import { availableParallelism } from 'node:os'

/** The holder of a place: the keys whose shares it counts in. Unknown keys are left out. */
export interface PlaceHolder {
  readonly workspace?: string | undefined
  readonly person?: string | undefined
  /** The network of an address. */
  readonly address?: string | undefined
}

/** The number of places, and the most that each kind of holder has. */
export type Pool = { readonly total: number } & { readonly [Key in keyof PlaceHolder]?: number }

/** A holder that has sent little or nothing yet. While all places are taken, a newcomer gets the place of the most silent. */
export interface SilentHolder {
  readonly silentMs: () => number
  /** Called when the place goes to another holder. */
  readonly displaced: () => void
}

/** Places of a limited resource. */
export type Places = ReturnType<typeof openPlaces>

const keys = ['workspace', 'person', 'address'] as const

/** Places that are taken at once or not at all. */
export const openPlaces = (pool: Pool) => {
  const held = new Map<string, number>()
  const silents = new Map<SilentHolder, () => void>()
  let taken = 0
  const count = (names: readonly string[], change: 1 | -1) => {
    taken += change
    for (const name of names) {
      const left = (held.get(name) ?? 0) + change
      if (left > 0) held.set(name, left)
      else held.delete(name)
    }
  }
  const displaceOne = (): boolean => {
    const [longest] = [...silents].toSorted(([one], [other]) => other.silentMs() - one.silentMs())
    if (!longest) return false
    const [silent, release] = longest
    release()
    silent.displaced()
    return true
  }
  return {
    /** Takes a place: its release, or whether all or this holder's are taken. Only `silent` ones are reassigned. */
    take: (holder: PlaceHolder, silent?: SilentHolder) => {
      const shares = keys.flatMap((key) => {
        const share = pool[key]
        return share === undefined || holder[key] === undefined ? [] : [{ name: `${key} ${holder[key]}`, share }]
      })
      if (shares.some(({ name, share }) => (held.get(name) ?? 0) >= share)) return 'own'
      if (taken >= pool.total && !displaceOne()) return 'full'
      const names = shares.map(({ name }) => name)
      count(names, 1)
      let isReleased = false
      const release = () => {
        if (isReleased) return
        isReleased = true
        if (silent) silents.delete(silent)
        count(names, -1)
      }
      if (silent) silents.set(silent, release)
      return release
    },
  }
}

/** The unit for counting: an IPv4 address, or the /64 of an IPv6 address, which a household has. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

/** A workspace has half at most. */
const shared = (total: number) => ({ total, workspace: total / 2 })

const heavyMost = Math.max(4, availableParallelism() * 2)

/**
 * Limited resources of a process, with the share that a workspace, person or network has. A place is taken when there
 * is something to do, and released when that is done. Three more have their size in a setting. Connections of the
 * database (ATELIER_DATABASE_CONNECTIONS): half for a workspace, or for a network without one (platform/db). Sandboxes
 * of people (ATELIER_SANDBOX_LIMIT): half for a workspace, and an unused sandbox is stopped if another is requested;
 * sandboxes of other machines for bundle checks: half for a workspace (platform/jobs). Programs of previews
 * (ATELIER_PREVIEW_LIMIT): a workspace may have all of them until another workspace needs some; then the workspace with
 * the most loses a program (execution/previews).
 */
export const pools = {
  /** Operations that read or write much. Half as many as there are connections by default; a workspace has a quarter. */
  heavyOperations: { total: heavyMost, workspace: Math.floor(heavyMost / 4) },
  /** Threads that read content of strangers. */
  outsideReads: shared(2),
  /** Processes that answer a clone or a fetch. */
  gitFetches: shared(8),
  /** Fetches whose reader lets bytes wait, which takes memory and no processor. */
  gitSlowReaders: { total: 32, workspace: 8 },
  /** Pushes that are on their way in: what waits for its sender is a file on the disk. */
  gitPushesArriving: { total: 64, workspace: 16, person: 8 },
  /** Pushes that arrived, and are checked in a sandbox. */
  gitPushes: shared(4),
  /** Repositories of other servers that are fetched for an import. */
  importFetches: { total: 8, workspace: 2 },
  webSockets: { total: 128, workspace: 64, person: 32 },
  sshConnections: { total: 64, workspace: 32, person: 16 },
  /** Connections of SSH before their sign-in. While all are taken, a newcomer gets the place of the most silent. */
  sshStrangers: { total: 16, address: 4 },
} as const satisfies Readonly<Record<string, Pool>>
