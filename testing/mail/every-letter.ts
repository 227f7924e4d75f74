import {
  openAccountMail,
  addressWasChanged,
  passkeyWasAdded,
  passwordWasChanged,
  passwordWasReset,
} from '../../domains/accounts/people/sign-in/account-mail.ts'
import { portalInvitationText } from '../../domains/accounts/clients/invite.ts'
import { letterKinds, type LetterTopic } from '../../domains/accounts/letters/rules.ts'
import { textOf as letterText } from '../../domains/accounts/letters/words.ts'
import { memberInvitationText } from '../../domains/accounts/workspaces/send-invitation.ts'
import { textOf as invoiceText } from '../../domains/billing/invoice-letters/write-letter.ts'
import { disabledText } from '../../domains/record/webhooks/deliver-in-turn.ts'
import type { InvoiceRow } from '../../domains/billing/invoices/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { MailMessage, MailPicture } from '../../platform/mail/index.ts'

/** A letter from invented data, with a name for the page on which all of them are. */
export interface ShownLetter {
  readonly name: string
  readonly message: MailMessage
}

const origin = 'https://atelier.example.com'
const id = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
const reader = { name: 'Grace Marlow', address: 'grace@bakery.example' }
const brand = { name: 'Northwind Studio', primaryColor: '#1f5f4a' }
const languages = ['en', 'de'] as const
type ShownLanguage = (typeof languages)[number]

const titles: Readonly<Record<LetterTopic['kind'], string>> = {
  request: 'Round prices to ten cents',
  question: 'Which days is the shop closed?',
  approval: 'Take orders for birthday cakes',
  failed_run: 'Print the numbers of the queue at the counter',
  budget: '50 % of the budget of the project is used: $1.00 of $2.00 is spent.',
  key: 'Your key “Nightly build” may only read. What it fetched lately, secrets or an export, now needs the scope write: make another key for that.',
}

const topicOf = (kind: LetterTopic['kind'], more: Partial<LetterTopic> = {}): LetterTopic => ({
  kind,
  reminds: false,
  title: titles[kind],
  unshown: 0,
  project: kind === 'key' ? undefined : 'Bakery website',
  workspace: 'Northwind Studio',
  url: `${origin}/console/open#${kind}/${id}/${id}`,
  ...(['request', 'question', 'approval'].includes(kind) && { decideBy }),
  ...(kind === 'failed_run' && { why: '“npm test” failed: Cannot find module ./print-ticket.js' }),
  ...more,
})

const decideBy = { at: new Date('2026-12-03T13:00:00Z'), timeZone: 'Europe/Berlin' }
const picture: MailPicture = {
  mediaType: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAABIklEQVR42g3LIY7FIBRA0dl/vkBUIBAIREVDEE8QgniCkAoUCoViB3cD0+PPH+flNI5yKidzhJM4D+fmBI7nOI7lXBzD+f2xX3ZjK7uyM1vYif2wb3Zge7ZjW/bFNuwvrJfVWMqqrMwSVmI9rJsVWJ7lWJZ1sQzrC/NlNqYyKzMzhZmYD/NmBqZnOqZlXkzD/MJ4GY2hjMrIDGEkxsO4GYHhGY5hGRfDML7QX3qjK73SM13oif7Qb3qge7qjW/pFN/Qv6Is2VNGKZlTQhD7ojQbUow616IUa9AvlpTSKUiolU4SSKA/lpgSKpziKpVwUQ/mCvEhDFKlIRgRJyIPcSEA84hCLXIhBvhBfYiMqsRIzUYiJ+BBvYiB6oiNa4kU0xN8/E4R/0OtYm+MAAAAASUVORK5CYII=',
    'base64',
  ),
  width: 1_440,
  height: 900,
  alt: titles.approval,
}

const letterOf = (language: ShownLanguage, isClient: boolean, topics: readonly [LetterTopic, ...LetterTopic[]]) => ({
  to: reader,
  kind: 'letter',
  language,
  ...letterText(topics, {
    language,
    agency: isClient ? brand.name : undefined,
    homeUrl: `${origin}/console/${isClient ? 'portal/northwind' : ''}`,
  }),
  switchOff: { page: `${origin}/console/letters#token`, oneClick: `${origin}/v1/api/me/letters/token/off` },
  ...(isClient && { brand }),
  ...(topics.length === 1 && topics[0].kind === 'approval' && { picture }),
})

const workLetters = (language: ShownLanguage): ShownLetter[] => [
  ...letterKinds.map((kind) => ({
    name: `${kind}, to the agency`,
    message: letterOf(language, false, [topicOf(kind)]),
  })),
  ...(['request', 'question', 'approval'] as const).flatMap((kind) => [
    { name: `${kind}, to a client`, message: letterOf(language, true, [topicOf(kind)]) },
    { name: `${kind}, again`, message: letterOf(language, true, [topicOf(kind, { reminds: true })]) },
  ]),
  {
    name: 'a change that no test shows',
    message: letterOf(language, false, [topicOf('request', { unshown: 2, title: 'A title '.repeat(20).trim() })]),
  },
  {
    name: 'several things, to the agency',
    message: letterOf(language, false, [topicOf('request'), ...letterKinds.slice(1).map((kind) => topicOf(kind))]),
  },
  {
    name: 'several things, to a client',
    message: letterOf(language, true, [topicOf('approval'), topicOf('question')]),
  },
]

