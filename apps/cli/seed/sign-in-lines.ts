import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portalSlug } from './client-firm.ts'
import { usualMailPorts } from './mail-servers.ts'
import { seedWorkspace, type Seeded } from './seed-workspace.ts'
import type { Seeding } from './seeding.ts'

/**
 * Seeds the workspace of a client on this machine, and returns the sign-in addresses of the agency's owner and client.
 */
export const seedForSignIn = async ({
  session,
  client,
  dataFolder,
}: Pick<Seeding, 'session' | 'client' | 'dataFolder'>) => {
  const own = { ...session, client: () => Promise.resolve(client) }
  const seeding = { session: own, client, dataFolder, mailPorts: usualMailPorts, now: new Date() }
  return signInLines(seeding, await seedWorkspace(seeding))
}

/** Where the owner and the client sign in, in lines for the terminal. */
const signInLines = async ({ client: { url }, dataFolder }: Seeding, { person, left }: Seeded): Promise<string> => {
  const owner = JSON.parse(await readFile(join(dataFolder, 'owner.json'), 'utf8')) as {
    readonly email: string
    readonly password: string
  }
  return [
    '',
    'The workspace is filled. All people, firms and figures in it are invented.',
    '',
    `  Owner   ${url}/console`,
    `          ${owner.email}  ${owner.password}`,
    `  Client  ${url}/console/portal/${portalSlug}/sign-in`,
    `          ${person.email}  ${person.password}   (${person.name}, of Larkspur Bakery)`,
    ...left.map((sentence) => `\n  ${sentence}`),
  ].join('\n')
}
