import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { readMail } from './read-mail.ts'

const mail = (heads: Readonly<Record<string, string>>, body: string) =>
  Buffer.from(
    `${Object.entries(heads)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  )

const report = (type: string, status: string, original = 'Message-ID: <sent@agency.example>\r\nSubject: Hello\r\n') =>
  mail(
    { From: 'MAILER-DAEMON@mx.example', 'Content-Type': `multipart/report; report-type=${type}; boundary=B` },
    [
      '--B\r\nContent-Type: text/plain\r\n\r\nYour mail did not arrive.\r\n',
      `--B\r\nContent-Type: message/${type}\r\n\r\n${status}\r\n`,
      `--B\r\nContent-Type: message/rfc822\r\n\r\n${original}\r\nHello unsubscribe\r\n`,
      '--B--\r\n',
    ].join(''),
  )

test('reads a reply with its ids, sender and new text', async () => {
  const read = await readMail(
    mail(
      {
        From: '=?utf-8?q?Ada_=C3=9C?= <Ada@Example.com>',
        Subject: 'Re: =?utf-8?b?SGFsbMO2Y2hlbg==?=',
        'Message-ID': '<reply@example.com>',
        'In-Reply-To': '<sent@agency.example>',
        References: '<first@agency.example>\r\n <sent@agency.example>',
        'Content-Type': 'text/plain; charset=utf-8',
      },
      'Gerne!\r\n\r\nAm 1. Mai 2026 um 10:00 schrieb Agency <a@agency.example>:\r\n> Hier abmelden: unsubscribe\r\n',
    ),
  )
  expect(read).toMatchObject({
    messageId: '<reply@example.com>',
    inReplyTo: '<sent@agency.example>',
    references: ['<first@agency.example>', '<sent@agency.example>'],
    sender: 'ada@example.com',
    subject: 'Re: Hallöchen',
    automatic: null,
    report: null,
  })
})

test('reads the new text of markup without the mail that it quotes', async () => {
  const html =
    '<style>p{}</style><p>No, thanks.</p><div class="gmail_quote">On Monday<blockquote><p>unsubscribe</p></blockquote></div>'
  const read = await readMail(mail({ From: 'a@b.example', 'Content-Type': 'text/html' }, html))
  expect(read).toMatchObject({ own: 'No, thanks.' })
  expect(read.body).toContain('unsubscribe')
  expect(read.messageId).toMatch(/^<[0-9a-f]{64}@without-id\.invalid>$/)
})

test('reads a failed delivery with the mail that it is about', async () => {
  const status =
    'Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; Ada@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n  no such user\r\n'
  expect((await readMail(report('delivery-status', status))).report).toEqual({
    kind: 'bounce',
    isPermanent: true,
    recipients: ['ada@example.com'],
    reason: 'smtp; 550 5.1.1 no such user',
    aboutIds: ['<sent@agency.example>'],
  })
})

test('reads a complaint, and no report of a delay', async () => {
  const feedback = 'Feedback-Type: abuse\r\nUser-Agent: X/1\r\nOriginal-Rcpt-To: <ada@example.com>\r\n'
  expect((await readMail(report('feedback-report', feedback))).report).toMatchObject({
    kind: 'complaint',
    recipients: ['ada@example.com'],
    aboutIds: ['<sent@agency.example>'],
  })
  const delayed = 'Final-Recipient: rfc822; ada@example.com\r\nAction: delayed\r\nStatus: 4.4.1\r\n'
  expect((await readMail(report('delivery-status', delayed))).report).toBeNull()
})

const markup = (html: string) => mail({ From: 'a@b.example', 'Content-Type': 'text/html' }, html)

test.runIf(isLong)('reads markup of many blanks in time that grows with its length', async () => {
  expect(await readMail(markup(`<i> </i>\n${'<i> </i>'.repeat(100_000)}Yes.`))).toMatchObject({ own: 'Yes.' })
})

test('refuses nesting without end', async () => {
  await expect(readMail(markup('<div>'.repeat(80_000)))).rejects.toThrow('nested')
  const nested = Array.from(
    { length: 40 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  await expect(readMail(Buffer.from(nested.join('')))).rejects.toThrow('nesting')
  await expect(readMail(mail({ 'X-Long': 'a'.repeat(300_000) }, 'x'))).rejects.toThrow('header')
})

test.runIf(isLong)('any bytes of that size are read, and the result can be stored', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 500 }),
        fc
          .string({ unit: 'binary', maxLength: 300 })
          .map((text) => mail({ From: text, Subject: text, References: text }, text)),
        fc.string({ maxLength: 300 }).map((text) => report('delivery-status', text, text)),
      ),
      async (raw) => {
        const read = await readMail(raw)
        expect(read.messageId).toMatch(/^<\S{1,996}>$/)
        expect(read.subject.length).toBeLessThanOrEqual(1_000)
        expect(`${read.subject}${read.body}`).not.toContain('\u0000')
        expect(read.body.isWellFormed()).toBe(true)
      },
    ),
    { numRuns: 100 },
  ),
)

test('reads the new text above a mail that Outlook quotes', async () => {
  const html =
    '<p>Yes, call me.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> A</div><div>You can unsubscribe here</div>'
  const read = await readMail(Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${html}`))
  expect(read).toMatchObject({ own: 'Yes, call me.' })
  expect(read.body).toContain('unsubscribe')
})

