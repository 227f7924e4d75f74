import { crc32 } from 'node:zlib'

interface Entry {
  readonly name: Buffer
  readonly content: Buffer
  readonly offset: number
}

/** A zip archive of these files, stored as they are. Source: PKWARE APPNOTE 4.3. */
export const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const parts: Buffer[] = []
  const entries: Entry[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const entry = { name: Buffer.from(path), content: Buffer.from(text), offset }
    const local = Buffer.concat([header(0x04034b50, entry, false), entry.name, entry.content])
    entries.push(entry)
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries.flatMap((entry) => [header(0x02014b50, entry, true), entry.name]))
  return Buffer.concat([...parts, directory, endOf(entries.length, directory.length, offset)])
}

/** The 30 bytes before a file, or the 46 bytes of its line in the directory, which has a few fields more. */
const header = (signature: number, { name, content, offset }: Entry, central: boolean) => {
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(0x21, 8)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(content.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const start = Buffer.alloc(4)
  start.writeUInt32LE(signature)
  if (!central) return Buffer.concat([start, shared])
  const end = Buffer.alloc(14)
  end.writeUInt32LE((0o100644 << 16) >>> 0, 6)
  end.writeUInt32LE(offset, 10)
  return Buffer.concat([start, Buffer.from([20, 3]), shared, end])
}

const endOf = (count: number, directoryBytes: number, offset: number) => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
