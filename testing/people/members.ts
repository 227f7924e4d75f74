import { inviteMember } from '../../domains/accounts/workspaces/contract/members.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { newPerson } from './sessions.ts'

/** A person with an account of their own and an open invitation to a workspace. */
export const invitedPerson = async (
  server: TestServer,
  { owner }: Scene,
  { role = 'member', isVerified = true }: { readonly role?: 'admin' | 'member'; readonly isVerified?: boolean } = {},
) => {
  const person = await newPerson(server, { isVerified })
  const { status, body } = await owner.call(inviteMember, { body: { email: person.email, role } })
  if (status !== 201) throw new Error(`inviteMember: ${JSON.stringify(body)}`)
  return { ...person, invitationId: body.id as string, token: (body.acceptUrl as string).split('#')[1]! }
}
