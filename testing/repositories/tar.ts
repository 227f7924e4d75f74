import { buffer } from 'node:stream/consumers'
import { pack, type Header } from 'tar-stream'

/** An entry of an archive: its content, or a header of its own. */
export type TarSpec =
  | string
  | Buffer
  | (Partial<Omit<Header, 'name'>> & { readonly content?: string; readonly name?: string })

const mtime = new Date('2026-03-04T10:15:30Z')

/** A tar archive of these entries, in their order. */
export const tarOf = async (entries: Readonly<Record<string, TarSpec>>): Promise<Buffer> => {
  const packing = pack()
  for (const [name, spec] of Object.entries(entries)) {
    if (typeof spec === 'string' || Buffer.isBuffer(spec)) packing.entry({ name, mtime }, spec)
    else {
      const { content = '', ...header } = spec
      packing.entry({ name, mtime, ...header }, content)
    }
  }
  packing.finalize()
  return buffer(packing)
}

/** One header block by hand, with the bytes behind it and a right checksum: for what no packer writes. */
export const rawEntry = (name: Buffer | string, typeflag: string, body: Buffer, sizeField?: string): Buffer => {
  const head = Buffer.alloc(512)
  Buffer.from(name).copy(head, 0)
  head.write('0000644\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(sizeField ?? `${body.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        ', 148)
  head.write(typeflag, 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}

/** The extended header of the next entry, as pax has it. */
export const paxHeader = (fields: Readonly<Record<string, string>>): Buffer => {
  const lines = Object.entries(fields).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`
    let length = Buffer.byteLength(rest)
    while (String(length).length + Buffer.byteLength(rest) !== length)
      length = String(length).length + Buffer.byteLength(rest)
    return `${length}${rest}`
  })
  return rawEntry('pax', 'x', Buffer.from(lines.join('')))
}

/** Where an archive ends. */
export const tarEnd = Buffer.alloc(1024)
