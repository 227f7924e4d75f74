import { addGrowthMailbox } from '../../../../domains/growth/mailboxes/contract.ts'
import { serverAddressOf } from '../../../../domains/growth/mailboxes/rules.ts'
import { defined } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { readStandardInput } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'

interface AddMailboxOptions {
  readonly smtp: string
  readonly imap: string
  readonly user?: string
  readonly name?: string
  readonly dkimSelector?: string
}

/** `atelier growth mailbox add`: connects a mailbox by IMAP and SMTP; its password comes on standard input. */
export const addMailbox = async ({ client, output }: Session, address: string, options: AddMailboxOptions) => {
  const { smtp, imap, user = address, name, dkimSelector } = options
  const servers = { smtp: serverOf('--smtp', smtp, 465), imap: serverOf('--imap', imap, 993) }
  const password = await readStandardInput()
  if (password === '') throw usage('Give the password on standard input, such as: < password.txt')
  const body = defined({ address, user, password, ...servers, displayName: name, dkimSelector })
  const mailbox = await (await client()).call(addGrowthMailbox, { body })
  output.show(mailbox, `${printable(mailbox.address)} is connected. It may send ${mailbox.today.limit} mails today.`)
}

const serverOf = (option: string, written: string, usualPort: number) => {
  const server = serverAddressOf(written, usualPort)
  if (!server) throw usage(`${option} is a server such as mail.example.com or mail.example.com:587.`)
  return server
}
