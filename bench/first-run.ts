// The first run as a newcomer goes through it: bin/start on an empty folder, the sign-in, three steps with the
// sample and the offline model, until the first change is merged. What a person reads and thinks is not in it.
//   node bench/first-run.ts [rounds]
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openChromium } from '../testing/chromium.ts'
import { median, startProcess } from './measure.ts'

const rounds = Number(process.argv[2] ?? '3')
const longestMs = 300_000
const chrome = await openChromium()

const once = async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const began = performance.now()
  const server = await startProcess([], { ATELIER_DATA: data }, 'bin/start')
  const context = await chrome.newContext({ locale: 'en' })
  try {
    const { email, password } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as Record<string, string>
    const page = await context.newPage()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click({ timeout: longestMs })
    await page.goto(`${server.url}/console/first`)
    await page.getByLabel('Mail address').fill(email!)
    await page.getByLabel('Password').fill(password!)
    await press('Sign in')
    await press('Take the sample')
    await press('Make the project')
    await press('Use it')
    await press('Take an example')
    await press('Start')
    await page.waitForURL(/cycles\/[0-9a-f-]{36}$/, { timeout: longestMs })
    const completed = page.getByText('Completed', { exact: true }).first()
    const approve = page.getByRole('button', { name: 'Approve', exact: true }).first()
    await completed.or(approve).first().waitFor({ timeout: longestMs })
    const isAsked = await approve.isVisible()
    if (isAsked) await approve.click()
    await completed.waitFor({ timeout: longestMs })
    return { seconds: (performance.now() - began) / 1_000, isAsked }
  } finally {
    await context.close()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
}

const taken: number[] = []
try {
  for (let round = 0; round < rounds; round += 1) {
    const { seconds, isAsked } = await once()
    taken.push(seconds)
    console.log(`round ${round + 1}: ${seconds.toFixed(1)} s${isAsked ? ', with an approval' : ''}`)
  }
  console.log(`from bin/start to the first merged change: median ${median(taken).toFixed(1)} s (target 5 minutes)`)
} finally {
  await chrome.close()
}
