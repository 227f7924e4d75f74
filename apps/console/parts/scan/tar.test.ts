import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { tarOf } from './tar.ts'

const read = async (archive: Blob) => {
  const found: [string, string][] = []
  const reading = extract()
  reading.on('entry', (header, stream, next) => {
    void text(stream).then((content) => {
      found.push([header.name, content])
      next()
    })
  })
  const over = new Promise<void>((resolve, reject) => {
    reading.on('finish', () => resolve())
    reading.on('error', reject)
  })
  Readable.from([Buffer.from(await archive.arrayBuffer())]).pipe(reading)
  await over
  return found
}

const part = fc.stringMatching(/^[a-zé🧾ض ._-]{1,60}$/u).filter((name) => !/^\.+$/.test(name) && name.isWellFormed())
const files = fc.uniqueArray(
  fc.record({
    path: fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
    text: fc.string(),
  }),
  { selector: ({ path }) => path, maxLength: 5 },
)

test('a reader of tar archives finds each file with its path and content, of any length', () =>
  fc.assert(
    fc.asyncProperty(files, async (all) => {
      const archive = tarOf(all.map(({ path, text: content }) => ({ path, content: new Blob([content]) })))
      expect(archive.size % 512).toBe(0)
      expect(await read(archive)).toEqual(all.map(({ path, text: content }) => [path, Buffer.from(content).toString()]))
    }),
    { numRuns: 40 },
  ))
