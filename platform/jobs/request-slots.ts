import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/transaction.ts'
import type { Parts } from './parts.ts'
import type { SlotRefusal } from './slot-rules.ts'
import {
  addressOfPeople,
  freeRequestSlot,
  hasSlotOfPeople,
  heldSlots,
  renewSlots,
  takeSlot,
  takeSlotElsewhere,
  type PeoplePlace,
} from './slots.ts'

/** Renews the leases of slots of this process, with no worker running, for as long as a slot is held. */
const openRenewal = (parts: Parts) => {
  const takenAtMs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let renewing: Promise<void> | undefined
  const renew = async () => {
    try {
      const renewed = await parts.database.instance((tx) => renewSlots(tx, [...takenAtMs.keys()], parts.leaseMs))
      // A slot without a row was given back, or its transaction rolled back, or has not committed yet.
      for (const [id, atMs] of takenAtMs) {
        if (!renewed.has(id) && performance.now() - atMs > parts.leaseMs) stop(id)
      }
    } catch (error) {
      parts.log.warn({ err: error }, 'Could not renew leases of sandbox slots')
    }
  }
  const beat = () => {
    renewing ??= renew().finally(() => (renewing = undefined))
  }
  const start = (id: string) => {
    takenAtMs.set(id, performance.now())
    timer ??= setInterval(beat, parts.leaseMs / 4).unref()
  }
  const stop = (id: string) => {
    takenAtMs.delete(id)
    if (takenAtMs.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const close = async () => {
    clearInterval(timer)
    await renewing
  }
  return { start, stop, close }
}

/** Sandbox slots for requests whose caller waits. */
export const requestSlots = (parts: Parts) => {
  const renewal = openRenewal(parts)
  const unused: (() => Promise<boolean>)[] = []
  const take = async (tx: Transaction, kind: 'request' | 'people', place?: PeoplePlace) => {
    const slot = uuidv7()
    const { worker: process, leaseMs } = parts
    const answer = await takeSlot(tx, { kind, id: slot, workspaceId: tx.workspace!, process, leaseMs, place }, parts)
    if (answer === 'left' || answer === 'wait') throw new Error('A request was left to another machine')
    if (answer !== 'taken') return answer
    renewal.start(slot)
    return { slot }
  }
  /** Like `take`, for work that another machine can do: `address` is that machine's if this machine has no slot. */
  const takeAnywhere = async (
    tx: Transaction,
  ): Promise<{ readonly slot: string; readonly address?: string } | SlotRefusal> => {
    const here = await take(tx, 'request')
    if ('slot' in here) return here
    const slot = uuidv7()
    const { worker: process, leaseMs } = parts
    const address = await takeSlotElsewhere(tx, { id: slot, workspaceId: tx.workspace!, process, leaseMs }, parts)
    if (address === undefined) return here
    renewal.start(slot)
    return { slot, address }
  }
  return {
    /** Takes a slot in the caller's transaction. This process has it until `free`; a dead process loses it. */
    take: (tx: Transaction) => take(tx, 'request'),
    takeAnywhere,
    /** Like `take`, for a project's sandbox in which people work; `elsewhere` if another process has it. */
    takeForPeople: async (tx: Transaction, place: PeoplePlace) =>
      (await hasSlotOfPeople(tx, place.projectId)) ? 'elsewhere' : take(tx, 'people', place),
    addressOfPeople,
    /** Registers work that releases a sandbox without people when a slot is missing; it returns false if it has none. */
    onMissing: (giveUp: () => Promise<boolean>) => void unused.push(giveUp),
    /** Outside of a transaction: asks for such a sandbox. True if one was given up, so that a second try is worth it. */
    askForOne: async () => {
      for (const giveUp of unused) if (await giveUp()) return true
      return false
    },
    /** Releases a slot; a second call changes nothing. */
    free: async (tx: Transaction, slot: string) => {
      await freeRequestSlot(tx, { id: slot })
      tx.afterCommit(() => {
        renewal.stop(slot)
        parts.hints.emit('slots')
      })
    },
    /** Stops renewing a slot that could not be given back: it is free when its lease ends. */
    abandon: renewal.stop,
    /** Which of these slots a process still holds. */
    held: (ids: readonly string[]): Promise<ReadonlySet<string>> => parts.database.instance((tx) => heldSlots(tx, ids)),
    stop: renewal.close,
  }
}
