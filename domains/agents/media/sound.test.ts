import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { uploadAsset } from '../../../testing/ai/assets.ts'
import type { Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mp3Of, pngOf, wavOf } from '../../../testing/ai/media-files.ts'
import { addMediaEndpoint, mediaProvider, spokenWords } from '../../../testing/ai/media-provider.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  generateAiImages,
  getAiTranscriptionSubtitles,
  listAiMedia,
  synthesizeAiSpeech,
  transcribeAiAudio,
} from './contract.ts'
import { isLong } from '../../../testing/soak.ts'

const hasEspeak = existsSync('/usr/bin/espeak-ng')
const folder = await mkdtemp('/var/tmp/atelier-programs-')
afterAll(() => rm(folder, { recursive: true }))
// A program that fails if its input asks for it, else speaks with espeak-ng, or has one sound if that is not installed.
const speaker = `#!/bin/sh
case "$(cat "$2")" in
  exits) echo "secret words" >&2; exit 3;;
  'writes nothing') exit 0;;
  'writes html') echo "<html>secret words" > "$3"; exit 0;;
  'leaves a link') ln -s /etc/passwd "$3"; exit 0;;
  'prints without end') while :; do echo "secret words secret words secret words"; done;;
esac
exec ${hasEspeak ? 'espeak-ng -v "$1" -f "$2" -w "$3"' : `cp ${folder}/silence.wav "$3"`}
`
const program = join(folder, 'speak')
await writeFile(join(folder, 'silence.wav'), wavOf(1), { mode: 0o644 })
await writeFile(program, speaker, { mode: 0o755 })
await chmod(folder, 0o755)

const provider = await mediaProvider()
const server = await testServer({
  ATELIER_FETCH_PRIVATE_HOSTS: provider.host,
  ATELIER_SPEECH_PROGRAM: `${program} {voice:en} {input} {output} ${folder}/silence.wav`,
})
const at = await scene(server)
await addMediaEndpoint(at, provider)
const withoutKey = await scene(server)

const speak = (body: object = {}, caller: Caller = at.member) =>
  caller.call(synthesizeAiSpeech, { body: { text: 'Welcome to our shop.', ...body } })
const stored = async (content: Buffer | string, mediaType: string, caller: Caller = at.member) =>
  ((await uploadAsset(caller, content, { mediaType, fileName: 'talk.wav' })).body as { key: string }).key
const transcribe = async (
  content: Buffer | string,
  body: object = {},
  caller: Caller = at.member,
  mediaType = 'audio/wav',
) => caller.call(transcribeAiAudio, { body: { source: { key: await stored(content, mediaType, caller) }, ...body } })
const contentAt = async (url: string, caller: Caller = at.member) => {
  const response = await fetch(url, { headers: caller.credential })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const counts = async () =>
  (
    await asOwner(
      server,
      `select (select count(*)::int from ai_media) as media, (select count(*)::int from ai_asset where origin = 'media') as assets,
         (select count(*)::int from ai_asset_arrival) as arrivals,
         (select coalesce(sum(reserved_micros), 0)::int from budget) as held`,
      [],
    )
  )[0]
const makesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = await counts()
  const result = await work()
  expect(await counts()).toEqual(before)
  return result
}
const lastCost = async () =>
  (await asOwner(server, 'select status, cost_micros::int as cost from model_call order by id desc limit 1', []))[0]

test('201 speech as an address, priced by its characters or by its length', async () => {
  const reply = await speak({ model: 'tts-1', voice: 'nova' })
  expect(reply).toMatchObject({ status: 201, body: { model: 'oai/tts-1', costUsd: 0.0003, durationSeconds: 2.612 } })
  expect(JSON.parse(provider.asked.at(-1)!.text)).toEqual({
    model: 'tts-1',
    input: 'Welcome to our shop.',
    voice: 'nova',
    response_format: 'mp3',
  })
  const sound = reply.body.sound as { url: string; mediaType: string }
  expect(sound.mediaType).toBe('audio/mpeg')
  expect((await contentAt(sound.url)).bytes).toEqual(mp3Of(100))
  expect(await at.auditActions(reply.body.id as string)).toEqual(['ai_media.synthesize_speech'])
  // Two seconds at 0.015 a minute.
  const byLength = await speak({ model: 'gpt-4o-mini-tts', format: 'wav' })
  expect(byLength.body).toMatchObject({ costUsd: 0.0005, durationSeconds: 2, sound: { mediaType: 'audio/wav' } })
})

