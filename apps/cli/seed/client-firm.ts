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
import { type Client, openSignedInClient } from '../client/client.ts'
import type { Seeding } from './seeding.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { failed } from '../failure.ts'
import { until } from './until.ts'

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

/** The token of the link to a page in the newest letter to an address, once the letter is in the outbox. */
const tokenInLetter = async (
  { dataFolder, session: { signal } }: Seeding,
  { address, page }: { readonly address: string; readonly page: string },
): Promise<string> => {
  const outbox = join(dataFolder, 'outbox')
  const awaited = `a letter to ${address} in ${outbox}; a server with ATELIER_SMTP_URL has none`
  const text = await until(() => newestLetter(outbox, address, page), { signal, awaited, mostMs: 60_000 })
  const token = new RegExp(`/${page}[^\\s#]*#([^\\s]+)`).exec(text)?.[1]
  if (token === undefined) throw failed('seed_no_link', `The letter to ${address} has no link to the page ${page}.`)
  return token
}

const newestLetter = async (outbox: string, address: string, page: string) => {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'))
  for (const name of names.sort().toReversed()) {
    const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, name)))
    if (to?.some((one) => one.address === address) && text.includes(`/${page}`)) return text
  }
  return undefined
}
