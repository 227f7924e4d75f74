import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { FarProgram, FarVisit, OwnProgram, ProgramHolders } from '../../../execution/previews/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/jobs/index.ts'
import { reach, type Relay } from '../../../platform/relay/relay.ts'
import { releaseProgram, renewPrograms, claimProgram } from './store-programs.ts'

interface HolderParts {
  readonly database: Pick<Database, 'instance'>
  readonly relay: Relay
  readonly leaseMs: number
  readonly log: Log
}

interface HeldProgram {
  readonly site: string
  readonly lost: AbortController
  /** Another process has the lease, and does not answer: this process takes it when it ends. */
  isAwaited: boolean
  /** Settles when the row is deleted. */
  releasing: Promise<void> | undefined
}

/**
 * Rows decide which process runs the program of a deployment. While it has one, a process renews its leases. If the
 * process of a row does not answer, this process runs the program before that lease ends, and stops if the other
 * answers again.
 */
export const openProgramHolders = (parts: HolderParts): ProgramHolders & { close(): Promise<void> } => {
  const { database, leaseMs, log } = parts
  const process = randomUUID()
  const held = new Map<string, HeldProgram>()
  let renewing: Promise<void> | undefined

  /** Claims the row of a program; returns the address of the process that has it, undefined once this process does. */
  const claimRow = (deploymentId: string) => {
    const { address } = parts.relay
    if (address === undefined) throw new Error('This process does not answer others yet')
    return database.instance((tx) => claimProgram(tx, { deploymentId, process, address, leaseMs }))
  }
  const renew = async () => {
    const unreleased = [...held].filter(([, { releasing }]) => !releasing)
    const own = unreleased.filter(([, { isAwaited }]) => !isAwaited)
    const ids = own.map(([id]) => id)
    if (ids.length > 0) {
      const renewed = await database.instance((tx) => renewPrograms(tx, { ids, process, leaseMs }))
      for (const [id, one] of own) if (!renewed.has(id) && !one.releasing) one.lost.abort()
    }
    for (const [id, one] of unreleased) if (one.isAwaited) await lookAgain(id, one)
  }
  const lookAgain = async (id: string, one: HeldProgram) => {
    const address = await claimRow(id)
    if (address === undefined) one.isAwaited = false
    else if (await findFar(parts, address, { site: one.site, version: id })) one.lost.abort()
  }
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not renew the leases of previews'))
      .finally(() => (renewing = undefined))
  }, leaseMs / 4).unref()

  const release = async (id: string, one: HeldProgram) => {
    one.releasing ??= database
      .instance((tx) => releaseProgram(tx, { deploymentId: id, process }))
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn({ err: error, deployment: id }, 'Could not release a preview; its lease ends soon'),
      )
      .finally(() => held.get(id) === one && held.delete(id))
    await one.releasing
  }
  const own = (site: string, id: string, isAwaited: boolean): OwnProgram => {
    const one: HeldProgram = { site, lost: new AbortController(), isAwaited, releasing: undefined }
    held.set(id, one)
    return { kind: 'own', lost: one.lost.signal, release: () => release(id, one) }
  }

  return {
    take: async (site, { id }) => {
      await held.get(id)?.releasing
      const address = await claimRow(id)
      const far = address === undefined ? undefined : await findFar(parts, address, { site, version: id })
      if (far) return far
      const sentence = 'The process with the program of a preview does not answer, and this one starts it'
      if (address !== undefined) log.warn({ deployment: id, address }, sentence)
      return own(site, id, address !== undefined)
    },
    close: async () => {
      clearInterval(timer)
      await renewing
      await Promise.all([...held].map(([id, one]) => release(id, one)))
    },
  }
}

/** The program of the process at `address`; undefined if it does not answer, or does not have it any more. */
const findFar = async (
  { relay }: Pick<HolderParts, 'relay'>,
  address: string,
  of: Omit<FarVisit, 'visit'>,
): Promise<FarProgram | undefined> => {
  const lead = (visit: FarVisit['visit']) => reach(relay.keys, address, { kind: 'preview', ...of, visit })
  try {
    const socket = await lead('ready')
    const answer = text(socket)
    answer.catch(() => undefined)
    return {
      kind: 'far',
      ready: async (mostMs) => {
        const late = setTimeout(() => socket.destroy(new Error('The program did not start in time')), mostMs)
        try {
          const why = JSON.parse(await answer) as { readonly sentence?: string; readonly waitMs?: number }
          return why.sentence === undefined ? undefined : { sentence: why.sentence, waitMs: why.waitMs ?? 0 }
        } finally {
          clearTimeout(late)
        }
      },
      connect: lead,
    }
  } catch {
    return undefined
  }
}
