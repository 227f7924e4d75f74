import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { startGrowthDrafts } from '../../domains/growth/drafts/contract.ts'
import { listGrowthMessages, type GrowthMessage } from '../../domains/growth/messages/contract.ts'
import { assignGrowthLeads, createGrowthPlay, updateGrowthPlay } from '../../domains/growth/plays/contract.ts'
import { getGrowthPlay } from '../../domains/growth/sending/contract.ts'
import { updateGrowthSettings } from '../../domains/growth/settings/contract.ts'
import type { Static } from '../../platform/contract/index.ts'
import { asOwner } from '../database-state.ts'
import { addLead } from './lookups.ts'
import { mailboxIn } from './mail.ts'
import { growthProjectIn } from './rows.ts'
import type { MailWorld } from '../mail-world/index.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export const hello = {
  delayDays: 0,
  subject: 'Shops for {{company}}',
  body: 'Hello {{firstName|there}},\n\nmay we call you?',
}
export const again = { delayDays: 4, subject: null, body: 'Did you read our mail, {{firstName|there}}?' }
const fence = '```'
export const draft = (...sentences: object[]) => ({
  delayDays: 0,
  subject: null,
  brief: `Introduce us.\n\n${fence}draft\n${JSON.stringify({
    subject: 'Shops for {{company}}',
    paragraphs: [[{ text: 'Hello {{firstName}},' }], sentences],
  })}\n${fence}\n`,
})
export const shop = { text: 'We build web shops.', source: '/', quote: 'We build web shops.' }

/** Plays of two mails in the words of a person, their leads and their drafts, over the API. */
export const playsOn = (server: TestServer, mails: MailWorld) => {
  const create = ({ member }: Scene, projectId: string, body: object = {}) =>
    member.call(createGrowthPlay, { projectId, body: { name: 'A play', steps: [hello, again], ...body } })
  const update = ({ owner }: Scene, playId: string, body: object) => owner.call(updateGrowthPlay, { playId, body })
  const launch = async (at: Scene, playId: string) => {
    await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: 'Example Ltd, 1 Main Street, Dublin' } })
    await mailboxIn(at, mails)
    return update(at, playId, { status: 'active', acknowledgesGdpr: true })
  }
  const world = async (body: object = {}) => {
    const at = await scene(server)
    const projectId = await growthProjectIn(server, at)
    const { body: play } = await create(at, projectId, body)
    return { at, projectId, playId: play.id as string }
  }
  const lead = async (at: Scene, projectId: string, facts: Record<string, string> = {}, address?: string) => {
    const id = await addLead(server, at, projectId, {
      address: address ?? `${uuidv7()}@example.com`,
      facts: { country: 'IE', ...facts },
    })
    await asOwner(server, 'update growth_lead set looked_up_at = now() where id = $1', [id])
    return id
  }
  const show = async ({ member }: Scene, playId: string) => (await member.call(getGrowthPlay, { playId })).body
  const assign = ({ member }: Scene, playId: string, body: Readonly<Record<string, unknown>> = {}) =>
    member.call(assignGrowthLeads, { playId, body })
  const messages = async ({ member }: Scene, projectId: string, query: Readonly<Record<string, string>> = {}) =>
    (await member.call(listGrowthMessages, { projectId, query })).body as Static<typeof GrowthMessage>[]
  const drafted = async (at: Scene, playId: string, body: Readonly<Record<string, unknown>> = {}) => {
    const reply = await at.member.call(startGrowthDrafts, { playId, body })
    expect(reply.status).toBe(202)
    await expect
      .poll(async () => (await show(at, playId)).lastDraftRun.endedAt as string | null, { interval: 100 })
      .not.toBeNull()
    return (await show(at, playId)).lastDraftRun
  }
  return { create, update, launch, world, lead, show, assign, messages, drafted }
}
