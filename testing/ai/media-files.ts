import { crc32, deflateSync } from 'node:zlib'

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A grey PNG that says it has this size; `seed` makes its bytes differ from those of others. */
export const pngOf = ({ width = 8, height = 8, seed = 0 } = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = Buffer.alloc(9 * 8, seed)
  for (let row = 0; row < 8; row += 1) rows[row * 9] = 0
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A WAV of silence: 8,000 samples a second of 16 bit. */
export const wavOf = (seconds: number, seed = 0): Buffer => {
  const data = Buffer.alloc(seconds * 16_000, seed)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** An MP3 of equal frames: MPEG-1 layer III at 128 kbit/s and 44.1 kHz, each of 417 bytes and 26.1 ms. */
export const mp3Of = (frames: number): Buffer => {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xff_fb_90_00)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** Bytes that begin as an MP4, and show nothing. */
export const mp4Of = (seed = 'video'): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.from(seed)])
