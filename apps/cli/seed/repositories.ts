import { updateProject } from '../../../domains/code/projects/contract.ts'
import { makeSample, type SampleName } from '../demo/sample.ts'
import { importSource } from '../import/import-path.ts'
import { openSource } from '../import/source.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { daysAfter, type Seeding } from './seeding.ts'

export type ProjectIds = Readonly<Record<SampleName, string>>

const projects: readonly { readonly sample: SampleName; readonly name: string; readonly ageDays: number }[] = [
  { sample: 'bakery', name: 'Bakery website', ageDays: 63 },
  { sample: 'theatre', name: 'Ticket desk', ageDays: 35 },
  { sample: 'word-count', name: 'Word count', ageDays: 120 },
]

/** Imports the samples as projects; their commits are some weeks old. */
export const seedProjects = async (seeding: Seeding): Promise<ProjectIds> => {
  const ids: Partial<Record<SampleName, string>> = {}
  for (const plan of projects) ids[plan.sample] = await importProject(seeding, plan)
  await mergeWithoutAsking(seeding, ids['word-count']!)
  await keepPage(seeding, ids.bakery!)
  return ids as ProjectIds
}

const importProject = ({ session, now }: Seeding, { sample, name, ageDays }: (typeof projects)[number]) =>
  inTemporaryFolder(async (folder) => {
    const path = await makeSample(folder, sample, daysAfter(now, -ageDays))
    const source = await openSource(session, path, folder)
    const { imported } = await importSource(session, source, { protect: false, onFindings: 'keep', name })
    return imported.projectId
  })

/** The agency's own project asks no person about changes that no test proves; the others do. */
const mergeWithoutAsking = ({ client }: Seeding, id: string) =>
  client.call(updateProject, {
    params: { id },
    body: { runtime: { review: { shown: 'merge', checked: 'merge', unverified: 'merge' } } },
  })

/** A check of the bakery leaves what its page shows, which its client reads with each delivery. */
const keepPage = ({ client }: Seeding, id: string) =>
  client.call(updateProject, {
    params: { id },
    body: {
      runtime: {
        checks: [
          { name: 'test', command: 'npm test' },
          { name: 'page', command: 'node save-page.js', artifacts: ['page.md'] },
        ],
      },
    },
  })
