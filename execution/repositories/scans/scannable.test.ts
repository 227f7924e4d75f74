import { expect, test } from 'vitest'
import { scannable } from './scannable.ts'
import { findSecrets } from './secret-rules.ts'

// Put together here, so that no scanner takes this file for one that holds a secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')
const line = `key = ${token}\nnext\n`

test.each([
  ['UTF-8', Buffer.from(`ü ${line}`)],
  ['Latin-1', Buffer.from(`caf\xe9 ${line}`, 'latin1')],
  ['UTF-16, whose bytes come in the order of a PC', Buffer.from(line, 'utf16le')],
  ['UTF-16 in the order of a network', Buffer.from(line, 'utf16le').swap16()],
  ['a file that begins with NUL bytes', Buffer.from(`\0\0\0\0${line}`)],
  ['a program', Buffer.concat([Buffer.from([0x7f, 0x45, 0, 1, 0xfe]), Buffer.from(`\0${token}\0other\0`)])],
])('a secret is found in %s', async (_name, content) => {
  expect((await findSecrets('file', scannable(content))).map(({ rule }) => rule)).toEqual(['github'])
})

test('binary content is reduced to almost nothing', () => {
  expect(scannable(Buffer.alloc(1_000_000))).toBe('')
  expect(scannable(Buffer.from([0, 1, 2, 0x41, 0x42, 0xff]))).toBe('')
})
