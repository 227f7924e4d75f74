import { expect, test } from 'vitest'
import { decodeText, utf16Of } from './charset.ts'
import { readUndeclared } from './undeclared-mail.ts'

const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()
const texts = ['A=b\n', 'E-Mail,Firma\r\nmüller@kunde.example,Größe\r\n', '氏名,会社\r\n山田 太郎,株式会社 例 2\r\n']

test.each(texts)('UTF-16 without a mark is known by its Latin characters: %j', (text) => {
  expect([utf16le(text), utf16be(text)].map(utf16Of)).toEqual(['utf-16le', 'utf-16be'])
  expect([utf16le(text), utf16be(text), utf16le(`\ufeff${text}`)].map((bytes) => decodeText(bytes))).toEqual([
    text,
    text,
    text,
  ])
})

test.each([
  Buffer.from('a\0b,c'),
  Buffer.from('A=b\0\0\0\0\0\0'),
  Buffer.from('PK\u0003\u0004\u0014\0\0\0\b\0\0\0!\0', 'latin1'),
  Buffer.from([1, 0, 2, 0, 3, 0, 4, 0]),
  Buffer.from('Grüße', 'latin1'),
  Buffer.from('氏名'),
  Buffer.alloc(0),
])('bytes that are no UTF-16 are not taken for it: %j', (bytes) => {
  expect(utf16Of(bytes)).toBeUndefined()
})

test.each<[what: string, bytes: Buffer, declared: string | undefined, text: string]>([
  ['what is declared', Buffer.from('\xe4', 'latin1'), 'ISO-8859-1', 'ä'],
  ['a mark before what is declared', Buffer.from('\ufeffä'), 'latin1', 'ä'],
  [
    'markup, where what is declared is unknown',
    Buffer.from('<meta charset="cp1251">\xcf', 'latin1'),
    'x-none',
    '<meta charset="cp1251">П',
  ],
  ['UTF-8 though markup names another', Buffer.from('<meta charset=latin1>ä'), undefined, '<meta charset=latin1>ä'],
  [
    'bytes of ASCII that are Japanese',
    Buffer.from('<meta charset=iso-2022-jp>\x1b$B$"\x1b(B'),
    undefined,
    '<meta charset=iso-2022-jp>あ',
  ],
  [
    'nothing, though markup in ASCII says UTF-16',
    Buffer.from('<meta charset=unicode>\xe4', 'latin1'),
    undefined,
    '<meta charset=unicode>ä',
  ],
  ['a style sheet', Buffer.from('@charset "cp1251"; \xcf', 'latin1'), undefined, '@charset "cp1251"; П'],
  ['nothing', Buffer.from('\xdf', 'latin1'), undefined, 'ß'],
])('a text is decoded by %s', (_what, bytes, declared, text) => {
  expect(decodeText(bytes, declared)).toBe(text)
})

test('a mail is parsed once where it declares what it is, and headers are never UTF-16', async () => {
  const parsed: string[] = []
  const read = (bytes: Uint8Array) => {
    parsed.push(Buffer.from(bytes).toString('latin1'))
    return Promise.resolve({ text: parsed.length === 1 ? 'Y\0e\0s\0.\0' : 'Yes.' })
  }
  const raw = Buffer.from('Subject: Gr\xfc\xdfe\r\nContent-Type: text/plain\r\n\r\nWQBlAHMALgA=', 'latin1')
  expect(await readUndeclared(raw, read)).toEqual({ mail: { text: 'Yes.' }, isGuessed: false })
  expect(parsed[1]).toContain('Content-Type: text/plain; charset=utf-16le')
  expect(parsed[1]).toContain(Buffer.from('Subject: Grüße').toString('latin1'))
  await readUndeclared(raw, read)
  expect(parsed).toHaveLength(3)
})
