import { expect, test } from 'vitest'
import { composeMail } from './index.ts'

const from = { name: 'Ada "A"\r\nX-Evil: 1', address: 'ada@example.com' }
const mail = { messageId: '<a@example.com>', to: 'eve@example.org', subject: 'Hello', text: 'Hello' }
const headNames = (raw: string) =>
  raw
    .split('\r\n\r\n', 1)[0]!
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))

test('no name, subject or id begins a header', async () => {
  const evil = 'A\r\nBcc: eve@example.net\u2028\u0085\nX-Evil: 1'
  const raw = await composeMail(
    { ...mail, toName: evil, subject: evil, inReplyTo: '<b@example.com>\r\nBcc: c', references: ['<b>\nX-Evil: 1'] },
    from,
    new Date(),
  )
  expect(headNames(raw.toString()).map((name) => name.toLowerCase())).toEqual([
    'from',
    'to',
    'in-reply-to',
    'references',
    'subject',
    'message-id',
    'date',
    'content-transfer-encoding',
    'mime-version',
    'content-type',
  ])
})

test('every line ends with a carriage return and a line feed, and neither appears without the other', async () => {
  const raw = await composeMail({ ...mail, text: 'a\r.\r\nb\n.\nc\r\n.\r\nMAIL FROM:<x>\rd' }, from, new Date())
  expect(raw.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
