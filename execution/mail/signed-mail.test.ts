import { expect, test } from 'vitest'
import { signatureOf, signedMail } from '../../testing/mail-world/signing.ts'
import { composeMail, type OutgoingMail } from './compose-mail.ts'

const mail: OutgoingMail = {
  messageId: '<019358a2@example.com>',
  to: 'lead@example.org',
  subject: 'Web shops',
  text: 'Hello,\n\nmay we call you?\n',
  unsubscribeUrl: 'https://atelier.example.com/unsubscribe/token',
}
const composed = async (change: Partial<OutgoingMail>) =>
  (await composeMail({ ...mail, ...change }, { name: 'Ada', address: 'ada@example.com' }, new Date())).toString()
const needed = ['from', 'list-unsubscribe', 'list-unsubscribe-post']

test.each<readonly [string, Partial<OutgoingMail>]>([
  ['plain words', {}],
  [
    'letters of other languages',
    { subject: 'Läden für Großhändler – 商店', toName: 'Jürgen Müller', text: 'Grüße ☕\n' },
  ],
  ['long lines', { text: `${'A long line of words. '.repeat(200)}\n`, subject: 'Shops '.repeat(40) }],
  ['a long address to unsubscribe', { unsubscribeUrl: `https://atelier.example.com/unsubscribe/${'a'.repeat(400)}` }],
  ['dots and spaces at the ends of lines', { text: '.\n..\n. \n\t\nFrom here\n\n\n' }],
  ['an answer in a thread', { inReplyTo: '<a@example.com>', references: ['<a@example.com>', '<b@example.com>'] }],
])(
  'a mail with %s is verified once its provider signed it, with both headers of unsubscribing',
  async (_what, change) => {
    const { result, domain, headers } = await signatureOf(await signedMail(await composed(change)))
    expect({ result, domain }).toEqual({ result: 'pass', domain: 'example.com' })
    expect(headers).toEqual(expect.arrayContaining(needed))
  },
)

test('another address to unsubscribe, another sender and another text break the signature', async () => {
  const signed = await signedMail(await composed({}))
  for (const [before, after] of [
    ['unsubscribe/token', 'unsubscribe/other'],
    ['One-Click', 'Two-Click'],
    ['ada@example.com>', 'eve@example.com>'],
    ['may we call', 'may I call'],
  ] as const) {
    const changed = signed.replace(before, after)
    expect(changed).not.toBe(signed)
    expect((await signatureOf(changed)).result).not.toBe('pass')
  }
})
