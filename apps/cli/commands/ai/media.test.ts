import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { mp3Of, mp4Of, pngOf, wavOf } from '../../../../testing/ai/media-files.ts'
import { addMediaEndpoint, mediaProvider } from '../../../../testing/ai/media-provider.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const provider = await mediaProvider()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: provider.host })
const at = await scene(server)
await addMediaEndpoint(at, provider)
const folder = await mkdtemp(join(tmpdir(), 'atelier-test-media-'))
afterTest(() => rm(folder, { recursive: true, force: true }))
await writeFile(join(folder, 'talk.wav'), wavOf(4))
await writeFile(join(folder, 'shop.png'), pngOf({ seed: 3 }))

const run = (...words: string[]) => runCommand(server, at.member, ['ai', ...words])

test('ai image and ai speak print addresses, and save files', async () => {
  const images = await run('image', 'A bell', '--count', '2', '--ratio', '16:9', '--save', join(folder, 'pictures'))
  expect(images.printed).toEqual([expect.stringContaining('/ai/assets/'), expect.stringContaining('/ai/assets/')])
  const saved = await readdir(join(folder, 'pictures'))
  expect(saved).toHaveLength(2)
  expect(await readFile(join(folder, 'pictures', saved.toSorted()[0]!))).toEqual(pngOf({ seed: 1 }))
  const sound = join(folder, 'welcome.mp3')
  expect((await run('speak', 'Welcome.', '--model', 'tts-1', '--save', sound)).documents).toMatchObject([
    { model: 'oai/tts-1' },
  ])
  expect(await readFile(sound)).toEqual(mp3Of(100))
  expect((await run('image', 'A bell', '--count', 'many')).failure).toBeDefined()
})

test('ai transcribe prints the text or subtitles, and ai analyze an answer', async () => {
  const talk = join(folder, 'talk.wav')
  expect((await run('transcribe', talk)).printed).toEqual(['Good morning, and welcome.'])
  const [subtitles] = (await run('transcribe', talk, '--subtitles', 'srt')).printed
  expect(subtitles).toMatch(/^1\n00:00:00,000 --> 00:00:01,200\nGood morning,/)
  expect((await run('transcribe', talk, '--subtitles', 'ass')).failure).toBeDefined()
  expect((await run('analyze', join(folder, 'shop.png'), 'What is it?')).printed).toEqual(['A till.'])
  expect((await run('analyze', talk, 'What is it?')).failure).toMatchObject({ code: 'ai_input_refused' })
})

test.runIf(isLong)('ai video submits a video, and waits for a video that it saves', async () => {
  expect((await run('video', 'A door')).printed).toEqual([expect.stringMatching(/^\w+ {2}(queued|generating) {2}- /)])
  const file = join(folder, 'door.mp4')
  const made = run('video', 'A second door', '--seconds', '8', '--save', file)
  await expect.poll(() => provider.videos.find(({ prompt }) => prompt === 'A second door')).toBeDefined()
  const video = provider.videos.find(({ prompt }) => prompt === 'A second door')!
  video.status = 'completed'
  expect((await made).documents).toMatchObject([{ status: 'review_required', costUsd: 0.8 }])
  expect(await readFile(file)).toEqual(mp4Of(video.id))
})
