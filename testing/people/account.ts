import { expect, vi } from 'vitest'
import { signInWithPassword, signUp } from '../../domains/accounts/people/contract/sign-in.ts'
import { openBrowser } from '../console/browser.ts'
import { linkIn, mailsTo } from '../mail/outbox.ts'
import { patience } from '../runner/hang-timeout.ts'
import { scene, type Scene } from '../scene.ts'
import { asOwner } from '../database-state.ts'
import type { TestServer } from '../server.ts'

export const password = 'correct horse battery'
let made = 0
export const freshEmail = () => `person-${process.pid}-${(made += 1)}@example.com`

/** The last mail to an address whose subject is this one, once it is in the outbox. */
export const mailTo = (server: TestServer, address: string, subject: string) =>
  vi.waitFor(async () => {
    const found = (await mailsTo(server.dataFolder, address)).filter((mail) => mail.subject === subject).at(-1)
    if (!found) throw new Error(`No mail “${subject}” to ${address} yet`)
    return found
  }, patience)

/** The text behind the `#` of a letter's link. */
export const tokenIn = (mail: Awaited<ReturnType<typeof mailTo>>) => new URL(linkIn(mail)).hash.slice(1)

const proof = `with proved as (delete from sign_up where email = $1 returning *),
    person as (insert into users (id, name, email, email_normal, email_verified)
      select id, name, email, email_normal, true from proved returning id)
  insert into account (id, user_id, provider_id, account_id, password)
  select gen_random_uuid(), id, 'credential', id::text, password from proved returning user_id as id`

/** An account with a verified address, and its browser before sign-in. */
export const newAccount = async (server: TestServer, { email = freshEmail() } = {}) => {
  const browser = openBrowser(server.baseUrl)
  expect((await browser.call(signUp, { body: { name: 'Ada', email, password } })).status).toBe(200)
  const [user] = await asOwner(server, proof, [email])
  browser.jar.clear()
  return { email, browser, userId: user!.id as string }
}

/** The same, signed in. */
export const signedInAccount = async (server: TestServer, options = {}) => {
  const account = await newAccount(server, options)
  const { email, browser } = account
  expect((await browser.call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  return account
}

/** A workspace in which a person has a place. */
export const accountScene = async (server: TestServer, userId: string, role = 'member'): Promise<Scene> => {
  const at = await scene(server)
  const text = 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)'
  await asOwner(server, text, [at.workspace, userId, role])
  return at
}

/** The actions in the audit log of a workspace, oldest first, each with its outcome. */
export const actionsOf = async (at: Scene): Promise<string[]> => {
  const rows = (await at.rows('audit_row')).sort((a, b) => Number(a.position) - Number(b.position))
  return rows.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)
}
