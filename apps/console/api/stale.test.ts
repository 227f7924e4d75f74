import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../../docs/write-errors.ts'
import { isJson } from '../../../platform/contract/declaration.ts'
import { subjectOf, touchedBy, type EventIds, type Operation } from '../../../platform/contract/index.ts'
import { cachedAs, isStale } from './stale.ts'

// The changes of other people show at once if the change is an event, and the event makes stale what pages read.
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

/** The steps of a run and its requests are reported as they happen, by the event of each step. */
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
  // A verb of the domain that owns the event records it.
  approveGrowthMessages: 'growth_message.approved',
  askClientQuestion: 'pending_request.created',
  createPortalProject: 'project.created',
  createProject: 'project.created',
  finalizeProjectImport: 'project.created',
  finalizeProjectRevisionUpload: 'revision.created',
  // The host's answer is reported as it comes.
  takeCodeHostDelivery: 'pull_request.opened',
  takeTrackerDelivery: 'cycle.proposed',
}

/** Changes without an event, by the reason why the pages of others need none. */
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
    'finishCompanySignIn',
    'unlinkMyIdentity',
    'signUpByPortalInvitation',
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
  'The list of share links is read again each time it is opened.': ['createPreviewShare', 'deletePreviewShare'],
  'It prepares what another change, which is told, carries out.': [
    'createProjectImport',
    'createProjectImportScan',
    'scanCodeHostRepository',
    'scanGitAddress',
    'beginCompanySignIn',
    'uploadAiAsset',
    'uploadProjectImportBundle',
    'prepareDeliverableDecision',
    'createProjectRevisionUpload',
    'uploadProjectRevisionBundle',
  ],
  'It takes something out, or tries something, and changes nothing that a page shows.': [
    'downloadDeliverableArtifact',
    'downloadProjectRevisionBundle',
    'estimateAiBatch',
    'exportAgingReport',
    'exportAuditLog',
    'exportClientInvoices',
    'exportDatevBookings',
    'exportGrowthLead',
    'exportProjectRevision',
    'exportProjectSecrets',
    'exportGrowthResults',
    'exportModelCalls',
    'exportRevenueReport',
    'findAffectedDeliveries',
    'getClientInvoiceProof',
    'getCycleBillOfMaterials',
    'getDeliverableProof',
    'openDeployment',
    'getProjectProtectedFiles',
    'connectGrowthMailbox',
    'previewProgramConnection',
    'getProjectTerminal',
    'startProjectDesktop',
    'testCodeHost',
    'testGrowthPlay',
    'testModelEndpoint',
    'testProjectSecrets',
  ],
  'An event for each call or delivery would call forth the next delivery of every webhook, without end.': [
    'createAiChatCompletion',
    'countAiMessageTokens',
    'createAiEmbedding',
    'createAiMessage',
    'createAiResponse',
    'replayWebhookDelivery',
    'testWebhook',
  ],
  'Only who tries the connection waits for the answer.': ['testPaymentProvider', 'testTracker', 'testChatChannel'],
  'What a notice of a payment does is told by the event of the invoice.': ['takePaymentNotice'],
  'A notice of an access point changes nothing by itself.': ['takeAccessPointNotice'],
  'The event is that of any message; the operation records it by itself.': ['addPreviewComment'],
  'The recipient of a mail is no person of the workspace; the event is written by the domain.': [
    'unsubscribeFromGrowth',
  ],
}

/** Reads without `reads`, by the reason. */
const steady: Readonly<Record<string, readonly string[]>> = {
  'One person alone changes it; their other windows read it again when they are looked at.': [
    'getSession',
    'getMyPreferences',
    'getMyLetters',
  ],
  'When what is shared with a client changes, their stream is cut, and all is read again once it is back.': [
    'listMyPortals',
    'getPortalIdentity',
  ],
  'It is what it was when it was written.': [
    'getApprovalSnapshot',
    'getAuditEntry',
    'getProjectRevisionChanges',
    'getProjectRevisionChangeFile',
  ],
  'It is asked once, for what one person does at that moment.': [
    'beginPasskeyRegistration',
    'beginPasskeySignIn',
    'search',
  ],
  'The server signs them by itself, without a change that anybody made.': ['listAuditCheckpoints'],
  'It is asked for once, when somebody opens it.': [
    'getCycleArtifactUrl',
    'exportGrowthLead',
    'getProjectTerminal',
    'getWebhookDelivery',
    'listCycleArtifacts',
  ],
}

const excused = (reasons: Readonly<Record<string, readonly string[]>>) => new Set(Object.values(reasons).flat())
const eventOf = ({ id, audit }: Operation) =>
  toldAsItHappens[id] ?? (audit && 'event' in audit ? audit.event : undefined)
