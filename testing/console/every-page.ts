import type { Page } from 'playwright-core'
import { absent, type CrowdedIds } from './crowded-workspace.ts'

/** Every address of a pattern below /console; views of one page that list other things are addresses of their own. */
type Addresses = Readonly<Record<string, (named: CrowdedIds) => readonly string[]>>

const project = (path: string) => (named: CrowdedIds) => [`/projects/${named.projectId}${path}`]
const coded = (path: string) => (named: CrowdedIds) => [`/projects/${named.coded}${path}`]
const as = (path: string) => () => [path]
const cycle = ({ projectId, cycleId }: CrowdedIds) => `/projects/${projectId}/cycles/${cycleId}`

/** The pages of the agency, by the pattern of their route. */
export const consolePages: Addresses = {
  '': as('/'),
  audit: () => ['/audit', '/audit?view=activity'],
  'settings/webhooks': ({ webhookId }) => ['/settings/webhooks', `/settings/webhooks?webhook=${webhookId}`],
  projects: as('/projects'),
  'projects/new': as('/projects/new'),
  'projects/:projectId': project(''),
  'projects/:projectId/roadmap': project('/roadmap'),
  'projects/:projectId/code': ({ coded: id }) => [
    `/projects/${id}/code`,
    `/projects/${id}/code?path=deep%2F${'Rindfleischetikettierung'.repeat(3)}`,
  ],
  'projects/:projectId/code/branches': coded('/code/branches'),
  'projects/:projectId/code/sandbox': coded('/code/sandbox'),
  'projects/:projectId/revisions': coded('/revisions'),
  // Its diff has a test of its own.
  'projects/:projectId/revisions/:revisionId': () => [],
  'projects/:projectId/environments': coded('/environments'),
  'projects/:projectId/deployments': project('/deployments'),
  'projects/:projectId/agents': project('/agents'),
  'projects/:projectId/metrics': project('/metrics'),
  'projects/:projectId/settings': project('/settings'),
  messages: as('/messages'),
  'projects/:projectId/messages': project('/messages'),
  models: () => ['/models', ...['usage', 'media', 'batches'].map((view) => `/models?view=${view}`)],
  'models/batches/:batchId': ({ batchId }) => [`/models/batches/${batchId}`],
  documents: as('/documents'),
  'documents/:documentId': ({ documentId }) => [`/documents/${documentId}`],
  deliverables: as('/deliverables'),
  'projects/:projectId/deliverables': project('/deliverables'),
  'projects/:projectId/cycles/:cycleId/deliverable': ({ projectId, deliverable }) => [
    `/projects/${projectId}/cycles/${deliverable}/deliverable`,
  ],
  'projects/:projectId/cycles': ({ projectId }) =>
    ['', '?view=board', '?show=done'].map((query) => `/projects/${projectId}/cycles${query}`),
  'projects/:projectId/cycles/new': project('/cycles/new'),
  'projects/:projectId/cycles/:cycleId': (named) => [cycle(named), `${cycle(named)}?task=${named.taskId}`],
  // Its diff has a test and a bench of its own: a row of a task has no commits.
  'projects/:projectId/cycles/:cycleId/tasks/:taskId/review': () => [],
  search: ({ projectId }) => ['/search', '/search?q=rind', `/search?q=rind&project=${projectId}`],
  'settings/workspace': as('/settings/workspace'),
  'settings/members': as('/settings/members'),
  'settings/sign-in': as('/settings/sign-in'),
  'settings/keys': as('/settings/keys'),
  growth: as('/growth'),
  'growth/projects/:growthProjectId': ({ growthProjectId }) => [`/growth/projects/${growthProjectId}`],
  'growth/projects/:growthProjectId/leads': ({ growthProjectId }) => [`/growth/projects/${growthProjectId}/leads`],
  'growth/projects/:growthProjectId/inbox': ({ growthProjectId }) => [
    `/growth/projects/${growthProjectId}/inbox`,
    `/growth/projects/${growthProjectId}/inbox?show=all`,
  ],
  'growth/projects/:growthProjectId/inbox/:leadId': ({ growthProjectId, growthLeadId }) => [
    `/growth/projects/${growthProjectId}/inbox/${growthLeadId}`,
  ],
  'growth/projects/:growthProjectId/plays': ({ growthProjectId }) => [`/growth/projects/${growthProjectId}/plays`],
  'growth/plays/:playId': ({ growthPlayId }) => [`/growth/plays/${growthPlayId}`],
  'growth/plays/:playId/mails': ({ growthPlayId }) =>
    ['', '?show=approved', '?show=sent', '?show=refused'].map((query) => `/growth/plays/${growthPlayId}/mails${query}`),
  'growth/plays/:playId/leads': ({ growthPlayId }) => [`/growth/plays/${growthPlayId}/leads`],
  'growth/plays/:playId/results': ({ growthPlayId }) => [`/growth/plays/${growthPlayId}/results`],
  'growth/mailboxes/connected': as('/growth/mailboxes/connected'),
  'growth/settings': () =>
    ['', '?view=mailboxes', '?view=providers', '?view=suppressions'].map((view) => `/growth/settings${view}`),
  clients: () => ['/clients', '/clients?view=affected'],
  'clients/:clientId': ({ clientId }) => [`/clients/${clientId}`],
  'settings/brand': as('/settings/brand'),
  'settings/you': as('/settings/you'),
  'settings/security': as('/settings/security'),
  invoices: () => ['/invoices', '/invoices?view=owed'],
  'invoices/new': ({ clientId }) => ['/invoices/new', `/invoices/new?client=${clientId}`],
  'invoices/billables': as('/invoices/billables'),
  'invoices/billables/new': as('/invoices/billables/new'),
  'invoices/identity': as('/invoices/identity'),
  'invoices/revenue': as('/invoices/revenue'),
  'invoices/payments': as('/invoices/payments'),
  'invoices/:invoiceId': ({ invoiceId }) => [`/invoices/${invoiceId}`],
}

