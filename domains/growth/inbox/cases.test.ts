import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMail } from './read-mail.ts'
import { judgeMail } from './rules.ts'

const folder = join(import.meta.dirname, 'cases')
const sent = 'Hello, may we call you? If you would rather not hear from us, answer with unsubscribe and we stop.'

const filled = (name: string) => {
  const text = readFileSync(join(folder, name), 'latin1')
    .replaceAll('{{LEAD}}', 'lead@customer.example')
    .replaceAll('{{ID}}', '<sent@example.com>')
    .replaceAll('{{N}}', '1')
  return Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1')
}

interface Want {
  readonly kind?: string
  readonly intent?: string
  readonly optedOut?: boolean
  readonly suppressed?: string | null
  readonly next?: string
}

test.each(readdirSync(folder).filter((name) => name.endsWith('.eml')))('%s is read and judged', async (name) => {
  const want = JSON.parse(readFileSync(join(folder, name.replace('.eml', '.want.json')), 'utf8')) as Want
  const mail = await readMail(filled(name))
  const { kind, intent } = judgeMail({
    ...mail,
    isAnswer: true,
    subjects: ['Web shops'],
    texts: { sent: [sent], others: [] },
  })
  const suppressed = kind === 'bounce' ? (mail.report!.isPermanent ? 'bounce' : null) : null
  const found = {
    kind,
    intent,
    optedOut: kind === 'unsubscribe' || kind === 'complaint',
    suppressed,
    // An answer ends the sequence.
    next: kind === 'auto_reply' ? 'approved' : 'cancelled',
  }
  expect(found).toMatchObject(want)
  expect(`${mail.subject}${mail.body}`).not.toContain('\ufffd')
})
