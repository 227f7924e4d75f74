import { members as contract } from '../../../../domains/accounts/workspaces/contract/members.ts'
import type { Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

/** `atelier members`: prints the people of the agency. */
export const listMembers = async ({ client, output }: Session) => {
  const at = await client()
  const rows: Reply<typeof contract.listMembers> = []
  for await (const member of at.every(contract.listMembers)) rows.push(member)
  output.document(rows)
  for (const { role, email, name, userId } of rows)
    output.print(`${role.padEnd(6)}  ${userId}  ${printable(email)} (${printable(name)})`)
}

/** `atelier invite`: invites a member. */
export const invite = async ({ client, output }: Session, email: string, role: 'admin' | 'member') => {
  const invitation = await (await client()).call(contract.inviteMember, { body: { email, role } })
  const { acceptUrl, emailSent, expiresAt } = invitation
  const outcome = emailSent
    ? 'The mail is sent.'
    : 'No mail server took the mail yet; pass the link on yourself if it does not arrive.'
  output.say(`${printable(email)} is invited as ${role} until ${expiresAt.slice(0, 10)}. ${outcome}`)
  output.say('The link, shown this once:')
  output.show(invitation, acceptUrl)
}
