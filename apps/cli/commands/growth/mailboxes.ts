import { text } from 'node:stream/consumers'
import {
  addGrowthMailbox,
  checkGrowthMailboxDns,
  listGrowthMailboxes,
} from '../../../../domains/growth/mailboxes/contract.ts'
import { serverAddressOf } from '../../../../domains/growth/mailboxes/rules/server-address.ts'
import { usage } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

interface AddMailboxOptions {
  readonly smtp: string
  readonly imap: string
  readonly user?: string
  readonly name?: string
  readonly dkimSelector?: string
}

const all = { query: { includeDisconnected: 'true' } } as const

/** `atelier growth mailboxes`: the mailboxes of outreach, with their limits and what they sent today. */
export const listMailboxes = async ({ client, output }: Session): Promise<void> => {
  const found = await (await client()).call(listGrowthMailboxes, all)
  output.document(found)
  for (const { id, address, status, failure, today } of found.mailboxes) {
    const facts = [shortId(id), printable(address), status, `${today.sent} of ${today.limit} today`]
    output.print([...facts, ...(failure === null ? [] : [printable(failure)])].join('  '))
  }
  if (found.mailboxes.length === 0)
    output.say('No mailbox is connected. Connect one with `atelier growth mailbox add`, or in the console.')
}

/** `atelier growth mailbox add`: connects a mailbox by IMAP and SMTP; its password comes on standard input. */
export const addMailbox = async ({ client, output }: Session, address: string, options: AddMailboxOptions) => {
  const { smtp, imap, user = address, name, dkimSelector } = options
  const servers = { smtp: serverOf('--smtp', smtp, 465), imap: serverOf('--imap', imap, 993) }
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw usage('Give the password on standard input, such as: < password.txt')
  const body = {
    address,
    user,
    password,
    ...servers,
    ...(name !== undefined && { displayName: name }),
    ...(dkimSelector !== undefined && { dkimSelector }),
  }
  const mailbox = await (await client()).call(addGrowthMailbox, { body })
  output.document(mailbox)
  output.print(`${printable(mailbox.address)} is connected. It may send ${mailbox.today.limit} mails today.`)
}

/** `atelier growth mailbox check`: the SPF, DKIM and DMARC records of the domain of a mailbox. */
export const checkMailbox = async (session: Session, named: string, options: { readonly selector?: string }) => {
  const client = await session.client()
  const { mailboxes } = await client.call(listGrowthMailboxes, all)
  const mailboxId = await chooseId(named, mailboxes, {
    one: 'mailbox',
    many: 'mailboxes',
    list: 'atelier growth mailboxes',
    describe: ({ address }) => printable(address),
  })
  const query = { ...(options.selector !== undefined && { selector: options.selector }) }
  const checked = await client.call(checkGrowthMailboxDns, { params: { mailboxId }, query })
  session.output.document(checked)
  for (const { kind, state, toAdd } of checked.records) {
    session.output.print(`${kind.toUpperCase().padEnd(5)}  ${state}`)
    if (toAdd)
      session.output.print(
        `       add ${toAdd.type} ${printable(toAdd.name)}: ${printable(toAdd.value ?? 'as your mail provider says')}`,
      )
  }
}

const serverOf = (option: string, written: string, usualPort: number) => {
  const server = serverAddressOf(written, usualPort)
  if (!server) throw usage(`${option} is a server such as mail.example.com or mail.example.com:587.`)
  return server
}
