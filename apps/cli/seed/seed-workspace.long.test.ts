import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { listClientInvoices } from '../../../domains/billing/invoices/contract.ts'
import { listAiDocuments } from '../../../domains/agents/parsing/contract.ts'
import { listProjects } from '../../../domains/code/projects/contract.ts'
import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../domains/delivery/deliverables/contract.ts'
import { listGrowthInbox } from '../../../domains/growth/inbox/contract.ts'
import { listGrowthProjects } from '../../../domains/growth/research/contract.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { dnsServer } from '../../../testing/network/dns-server.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { goodRecords, publicAddress } from '../../../testing/network/public-address.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { openClient } from '../client/client.ts'
import { mailUser, privateMailHosts } from './mail-servers.ts'
import { seedWorkspace } from './seed-workspace.ts'

// Ten cycles run, and schedules send and read mail.
vi.setConfig({ testTimeout: 900_000 })

const mailPorts = { smtp: await freePort(), imap: await freePort() }
// The needs of a play's launch.
const address = await publicAddress()
const domain = mailUser.split('@')[1]!
const server = await testServer({
  ATELIER_PUBLIC_URL: address.url,
  ATELIER_GROWTH_DNS: await dnsServer({
    [domain]: goodRecords['example.com'],
    [`default._domainkey.${domain}`]: goodRecords['default._domainkey.example.com'],
    [`_dmarc.${domain}`]: goodRecords['_dmarc.example.com'],
  }),
  ATELIER_FETCH_PRIVATE_HOSTS: `${privateMailHosts(mailPorts)},${address.host}`,
  ATELIER_SANDBOX_LIMIT: '4',
})
address.leadsTo(server.baseUrl)

test('the seed fills a workspace with work in every state, and refuses to fill it again', async () => {
  const { owner } = await scene(server)
  const client = openClient({ url: address.url, apiKey: owner.key! })
  const folder = await mkdtemp(join(tmpdir(), 'atelier-seed-'))
  try {
    const { session } = quietSession(folder, () => Promise.resolve(client))
    const seeding = { session, client, dataFolder: server.dataFolder, mailPorts, now: new Date() }
    const { person, left } = await seedWorkspace(seeding)
    expect([person.email, left]).toEqual(['grace@larkspur.example', []])
    const projects = await client.call(listProjects)
    expect(projects.map(({ name }) => name).sort()).toEqual(['Bakery website', 'Ticket desk', 'Word count'])
    const statuses = new Set<string>()
    for (const { id } of projects)
      for await (const cycle of client.every(cycles.listCycles, { query: { projectId: id } }))
        statuses.add(cycle.status)
    expect([...statuses].sort()).toEqual(['blocked', 'completed', 'draft', 'failed', 'reviewing', 'running', 'stopped'])
    const invoices = await client.call(listClientInvoices)
    expect(invoices.map(({ status }) => status).sort()).toEqual(['draft', 'final', 'final', 'final', 'paid', 'void'])
    expect(invoices.filter(({ status, dueAt }) => status === 'final' && new Date(dueAt) < seeding.now)).toHaveLength(1)
    expect(await client.call(listDeliverables)).toHaveLength(4)
    expect(await client.call(listAiDocuments)).toHaveLength(2)
    const [growth] = await client.call(listGrowthProjects)
    const threads = await client.call(listGrowthInbox, {
      params: { projectId: growth!.id },
      query: { replied: 'true' },
    })
    expect(threads).toHaveLength(3)
    await expect(seedWorkspace(seeding)).rejects.toMatchObject({ kind: 'usage' })
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
})
