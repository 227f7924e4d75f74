import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Of what is well nothing leaves the browser, and no selectors are made: both cost more than the rules themselves.
const judge = `axe.run(document, { selectors: false, resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`

/** What axe finds wrong with the page that is open, by all its rules; a page that was looked at before has axe already. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(`${source};undefined`)
  }
  return page.evaluate<string[]>(judge)
}
