import { members as contract } from '../../../../domains/accounts/workspaces/contract/members.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

/** `atelier members`: prints the people of the agency. */
export const listMembers = async ({ client, output }: Session) => {
  const members = await Array.fromAsync((await client()).every(contract.listMembers))
  output.document(members)
  for (const { role, email, name, userId } of members)
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