const isChange = ({ id, method, audit }: Operation) =>
  method !== 'GET' || (audit !== undefined && 'action' in audit) || id in toldAsItHappens

test('every change has an event, or a reason why not', () => {
  const silent = all.filter((one) => isChange(one) && eventOf(one) === undefined).map(({ id }) => id)
  expect(silent.sort()).toEqual([...excused(untold)].sort())
})

const subjectsIn = ({ reads = {} }: Operation) => (reads === 'all' ? [] : Object.keys(reads))
const dependedOn = new Set(all.flatMap(subjectsIn))

test('every read of a page declares in its contract when it gets stale, or has a reason why it never does', () => {
  const reads = called.filter(isRead)
  expect(reads.length).toBeGreaterThan(80)
  const silent = reads.filter((one) => one.reads === undefined).map(({ id }) => id)
  expect(silent.sort()).toEqual([...excused(steady)].sort())
})

/** Changes of only one person, which other pages do not get. */
const ownSubjects = ['session', 'passkey', 'line_comment']

test('every subject that a read depends on is the subject of an event', () => {
  const told = new Set(all.flatMap((one) => eventOf(one) ?? []).map(subjectOf))
  expect([...dependedOn].filter((subject) => !told.has(subject)).sort()).toEqual(ownSubjects.toSorted())
})

test('a read that an id narrows has a parameter in its path for it', () => {
  const narrowed = all.filter(
    ({ reads }) => typeof reads === 'object' && Object.values(reads).some((by) => by !== 'all'),
  )
  expect(narrowed.length).toBeGreaterThan(30)
  expect(narrowed.filter(({ path }) => !path.includes('{')).map(({ id }) => id)).toEqual([])
})

/** Subjects that no page of the console shows. */
const notShown = ['skill', 'tool_server', 'secrets_config', 'web_provider', 'crawl', 'vulnerability_notice']

test('every change with an event touches the data that a read depends on, as its event does', () => {
  const changes = all.filter((one) => one.method !== 'GET' && 'event' in one.audit)
  expect(changes.length).toBeGreaterThan(90)
  const wrong = changes.filter((one) => {
    const subject = subjectOf(eventOf(one)!)
    if (notShown.includes(subject)) return false
    return !touchedBy(one).includes(subject) || !dependedOn.has(subject)
  })
  // A former member reads nothing of the workspace.
  expect(wrong.map(({ id }) => id)).toEqual(['leaveWorkspace'])
})

test('a change touches the subject of its event, or else of its audit action, or the declared subjects', () => {
  const touched = (id: string) => touchedBy(byId.get(id)!)
  expect(touched('inviteMember')).toEqual(['member'])
  expect(touched('testPaymentProvider')).toEqual(['payment_provider'])
  expect(touched('addLineComment')).toEqual(['line_comment'])
  expect(touched('changeEmail')).toEqual([])
  expect(touched('getCycle')).toEqual([])
})

const merged = { entityId: 't1', projectId: 'p1', cycleId: 'c1', taskId: 't1' }
const isStaleRead = (id: string, params: Readonly<Record<string, string>>, subject: string, event?: EventIds) =>
  isStale(cachedAs(byId.get(id)!, { params }, 'w1'), subject, event)

test('an event makes the reads of its own cycle, task and project stale, and the lists', () => {
  expect(isStaleRead('getCycle', { id: 'c1' }, 'task', merged)).toBe(true)
  expect(isStaleRead('getCycle', { id: 'c2' }, 'task', merged)).toBe(false)
  expect(isStaleRead('getTaskReviewEvidence', { id: 't1' }, 'task', merged)).toBe(true)
  expect(isStaleRead('getTaskReviewEvidence', { id: 't2' }, 'task', merged)).toBe(false)
  expect(isStaleRead('listCycles', {}, 'task', merged)).toBe(true)
  expect(isStaleRead('listDeliverables', {}, 'task', merged)).toBe(false)
})

test('an event without the id, and a change on this page, make the reads of all such things stale', () => {
  expect(isStaleRead('getProjectUsage', { id: 'p2' }, 'task', { ...merged, projectId: null })).toBe(true)
  expect(isStaleRead('getProjectUsage', { id: 'p2' }, 'task')).toBe(true)
})

test('an event of any subject makes the record stale, and nothing that does not read it', () => {
  expect(isStaleRead('listEvents', {}, 'nothing_shown', merged)).toBe(true)
  expect(isStaleRead('listAuditLog', {}, 'nothing_shown', merged)).toBe(true)
  expect(isStaleRead('getCycle', { id: 'c1' }, 'nothing_shown', merged)).toBe(false)
  expect(isStale({ queryKey: ['letter', 'l1'] }, 'task', merged)).toBe(false)
})
