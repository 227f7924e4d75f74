import { availableParallelism } from 'node:os'
import type { Pool } from './places.ts'

/** A workspace has half at most. */
const shared = (total: number) => ({ total, workspace: total / 2 })

const heavyMost = Math.max(4, availableParallelism() * 2)

/**
 * Limited resources of a process, with the share that a workspace, person or network has. A place is taken when there
 * is something to do, and given back when that is done. Three more have their size in a setting. Connections of the
 * database (ATELIER_DATABASE_CONNECTIONS): half for a workspace, or for a network without one (platform/db). Sandboxes
 * of people (ATELIER_SANDBOX_LIMIT): half for a workspace, and an unused sandbox is stopped if another is requested;
 * sandboxes of other machines for bundle checks: half for a workspace (platform/jobs). Programs of previews
 * (ATELIER_PREVIEW_LIMIT): a workspace may have all of them until another workspace needs some; then the workspace with
 * the most loses a program (execution/previews).
 */
export const pools = {
  /** Operations that read or write much. Half as many as there are connections by default; a workspace has a quarter. */
  heavyOperations: { total: heavyMost, workspace: Math.floor(heavyMost / 4) },
  /** Threads that read what strangers wrote. */
  outsideReads: shared(2),
  /** Processes that answer a clone or a fetch. */
  gitFetches: shared(8),
  /** Those whose reader lets bytes wait, which takes memory and no processor. */
  gitSlowReaders: { total: 32, workspace: 8 },
  /** Pushes that are on their way in: what waits for its sender is a file on the disk. */
  gitPushesArriving: { total: 64, workspace: 16, person: 8 },
  /** Pushes that arrived, and are checked in a sandbox. */
  gitPushes: shared(4),
  /** Repositories of other servers that are fetched for an import. */
  importFetches: { total: 8, workspace: 2 },
  webSockets: { total: 128, workspace: 64, person: 32 },
  sshConnections: { total: 64, workspace: 32, person: 16 },
  /** Connections of SSH whose person is not known yet. While all are taken, a newcomer gets the place of the most silent one. */
  sshStrangers: { total: 16, address: 4 },
} as const satisfies Readonly<Record<string, Pool>>
