import { expect, test } from 'vitest'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listGrowthLeads, uploadGrowthLeadList } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const upload = async ({ member }: Scene, projectId: string, text: string) => {
  const headers = { 'content-type': 'text/csv' }
  const response = await member.open(uploadGrowthLeadList, { projectId, headers }, { body: Buffer.from(text) })
  return { body: (await response.json()) as Record<string, unknown> }
}

test('a list adds and corrects the consent of known leads, with evidence, an audit row and an event', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  await upload(
    at,
    projectId,
    'email,domain,consent\na@known.example,,pending\nb@known.example,,yes\n,c.example,\nd@known.example,,yes\n',
  )
  const text =
    'email,domain,consent\na@known.example,,"Ja, am 3.5.2026 per E-Mail erteilt"\nb@known.example,,withdrawn\n,c.example,yes\nd@known.example,,\na@known.example,,no\nd@known.example,,yes\n'
  const reply = await upload(at, projectId, text)
  expect(reply.body).toMatchObject({ imported: 0, consentsUpdated: 3, consents: 0, reasons: { duplicate: 3 } })
  expect(reply.body).toMatchObject({ notices: [{ row: 3, notice: 'consent_unclear', text: 'withdrawn' }] })
  const listed = (await at.member.call(listGrowthLeads, { projectId })).body as Record<string, unknown>[]
  const leads = new Map(listed.map((lead) => [lead.address ?? lead.domain, lead]))
  const consentOf = (name: string) => {
    const { hasConsent, evidence } = leads.get(name) as { hasConsent: boolean; evidence: Record<string, unknown>[] }
    const { listId, row } = evidence.find(({ field }) => field === 'consent')!
    return [hasConsent, listId === reply.body.id, row]
  }
  expect(consentOf('a@known.example')).toEqual([true, true, 2])
  expect(consentOf('b@known.example')).toEqual([false, true, 3])
  expect(consentOf('c.example')).toEqual([true, true, 4])
  expect(consentOf('d@known.example')).toEqual([true, false, 5])
  const id = leads.get('a@known.example')!.id as string
  expect(await at.auditActions(id)).toEqual(['growth_lead.update'])
  expect(await at.eventNames(id)).toEqual(['growth_lead.consent_updated'])
  expect((await upload(at, projectId, text)).body).toMatchObject({ consentsUpdated: 0, reasons: { duplicate: 6 } })
})

test('leads without an address are the same by the domain of their company or by the page of their profile', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const text = [
    'name,email,website,consent',
    'Ada,,https://www.linkedin.com/in/Ada/,',
    'Bob,,linkedin.com/in/bob?trk=people,',
    'Ada,,https://de.linkedin.com/in/ada,',
    'Eve,,https://www.facebook.com/profile.php?id=12,',
    'Dan,,https://www.facebook.com/profile.php?id=13,',
    'Carl,,https://company.example/team/carl,',
    'Dora,,https://company.example/team/dora,',
    'None,,linkedin.com,',
    'None,,gmail.com,',
    'None,,https://bit.ly,',
    'Fay,fay@fay.example,gmail.com,',
  ].join('\n')
  const { body } = await upload(at, projectId, text)
  expect(body).toMatchObject({ imported: 6, reasons: { duplicate: 2, bad_domain: 3 } })
  const listed = (await at.member.call(listGrowthLeads, { projectId })).body as Record<string, unknown>[]
  expect(listed.map(({ domain }) => domain).toSorted()).toEqual([
    'company.example',
    'facebook.com',
    'facebook.com',
    'fay.example',
    'linkedin.com',
    'linkedin.com',
  ])
  expect((await upload(at, projectId, text.replace('in/bob?trk=people,', 'in/bob,yes'))).body).toMatchObject({
    imported: 0,
    consentsUpdated: 1,
  })
})
