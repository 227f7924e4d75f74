import { expect, test } from 'vitest'
import { mailboxIn } from '../../../testing/growth/mail.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { readNewMail } from './read-new-mail.ts'

const mails = await mailWorld()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })

/** A mailbox whose present mails were not touched. */
const connected = async () => {
  const at = await scene(server)
  const mailboxId = await mailboxIn(at, mails)
  await readNewMail(server.parts, at.workspace, mailboxId, {
    read: () => expect.unreachable(),
    file: () => expect.unreachable(),
  })
  return { at, mailboxId }
}

test('a mail that cannot be read or filed is set aside, and the next one is filed in the same pass', async () => {
  const { at, mailboxId } = await connected()
  const texts = ['too slow', 'fine', 'not filed', 'filed later', 'last']
  for (const text of texts) mails.deliver(`Subject: ${text}\r\n\r\n${text}`)
  const filed: string[] = []
  let failures = 0
  const handled = await readNewMail<string>(server.parts, at.workspace, mailboxId, {
    read: async (raw) => {
      const text = texts.find((one) => raw.includes(`Subject: ${one}`))!
      return text === 'too slow' ? { unread: 'too_slow' } : { value: text }
    },
    file: async (_tx, text) => {
      if (text === 'not filed' || (text === 'filed later' && failures++ === 0)) throw new Error('cannot be filed')
      filed.push(text)
    },
  })
  expect(filed).toEqual(['fine', 'filed later', 'last'])
  expect(handled).toBe(5)
  const aside = 'growth_mailbox.mail_set_aside'
  expect(await at.eventNames(mailboxId)).toEqual(['growth_mailbox.connected', aside, aside])
})

test('the time of a mail server ends no work on a mail, and begins no other', async () => {
  const { at, mailboxId } = await connected()
  for (const text of ['One', 'Two']) mails.deliver(`Subject: ${text}\r\n\r\n${text}`)
  const filed: string[] = []
  const readWithin = (timeMs: number, workMs: number) =>
    readNewMail<string>(
      server.parts,
      at.workspace,
      mailboxId,
      {
        read: async (raw) => {
          await new Promise((go) => setTimeout(go, workMs))
          return { value: raw.includes('Subject: One') ? 'One' : 'Two' }
        },
        file: async (_tx, text) => void filed.push(text),
      },
      timeMs,
    )
  expect(await readWithin(3_000, 3_500)).toBe(1)
  expect(filed).toEqual(['One'])
  expect(await readWithin(30_000, 0)).toBe(1)
  expect(filed).toEqual(['One', 'Two'])
})
