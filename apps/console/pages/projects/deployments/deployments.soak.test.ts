import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { updateProject } from '../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { asOwner } from '../../../../../testing/database-state.ts'
import { hasChromium } from '../../../../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../testing/console/open-console.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../../testing/repository.ts'
import { testServer } from '../../../../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

const site = {
  'index.html': '<!doctype html><title>Bakery</title><h1>Open from 8</h1><a href="/prices">Prices</a>\n',
  'prices.html': '<!doctype html><title>Prices</title><h1>Bread is 4</h1>\n',
}
const program = {
  'package.json': '{ "name": "hours", "private": true, "scripts": { "start": "node server.js" } }\n',
  'server.js': `import('node:http').then(({ createServer }) =>
  createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Hours</title><h1>Cookies: ' + (request.headers.cookie ?? 'none') + '</h1>')
  }).listen(process.env.PORT, '127.0.0.1'),
)
`,
}

/** The faults without those of visits to previews, which are hosts of their own. */
const elsewhere = (wrong: readonly string[]) =>
  wrong.filter((one) => !/^http:\/\/[a-z0-9]{16}\.preview\.localhost:/.test(one))

test.skipIf(hasChromium)('without Chromium no preview is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('deployments in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let bakery: string
  let hours: string

  const imported = async (files: Readonly<Record<string, string>>) =>
    mergeUnverified(console.at.owner, (await importProject(console.at.owner, await bundleOf(files))).projectId)

  beforeAll(async () => {
    console = await openConsole(server)
    bakery = await imported(site)
    hours = await imported(program)
  })
  afterAll(() => console.close())

  test('a site is deployed with one press, opened by a link, changed by a cycle, and rolled back', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${bakery}/deployments`)
    await page.getByText('Nothing is deployed yet').first().waitFor()
    await keepPicture(page, 'deployments-none')
    await page.getByRole('button', { name: 'Deploy preview' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'deployments')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: /^Open the deployment/ }).click()
    const preview = await opened
    await preview.getByRole('heading', { name: 'Open from 8' }).waitFor()
    expect(new URL(preview.url()).hostname).toMatch(/^[a-z0-9]{16}\.preview\.localhost$/)
    await preview.getByRole('link', { name: 'Prices' }).click()
    await preview.getByRole('heading', { name: 'Bread is 4' }).waitFor()

    const { owner } = console.at
    const changed = site['index.html'].replace('Open from 8', 'Open from 7')
    const cycleId = await propose(owner, bakery, fileBlock('index.html', changed))
    expect((await runCycle(owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
    await open(`/projects/${bakery}/cycles/${cycleId}`)
    const ofCycle = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open preview' }).click()
    await (await ofCycle).getByRole('heading', { name: 'Open from 7' }).waitFor()
    const [task] = (await owner.call(getCycle, { id: cycleId })).body.tasks as { id: string }[]
    for (const path of ['deliverable', `tasks/${task!.id}/review`]) {
      await open(`/projects/${bakery}/cycles/${cycleId}/${path}`)
      await page.getByRole('link', { name: 'Open preview' }).waitFor()
    }

    await open(`/projects/${bakery}/deployments`)
    await page.getByRole('button', { name: 'Deploy preview' }).click()
    await page.getByRole('button', { name: /^Roll back to/ }).waitFor()
    await preview.goto(new URL('/', preview.url()).href)
    await preview.getByRole('heading', { name: 'Open from 7' }).waitFor()
    await page.getByRole('button', { name: /^Roll back to/ }).click()
    await page.getByText('An earlier build, served again').waitFor()
    await expect
      .poll(async () => {
        await preview.reload()
        return preview.getByRole('heading').textContent()
      })
      .toBe('Open from 8')
    await keepPicture(page, 'deployments-rolled-back')
    expect(elsewhere(wrong)).toEqual([])
    await close()
  })

  test('a share link opens a site without an account, until it is removed', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${bakery}/deployments`)
    await page.getByText('Settings for builds, previews and the domain').click()
    await page.getByRole('switch', { name: 'Share links' }).click()
    await page
      .getByRole('button', { name: /^Share the deployment/ })
      .first()
      .click()
    await page.getByLabel('For whom').fill('The board')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = (await page.locator('code.command').textContent())!
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'deployments-shared')
    const stranger = await (await page.context().browser()!.newContext()).newPage()
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'Open from 8' }).waitFor()
    await stranger.getByRole('link', { name: 'Prices' }).click()
    await stranger.getByRole('heading', { name: 'Bread is 4' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove the link: The board' }).click()
    await page.getByText('No share links.').waitFor()
    await stranger.context().clearCookies()
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'Link ended' }).waitFor()
    await stranger.context().close()
    expect(elsewhere(wrong)).toEqual([])
    await close()
  })

  test('a program runs in a sandbox, and never sees the cookie that lets its visitor in', async () => {
    const { page, open, wrong, close } = await console.visitor(darkPhone)
    await open(`/projects/${hours}/deployments`)
    await page.getByRole('button', { name: 'Vorschau bereitstellen' }).tap()
    await page.getByRole('link', { name: /öffnen$/ }).waitFor({ timeout: 60_000 })
    await keepPicture(page, 'deployments-dark-phone')
    expect(await faultsOf(page)).toEqual([])
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: /öffnen$/ }).tap()
    await (await opened).getByRole('heading', { name: 'Cookies: none' }).waitFor()
    expect(elsewhere(wrong)).toEqual([])
    await close()
  })

  test('a failed build shows the reason, and its log has the rest', async () => {
    const { owner } = console.at
    const runtime = { previews: { kind: 'static', build: 'echo one && exit 3', output: '.' } }
    const projectId = await imported(site)
    expect((await owner.call(updateProject, { id: projectId, body: { runtime } })).status).toBe(200)
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/deployments`)
    await page.getByRole('button', { name: 'Deploy preview' }).click()
    await page.getByText('Failed', { exact: true }).waitFor()
    await page
      .getByText(/exit code 3/)
      .first()
      .waitFor()
    const many = `insert into deployment_log (workspace_id, deployment_id, written_at, content)
      select workspace_id, deployment_id, now(), 'line ' || n || chr(10) from deployment_log, generate_series(1, 130) n
      where id = (select max(id) from deployment_log)`
    await asOwner(server, many, [])
    await page.getByRole('button', { name: /^Log of/ }).click()
    await page.getByText('$ echo one && exit 3').waitFor()
    await keepPicture(page, 'deployments-failed')
    await page.getByText('line 130').waitFor()
    const rows = (await owner.call(listDeployments, { query: { projectId } })).body
    expect(rows).toMatchObject([{ status: 'failed', failure: { code: 'build_failed' } }])
    expect(elsewhere(wrong)).toEqual([])
    await close()
  })
})
