import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'

const loopback = '127.0.0.1'

/**
 * The address of this machine on its way to a server: other machines that reach the same server reach this machine by
 * it. Loopback if the server is on this machine, or has no address. No packet is sent.
 */
export const addressTowards = async (url: string): Promise<string> => {
  const hostname = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
  const found = hostname === '' ? undefined : await lookup(hostname).catch(() => undefined)
  if (!found) return loopback
  const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4')
  try {
    const connected = once(socket, 'connect')
    socket.connect(9, found.address)
    await connected
    return socket.address().address
  } catch {
    return loopback
  } finally {
    socket.close()
  }
}
