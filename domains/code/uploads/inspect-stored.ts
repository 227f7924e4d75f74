import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { v7 as uuidv7 } from 'uuid'
import {
  CheckTimeoutError,
  isCheckTimeout,
  type InspectionResult,
  type PackedQuarantine,
  type Rejection,
} from '../../../execution/repositories/index.ts'
import { reach, type Relay } from '../../../platform/relay/relay.ts'
import {
  isDiskFull,
  isStorageDown,
  StorageFullError,
  StorageUnavailableError,
  type ObjectStore,
} from '../../../platform/storage/index.ts'
import { inspectInSandbox, type Bundle, type InspectParts } from './inspect-in-sandbox.ts'

interface CheckWork extends InspectParts {
  readonly objects: ObjectStore
}

export interface StoredInspectParts extends CheckWork {
  /** How processes of the instance reach each other; undefined if there are no others. */
  readonly relay: Relay | undefined
}

interface StoredBundle extends Omit<Bundle, 'bundlePath'> {
  readonly bundleKey: string
}

/** Where a bundle is checked: on the machine at `address`, or on this machine. The caller has a slot there. */
export interface CheckPlace {
  readonly workspace: string
  readonly address: string | undefined
  readonly signal: AbortSignal
}

/** Unpacks a stored bundle out of everyone's sight, in a sandbox. Undefined if the store has lost the bundle. */
export const inspectStored = (
  parts: StoredInspectParts,
  bundle: StoredBundle,
  { workspace, address, signal }: CheckPlace,
): Promise<InspectionResult | undefined> => {
  const { relay } = parts
  if (address === undefined || !relay) return inspectHere(parts, bundle, signal)
  const { id: _id, base, ...rest } = bundle
  const wanted = {
    workspace,
    // The objects are stored once, for the repository that they will belong to.
    repositoryId: base?.repositoryId ?? uuidv7(),
    bundle: { ...rest, base: base && { repositoryId: base.repositoryId, commitSha: base.commitSha } },
  }
  return inspectThere(parts, { relay, address, wanted }, signal)
}

const inspectHere = (parts: CheckWork, { bundleKey, ...bundle }: StoredBundle, signal: AbortSignal) =>
  parts.objects.withFile(bundleKey, (bundlePath) => inspectInSandbox(parts, { ...bundle, bundlePath }, signal))

export interface FarCheck {
  readonly workspace: string
  readonly repositoryId: string
  readonly bundle: Omit<StoredBundle, 'id'>
}

type CheckEnd =
  | { readonly outcome: 'missing' | 'timeout' | 'disk-full' | 'storage-down' | 'failed' }
  | { readonly outcome: 'rejected'; readonly rejected: readonly Rejection[] }
  | { readonly outcome: 'checked'; readonly quarantine: PackedQuarantine }

const beatMs = 1_000
// After ten missing signs of life, the other machine counts as dead.
const silentMs = 10_000
/** A sign of life before the answer, with which no answer begins. */
const beat = Buffer.from([0])

interface Far {
  readonly relay: Relay
  readonly address: string
  readonly wanted: FarCheck
}

const inspectThere = async ({ repositories }: CheckWork, far: Far, signal: AbortSignal) => {
  const sinceMs = performance.now()
  const end = await askThere(far, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    // That machine died, or was cut off: the caller tries again.
    throw new CheckTimeoutError(performance.now() - sinceMs, { cause: error })
  })
  switch (end.outcome) {
    case 'missing':
      return undefined
    case 'rejected':
      return { ok: false, rejected: end.rejected } as const
    case 'checked':
      return { ok: true, quarantine: await repositories.adopt(end.quarantine, signal) } as const
    case 'timeout':
      throw new CheckTimeoutError(performance.now() - sinceMs)
    case 'disk-full':
      throw new StorageFullError('the check of a bundle on another machine')
    case 'storage-down':
      throw new StorageUnavailableError({ cause: undefined })
    case 'failed':
      throw new Error(`The check of a bundle failed on the machine at ${far.address}, whose log says why`)
  }
}

const askThere = async ({ relay, address, wanted }: Far, signal: AbortSignal): Promise<CheckEnd> => {
  const socket = await reach(relay.keys, address, { kind: 'bundle', ...wanted })
  const leave = () => void socket.destroy()
  socket.setTimeout(silentMs, leave)
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    const bytes = await buffer(socket)
    return deserialize(bytes.subarray(bytes.findIndex((byte) => byte !== beat[0]))) as CheckEnd
  } finally {
    signal.removeEventListener('abort', leave)
    socket.destroy()
  }
}

/** Checks a bundle for another machine, which has a slot of this machine, and stores its packs for that machine. */
export const lendCheck =
  (parts: CheckWork, wanted: FarCheck, onError: (error: unknown) => void) =>
  async (socket: Duplex): Promise<void> => {
    const left = new AbortController()
    socket.once('close', () => left.abort())
    // A socket that reads finds out that the other side has left.
    socket.resume()
    const beating = setInterval(() => socket.write(beat), beatMs)
    try {
      const end = await check(parts, wanted, left.signal).catch((error: unknown) =>
        endOf(error, left.signal.aborted ? () => undefined : onError),
      )
      socket.end(serialize(end))
    } finally {
      clearInterval(beating)
    }
  }

const endOf = (error: unknown, onError: (error: unknown) => void): CheckEnd => {
  if (isCheckTimeout(error)) return { outcome: 'timeout' }
  if (isDiskFull(error)) return { outcome: 'disk-full' }
  if (isStorageDown(error)) return { outcome: 'storage-down' }
  onError(error)
  return { outcome: 'failed' }
}

const check = async (
  parts: CheckWork,
  { workspace, repositoryId, bundle }: FarCheck,
  signal: AbortSignal,
): Promise<CheckEnd> => {
  // A check for a caller who left may still be ending here.
  const inspected = await inspectHere(parts, { id: uuidv7(), ...bundle }, signal)
  if (!inspected) return { outcome: 'missing' }
  if (!inspected.ok) return { outcome: 'rejected', rejected: inspected.rejected }
  try {
    const place = { workspace, repositoryId }
    const { name, gitDir, ...quarantine } = await parts.repositories.store(inspected.quarantine, place, signal)
    return { outcome: 'checked', quarantine }
  } finally {
    await parts.repositories.discard(inspected.quarantine)
  }
}
