import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { listGrowthInbox, sendGrowthReply } from '../../../domains/growth/inbox/contract.ts'
import { listGrowthLeads, uploadGrowthLeadList } from '../../../domains/growth/leads/contract.ts'
import { addGrowthMailbox, disconnectGrowthMailbox } from '../../../domains/growth/mailboxes/contract.ts'
import { startGrowthDrafts } from '../../../domains/growth/drafts/contract.ts'
import { approveGrowthMessage, listGrowthMessages } from '../../../domains/growth/messages/contract.ts'
import {
  assignGrowthLeads,
  createGrowthPlay,
  queueGrowthLeads,
  updateGrowthPlay,
} from '../../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../../domains/growth/sending/contract.ts'
import { launchRefusals } from '../../../domains/growth/plays/contract/schemas.ts'
import { listGrowthLookups, startGrowthLookup, updateGrowthChain } from '../../../domains/growth/providers/contract.ts'
import { createGrowthProject, replaceGrowthBrain } from '../../../domains/growth/research/contract.ts'
import { updateGrowthSettings } from '../../../domains/growth/settings/contract.ts'
import { Failure } from '../failure.ts'
import { mailHost, mailUser, openMailServers, privateMailHosts, type MailServers } from './mail-servers.ts'
import type { Seeding } from './seeding.ts'
import { until } from './until.ts'

const website = 'https://northwind.example'

const statements = [
  { kind: 'does', text: 'Builds web shops and ticket desks.' },
  { kind: 'audience', text: 'Shops and theatres with five to fifty people.' },
  { kind: 'tone', text: 'Short, polite, without praise of itself.' },
] as const

const leads = [
  ['ines@cardamom.example', 'Ines', 'Cardamom Spices', 'IE'],
  ['tom@millpond.example', 'Tom', 'Millpond Theatre', 'GB'],
  ['rosa@oakandivy.example', 'Rosa', 'Oak & Ivy Garden Centre', 'IE'],
  ['yusuf@brightsole.example', 'Yusuf', 'Brightsole Shoes', 'NL'],
  ['marie@petitphare.example', 'Marie', 'Le Petit Phare', 'FR'],
  ['lena@feldweg.example', 'Lena', 'Feldweg Hofladen', 'DE'],
] as const

const steps = [
  {
    delayDays: 0,
    subject: 'A page that lists {{company|your products}}',
    body: 'Hello {{firstName|there}},\n\nwe build small web shops. May we show you one that a bakery uses?\n\nAda Northwind',
  },
  { delayDays: 4, subject: null, body: 'Hello {{firstName|there}},\n\ndid you have time to read our mail?' },
]

const replies: Readonly<Record<string, string>> = {
  'ines@cardamom.example': 'Yes, please. Does Tuesday at ten suit you?',
  'tom@millpond.example': 'Not before the season ends. Please write again in spring.',
  'rosa@oakandivy.example': 'Please send us no more mail.',
}

/**
 * A growth project with a brain, leads, and a play with approved mails. If the play can be launched, which needs a
 * public https address and a mailbox whose DNS is complete, three leads have replied; the returned sentence names
 * omitted parts.
 */
export const seedGrowth = async (seeding: Seeding): Promise<string | undefined> => {
  const { client } = seeding
  // Invented addresses answer no look-up and no reader: DNS knows no name below .example.
  await onlyKnownFacts(seeding)
  const { id: projectId } = await client.call(createGrowthProject, {
    body: { websiteUrl: website, name: 'Shops and theatres', notes: 'Invented by bin/seed.' },
  })
  await client.call(replaceGrowthBrain, { params: { projectId }, body: { version: 0, statements: [...statements] } })
  await client.call(updateGrowthSettings, { body: openAtAllHours })
  const { id: playId } = await client.call(createGrowthPlay, {
    params: { projectId },
    body: { name: 'Shops that list products', audience: 'Shops with a counter.', language: 'en', steps: [...steps] },
  })
  await uploadLeads(seeding, projectId)
  await lookUp(seeding, projectId)
  await client.call(assignGrowthLeads, { params: { playId }, body: {} })
  await client.call(startGrowthDrafts, { params: { playId }, body: {} })
  await until(
    async () => {
      const { lastDraftRun } = await client.call(getGrowthPlay, { params: { playId } })
      return lastDraftRun?.endedAt ?? undefined
    },
    { signal: seeding.session.signal, awaited: 'the drafts of the play' },
  )
  const left = await withMail(seeding, (mail, mailboxId) => correspond(seeding, { mail, mailboxId, projectId, playId }))
  await client.call(updateGrowthSettings, { body: officeHours })
  return left
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const openAtAllHours = {
  senderPostalAddress: 'Northwind Studio (invented), 1 Harbour Street, Hamburg',
  sendingDays: [...everyDay],
  sendingFrom: '00:00',
  sendingUntil: '23:59',
}
const officeHours = { sendingDays: everyDay.slice(0, 5), sendingFrom: '09:00', sendingUntil: '17:00' }

const capabilities = ['find_email', 'verify_email', 'find_company', 'enrich_company', 'enrich_person'] as const

const onlyKnownFacts = async ({ client }: Seeding) => {
  for (const capability of capabilities)
    await client.call(updateGrowthChain, { params: { capability }, body: { order: [] } })
}

const uploadLeads = async ({ client }: Seeding, projectId: string) => {
  const rows = [['email', 'firstName', 'company', 'country'], ...leads].map((row) => row.join(','))
  const content = Buffer.from(`${rows.join('\n')}\n`)
  await client.call(uploadGrowthLeadList, {
    params: { projectId },
    query: { fileName: 'invented-leads.csv' },
    body: { content: Readable.from([content]), sizeBytes: content.length, mediaType: 'text/csv' },
  })
}

const lookUp = async ({ client, session }: Seeding, projectId: string) => {
  await client.call(startGrowthLookup, { params: { projectId } })
  await until(
    async () => {
      const [newest] = await client.call(listGrowthLookups, { params: { projectId } })
      return newest?.endedAt ?? undefined
    },
    { signal: session.signal, awaited: 'the look-up of the leads' },
  )
}

interface Correspondence {
  readonly mail: MailServers
  readonly mailboxId: string
  readonly projectId: string
  readonly playId: string
}

/**
 * Approves drafts, and if the play can be launched, lets them be sent, answers as three of the leads, and replies to a
 * lead. The sentence names missing parts of the play.
 */
const correspond = async (seeding: Seeding, at: Correspondence): Promise<string | undefined> => {
  const { client } = seeding
  await approveFirstMails(seeding, at.projectId)
  const lacks = await launch(seeding, at.playId)
  if (lacks === undefined) await exchangeMails(seeding, at)
  // Its servers end with the seed; a connected mailbox would be asked in vain each minute.
  await client.call(disconnectGrowthMailbox, { params: { mailboxId: at.mailboxId } })
  return lacks
}

const needs = Object.values(launchRefusals).map(({ code }) => code as string)

const launch = async ({ client }: Seeding, playId: string): Promise<string | undefined> => {
  try {
    await client.call(updateGrowthPlay, { params: { playId }, body: { status: 'active', acknowledgesGdpr: true } })
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || !needs.includes(error.code)) throw error
    return `The play is not launched and sent no mail. ${error.message}`
  }
}

