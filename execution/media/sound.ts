/** Formats of sound that are recognized by their beginning. */
const starts = {
  'audio/wav': /^RIFF[^]{4}WAVE/,
  'audio/mpeg': /^(?:ID3|\xff[\xe2-\xff])/,
  'audio/flac': /^fLaC/,
  'audio/ogg': /^OggS/,
  'audio/mp4': /^[^]{4}ftyp/,
  'audio/webm': /^\x1a\x45\xdf\xa3/,
} as const
type SoundType = keyof typeof starts

/** The type of sound that begins so; undefined if it is no sound. */
export const soundTypeOf = (bytes: Buffer): SoundType | undefined => {
  const text = bytes.toString('latin1', 0, 16)
  return (Object.keys(starts) as SoundType[]).find((type) => starts[type].test(text))
}

/** Whether bytes begin as a video in MP4, QuickTime or WebM. */
export const videoTypeOf = (bytes: Buffer): 'video/mp4' | 'video/webm' | undefined => {
  const type = soundTypeOf(bytes)
  return type === 'audio/mp4' ? 'video/mp4' : type === 'audio/webm' ? 'video/webm' : undefined
}

// The quietest speech that codecs make has more.
const bytesPerSecondLeast = 750

/** Seconds that sound has at most, by its size: exact for WAV, and for MP3 where all frames are alike. */
export const secondsMost = (bytes: Buffer): number => Math.ceil(secondsOf(bytes) ?? bytes.length / bytesPerSecondLeast)

/** Seconds of a WAV, or of an MP3 with a constant bit rate; undefined for other sound. */
export const secondsOf = (bytes: Buffer): number | undefined => {
  const type = soundTypeOf(bytes)
  if (type === 'audio/wav') return wavSeconds(bytes)
  return type === 'audio/mpeg' ? mp3Seconds(bytes) : undefined
}

/** A stream that was cut, or whose length was not known when it began, declares too much: the bytes that came count. */
const wavSeconds = (bytes: Buffer): number | undefined => {
  const format = chunkOf(bytes, 'fmt ')
  const data = chunkOf(bytes, 'data')
  if (!format || !data || format.at + 16 > bytes.length) return undefined
  const perSecond = bytes.readUInt32LE(format.at + 8)
  const isPlausible = perSecond === bytes.readUInt32LE(format.at + 4) * bytes.readUInt16LE(format.at + 12)
  return isPlausible && perSecond >= bytesPerSecondLeast ? (bytes.length - data.at) / perSecond : undefined
}

const chunksMost = 1_000

const chunkOf = (bytes: Buffer, name: string) => {
  let at = 12
  for (let seen = 0; seen < chunksMost && at + 8 <= bytes.length; seen += 1) {
    const sizeBytes = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === name) return { at: at + 8 }
    at += 8 + sizeBytes + (sizeBytes % 2)
  }
  return undefined
}

// ISO 11172-3 and 13818-3, layer III, in kbit/s by the index of a frame's header.
const rates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const hertz1 = [44_100, 48_000, 32_000]

/** By each frame's header, from the first that is one to the last. */
const mp3Seconds = (bytes: Buffer): number | undefined => {
  let at = bytes.toString('latin1', 0, 3) === 'ID3' ? tagBytes(bytes) : 0
  let seconds = 0
  while (at + 4 <= bytes.length) {
    const frame = frameOf(bytes.readUInt32BE(at))
    if (!frame) break
    seconds += frame.seconds
    at += frame.sizeBytes
  }
  // A tag of 128 bytes may follow; anything longer is sound that was not understood.
  return seconds > 0 && bytes.length - at <= 4_096 ? seconds : undefined
}

const tagBytes = (bytes: Buffer) => {
  if (bytes.length < 10) return bytes.length
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

const frameOf = (header: number) => {
  const version = (header >>> 19) & 3
  const layer = (header >>> 17) & 3
  if (header >>> 21 !== 0x7_ff || version === 1 || layer !== 1) return undefined
  const isFirst = version === 3
  const kilobits = (isFirst ? rates1 : rates2)[(header >>> 12) & 15]
  const hertz = (hertz1[(header >>> 10) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  if (!kilobits || hertz === 0) return undefined
  const samples = isFirst ? 1_152 : 576
  const sizeBytes = Math.floor((samples / 8) * ((kilobits * 1_000) / hertz)) + ((header >>> 9) & 1)
  return { sizeBytes, seconds: samples / hertz }
}
