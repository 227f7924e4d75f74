import { expect, test } from 'vitest'
import { paintedPatch } from './patch.ts'
import { counted, durationText, listed, printable, sizeText } from './text.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [37 * 1024, '37.0 KB'],
  [5 * 1024 ** 3, '5.0 GB'],
  [9 * 1024 ** 4, '9216.0 GB'],
])('%i bytes are %s', (size, text) => expect(sizeText(size)).toBe(text))

test.each([
  [40, '0.0 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [60_000, '1 min 0 s'],
  [185_000, '3 min 5 s'],
])('%i ms are %s', (ms, text) => expect(durationText(ms)).toBe(text))

test('counts use singular and plural, and shortened lists name the number of omitted entries', () => {
  expect([counted(1, 'file'), counted(0, 'file'), counted(2, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '2 entries',
  ])
  expect([listed(['a', 'b'], 2), listed(['a', 'b', 'c'], 2)]).toEqual(['a, b', 'a, b and 1 more'])
})

test('control characters are made visible', () => {
  expect(printable('a\u001b[31mb\u202ec\u0007')).toBe('a\\u{001b}[31mb\\u{202e}c\\u{0007}')
})

test('a patch is coloured by its line kinds, without control sequences', () => {
  const paint = (style: unknown, text: string) => `<${String(style)}>${text}`
  const patch = 'diff --git a/x b/x\n@@ -1 +1 @@\n-old\n+new\u001b[2J\n same\twith a tab\n'
  expect(paintedPatch(patch, paint)).toBe(
    '<bold>diff --git a/x b/x\n<cyan>@@ -1 +1 @@\n<red>-old\n<green>+new\\u{001b}[2J\n same\twith a tab\n',
  )
})
