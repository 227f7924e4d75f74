const blockBytes = 512
const encoder = new TextEncoder()

/** A file of a folder, by its path below it. */
export interface FolderFile {
  readonly path: string
  readonly content: Blob
}

const headerOf = (name: Uint8Array, sizeBytes: number, type: '0' | 'x'): Uint8Array<ArrayBuffer> => {
  const block = new Uint8Array(blockBytes)
  const put = (text: string, at: number) => block.set(encoder.encode(text), at)
  block.set(name.subarray(0, 100), 0)
  put('0000644\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  // Above 8 GiB a size has no room; the server takes 5.
  put(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
  put('00000000000\0', 136)
  put('        ', 148)
  put(type, 156)
  put('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const padding = (sizeBytes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array((blockBytes - (sizeBytes % blockBytes)) % blockBytes)

/** An extended header with the path of the next entry, whose length counts itself. Source: POSIX pax, 3.4.1. */
const paxOf = (path: string): Uint8Array<ArrayBuffer>[] => {
  const rest = encoder.encode(` path=${path}\n`).length
  let length = rest
  while (String(length).length + rest !== length) length = String(length).length + rest
  const body = encoder.encode(`${length} path=${path}\n`)
  return [headerOf(encoder.encode('pax'), body.length, 'x'), body, padding(body.length)]
}

/** A tar archive of these files, as a Blob that reads them when it is sent. */
export const tarOf = (files: readonly FolderFile[]): Blob => {
  const parts = files.flatMap(({ path, content }): (Blob | Uint8Array<ArrayBuffer>)[] => {
    const name = encoder.encode(path)
    const needsPax = name.length > 100 || name.length !== path.length
    const header = headerOf(needsPax ? encoder.encode('file') : name, content.size, '0')
    return [...(needsPax ? paxOf(path) : []), header, content, padding(content.size)]
  })
  return new Blob([...parts, new Uint8Array(2 * blockBytes)])
}
