import { expect, test } from 'vitest'
import { presentContent } from './present.ts'

test.each([
  ['UTF-16', Buffer.from('\ufeff-- wählen\n', 'utf16le'), '-- wählen\n'],
  ['UTF-16 without a mark', Buffer.from('-- wählen\n', 'utf16le'), '-- wählen\n'],
  ['Latin-1', Buffer.from('-- wählen\n', 'latin1'), '-- wählen\n'],
  ['no character set', Buffer.from([1, 0, 2, 255]), null],
])('a file in %s is text if it can be', (_set, bytes, content) => {
  expect(presentContent({ path: 'a.sql' }, bytes)).toMatchObject({ content, binary: content === null })
})