test('201 a transcription with the times of words, and subtitles on demand', async () => {
  const projectId = await emptyProject(at.owner)
  const reply = await transcribe(wavOf(4), { language: 'en', projectId })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      model: 'oai/whisper-1',
      projectId,
      language: 'english',
      durationSeconds: 3.2,
      wordCount: 4,
      costUsd: 0.00032,
    },
  })
  const form = provider.asked.at(-1)!.text
  for (const value of ['whisper-1', 'verbose_json', 'word', 'segment', 'en'])
    expect(form).toContain(`\r\n\r\n${value}\r\n`)
  expect(form).toContain('filename="sound.wav"')
  const { text, words, vttUrl, srtUrl } = reply.body as {
    text: { url: string }
    words: { url: string }
    vttUrl: string
    srtUrl: string
  }
  expect((await contentAt(text.url)).bytes.toString()).toBe('Good morning, and welcome.\n')
  expect(JSON.parse((await contentAt(words.url)).bytes.toString())).toMatchObject({
    words: spokenWords.words,
    segments: [{ text: 'Good morning,' }, { text: 'and welcome.' }],
  })
  const vtt = await contentAt(vttUrl)
  expect(vtt.response.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(vtt.bytes.toString()).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.200\nGood morning,\n\n00:00:01.200 --> 00:00:02.600\nand welcome.\n\n',
  )
  expect((await contentAt(srtUrl)).bytes.toString()).toMatch(/^1\n00:00:00,000 --> /)
  const [newest] = (await at.owner.call(listAiMedia, {})).body
  expect(newest).toMatchObject({
    kind: 'transcription',
    title: 'talk.wav',
    files: [{ role: 'source' }, { role: 'text' }, { role: 'words' }],
  })
  const id = reply.body.id as string
  expect((await at.client.call(getAiTranscriptionSubtitles, { id })).status).toBe(403)
  expect((await withoutKey.owner.call(getAiTranscriptionSubtitles, { id })).status).toBe(404)
})

test('a model without times has only a text, and no subtitles', async () => {
  const reply = await transcribe(wavOf(60), { model: 'gpt-4o-transcribe' })
  // A minute, by the bytes: the model does not report its length.
  expect(reply.body).toMatchObject({ wordCount: 0, vttUrl: null, srtUrl: null, durationSeconds: 60, costUsd: 0.006 })
  const id = reply.body.id as string
  expectError(await at.member.call(getAiTranscriptionSubtitles, { id }), 404, 'ai_transcription_without_times')
  const images = await at.member.call(generateAiImages, { body: { prompt: 'A bell' } })
  const other = { id: images.body.id as string }
  expectError(await at.member.call(getAiTranscriptionSubtitles, other), 404, 'ai_transcription_without_times')
})

test.each([
  ['HTML', '<html>secret words</html>'],
  ['half a JSON', '{"text":"secret words'],
  ['no text', '{"text":7}'],
  ['words that are none', '{"text":"x","words":[{"word":"secret words","start":-1,"end":2}]}'],
  ['words without an end', '{"text":"x","words":[{"word":"secret words","start":1e400,"end":2}]}'],
])('502 for %s in the place of a transcription or of sound; nothing is stored', async (_what, body) => {
  const once = () => {
    provider.instead = (_path, response) => {
      response.end(body)
      return true
    }
  }
  once()
  const key = await stored(wavOf(6, 1), 'audio/wav')
  const ask = () => at.member.call(transcribeAiAudio, { body: { source: { key } } })
  const reply = await makesNothing(ask)
  expectError(reply, 502, 'ai_upstream_failed')
  expect(JSON.stringify(reply.body)).not.toContain('secret words')
  once()
  expectError(await makesNothing(() => speak()), 502, 'ai_upstream_failed')
  expect(await lastCost()).toMatchObject({ status: 'failed' })
})

