import PostalMime from 'postal-mime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, textOn } from './render-html.ts'
import { compose } from './compose.ts'
import { attachmentsMostBytes, pictureMostBytes, prepareMail, type MailMessage } from './message.ts'
import { pixelBase64 } from '../../testing/ai/pixel.ts'
import { unlinked } from './render-text.ts'

const pixel = Buffer.from(pixelBase64, 'base64')
const from = { name: 'Atelier', address: 'mail@example.com' }
const stamp = { id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', createdAt: new Date('2026-03-04T05:06:07.890Z') }
const message: MailMessage = {
  to: { name: 'Ada', address: 'ada@example.com' },
  subject: 'You are invited',
  kind: 'member.invitation',
  paragraphs: ['Grace invited you to Acme.', 'The invitation ends on Friday.'],
  action: { label: 'Accept the invitation', url: 'https://atelier.example.com/accept?token=a&b=c' },
}

const composed = async (changed: Partial<MailMessage> = {}) => {
  const raw = (await compose(prepareMail({ ...message, ...changed })!, from, stamp)).toString()
  const [head = ''] = raw.split('\r\n\r\n')
  return { raw, head, mail: await PostalMime.parse(raw) }
}

test('a message has the same words and link in text and HTML, and headers that prevent replies', async () => {
  const { mail, head } = await composed()
  expect(mail).toMatchObject({
    subject: 'You are invited',
    from: { name: 'Atelier', address: 'mail@example.com' },
    to: [{ name: 'Ada', address: 'ada@example.com' }],
    messageId: `<${stamp.id}@example.com>`,
    date: '2026-03-04T05:06:07.000Z',
  })
  expect(head).toContain('Auto-Submitted: auto-generated')
  expect(head).toContain('X-Auto-Response-Suppress: All')
  expect(mail.text).toContain('\nhttps://atelier.example.com/accept?token=a&b=c\n')
  for (const words of ['Grace invited you to Acme.', 'The invitation ends on Friday.', 'Accept the invitation']) {
    expect(mail.text).toContain(words)
    expect(mail.html).toContain(words)
  }
  expect(mail.html).toContain('href="https://atelier.example.com/accept?token=a&amp;b=c"')
  expect(mail.text).toContain('Sent to ada@example.com by Atelier.')
})

test('a letter greets by name, in its language, and leaves out a name that a stranger could have chosen', async () => {
  expect((await composed()).mail.text).toMatch(/^Hello Ada,\n\nGrace invited you/)
  expect((await composed()).mail.html).toContain('>Hello Ada,</p>')
  expect((await composed({ language: 'de' })).mail.text).toMatch(/^Guten Tag Ada,\n/)
  expect((await composed({ to: 'ada@example.com' })).mail.text).toMatch(/^Hello,\n/)
  expect((await composed({ onRequest: true, language: 'de' })).mail.text).toMatch(/^Guten Tag,\n/)
  expect((await composed({ to: { name: 'win at evil.example', address: 'ada@example.com' } })).mail.text).not.toContain(
    'evil.example',
  )
})

test('a picture travels inside the message, above the button, and no address is fetched for it', async () => {
  const picture = { mediaType: 'image/png', content: pixel, width: 1_440, height: 900, alt: 'The “new” shop' } as const
  const { mail } = await composed({ picture })
  expect(mail.attachments).toMatchObject([
    { mimeType: 'image/png', contentId: '<picture@atelier>', disposition: 'inline', related: true },
  ])
  expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer)).toEqual(pixel)
  const shown = /<img src="([^"]+)" alt="([^"]+)" width="(\d+)"/.exec(mail.html!)!
  expect(shown.slice(1)).toEqual(['cid:picture@atelier', 'The “new” shop', '496'])
  expect(mail.html!.indexOf('<img')).toBeLessThan(mail.html!.indexOf('class="button"'))
  expect((await composed({ picture: { ...picture, width: 390, height: 844 } })).mail.html).toContain('width="194"')
  const large = { ...picture, content: Buffer.alloc(pictureMostBytes + 1) }
  expect(() => prepareMail({ ...message, picture: large })).toThrow('1048577 bytes')
})

test('the same content and time give the same bytes, with the attachments', async () => {
  expect((await composed()).raw).toBe((await composed()).raw)
  const attachments = [{ fileName: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF') }]
  expect((await composed({ attachments })).raw).toBe((await composed({ attachments })).raw)
})

test('attachments arrive byte for byte, under names that are no path and end no header', async () => {
  const content = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256))
  const { mail, head } = await composed({
    attachments: [
      { fileName: '../2026/0001\r\nBcc: eve@example.com".pdf', mediaType: 'application/pdf', content },
      { fileName: '2026-0001.xml', mediaType: 'application/xml', content: Buffer.from('<a/>') },
    ],
  })
  expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['..-2026-0001--Bcc--eve-example.com-.pdf', 'application/pdf'],
    ['2026-0001.xml', 'application/xml'],
  ])
  expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).equals(content)).toBe(true)
  expect(head).not.toMatch(/^bcc:/im)
  const large = { fileName: 'a', mediaType: 'a/b', content: Buffer.alloc(attachmentsMostBytes + 1) }
  expect(() => prepareMail({ ...message, attachments: [large] })).toThrow('16777217 bytes')
})