const invoiceRow = (language: ShownLanguage, more: object = {}) =>
  ({
    type: '380',
    language,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    invoiceNumber: '2026-0042',
    issuedAt: new Date('2026-11-19T09:00:00Z'),
    dueAt: new Date('2026-12-03T23:00:00Z'),
    paidAt: null,
    totalMinor: 62_178,
    balance: { dueCents: 62_178 },
    ...more,
  }) as unknown as InvoiceRow

const invoiceLetters = (language: ShownLanguage): ShownLetter[] => {
  const portalUrl = `${origin}/console/portal/northwind/invoices/${id}`
  const facts = { sender: brand.name, hasXml: true, hasEvidence: false, isPayable: true, portalUrl }
  const partly = { balance: { dueCents: 20_000 } }
  const paid = { paidAt: new Date('2026-11-25T09:00:00Z'), balance: { dueCents: 0 } }
  const credit = { type: '381', totalMinor: -62_178, balance: { dueCents: 0 } }
  const kinds: readonly (readonly [string, object, object])[] = [
    ['invoice, paid online', {}, {}],
    ['invoice, paid by transfer', {}, { isPayable: false, hasEvidence: true }],
    ['invoice, paid in part', partly, {}],
    ['invoice, paid', paid, { isPayable: false }],
    ['credit note', credit, { isPayable: false }],
    ['reminder before the due day', {}, { late: -3 }],
    ['reminder after the due day', partly, { late: 7 }],
  ]
  return kinds.map(([name, row, more]) => ({
    name,
    message: {
      to: reader,
      kind: 'client_invoice.letter',
      language,
      brand,
      ...invoiceText(invoiceRow(language, row), { ...facts, ...more }),
    },
  }))
}

const invitations: readonly ShownLetter[] = [
  {
    name: 'invitation into a workspace',
    message: {
      to: reader.address,
      kind: 'member.invitation',
      onRequest: true,
      brand,
      ...memberInvitationText({
        from: 'Ada Reyes',
        name: brand.name,
        role: 'member',
        email: reader.address,
        expiresAt: new Date('2026-12-05T10:00:00Z'),
        acceptUrl: `${origin}/console/join#token`,
      }),
    },
  },
  ...['Harbour Bakery', undefined].map((client) => ({
    name: client === undefined ? 'invitation into the portal' : 'invitation into the portal, for a client',
    message: {
      to: reader.address,
      kind: 'portal.invitation',
      onRequest: true,
      brand,
      ...portalInvitationText({
        agency: brand.name,
        client,
        email: reader.address,
        expiresAt: new Date('2026-12-13T10:00:00Z'),
        url: `${origin}/console/join-portal#token`,
      }),
    } as const,
  })),
]

const accountLetters = async (language: ShownLanguage): Promise<ShownLetter[]> => {
  const queued: MailMessage[] = []
  // The only query asks for the language that the account has chosen.
  const query = async () => ({ rows: [{ language }] })
  const tx = { afterCommit: () => undefined, query } as unknown as Transaction
  const mail = openAccountMail({
    database: { identity: (work: (given: Transaction) => unknown) => work(tx) } as unknown as Database,
    mailer: {
      queueMail: async (_tx, message) => {
        queued.push(message)
        return id
      },
      deliver: async () => true,
    },
    origin,
  })
  const to = { name: reader.name, email: reader.address }
  await mail.confirmSignUp(to, 'token')
  await mail.confirmNewAddress(to, 'token')
  await mail.resetPassword(to, 'token')
  await mail.alreadyThere(to)
  await mail.notify(to, passwordWasChanged)
  await mail.notify(to, passwordWasReset(2, ['Nightly build']))
  await mail.notify(to, passkeyWasAdded('Laptop'))
  await mail.notify(to, addressWasChanged)
  return queued.map((message) => ({ name: message.kind, message }))
}

const operatorLetters: readonly ShownLetter[] = (['failures', 'gone'] as const).map((reason) => ({
  name: `webhook switched off, ${reason}`,
  message: {
    to: reader,
    kind: 'webhook.disabled',
    ...disabledText('hooks.bakery.example', reason, `${origin}/console/settings/webhooks`),
  },
}))

/** Letters of each sort, in each language that it is written in. */
export const everyLetter = async (): Promise<ShownLetter[]> => [
  ...languages.flatMap((language) => [...workLetters(language), ...invoiceLetters(language)]),
  ...invitations,
  ...operatorLetters,
  ...(await Promise.all(languages.map(accountLetters))).flat(),
]