/** A list of the agency: its address, and the button that opens its first row. */
interface ListedPage {
  readonly at: (named: CrowdedIds) => string
  readonly opens?: string
}

/** The lists of the agency that a text filters; a list with few rows has its field only with a text in its address. */
export const filteredLists: Readonly<Record<string, ListedPage>> = {
  projects: { at: () => '/projects' },
  cycles: { at: ({ projectId }) => `/projects/${projectId}/cycles` },
  deliverables: { at: () => '/deliverables' },
  documents: { at: () => '/documents?find=x' },
  batches: { at: () => '/models?view=batches&find=x' },
  media: { at: () => '/models?view=media&find=x' },
  invoices: { at: () => '/invoices' },
  billables: { at: () => '/invoices/billables' },
  clients: { at: () => '/clients' },
  'people of a client': { at: ({ clientId }) => `/clients/${clientId}`, opens: 'button:text-is("Change access")' },
  members: { at: () => '/settings/members' },
  keys: { at: () => '/settings/keys' },
  'growth projects': { at: () => '/growth?find=x' },
  leads: { at: ({ growthProjectId: id }) => `/growth/projects/${id}/leads`, opens: '.lead-facts button' },
  inbox: { at: ({ growthProjectId: id }) => `/growth/projects/${id}/inbox?show=all&find=x` },
  plays: { at: ({ growthProjectId: id }) => `/growth/projects/${id}/plays` },
  'leads of a play': { at: ({ growthPlayId: id }) => `/growth/plays/${id}/leads`, opens: '.lead-facts button' },
  suppressions: { at: () => '/growth/settings?view=suppressions&find=x' },
}

/** Parts of an open list that its address has: its text, its order and its open rows. */
const stateOf = async (page: Page) => {
  await page.waitForSelector('.late, .skel', { state: 'detached' })
  const field = page.locator('input.filter').first()
  await field.waitFor()
  return {
    address: page.url(),
    text: await field.inputValue(),
    order: await page.locator('th[aria-sort$=ending]').allInnerTexts(),
    open: await page.locator('main [aria-expanded=true]').count(),
  }
}

