import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../../../../testing/console/chromium.ts'
import { faultsOf, keepPicture, openConsole } from '../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../testing/console/open-console.ts'
import { emptyProject } from '../../../../../testing/cycles.ts'
import { baseRecord, builtBase } from '../../../../../testing/deployments/image-builds.ts'
import { testServer } from '../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium the page of image builds is not opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('image builds in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  beforeAll(async () => {
    console = await openConsole(server)
  })
  afterAll(() => console.close())

  test('the page has no images before the first build, follows it to its end, and unfolds the log of a failed build', async () => {
    const projectId = await emptyProject(console.at.owner)
    const of = { workspace: console.at.workspace, projectId }
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/deployments`)
    await page.getByRole('button', { name: 'Build settings' }).waitFor()
    expect(await page.getByText('Image builds').count()).toBe(0)
    await keepPicture(page, 'image-builds-none')

    const end = Promise.withResolvers<void>()
    const building = baseRecord(server, of).build(
      () => end.promise,
      () => ({ error: 'The setup failed: no package registry could be reached.', log: 'npm ci\nboom' }),
    )
    await open(`/projects/${projectId}/deployments`)
    await page.getByText('Building', { exact: true }).waitFor()
    end.resolve()
    await building
    await page.getByText('Failed', { exact: true }).waitFor()
    await page.getByText('The setup failed: no package registry could be reached.').waitFor()
    await page.getByRole('button', { name: 'Log of the build of aaaaaaaa' }).click()
    expect(await page.locator('pre').innerText()).toBe('npm ci\nboom')
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'image-builds')
    expect(wrong).toEqual([])
    await close()
  })

  test('a German page words the reason', async () => {
    const projectId = await emptyProject(console.at.owner)
    await builtBase(
      server,
      { workspace: console.at.workspace, projectId },
      { error: 'The setup failed: no package registry could be reached.', log: '' },
    )
    const { page, open, close } = await console.visitor({ locale: 'de' })
    await open(`/projects/${projectId}/deployments`)
    await page.getByText('Die Einrichtung ist fehlgeschlagen: Keine Paketquelle war erreichbar.').waitFor()
    await page.getByText('Ausgangsstand eines Zyklus').waitFor()
    await close()
  })
})
