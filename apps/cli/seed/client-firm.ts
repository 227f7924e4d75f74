import { randomBytes } from 'node:crypto'
import { publishWorkspaceBrandKit } from '../../../domains/accounts/brand/contract.ts'
import {
  acceptPortalInvitation,
  addClientAccountProject,
  createClientAccount,
  inviteClientPortalMember,
  setClientPortalProjectAccess,
} from '../../../domains/accounts/clients/contract.ts'
import { getMe, signUp, verifyEmail } from '../../../domains/accounts/people/contract.ts'
import { updateWorkspaceSettings } from '../../../domains/accounts/workspaces/contract.ts'
import type { Client } from '../client/client.ts'
import { openSignedInClient } from '../client/signed-in-client.ts'
import { tokenInLetter } from './letters.ts'
import type { Seeding } from './seeding.ts'

export interface ClientPerson {
  readonly client: Client
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface ClientFirm {
  readonly accountId: string
  readonly person: ClientPerson
}

export const portalSlug = 'northwind-studio'
const address = 'grace@larkspur.example'

/** The agency's brand with an open portal, a client account, and a person of the client who signed up. */
export const seedClientFirm = async (seeding: Seeding): Promise<ClientFirm> => {
  const { client } = seeding
  await client.call(updateWorkspaceSettings, { body: { name: 'Northwind, invented' } })
  await client.call(publishWorkspaceBrandKit, { body: { portalEnabled: true, draft: brand } })
  const account = await client.call(createClientAccount, {
    body: {
      name: 'Larkspur Bakery',
      billingEmail: 'accounts@larkspur.example',
      notes: 'Invented by bin/seed, as are all people and firms of this workspace.',
    },
  })
  const { acceptUrl } = await client.call(inviteClientPortalMember, {
    params: { id: account.id },
    body: { email: address, canCreateProjects: true },
  })
  return { accountId: account.id, person: await signUpPerson(seeding, new URL(acceptUrl).hash.slice(1)) }
}

const brand = {
  name: 'Northwind Studio',
  slug: portalSlug,
  tagline: 'An invented agency, made by bin/seed',
  website: 'https://northwind.example',
  supportEmail: 'hello@northwind.example',
  colors: { primary: '#2451c7' },
} as const

const signUpPerson = async (seeding: Seeding, invitation: string): Promise<ClientPerson> => {
  const { session } = seeding
  const client = openSignedInClient(seeding.client.url, session.signal)
  const person = { name: 'Grace Marlow', email: address, password: randomBytes(12).toString('base64url') }
  await client.call(signUp, { body: person })
  const token = await tokenInLetter(seeding, { address, page: 'verify-email' })
  await client.call(verifyEmail, { body: { token, password: person.password } })
  await client.call(acceptPortalInvitation, { params: { token: invitation } })
  const { id } = await client.call(getMe)
  return { ...person, client, userId: id }
}

/** Puts a project into the account of the client, and shares it with the person. */
export const shareProject = async (
  { client }: Seeding,
  { accountId, person }: ClientFirm,
  projectId: string,
): Promise<void> => {
  await client.call(addClientAccountProject, { params: { id: accountId, projectId } })
  await client.call(setClientPortalProjectAccess, {
    params: { id: accountId, userId: person.userId, projectId },
    body: { canSteer: true },
  })
}