test('reads markup if the plain text has no word', async () => {
  for (const blank of ['', ' \r\n \r\n', '&nbsp;\r\n'.replace('&nbsp;', '\u00a0'), '--\r\n']) {
    const parts = `--B\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${blank}\r\n--B\r\nContent-Type: text/html\r\n\r\n<p>Please remove me.</p><blockquote>unsubscribe</blockquote>\r\n--B--\r\n`
    const heads = { From: 'a@b.example', 'Content-Type': 'multipart/alternative; boundary=B' }
    expect(await readMail(mail(heads, parts))).toMatchObject({
      body: 'Please remove me.\n\nunsubscribe',
      own: 'Please remove me.',
    })
  }
})

const latin = (text: string) => Buffer.from(text, 'latin1')
const german = 'Bitte löschen Sie meine Adresse. Grüße'
test.each([
  ['bytes of Windows', latin(`Subject: Grüße\r\nContent-Type: text/plain\r\n\r\n${german}`), german],
  ['no type at all', latin(`Subject: Grüße\r\n\r\n${german}`), german],
  ['bytes of UTF-8', Buffer.from(`Subject: Grüße\r\nContent-Type: text/plain\r\n\r\n${german}`), german],
  // https://github.com/osTicket/osTicket-1.7/pull/770
  [
    'ASCII with other bytes',
    latin(`Subject: Grüße\r\nContent-Type: text/plain; charset="us-ascii"\r\n\r\n${german}`),
    german,
  ],
  [
    'ASCII that is UTF-8',
    Buffer.from(`Subject: Grüße\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n${german}`),
    german,
  ],
  // https://github.com/jstedfast/MimeKit/issues/417
  [
    'UTF-16 with its mark',
    latin(
      `Subject: Grüße\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`\ufeff${german}`, 'utf16le').toString('base64')}`,
    ),
    german,
  ],
  [
    'UTF-16 without a mark',
    latin(
      `Subject: Grüße\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('No, thanks.', 'utf16le').toString('base64')}`,
    ),
    'No, thanks.',
  ],
  // https://github.com/emailjs/emailjs-mime-codec/pull/9
  [
    'an unknown name',
    latin(`Subject: Grüße\r\nContent-Type: text/plain; charset=unknown-8bit\r\n\r\n${german}`),
    german,
  ],
  // https://github.com/neomutt/neomutt/issues/462
  [
    'Latin 1 that is of Windows',
    latin(
      'Subject: Grüße\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThat=92s all=85',
    ),
    'That’s all…',
  ],
  [
    'quoted bytes of Windows',
    latin(
      'Subject: Grüße\r\nContent-Type: text/plain;\r\n format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nBitte l=F6schen',
    ),
    'Bitte löschen',
  ],
  [
    'markup that names it',
    latin(
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/html\r\n\r\n<meta charset="iso-8859-2"><p>Prosz\u00ea usun\u00b1\u00e6</p>',
    ),
    'Proszę usunąć',
  ],
  [
    'the language of the mail',
    latin(
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Language: ru-RU\r\n\r\n\u00d3\u00e4\u00e0\u00eb\u00e8\u00f2\u00e5',
    ),
    'Удалите',
  ],
])('reads text of a mail that declares no character set, or another one: %s', async (_, raw, body) => {
  // Raw bytes in headers: https://github.com/overwrite00/EMLyzer/pull/6
  expect(await readMail(raw)).toMatchObject({ subject: 'Grüße', body })
})

test('reads a receipt and a delay as made by a program', async () => {
  const receipt =
    'Final-Recipient: rfc822;ada@example.com\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n'
  const delay = 'Final-Recipient: rfc822; ada@example.com\r\nAction: delayed\r\nStatus: 4.4.1\r\n'
  for (const [type, fields] of [
    ['disposition-notification', receipt],
    ['delivery-status', delay],
  ] as const)
    expect(await readMail(report(type, fields))).toMatchObject({ automatic: 'certain', report: null })
})
