import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../../testing/console/chromium.ts'
import { keepPicture, openConsole } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { furnish } from '../../testing/console/furnished-workspace.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const server = await testServer({ ATELIER_ROLE: 'server' })

/** The focused element and the look of its ring; a heading has focus for readers alone, and no key leads there. */
const ringOfFocus = `(() => {
  const one = document.activeElement
  const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one)
  const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\\)$/.test(outlineColor)
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName) && boxShadow !== 'none'
  return {
    name: one.tagName + '.' + one.className + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40),
    isEnd: one === document.body,
    isRinged: isOutlined || isField,
  }
})()`

interface Ring {
  readonly name: string
  readonly isEnd: boolean
  readonly isRinged: boolean
}

/** Goes through the page by Tab, and names what takes the focus without showing it. */
const withoutRing = async (page: Page) => {
  const faults: string[] = []
  let stops = 0
  for (; stops < 120; stops += 1) {
    await page.keyboard.press('Tab')
    const { name, isEnd, isRinged } = await page.evaluate<Ring>(ringOfFocus)
    if (isEnd) break
    if (!isRinged) faults.push(name)
  }
  return { faults, stops }
}

test.skipIf(hasChromium)('without Chromium no key is pressed', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let things: Awaited<ReturnType<typeof furnish>>
  beforeAll(async () => {
    console = await openConsole(server)
    things = await furnish(server, console.at)
  })
  afterAll(() => console.close())

  test.each(['none', 'active'] as const)(
    'all that Tab reaches shows a ring, with forced colours “%s”',
    async (forcedColors) => {
      const { page, open, close } = await console.visitor({ forcedColors })
      for (const path of ['/', `/projects/${things.projectId}/cycles/${things.running}`, '/settings/members']) {
        await open(path)
        const { faults, stops } = await withoutRing(page)
        expect(faults, path).toEqual([])
        expect(stops, path).toBeGreaterThan(10)
      }
      await close()
    },
  )

  test('all that is typed after Ctrl K arrives in the palette, however late its code comes', async () => {
    const { page, context, open, close } = await console.visitor()
    let letCodeCome = () => {}
    const mayCome = new Promise<void>((resolve) => (letCodeCome = resolve))
    // The first scripts of the page may have a part of the same name.
    const begins = await (await fetch(`${server.baseUrl}/console/gone`)).text()
    await context.route('**/assets/palette-*.js', async (route) => {
      if (!begins.includes(new URL(route.request().url()).pathname)) await mayCome
      await route.continue()
    })
    await open('/')
    const themeOf = () => page.evaluate('document.documentElement.dataset.theme')
    const theme = await themeOf()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tgp te')
    expect(await page.getByRole('textbox', { name: 'Search and do' }).inputValue()).toBe('tgp te')
    letCodeCome()
    await page.getByRole('combobox', { name: 'Search and do' }).waitFor()
    await page.keyboard.type('st')
    expect(await page.getByRole('combobox', { name: 'Search and do' }).inputValue()).toBe('tgp test')
    expect([await themeOf(), new URL(page.url()).pathname]).toEqual([theme, '/console/'])
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await close()
  })

  test('the first key on the button of a menu opens it at its first entry, and Escape returns the focus', async () => {
    const { page, open, close } = await console.visitor()
    await open(`/projects/${things.projectId}`)
    const button = page.getByRole('button', { name: 'Ada Theme, language, sign out' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Settings' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await close()
  })

  test('J and K step through the cycles, ? shows all keys, C begins a cycle, and none acts in a field', async () => {
    const { page, open, close } = await console.visitor()
    await open(`/projects/${things.projectId}/cycles`)
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("href") ?? ""')
    await page.keyboard.press('j')
    const first = await focused()
    await page.keyboard.press('j')
    const second = await focused()
    await page.keyboard.press('k')
    expect([first, second].every((href) => href.includes('/cycles/'))).toBe(true)
    expect([first === second, await focused()]).toEqual([false, first])
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await keepPicture(page, 'keys')
    await page.keyboard.press('c')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.waitForURL('**/cycles/new')
    await page.getByRole('textbox').first().focus()
    await page.keyboard.type('t?cj')
    expect(await page.getByRole('textbox').first().inputValue()).toBe('t?cj')
    expect(new URL(page.url()).pathname).toMatch(/\/cycles\/new$/)
    await close()
  })
})
