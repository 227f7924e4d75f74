import { Readable } from 'node:stream'

const signatures = ['# v2 git bundle\n', '# v3 git bundle\n'].map((line) => Buffer.from(line))
const longest = Math.max(...signatures.map(({ length }) => length))

/** The first line of a stream is not a git bundle's. */
export class NotABundle extends Error {}

/** The same bytes, or `NotABundle` before any of them, where the first line is not that of a git bundle. */
export const beginsAsBundle = (body: Readable): Readable => Readable.from(checked(body), { objectMode: false })

async function* checked(body: Readable): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (!start) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < longest) continue
      assertBundle(start)
      yield start
      start = undefined
    }
  }
  if (start) throw new NotABundle()
}

const assertBundle = (start: Buffer) => {
  if (!signatures.some((line) => start.subarray(0, line.length).equals(line))) throw new NotABundle()
}
