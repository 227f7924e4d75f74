import { jsonOf } from '../../../packages/foreign-json/index.ts'

/** A picture as WebP. `place` is that of its shot, and `status` that of the page's answer, such as 200. */
export interface TakenPicture extends Omit<Shot, 'isPhone'> {
  readonly place: number
  readonly status: number
  readonly content: Buffer
}

const pictureMostBytes = 4 * 1_024 * 1_024
const lineMostChars = Math.ceil((pictureMostBytes * 4) / 3) + 4_096

/** Reads the camera's output: a line counts only as a WebP picture of a requested shot, once, bounded in size. */
export const readPictures = (shots: readonly Shot[]) => {
  const pictures = new Map<number, TakenPicture>()
  let pieces: Buffer[] = []
  let length = 0
  let isTooLong = false

  const take = () => {
    const line = Buffer.concat(pieces).toString('utf8')
    const found = isTooLong ? undefined : pictureOf(line, shots)
    pieces = []
    length = 0
    isTooLong = false
    if (found && !pictures.has(found.place)) pictures.set(found.place, found)
  }
  const add = (piece: Buffer) => {
    length += piece.length
    isTooLong ||= length > lineMostChars
    if (isTooLong) pieces = []
    else pieces.push(piece)
  }
  return {
    push: (chunk: Buffer) => {
      let from = 0
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
        add(chunk.subarray(from, end))
        take()
        from = end + 1
      }
      add(chunk.subarray(from))
    },
    /** The pictures in the order of their shots. */
    end: (): readonly TakenPicture[] => [...pictures.values()].sort((one, other) => one.place - other.place),
  }
}

const pictureOf = (line: string, shots: readonly Shot[]): TakenPicture | undefined => {
  const read = jsonOf(line)
  if (typeof read !== 'object' || read === null) return undefined
  const { path, width, height, status, data } = read as Readonly<Record<string, unknown>>
  const place = shots.findIndex((shot) => shot.path === path && shot.width === width && shot.height === height)
  if (place < 0 || typeof data !== 'string') return undefined
  if (!Number.isInteger(status) || (status as number) < 0 || (status as number) > 599) return undefined
  const content = Buffer.from(data, 'base64')
  if (!isWebp(content) || content.length > pictureMostBytes) return undefined
  const shot = shots[place]!
  return { place, path: shot.path, width: shot.width, height: shot.height, status: status as number, content }
}

const isWebp = (content: Buffer) =>
  content.length > 16 && content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'

/** The subject of a picture; `width` and `height` belong to the window, in CSS pixels. */
export interface Shot {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly isPhone: boolean
}
