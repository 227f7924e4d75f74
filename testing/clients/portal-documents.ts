import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { publishDeliverable } from '../../domains/delivery/deliverables/contract.ts'
import { deliverWith } from '../runs/artifacts.ts'
import { publishedIn } from '../runs/deliverables.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const contentType = 'text/plain; charset=utf-8'
const reports = {
  'reports/page.html': { contentType, content: '<script>alert(1)</script>' },
  [`${'folder/'.repeat(9)}${'Rindfleisch'.repeat(9)} إضافة.txt`]: { contentType, content: 'x' },
}

interface ProjectScene {
  readonly server: TestServer
  readonly at: Scene
  readonly projectId: string
}

/** A page and a file with a long name, which a cycle has delivered and published. */
export const reportsIn = async ({ server, at, projectId }: ProjectScene, cycleId: string): Promise<void> => {
  await deliverWith(server, at, { projectId, cycleId }, reports)
  await at.owner.call(publishDeliverable, { cycleId })
}

interface Visit {
  readonly page: Page
  readonly open: (path: string) => Promise<void>
}

/**
 * Saves a published file from the list of all documents, and gives its name and its bytes. Then asks for it where
 * something else arrives, and where it is kept no more: each is said.
 */
export const savesDocuments = async (place: ProjectScene, { page, open }: Visit, home: string) => {
  const { server, at, projectId } = place
  const cycleId = await publishedIn(server, at, projectId, { title: 'Checked', clientStatus: 'delivered' })
  await reportsIn(place, cycleId)
  await open(`${home}/delivered`)
  await page.getByRole('link', { name: 'All documents' }).click()
  await page.getByRole('heading', { name: 'Documents' }).waitFor()
  const button = page.getByRole('button', { name: 'Download page.html' })
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = await readFile(await saved.path(), 'utf8')
  await page.getByRole('link', { name: 'Page', exact: true }).click()
  await page.getByText('For your records').click()
  await page.getByRole('button', { name: 'Download Contents (JSON)' }).waitFor()
  await page.route('**/artifacts/*', (route) => route.fulfill({ body: 'Something else.' }))
  await button.click()
  await page.getByRole('alert').getByText('The file is not the one that was published').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await asOwner(server, 'delete from artifact where cycle_id = $1', [cycleId])
  await button.click()
  await page.getByText('This file is not kept any more').waitFor()
  return [saved.suggestedFilename(), bytes]
}