test('sound that is MP3 where WAV was asked for is refused, and endless sound is cut off', async () => {
  provider.instead = (_path, response) => {
    response.end(mp3Of(4))
    return true
  }
  expectError(await makesNothing(() => speak({ format: 'wav' })), 502, 'ai_upstream_failed')
  provider.instead = (_path, response) => {
    const more = () => {
      while (!response.destroyed && response.write(mp3Of(1_000)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
    return true
  }
  expectError(await makesNothing(() => speak()), 502, 'ai_upstream_failed')
})

test.runIf(isLong).each([
  ['a picture', pngOf(), 'image/png', 'not_readable'],
  ['a page', '<html>', 'text/html', 'not_readable'],
  ['more than 25 MiB', Buffer.concat([wavOf(1), Buffer.alloc(25 * 2 ** 20)]), 'audio/wav', 'too_large'],
])('422 for %s in the place of sound', async (_what, content, mediaType, rule) => {
  const key = await stored(content, mediaType)
  const asked = provider.asked.length
  const reply = await makesNothing(() => at.member.call(transcribeAiAudio, { body: { source: { key } } }))
  expectError(reply, 422, 'ai_input_refused')
  expect(reply.body.rule).toBe(rule)
  expect(provider.asked).toHaveLength(asked)
})

test('400, 403, 404 and 422: for invalid requests, clients, unknown projects, and models of other things', async () => {
  for (const body of [
    { text: '' },
    { text: 'x'.repeat(4_097) },
    { voice: '-v' },
    { voice: 'a b' },
    { format: 'aiff' },
    { model: 'none' },
  ])
    expectError(await speak(body), 400, 'invalid_request')
  for (const body of [{ language: 'English' }, { source: { key: 'x', url: 'https://example.com' } }, { source: {} }])
    expectError(
      await at.member.call(transcribeAiAudio, { body: { source: { key: uuidv7() }, ...body } }),
      400,
      'invalid_request',
    )
  expect((await speak({}, at.client)).status).toBe(403)
  expect((await at.client.call(transcribeAiAudio, { body: { source: { key: uuidv7() } } })).status).toBe(403)
  expectError(await speak({ projectId: uuidv7() }), 404, 'project_not_found')
  expectError(await transcribe(wavOf(1), { projectId: 'none' }), 404, 'project_not_found')
  expect((await speak({ model: 'whisper-1' })).body).toMatchObject({ rule: 'capability' })
  expect((await transcribe(wavOf(1), { model: 'tts-1' })).body).toMatchObject({ rule: 'capability' })
})

test.runIf(isLong)('without a key, a program of the operator speaks, at no cost', async () => {
  const { owner } = withoutKey
  const spoken = await speak({ voice: 'de' }, owner)
  expect(spoken).toMatchObject({ status: 201, body: { model: 'local', costUsd: 0, sound: { mediaType: 'audio/wav' } } })
  expect(spoken.body.durationSeconds).toBeGreaterThan(0.5)
  const { bytes } = await contentAt((spoken.body.sound as { url: string }).url, owner)
  expect(bytes.toString('latin1', 8, 12)).toBe('WAVE')
  expectError(await transcribe(wavOf(2), {}, owner), 503, 'ai_capability_disabled')
  expect((await transcribe(wavOf(2), { model: 'local' }, owner)).body).toMatchObject({ rule: 'capability' })
  expect((await speak({ format: 'mp3' }, owner)).body).toMatchObject({ rule: 'capability' })
  expectError(await owner.call(generateAiImages, { body: { prompt: 'A bell' } }), 503, 'ai_capability_disabled')
  expect((await owner.call(generateAiImages, { body: { prompt: 'A bell', model: 'local' } })).body).toMatchObject({
    rule: 'capability',
  })
})

test.runIf(isLong).each(['exits', 'writes nothing', 'writes html', 'leaves a link', 'prints without end'])(
  '502 for a program that %s, without its words; nothing is stored',
  async (what) => {
    const { owner } = withoutKey
    const reply = await makesNothing(() => speak({ text: what }, owner))
    expectError(reply, 502, 'ai_upstream_failed')
    expect(JSON.stringify(reply.body)).not.toMatch(/secret words|root:/)
  },
)
