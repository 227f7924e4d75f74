// Lighthouse over pages of the console and the portal as a phone and as a desktop, each signed in; the median of the rounds.
//   (cd bench/lighthouse && npm ci --ignore-scripts) && node bench/lighthouse/main.ts [rounds] [page…]
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newAccount, password } from '../../testing/people/account.ts'
import { crowdedWorkspace } from '../../testing/console/crowded-workspace.ts'
import { signInWithPassword } from '../../domains/accounts/people/contract/sign-in.ts'
import { openBrowser } from '../../testing/console/browser.ts'
import { browsers } from '../../testing/console/chromium.ts'
import { median } from '../measure.ts'
import { openBenchWorkspace } from '../pages/world.ts'

const [count = '3', ...chosen] = process.argv.slice(2)
const program = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const categories = ['performance', 'accessibility', 'best-practices'] as const
const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number; readonly scoreDisplayMode: string }>
  >
}

const world = await openBenchWorkspace()
const folder = await mkdtemp(join(tmpdir(), 'atelier-lighthouse-'))
const run = promisify(execFile)

const cookieOf = async (email: string) => {
  const browser = openBrowser(world.server.baseUrl)
  await browser.call(signInWithPassword, { body: { email, password } })
  return browser.cookie()
}

const reportOf = async (path: string, cookie: string | undefined, form: 'mobile' | 'desktop'): Promise<Report> => {
  const headers = join(folder, 'headers.json')
  const output = join(folder, 'report.json')
  await writeFile(headers, JSON.stringify(cookie === undefined ? {} : { cookie }))
  await run(
    process.execPath,
    [
      program,
      `${world.server.baseUrl}/console${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${categories.join()}`,
      `--extra-headers=${headers}`,
      `--chrome-flags=${flags}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: browsers.find((path) => existsSync(path)) } },
  )
  return JSON.parse(await readFile(output, 'utf8')) as Report
}

/** The audits that keep a page below 100, except those measured in time. */
const failed = ({ audits }: Report) =>
  Object.entries(audits).flatMap(([id, { score, scoreDisplayMode }]) =>
    score !== null && score < 1 && scoreDisplayMode === 'binary' ? [id] : [],
  )

const measure = async (name: string, path: string, cookie: string | undefined) => {
  for (const form of ['mobile', 'desktop'] as const) {
    const reports: Report[] = []
    for (let round = 0; round < Number(count); round += 1) reports.push(await reportOf(path, cookie, form))
    const scores = categories.map((id) => Math.round(median(reports.map((one) => one.categories[id]!.score)) * 100))
    const value = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0))
    console.log(
      `${name}, ${form}: ${scores.join(' / ')}, first paint ${(value('first-contentful-paint') / 1_000).toFixed(1)} s, largest ` +
        `${(value('largest-contentful-paint') / 1_000).toFixed(1)} s, blocked ${value('total-blocking-time').toFixed(0)} ms, moved ` +
        `${value('cumulative-layout-shift').toFixed(3)}, load ${loadavg()[0]!.toFixed(0)}; ${[...new Set(reports.flatMap(failed))].join(' ')}`,
    )
  }
}

try {
  const client = await newAccount(world.server)
  const { userId, server, at } = world
  const named = await crowdedWorkspace(server, at, { userId, client, filling: 'one', hasFiles: false })
  const ofMember = await cookieOf(world.email)
  const ofClient = await cookieOf(client.email)
  const portal = `/portal/${named.slug}`
  const pages: readonly (readonly [name: string, path: string, cookie: string | undefined])[] = [
    ['sign-in', '/sign-in', undefined],
    ['home', '/', ofMember],
    ['cycle', `/projects/${named.projectId}/cycles/${named.cycleId}`, ofMember],
    ['portal', portal, ofClient],
    ['deliverable', `${portal}/delivered/${named.deliverable}`, ofClient],
  ]
  for (const [name, path, cookie] of pages)
    if (chosen.length === 0 || chosen.includes(name)) await measure(name, path, cookie)
} finally {
  await world.close()
  await rm(folder, { recursive: true, force: true })
}