const exchangeMails = async ({ client, session }: Seeding, { mail, projectId, playId }: Correspondence) => {
  const { signal } = session
  const visits = mail.visits()
  await client.call(queueGrowthLeads, { params: { playId } })
  const names = Object.keys(replies)
  await until(async () => (names.every((to) => mail.taken.some((one) => one.to === to)) ? true : undefined), {
    signal,
    awaited: 'the mails of the play',
  })
  // Mails in an inbox before its first reading are not read, and so would be the replies.
  await until(async () => (mail.visits() > visits ? true : undefined), { signal, awaited: 'a reading of the inbox' })
  for (const one of mail.taken) if (replies[one.to] !== undefined) mail.deliver(replyTo(one.raw, one.to))
  const interested = await until(
    async () => {
      const threads = await client.call(listGrowthInbox, { params: { projectId }, query: { replied: 'true' } })
      if (threads.length < names.length) return undefined
      const rows = await client.call(listGrowthLeads, { params: { projectId } })
      return rows.find(({ address }) => address === names[0])
    },
    { signal, awaited: 'the replies of the leads', everyMs: 2_000 },
  )
  const params = { leadId: interested.id }
  await client.call(sendGrowthReply, { params, body: { body: 'Tuesday at ten is fine. Ada' } })
  await client.call(updateGrowthPlay, { params: { playId }, body: { status: 'paused' } })
}

/** The first mail of each lead but one, whose draft is left for the person who looks. */
const approveFirstMails = async ({ client }: Seeding, projectId: string) => {
  const drafts = await client.call(listGrowthMessages, { params: { projectId }, query: { status: 'draft' } })
  const rows = await client.call(listGrowthLeads, { params: { projectId } })
  const left = rows.find(({ address }) => address === leads[3][0])
  for (const draft of drafts) {
    if (draft.step !== 1 || draft.leadId === left?.id) continue
    await client.call(approveGrowthMessage, { params: { messageId: draft.id }, body: {} })
  }
}

const replyTo = (raw: string, from: string) => {
  const header = /^Message-ID: *(<[^>]+>)/im.exec(raw)?.[1] ?? ''
  const heads = [
    `From: ${from}`,
    `To: ${mailUser}`,
    `Subject: Re: your mail`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomBytes(12).toString('hex')}@${from.split('@')[1]}>`,
    `In-Reply-To: ${header}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ]
  return [...heads, '', replies[from], ''].join('\r\n')
}

/** Connects a mailbox at servers of the seed; the sentence explains a missing mailbox. */
const withMail = async (
  { client, mailPorts }: Seeding,
  work: (mail: MailServers, mailboxId: string) => Promise<string | undefined>,
): Promise<string | undefined> => {
  const password = randomBytes(12).toString('base64url')
  const mail = await openMailServers(password, mailPorts)
  if (typeof mail === 'string') return `The play sent no mail: ${mail}`
  try {
    const smtp = { host: mailHost, port: mailPorts.smtp, tls: 'off' as const }
    const imap = { host: mailHost, port: mailPorts.imap, tls: 'off' as const }
    const person = { address: mailUser, displayName: 'Ada Northwind (invented)', user: mailUser, password }
    const { id } = await client.call(addGrowthMailbox, { body: { ...person, smtp, imap } })
    return await work(mail, id)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== addGrowthMailbox.errors.serverRefused.code) throw error
    return `The play sent no mail: the server was started without ATELIER_FETCH_PRIVATE_HOSTS=${privateMailHosts(mailPorts)}.`
  } finally {
    await mail.close()
  }
}