/** The states of a list after a person sorted it, opened a row and typed a text, then after a reload and after Back. */
export const statesOfList = async (page: Page, { opens }: ListedPage) => {
  const head = page.locator('.sort-head').first()
  const isSorted = await head.isVisible()
  if (isSorted) {
    await head.click()
    await page.waitForURL(/[?&]sort=/)
    // The address changes before the page is drawn again.
    await page.locator('th[aria-sort$=ending]').waitFor()
  }
  if (opens !== undefined) {
    await page.locator(opens).first().click()
    await page.locator(`${opens}[aria-expanded=true]`).waitFor()
    await page.waitForURL(/[?&](open|seats)=/)
  }
  await page.locator('input.filter').first().fill('1')
  await page.waitForURL(({ search }) => /[?&](find|people)=1/.test(search) && search.includes('sort=') === isSorted)
  if (isSorted) await page.locator('.sort-head, .empty').first().waitFor()
  const typed = await stateOf(page)
  await page.reload()
  const reloaded = await stateOf(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
  await page.waitForURL(({ search }) => search === '')
  await page.goBack()
  return { typed, reloaded, back: await stateOf(page) }
}

const portal = (path: (named: CrowdedIds) => string) => (named: CrowdedIds) => [`/portal/${named.slug}${path(named)}`]

/** The pages of the portal that a client who is signed in sees. */
export const portalPages: Addresses = {
  '': portal(() => ''),
  delivered: portal(() => '/delivered'),
  'delivered/:cycleId': portal(({ deliverable }) => `/delivered/${deliverable}`),
  'questions/:requestId': portal(({ questionId }) => `/questions/${questionId}`),
  projects: portal(() => '/projects'),
  'projects/:projectId': portal(({ projectId }) => `/projects/${projectId}`),
  documents: portal(() => '/documents'),
  invoices: portal(() => '/invoices'),
  'invoices/:invoiceId': portal(({ invoiceId }) => `/invoices/${invoiceId}`),
  account: portal(() => '/account'),
}

/** Where these pages are; those are left out whose addresses name what is not there. */
export const addressesOf = (pages: Addresses, patterns: readonly string[], named: CrowdedIds): string[] =>
  patterns.flatMap((pattern) => pages[pattern]!(named)).filter((path) => !path.includes(absent))

/** More than this a page does not draw at once, however much there is. */
export const elementsMost = 12_000

// A link leads to the page that has the whole text; what is scrolled or unfolded has it too.
const look = `(() => {
  const found = []
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) {
    const widest = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 &&
      !one.closest('[style*=hidden]')).map((one) => one.tagName + '.' + one.className)
    found.push(wide + ' px too wide: ' + widest.slice(0, 3))
  }
  const cut = new Set()
  for (const one of document.querySelectorAll('body *')) {
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue
    if (one.closest('[aria-hidden=true], svg, select, option, textarea, .skip, .sr') || one.offsetParent === null) continue
    if (one.getBoundingClientRect().width <= 1) continue
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break
      const isCutX = overflowX === 'hidden' && box.scrollWidth > box.clientWidth + 1
      const isCutY = overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 2
      if (!isCutX && !isCutY) continue
      const whole = one.textContent.trim().slice(0, 60)
      const titled = [...function* () { for (let up = one; up; up = up.parentElement) yield up }()].some((up) =>
        (up.title ?? '').includes(whole) || up.matches?.('a[href]'))
      if (!titled) cut.add(box.tagName + '.' + box.className + ' “' + whole.slice(0, 30) + '”')
      break
    }
  }
  for (const one of cut) found.push('cut: ' + one)
  if (document.querySelectorAll('img[src=x]').length > 0) found.push('markup became an image')
  const count = document.querySelectorAll('*').length
  if (count > ${elementsMost}) found.push(count + ' elements')
  return found
})()`

/** More than this nothing moves while a page loads. Source: “Cumulative Layout Shift”, whose good pages have 0.1. */
export const shiftMost = 0.05

// The worst window of shifts: each within a second of the one before, and all within five.
const shifts = `new Promise((done) => {
  let [worst, sum, first, last, moved] = [0, 0, 0, 0, '']
  const count = (list) => {
    for (const { value, startTime, hadRecentInput, sources } of list) {
      if (hadRecentInput) continue
      if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime]
      ;[sum, last] = [sum + value, startTime]
      worst = Math.max(worst, sum)
      for (const { node } of value > 0.01 ? sources : []) moved += ' ' + (node?.parentElement?.className + ' ' + node?.nodeName + '.' + node?.className)
    }
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => {
    count(observer.takeRecords())
    done([worst, moved])
  }))
})`

/** How much of the open page moved since it began to load, as browsers count it, and what moved. */
export const layoutShift = (page: Page): Promise<readonly [shift: number, moved: string]> =>
  page.evaluate<[number, string]>(shifts)

/** The faults of the open page's layout: its width, its cut texts, and its size. */
export const overfull = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('.late, .skel', { state: 'detached' })
  return page.evaluate<string[]>(look)
}
