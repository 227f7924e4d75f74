import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'
import { desktopIn, desktopSocket } from '../../domains/code/sandboxes/rules.ts'
import { afterTest } from '../after-test.ts'

/** Opens the desktop of an address as a browser does. It ends with the test file. */
export const openWebDesktop = (baseUrl: string, desktopUrl: string, options: ClientOptions = {}) => {
  const { user, password } = desktopIn(new URL(desktopUrl).hash)!
  const address = `${baseUrl.replace('http', 'ws')}${desktopSocket.path}`
  const socket = new WebSocket(address, [desktopSocket.protocol, user, password], options)
  afterTest(async () => socket.terminate())
  let bytes = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('message', (said: Buffer) => (bytes = Buffer.concat([bytes, said])))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => resolve({ code, reason: String(reason) }))
  })
  const until = async (length: number) => {
    while (bytes.length < length) await once(socket, 'message')
    const taken = bytes.subarray(0, length)
    bytes = bytes.subarray(length)
    return taken
  }
  return { socket, closed, until, send: (said: Buffer) => socket.send(said) }
}

/** The greeting of RFB 3.8 without a password; gives width and height of the screen. Source: RFC 6143, section 7. */
export const greetRfb = async ({ until, send }: Pick<ReturnType<typeof openWebDesktop>, 'until' | 'send'>) => {
  const version = (await until(12)).toString('latin1')
  send(Buffer.from('RFB 003.008\n'))
  const types = await until((await until(1))[0]!)
  send(Buffer.from([1]))
  const result = (await until(4)).readUInt32BE()
  send(Buffer.from([1]))
  const size = await until(24)
  await until(size.readUInt32BE(20))
  return { version, types: [...types], result, width: size.readUInt16BE(0), height: size.readUInt16BE(2) }
}

/** A key pressed and released. */
export const keyPress = (key: string): Buffer =>
  Buffer.concat(
    [1, 0].map((isDown) => {
      const message = Buffer.alloc(8)
      message.writeUInt8(4, 0)
      message.writeUInt8(isDown, 1)
      message.writeUInt32BE(key === '\n' ? 0xff0d : key.charCodeAt(0), 4)
      return message
    }),
  )

/** The first button, pressed and released at a place of the screen. */
export const clickAt = (x: number, y: number): Buffer =>
  Buffer.concat(
    [0, 1, 0].map((buttons) => {
      const message = Buffer.alloc(6)
      message.writeUInt8(5, 0)
      message.writeUInt8(buttons, 1)
      message.writeUInt16BE(x, 2)
      message.writeUInt16BE(y, 4)
      return message
    }),
  )
