import { expect, test } from 'vitest'
import { decodeText, utf16Of } from './charset.ts'
import { decodeLines, encodeLike, isBinary } from './lines.ts'
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

test('a mail is parsed once if it declares its character set, and headers are never UTF-16', async () => {
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

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('lines of several sets are each read in their own, and different bytes are different characters', () => {
  const changed = Buffer.concat([Buffer.from(' größe\n'), latin1('-w\xe4hle\n+w\xf6hle\r\n')])
  expect(decodeLines(changed)).toBe(' größe\n-wähle\n+wöhle\r\n')
  const every = decodeLines(Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128)))
  expect(new Set(every).size).toBe(128)
  expect(decodeLines(latin1('<meta charset=windows-1251>\n+\xcf\xf0\xe8\n'))).toContain('+При')
  expect(decodeLines(latin1('<meta charset=utf-8>\n+\xe4\n+\xf6'))).toContain('+ä\n+ö')
})

test('a text that is cut within characters keeps the others, and a whole text is not cut', () => {
  const cut = Buffer.from('ß木ü').subarray(1, -1)
  expect(decodeLines(cut, { isCut: true })).toBe('\ufffd木\ufffd')
  expect(decodeLines(latin1('caf\xe9'))).toBe('café')
  expect(decodeLines(Buffer.concat([latin1('\xe9\n'), Buffer.from('木').subarray(0, 2)]), { isCut: true })).toBe(
    'é\n\ufffd',
  )
})

const bytesOf = {
  UTF8: (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'Latin-1': (text: string) => Buffer.from(text, 'latin1'),
  'UTF-16': (text: string) => utf16le(`\ufeff${text}`),
  'UTF-16 without a mark': (text: string) => utf16be(text),
}

test.each(Object.entries(bytesOf))(
  'a file in %s is text, and keeps its bytes when it is written again',
  (_set, encode) => {
    const before = encode('Größe und Maß, alles hier\r\nx\n')
    expect(isBinary(before)).toBe(false)
    const text = decodeLines(before)
    expect(text.replace('\ufeff', '')).toBe('Größe und Maß, alles hier\r\nx\n')
    expect(encodeLike(text, before)).toEqual(before)
    expect(encodeLike(text.replace('alles', 'é'), before)).toEqual(encode('Größe und Maß, é hier\r\nx\n'))
  },
)

test('a text that a character set cannot hold, and one for a file in two of them, is not written', () => {
  expect(encodeLike('→', Buffer.from('\xe4', 'latin1'))).toBeUndefined()
  expect(encodeLike('ä', Buffer.from('ä\n\xe4', 'latin1'))?.toString('latin1')).toBe('\xe4')
  expect(encodeLike('ä', Buffer.concat([Buffer.from('ü\n'), Buffer.from('\xe4', 'latin1')]))).toBeUndefined()
  expect(encodeLike('ä', Buffer.from('<meta charset=shift_jis>\x82\xa0', 'latin1'))).toBeUndefined()
})
