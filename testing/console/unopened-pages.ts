import type { Page } from 'playwright-core'

/** The title of a page that the console could not load from the server. */
export const waitingTitle = 'This page is not loaded yet'

export const titleOf = (page: Page) => page.locator('main').getByRole('heading', { level: 1 }).textContent()

/** Waits until the page that could not be opened has opened itself, and gives its title. */
export const opened = async (page: Page) => {
  await page.getByRole('heading', { name: waitingTitle }).waitFor({ state: 'detached' })
  await page.waitForSelector('.late, .skel', { state: 'detached' })
  return titleOf(page)
}
