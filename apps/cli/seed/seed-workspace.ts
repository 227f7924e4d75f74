import { projects as projectOperations } from '../../../domains/code/projects/contract.ts'
import { usage } from '../failure.ts'
import { seedClientFirm, shareProject, type ClientPerson } from './client-firm.ts'
import { seedCycles, seedCyclesAtWork } from './cycles.ts'
import { seedDeliverables } from './deliverables.ts'
import { seedDocuments } from './documents.ts'
import { seedGrowth } from './growth.ts'
import { seedInvoices } from './invoices.ts'
import { seedProjects } from './repositories.ts'
import type { Seeding } from './seeding.ts'

export interface Seeded {
  readonly person: Pick<ClientPerson, 'name' | 'email' | 'password'>
  /** The parts that could not be made, in sentences. */
  readonly left: readonly string[]
}

/** Fills an empty workspace with invented people, firms and work, by operations over HTTP. */
export const seedWorkspace = async (seeding: Seeding): Promise<Seeded> => {
  const { client, session } = seeding
  const { say } = session.output
  const [project] = await client.call(projectOperations.listProjects, { query: { limit: 1 } })
  if (project)
    throw usage(`This workspace has projects, such as “${project.name}”. The seed fills a workspace without projects.`)
  say('A client, who signs up for the portal …')
  const firm = await seedClientFirm(seeding)
  say('Three projects …')
  const projects = await seedProjects(seeding)
  for (const id of [projects.bakery, projects.theatre]) await shareProject(seeding, firm, id)
  say('Ten cycles, by real runs; this takes some minutes …')
  const cycles = await seedCycles(seeding, projects)
  say('Deliverables and invoices …')
  const decided = await seedDeliverables(seeding, firm, cycles, projects)
  const { paidInvoiceId } = await seedInvoices(seeding, firm, decided)
  say('Documents …')
  await seedDocuments(seeding, { projectId: projects.bakery, paidInvoiceId })
  say('A play, its leads, and their replies …')
  const left = await seedGrowth(seeding)
  say('Two cycles at work …')
  await seedCyclesAtWork(seeding, projects)
  await firm.person.client.close()
  const { name, email, password } = firm.person
  return { person: { name, email, password }, left: left === undefined ? [] : [left] }
}
