import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { BrokerLimits } from './egress.ts'

/** Connects to the first address that answers; undefined when none does within `connectMs` each. */
export const connectToAny = async (
  addresses: readonly { address: string; port: number }[],
  connectMs: number,
): Promise<Socket | undefined> => {
  for (const { address, port } of addresses) {
    const socket = await connectTo(address, port, connectMs)
    if (socket) return socket
  }
  return undefined
}

const connectTo = (host: string, port: number, connectMs: number) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    const give = (result: Socket | undefined) => {
      clearTimeout(patience)
      if (!result) socket.destroy()
      resolve(result)
    }
    const patience = setTimeout(give, connectMs, undefined)
    socket.once('connect', () => give(socket))
    socket.on('error', () => give(undefined))
  })

/**
 * Carries bytes both ways until one side is gone, nothing has passed for `idleMs`, or `lifeMs` are over. Calls `spend`
 * with every chunk; its answer says whether more may pass.
 */
export const openTunnel = (
  near: Duplex,
  far: Socket,
  limits: Pick<BrokerLimits, 'idleMs' | 'lifeMs'>,
  spend: (sizeBytes: number) => boolean,
): void => {
  const end = () => {
    clearTimeout(life)
    near.destroy()
    far.destroy()
  }
  const life = setTimeout(end, limits.lifeMs)
  far.setTimeout(limits.idleMs, end)
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      if (!spend(chunk.length)) end()
    })
    from.on('error', end)
    from.on('close', end)
    from.pipe(to)
  }
}
