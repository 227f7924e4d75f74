import { Option, type Command } from 'commander'
import { members as contract } from '../../../domains/accounts/workspaces/contract/members.ts'
import type { Reply } from '../client/client.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

/** `atelier members` and `atelier invite`: who is in the agency, and somebody more. */
export const addMembers = (program: Command, session: Session): void => {
  program
    .command('members')
    .description('the people of the agency and their roles')
    .action(() => listMembers(session))
  program
    .command('invite')
    .description('invite somebody to the agency by mail, and get the link')
    .argument('<e-mail>', 'whoever signs in with this address may accept')
    .addOption(new Option('--role <role>', 'what they become').choices(['member', 'admin']).default('member'))
    .action((email: string, options: { readonly role: 'admin' | 'member' }) => invite(session, email, options.role))
}

const listMembers = async ({ client, output }: Session) => {
  const at = await client()
  const rows: Reply<typeof contract.listMembers> = []
  for await (const member of at.every(contract.listMembers)) rows.push(member)
  output.document(rows)
  for (const { role, email, name, userId } of rows)
    output.print(`${role.padEnd(6)}  ${userId}  ${printable(email)} (${printable(name)})`)
}

const invite = async ({ client, output }: Session, email: string, role: 'admin' | 'member') => {
  const invitation = await (await client()).call(contract.inviteMember, { body: { email, role } })
  const { acceptUrl, emailSent, expiresAt } = invitation
  const fate = emailSent
    ? 'The mail is sent.'
    : 'No mail server took the mail yet; pass the link on yourself if it does not arrive.'
  output.say(`${printable(email)} is invited as ${role} until ${expiresAt.slice(0, 10)}. ${fate}`)
  output.say('The link, shown this once:')
  output.print(acceptUrl)
  output.document(invitation)
}
