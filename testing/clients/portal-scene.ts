import { expect } from 'vitest'
import { publishWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import { updateWorkspacePortalSettings } from '../../domains/accounts/clients/contract.ts'
import { accountScene, newAccount } from '../people/account.ts'
import { emptyProject } from '../cycles.ts'
import { asOwner } from '../database-state.ts'
import { publishedIn } from '../runs/deliverables.ts'
import { portalClientOf } from './portals.ts'
import { requestIn } from '../runs/requests.ts'
import type { TestServer } from '../server.ts'

export const longTitle = '<img src=x onerror=alert(1)> إضافة الدفع 🧾 ' + 'Rindfleischetikettierung'.repeat(12)
/** A word of the project that the agency does not share with its client. */
export const planted = 'Perlmuttfalter'
/** The end of a visit without a fault, in which no answer contained the planted word. */
export const clean = { wrong: [], told: false }

/** An agency with an open portal, a project that it shares with a client, and another with the planted word. */
export const portalScene = async (server: TestServer, slug: string) => {
  const client = await newAccount(server)
  const at = await accountScene(server, client.userId, 'client')
  const draft = { name: 'Nørthbank <b>', slug, colors: { primary: '#ffd400' }, supportEmail: 'help@example.com' }
  const published = await at.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: true } })
  expect(published.status).toBe(200)
  await portalClientOf(server, at, client.userId)
  expect((await at.owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })).status).toBe(200)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, client.userId, 'steer')
  await asOwner(server, 'update project set name = $2 where id = $1', [projectId, longTitle.slice(0, 100)])
  const hidden = await emptyProject(at.owner)
  await asOwner(server, 'update project set name = $2 where id = $1', [hidden, planted])
  const secret = { title: planted, summary: planted, clientStatus: 'in_review' }
  const hiddenCycle = await publishedIn(server, at, hidden, secret)
  await requestIn(server, at, hidden, { title: planted, requiredActor: 'client' })
  return { client, at, projectId, hiddenCycle }
}