test('the fixed words of a message are in its language, and answers go to its reply address', async () => {
  const brand = { name: 'Acme' }
  const { mail } = await composed({ language: 'de', brand, replyTo: 'accounts@acme.example' })
  expect(mail.text).toContain('Gesendet an ada@example.com von Acme mit Atelier.')
  expect(mail.html).toContain('<html lang="de"')
  expect(mail.html).toContain('Falls der Knopf nicht funktioniert')
  expect(mail.replyTo).toMatchObject([{ address: 'accounts@acme.example' }])
  expect((await composed({ replyTo: 'no address' })).mail.replyTo).toBeUndefined()
})

test('mail has the agency’s name and colours, and the address of the instance', async () => {
  const brand = { name: 'Acme & Söhne', primaryColor: '#ffcc00', logoUrl: 'https://cdn.example.com/logo.png' }
  const { mail } = await composed({ brand })
  expect(mail.from).toMatchObject({ name: 'Acme & Söhne via Atelier', address: 'mail@example.com' })
  expect(mail.html).toContain('bgcolor="#ffcc00"')
  expect(mail.html).toContain('color:#1a1a1a;text-decoration:none;">Accept')
  expect(mail.html).toContain('<img class="logo" src="https://cdn.example.com/logo.png" alt="Acme &amp; Söhne"')
})

test.each(['http://cdn.example.com/logo.png', 'javascript:alert(1)', 'data:image/png;base64,AAAA', 'logo.png'])(
  'mail does not load the logo %s',
  async (logoUrl) => {
    expect((await composed({ brand: { name: 'Acme', logoUrl } })).mail.html).not.toContain('<img')
  },
)

test('mail loads nothing except the logo, and contains no script or form', async () => {
  const { mail } = await composed()
  expect(mail.html).not.toMatch(/<(img|script|form|link|iframe)|url\(|@import| src=/i)
})

const evil = 'x\r\nBcc: eve@example.com\r\n\r\n<img src=x onerror=alert(1)>"\'&\u2028\u202egnp.exe'
test('line breaks, markup and bidirectional controls in names are plain text', async () => {
  const { mail, head, raw } = await composed({
    to: { name: evil, address: 'ada@example.com' },
    subject: evil,
    paragraphs: [evil],
    brand: { name: evil, primaryColor: 'red;background:url(//evil.example)' },
    action: { label: evil, url: 'https://example.com/"><script>' },
  })
  expect(head).not.toMatch(/^bcc:/im)
  expect(mail.bcc).toBeUndefined()
  expect(mail.html).not.toMatch(/<img|<script|url\(/)
  expect(`${mail.subject}${mail.html}${mail.text}`).not.toContain('\u202e')
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
})

test('a very long subject is shortened, and any script arrives unchanged', async () => {
  expect((await composed({ subject: '👩‍🚀'.repeat(500) })).mail.subject!.length).toBeLessThan(500)
  expect((await composed({ subject: 'Ваш проект 準備完了 🎉 ö' })).mail.subject).toBe('Ваш проект 準備完了 🎉 ö')
})

test('a name cannot add or change the headers of a message', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      const { mail } = await composed({ subject: text, to: { name: text, address: 'ada@example.com' } })
      const keys = mail.headers.map(({ key }) => key).sort()
      expect(keys).toEqual([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-auto-response-suppress',
      ])
    }),
    { numRuns: 60 },
  ))

test('names that resemble web addresses do not become links; mail addresses stay', () => {
  expect(unlinked('win at evil.example or https://evil.example')).not.toMatch(/evil\.example|https:\/\//)
  expect(unlinked('win at evil.example').replaceAll('\u200c', '')).toBe('win at evil.example')
  expect(unlinked('https://a@evil.example')).not.toContain('evil.example')
  expect(unlinked('Ada (ada@example.com) waits. Version 2. Done.')).toBe(
    'Ada (ada@example.com) waits. Version 2. Done.',
  )
  expect(unlinked('€1,234.50 and US$119.00.')).toBe('€1,234.50 and US$119.00.')
  expect(unlinked('EUR 1,234.50. EUR 1.234,50 and 119.00')).toBe('EUR 1,234.50. EUR 1.234,50 and 119.00')
  expect(unlinked('1.example 12.34.56.78')).not.toMatch(/1\.e|12\.34/)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/accept', `https://example.com/${'a'.repeat(2000)}`])(
  'the action %s is refused as a bug',
  (url) => {
    expect(() => prepareMail({ ...message, action: { label: 'Go', url } })).toThrow('web address')
  },
)

test('text is readable on any brand colour', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4)
    }),
  ))

test('text and HTML contain several links, and letters are switched off by one POST over https', async () => {
  const links = ['First', 'Second'].map((label) => ({ label, url: `https://atelier.example.com/open#${label}` }))
  const switchOff = {
    page: 'https://atelier.example.com/letters#token',
    oneClick: 'https://atelier.example.com/off/token',
  }
  const { mail, head } = await composed({ links, switchOff })
  for (const { label, url } of links) {
    expect(mail.text).toContain(`${label}\n${url}\n`)
    expect(mail.html).toContain(`href="${url}"`)
  }
  expect(mail.text).toContain('Get no more such letters:\nhttps://atelier.example.com/letters#token')
  expect(head).toContain('List-Unsubscribe: <https://atelier.example.com/off/token>')
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const plain = { page: 'http://localhost/letters#token', oneClick: 'http://localhost/off/token' }
  expect((await composed({ switchOff: plain })).head).not.toContain('List-Unsubscribe')
})
