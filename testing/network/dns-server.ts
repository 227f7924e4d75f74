import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterTest } from '../after-test.ts'

/** The answer for a name: its mail servers and addresses, `none` for no such name, or one of the ways not to answer. */
export type DnsZone = Readonly<
  Record<
    string,
    | {
        readonly mx?: readonly string[]
        readonly a?: readonly string[]
        readonly txt?: readonly string[]
        readonly cname?: string
      }
    | 'none'
    | 'silence'
    | 'broken'
  >
>

const types = { a: 1, cname: 5, mx: 15, txt: 16 } as const

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** A text in pieces of at most 255 bytes. */
const pieces = (text: string) =>
  Buffer.concat((text.match(/.{1,255}/g) ?? ['']).flatMap((piece) => [Buffer.from([piece.length]), Buffer.from(piece)]))

const record = (type: number, data: Buffer) => {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A DNS server on loopback for A, CNAME, MX and TXT records (RFC 1035); gives its address. */
export const dnsServer = async (zone: DnsZone): Promise<string> => {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    let at = 12
    const labels: string[] = []
    while (query[at] !== 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString())
      at += query[at]! + 1
    }
    const type = query.readUInt16BE(at + 1)
    const known = zone[labels.join('.').toLowerCase()] ?? 'none'
    if (known === 'silence') return
    const answers =
      typeof known === 'string'
        ? []
        : [
            ...(type === types.mx ? (known.mx ?? []) : []).map((name) =>
              record(type, Buffer.concat([Buffer.from([0, 10]), nameBytes(name)])),
            ),
            ...(type === types.a ? (known.a ?? []) : []).map((address) =>
              record(type, Buffer.from(address.split('.').map(Number))),
            ),
            ...(type === types.cname && known.cname ? [record(type, nameBytes(known.cname))] : []),
            ...(type === types.txt ? (known.txt ?? []) : []).map((text) => record(type, pieces(text))),
          ]
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(known === 'none' ? 0x8183 : known === 'broken' ? 0x8182 : 0x8180, 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterTest(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}
