import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Colours on their way to others are not what a page is judged by; what never ends is no transition, and one of a closed
// part of the page stands still until the part is opened.
const settled = `Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition && one.effect?.target?.checkVisibility())
  .map(({ finished }) => finished))`

// Passed rules send nothing out of the browser, and no selectors are made: both cost more than the rules themselves.
const judge = `${settled}.then(() => axe.run(document, { selectors: false, resultTypes: ['violations'] })).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`

/** The faults that axe finds in the open page, by all its rules; a page that was looked at before has axe already. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(`${source};undefined`)
  }
  return page.evaluate<string[]>(judge)
}
