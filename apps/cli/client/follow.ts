import { setTimeout as pause } from 'node:timers/promises'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { isOver } from '../../../domains/delivery/cycles/rules.ts'
import type { ActivityEvent } from '../../../domains/record/events/contract.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { readFrames } from '../../../platform/client/index.ts'
import { Failure } from '../failure.ts'
import type { Client, Wire } from './client.ts'

export type CycleEvent = Wire<Static<typeof ActivityEvent>>

interface FollowOptions {
  readonly signal?: AbortSignal
  /** The connection broke off; it is being tried again. */
  readonly onCut?: () => void
  /** Waits between one try and the next; when all are used up without a frame in between, it stops. */
  readonly pausesMs?: readonly number[]
}

const patient = [250, 500, 1_000, 2_000, ...Array.from({ length: 24 }, () => 5_000)]

/** Every event of a cycle from the first, without a gap or a repeat, until its run is over; across cut connections. */
export async function* followCycle(
  client: Client,
  id: string,
  { signal, onCut, pausesMs = patient }: FollowOptions = {},
): AsyncGenerator<CycleEvent> {
  let lastId = ''
  let tries = 0
  for (;;) {
    try {
      const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId }
      const body = await client.open(cycles.streamCycle, { params: { id } }, headers)
      for await (const frame of readFrames(body)) {
        tries = 0
        lastId = frame.id
        if (frame.event !== 'keepalive') yield JSON.parse(frame.data) as CycleEvent
      }
      if (await hasEnded(client, id)) return
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error) || tries >= pausesMs.length) throw error
    }
    if (tries === 0) onCut?.()
    await pause(pausesMs[Math.min(tries, pausesMs.length - 1)], undefined, { signal })
    tries += 1
  }
}

/** A server that stops ends its streams as a finished run does. */
const hasEnded = async (client: Client, id: string) =>
  isOver((await client.call(cycles.getCycle, { params: { id } })).cycle.status)

const isPassing = (error: unknown) => {
  if (!(error instanceof Failure)) return isCut(error)
  return error.code === 'not_reached' || error.kind === 'conflict'
}

/** The connection ended in the middle of the stream. */
const isCut = (error: unknown) =>
  /^(UND_ERR_|ECONN|EPIPE)/.test((error as { code?: string }).code ?? '') || error instanceof TypeError
