import { expect, test } from 'vitest'
import { cuesOf, subtitlesOf } from './subtitles.ts'

const at = (from: number, to: number, text: string) => ({ from, to, text })

test('segments are WebVTT and SubRip, and no text of them is a time or markup', () => {
  const segments = [
    at(0, 1.25, 'Good\nmorning & <b>welcome</b>.'),
    at(3_661.5, 3_661.5, 'a --> b'),
    at(4_000, 4_001, ' \u0000 '),
  ]
  expect(subtitlesOf({ segments, words: [] }, 'vtt')).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nGood morning &amp; &lt;b&gt;welcome&lt;/b&gt;.\n\n' +
      '01:01:01.500 --> 01:01:01.501\na --&gt; b\n\n',
  )
  expect(subtitlesOf({ segments, words: [] }, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:01,250\nGood morning & ‹b›welcome‹/b›.\n\n2\n01:01:01,500 --> 01:01:01,501\na → b\n\n',
  )
})

test('words without segments become cues at pauses, ends of sentences and full lines', () => {
  const words = [at(0, 0.4, 'Good'), at(0.5, 1, 'morning.'), at(1.1, 1.4, 'And'), at(4, 4.5, 'welcome')]
  expect(cuesOf({ segments: [], words })).toEqual([
    at(0, 1, 'Good morning.'),
    at(1.1, 1.4, 'And'),
    at(4, 4.5, 'welcome'),
  ])
  const many = Array.from({ length: 60 }, (_none, place) => at(place / 10, place / 10 + 0.1, 'seven77'))
  for (const cue of cuesOf({ segments: [], words: many })) expect(cue.text.length).toBeLessThanOrEqual(84)
})
