import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { openChromium, hasChromium } from '../../../testing/console/chromium.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { filesVersion } from '../../../testing/deployments/preview-programs.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { openDeployment } from '../../code/deployments/contract.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { listCycleMessages } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

/** A page that tries to read the token, to forge a pin, and to act in the frame. */
const hostile = `<!doctype html><html><body><h1>Shop</h1><p style="height:2000px">Tall</p><script>
  window.seen = []
  addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)))
  window.attack = async () => {
    const frame = document.querySelector('iframe')
    const tried = {}
    try { tried.address = frame.contentWindow.location.href } catch (error) { tried.address = error.name }
    try { tried.page = frame.contentDocument?.body.innerHTML ?? 'none' } catch (error) { tried.page = error.name }
    tried.followed = await fetch('/.atelier/toolbar').then(({ status }) => status)
    tried.manual = await fetch('/.atelier/toolbar', { redirect: 'manual' }).then(({ status }) => status)
    tried.timing = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('#'))
    const pin = { atelier: 'pin', path: '/forged', left: 1, top: 1, width: 1, height: 1 }
    frame.contentWindow.postMessage(pin, '*')
    return tried
  }
</script></body></html>`

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const { build } = await filesVersion('site', { 'index.html': hostile })
  const of = {
    projectId,
    cycleId,
    kind: 'cycle-preview',
    folder: relative(server.parts.buildFolder, build.folder),
  } as const
  const { id } = await deploymentIn(server, at, of)
  const open = async () => (await at.member.call(openDeployment, { id })).body.url as string
  return { at, projectId, cycleId, open }
}

test.skipIf(!hasChromium || !server.parts.previewSite.isOn)(
  'a person comments at a place of a preview whose page is hostile',
  async () => {
    const { at, projectId, cycleId, open } = await world()
    const browser = await openChromium()
    afterTest(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1_000, height: 700 } })
    await page.goto(await open())
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Comment here' }).waitFor()
    await expect.poll(() => page.locator('iframe').isVisible()).toBe(true)

    expect(await page.evaluate('attack()')).toEqual({
      address: 'SecurityError',
      page: 'none',
      followed: 403,
      manual: 403,
      timing: [],
    })
    expect(await frame.getByRole('textbox').count()).toBe(0)

    // Clicks into a frame of another origin get lost while its place changes; keys do not.
    await frame.getByRole('button', { name: 'Comment here' }).press('Enter')
    await expect.poll(() => page.evaluate('seen')).toContain('{"atelier":"choose"}')
    await page.mouse.click(200, 300)
    await frame.getByText('/, 200 px from the left, 300 px from the top').waitFor()
    await page.evaluate('attack()')
    const send = frame.getByRole('button', { name: 'Send' })
    expect(await send.isDisabled()).toBe(true)
    await frame.getByRole('textbox').pressSequentially('Larger, please.')
    await expect.poll(() => send.isDisabled()).toBe(false)
    // While something covers the toolbar, a comment cannot be sent.
    await page.evaluate(`document.querySelector('iframe').style.setProperty('opacity', '0.01', 'important')`)
    await expect.poll(() => send.isDisabled()).toBe(true)
    await page.evaluate(`document.querySelector('iframe').style.setProperty('opacity', '1', 'important')`)
    await expect.poll(() => send.isDisabled()).toBe(false)
    await send.press('Enter')
    await frame.getByText('There is no stored picture of this page.').waitFor()

    const messages = (await at.owner.call(listCycleMessages, { id: cycleId })).body as object[]
    expect(messages).toMatchObject([
      {
        content: expect.stringContaining('Larger, please.'),
        authorSide: 'agency',
        pin: { path: '/', left: 200, top: 300, width: 1_000, height: 700, picture: null },
      },
    ])
    // The page learns sizes and that a pin is wanted, and none of the words.
    const seen = await page.evaluate<string[]>('seen')
    expect(seen.filter((text) => !/^\{"atelier":"(size","height":\d+|choose"|clear")\}?$/.test(text))).toEqual([])

    await at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { toolbar: false } } } })
    await page.reload()
    await page.getByText('Shop').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  },
)
