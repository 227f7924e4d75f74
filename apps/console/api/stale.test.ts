import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../../docs/write-errors.ts'
import { isJson } from '../../../platform/contract/declaration.ts'
import type { Operation } from '../../../platform/contract/index.ts'
import { concernsOf } from './concerns.ts'

// What somebody else changes is seen at once where the change is an event, and the event makes stale what pages read.
const all = await operations()
const byId = new Map(all.map((one) => [one.id, one]))

const folder = join(import.meta.dirname, '..')
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

const importsIn = (text: string): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from '[^']*domains\/[^']*'/gm)]
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim())
    .filter((name) => byId.has(name))

const called = [...new Set(sources.flatMap(({ text }) => importsIn(text)))].map((id) => byId.get(id)!)
const isRead = ({ method, replies }: Operation) => method === 'GET' && Object.values(replies as object).every(isJson)

const ids = { entityId: 'e', projectId: 'p', cycleId: 'c', taskId: 't' }
const staleBy = (eventType: string) => concernsOf({ eventType, ...ids }).map(({ operation }) => operation)

/** What becomes of a run and of what it asks is told as it happens, by the event of each step. */
const toldAsItHappens: Readonly<Record<string, string>> = {
  executeCycle: 'cycle.planning',
  executeTask: 'task.queued',
  startProject: 'cycle.planning',
  stopCycle: 'cycle.stopping',
  stopProject: 'cycle.stopping',
  updateTask: 'task.updated',
  updateMyName: 'person.changed',
  verifyEmail: 'person.changed',
  erasePerson: 'person.erased',
}

/** Changes without an event, by the reason why no page of somebody else has to hear of them. */
const untold: Readonly<Record<string, readonly string[]>> = {
  'One person alone sees it, whose other windows read it again when they are looked at.': [
    'changeEmail',
    'changePassword',
    'requestPasswordReset',
    'resetPassword',
    'sendVerificationEmail',
    'registerPasskey',
    'renamePasskey',
    'removePasskey',
    'revokeMySession',
    'signOut',
    'signUp',
    'signInWithPassword',
    'signInWithPasskey',
    'signInWithStartLink',
    'setActiveWorkspace',
    'switchOffLetters',
    'updateMyLetters',
    'updateMyPreferences',
    'enterPortal',
    'initializeMyWorkspace',
  ],
  'The comments of a draft are for nobody but their writer until the change is sent back.': [
    'addLineComment',
    'deleteLineComment',
  ],
  'It prepares what another change, which is told, carries out.': [
    'createProjectImport',
    'createProjectImportScan',
    'uploadProjectImportBundle',
    'prepareDeliverableDecision',
    'createProjectRevisionUpload',
    'uploadProjectRevisionBundle',
  ],
  'It takes something out, or tries something, and changes nothing that a page shows.': [
    'downloadDeliverableArtifact',
    'downloadProjectRevisionBundle',
    'exportAgingReport',
    'exportAuditLog',
    'exportClientInvoices',
    'exportDatevBookings',
    'exportProjectSecrets',
    'exportRevenueReport',
    'getProjectProtectedFiles',
    'testModelEndpoint',
    'testProjectSecrets',
  ],
  'An event for each call or delivery would call forth the next delivery of every webhook, without end.': [
    'createAiChatCompletion',
    'createAiMessage',
    'createAiResponse',
    'replayWebhookDelivery',
    'testWebhook',
  ],
  'Only who tries the connection waits for the answer.': ['testPaymentProvider'],
  'What a notice of a payment does is told by the event of the invoice.': ['takePaymentNotice'],
}

/** Reads that no event makes stale, by the reason. */
const steady: Readonly<Record<string, readonly string[]>> = {
  'One person alone changes it, whose other windows read it again when they are looked at.': [
    'getSession',
    'getMyPreferences',
    'getMyLetters',
    'listMySessions',
    'listMyPasskeys',
  ],
  'When what is shared with a client changes, their stream is cut, and all is read again once it is back.': [
    'listMyPortals',
    'getPortalIdentity',
  ],
  'It is what it was when it was written.': ['getApprovalSnapshot', 'getAuditEntry'],
  'It is asked once, for what one person does at that moment.': [
    'beginPasskeyRegistration',
    'beginPasskeySignIn',
    'search',
  ],
  'The server signs them by itself, without a change that anybody made.': ['listAuditCheckpoints'],
  'An event for each delivery would call forth the next one, without end.': [
    'listWebhookDeliveries',
    'getWebhookDelivery',
  ],
}

const excused = (reasons: Readonly<Record<string, readonly string[]>>) => new Set(Object.values(reasons).flat())
const eventOf = ({ id, audit }: Operation) =>
  toldAsItHappens[id] ?? (audit && 'event' in audit ? audit.event : undefined)
const isChange = ({ id, method, audit }: Operation) =>
  method !== 'GET' || (audit !== undefined && 'action' in audit) || id in toldAsItHappens

test('every change is told by an event, or a reason says why not', () => {
  const silent = all.filter((one) => isChange(one) && eventOf(one) === undefined).map(({ id }) => id)
  expect(silent.sort()).toEqual([...excused(untold)].sort())
})

test('every read of a page is made stale by an event, or a reason says why not', () => {
  const told = new Set(all.flatMap((one) => staleBy(eventOf(one) ?? 'nothing.told')))
  const reads = called.filter(isRead).map(({ id }) => id)
  expect(reads.length).toBeGreaterThan(80)
  const silent = reads.filter((id) => !told.has(id))
  expect(silent.sort()).toEqual([...excused(steady)].sort())
})

/** What a name stands for in its own file, or else in the one that gives it to others. */
const meant = (name: string, text: string): string => {
  const own = new RegExp(`const ${name} = ([[{][^\\]}]*)`)
  const given = new RegExp(`export const ${name} = ([[{][^\\]}]*)`)
  return (own.exec(text) ?? sources.map((one) => given.exec(one.text)).find(Boolean))?.[1] ?? `[no ${name}`
}

const listIn = (options: string, text: string): string => {
  const [said, name] = /refreshes(?:: (\w+))?/.exec(options) ?? []
  if (said === undefined) return ''
  const list = /refreshes: \[([^\]]*)/.exec(options)?.[1]
  return list ?? meant(name ?? 'refreshes', text).slice(1)
}

/** What each call of `useOperation` says that it makes stale. */
const refreshedIn = ({ path, text }: { readonly path: string; readonly text: string }) =>
  [...text.matchAll(/useOperation\((\w+), (?:(\w+)\)|(\{[^}]*))/g)].flatMap(([, change, named, inline]) =>
    listIn(inline ?? meant(named!, text), text)
      .split(',')
      .map((read) => ({ path, change: change!, read: read.trim() })),
  )

test('what the page of a change reads again, its event makes stale on every other page', () => {
  const pairs = sources.flatMap(refreshedIn).filter(({ read }) => read !== '')
  expect(pairs.length).toBeGreaterThan(90)
  const noEvent = excused(untold)
  const noChange = excused(steady)
  const missed = pairs.filter(({ change, read }) => {
    const operation = byId.get(change)
    const event = operation && eventOf(operation)
    if (!byId.has(read)) return true
    return !noEvent.has(change) && !noChange.has(read) && !(event && staleBy(event).includes(read))
  })
  expect(missed).toEqual([])
})
