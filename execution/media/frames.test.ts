import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mp4Of } from '../../testing/ai/media-files.ts'
import { chooseDriver } from '../sandbox/index.ts'
import { canTakeFrames, extractFrames } from './frames.ts'
import { pictureOf } from './picture.ts'

const folder = await mkdtemp(join(tmpdir(), 'atelier-frames-'))
afterAll(() => rm(folder, { recursive: true }))
const sandboxes = await chooseDriver(undefined)
const framesOf = (path: string) => extractFrames(sandboxes, { id: 'test', path, signal: AbortSignal.timeout(60_000) })

test.skipIf(!canTakeFrames())('pictures come from the whole length of a video, at most twelve and small', async () => {
  const path = join(folder, 'test.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=1600x900:rate=5:duration=40']
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'mpeg4', '-f', 'mp4', path])
  const frames = await framesOf(path)
  expect(frames).toHaveLength(12)
  expect(pictureOf(frames![0]!)).toMatchObject({ mediaType: 'image/jpeg', width: 768, height: 432 })
  expect(frames![0]!.equals(frames![11]!)).toBe(false)
})

test.skipIf(!canTakeFrames())('a file that is no video, and a playlist in the guise of one, give none', async () => {
  const files = { none: mp4Of(), playlist: '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n' }
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await writeFile(path, content)
    expect(await framesOf(path)).toBeUndefined()
  }
})
