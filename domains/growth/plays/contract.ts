import { Type } from 'typebox'
import { bytes, conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import { namedObject, paging, pagesOf } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import {
  ApproveGrowthMessage,
  ApproveGrowthMessages,
  AssignGrowthLeads,
  CreateGrowthPlay,
  GrowthDraftRun,
  GrowthLeadsAssigned,
  GrowthLeadsQueued,
  GrowthMessage,
  GrowthMessagesApproved,
  GrowthPlay,
  GrowthPlayLookup,
  GrowthPlayRead,
  GrowthProjectShown,
  GrowthSpend,
  GrowthTestSent,
  ResolveGrowthMessage,
  StartGrowthDrafts,
  TestGrowthPlay,
  UpdateGrowthPlay,
  id,
  word,
} from './contract/schemas.ts'
import { launchRefusals } from './contract/launch.ts'
import { updateGrowthLead } from './contract/lead-status.ts'
import { showGrowthUnsubscribe, unsubscribeFromGrowth } from './contract/unsubscribe.ts'
import { messageStatuses } from './rules.ts'

export * from './contract/lead-status.ts'
export * from './contract/unsubscribe.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_play: 'workspace'
    growth_message: 'workspace'
  }
}

const ofProject = to('agency', resource('growth_project', 'params.projectId'))
const ofPlay = to('agency', resource('growth_play', 'params.playId'))
const ofMessage = to('agency', resource('growth_message', 'params.messageId'))

const archived = conflict({
  code: 'growth_project_archived',
  message: 'This growth project is archived. Take it out of the archive first.',
})
const playArchived = conflict({
  code: 'growth_play_archived',
  message: 'This play is archived and does not change any more.',
})
const approvalForAdministrators = {
  status: 403,
  code: 'growth_send_approval_forbidden',
  message: 'Only an owner or administrator decides whether mails of a play are sent without approval.',
} as const
const approvalAlways = conflict({
  code: 'growth_send_approval_always',
  message: 'The growth settings say that a person approves every mail. An administrator can change them first.',
})

export const getGrowthProject = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}',
  summary: 'Show a growth project with its Company brain, its plays and its last run',
  reach: 'call',
  access: ofProject,
  replies: { 200: GrowthProjectShown },
  audit: { refusals: 'growth_project.get' },
  reads: { growth_project: 'all', growth_run: 'all', growth_brain: 'all', growth_play: 'all' },
})

export const listGrowthPlays = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/plays',
  summary: 'List the plays of a growth project, newest first, archived ones too',
  reach: 'call',
  access: ofProject,
  ...pagesOf(GrowthPlay),
  audit: { refusals: 'growth_play.list' },
  reads: { growth_play: 'all' },
})

export const createGrowthPlay = operation({
  method: 'POST',
  path: '/v1/api/growth/projects/{projectId}/plays',
  summary: 'Add a play to a growth project as a draft',
  reach: 'call',
  access: ofProject,
  body: CreateGrowthPlay,
  replies: { 201: GrowthPlay },
  errors: { archived, approvalForAdministrators, approvalAlways },
  audit: { action: 'growth_play.create', category: 'create', event: 'growth_play.created' },
})

export const getGrowthPlay = operation({
  method: 'GET',
  path: '/v1/api/growth/plays/{playId}',
  summary: 'Show a play with its results, its last run of drafts and what it lacks to send',
  reach: 'call',
  access: ofPlay,
  effect: 'outside',
  replies: { 200: GrowthPlayRead },
  audit: { refusals: 'growth_play.get' },
  reads: {
    growth_play: 'all',
    growth_message: 'all',
    growth_lead: 'all',
    growth_draft_run: 'all',
    growth_mailbox: 'all',
    growth_settings: 'all',
  },
})

export const updateGrowthPlay = operation({
  method: 'PATCH',
  path: '/v1/api/growth/plays/{playId}',
  summary: 'Edit, launch, pause or archive a play',
  reach: { page: '/growth/plays/{playId}' },
  access: ofPlay,
  body: UpdateGrowthPlay,
  replies: { 200: GrowthPlay },
  errors: {
    archived,
    playArchived,
    approvalForAdministrators,
    approvalAlways,
    noMove: conflict({
      code: 'growth_play_not_running',
      message: 'A play that was not launched cannot be paused.',
    }),
    active: conflict({
      code: 'growth_play_active',
      message: 'Pause the play before you change its mails, its mailboxes or its language.',
    }),
    ...launchRefusals,
  },
  effect: 'outside',
  audit: { action: 'growth_play.update', category: 'update', severity: 'notice', event: 'growth_play.updated' },
})

export const assignGrowthLeads = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/leads',
  summary: 'Put leads of the growth project that are in no play into this one',
  reach: 'call',
  access: ofPlay,
  body: AssignGrowthLeads,
  replies: { 200: GrowthLeadsAssigned },
  errors: { archived, playArchived },
  audit: { action: 'growth_play.assign_leads', category: 'update', event: 'growth_play.leads_assigned' },
  touches: ['growth_play', 'growth_lead'],
})

export const queueGrowthLeads = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/queue',
  summary: 'Let every new lead of a play wait for its mails that may get some; says why others may not',
  reach: { page: '/growth/plays/{playId}/leads' },
  access: ofPlay,
  replies: { 200: GrowthLeadsQueued },
  errors: {
    noVault,
    notRunning: conflict({
      code: 'campaign_not_running',
      message: 'The play is not running, or the growth project is archived.',
    }),
  },
  audit: { action: 'growth_play.queue_leads', category: 'update', event: 'growth_play.leads_queued' },
  touches: ['growth_play', 'growth_lead'],
})

export const startGrowthPlayLookup = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/lookups',
  summary: 'Look up the leads of a play that are new and were never looked up, at the cost of the play',
  reach: 'call',
  access: ofPlay,
  replies: { 202: GrowthPlayLookup },
  errors: {
    archived,
    playArchived,
    noVault,
    noLeads: conflict({
      code: 'growth_no_lead_to_look_up',
      message: 'No lead of this play is new and waits for a look-up.',
    }),
    overCap: {
      status: 402,
      code: 'growth_play_cap_reached',
      message: 'The hard cap of this play is reached. Raise it in the play.',
    },
  },
  audit: { action: 'growth_play.look_up', category: 'execute', event: 'growth_play.lookup_started' },
  touches: ['growth_lookup', 'growth_lead', 'growth_play'],
})

export const startGrowthDrafts = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/drafts',
  summary: 'Write drafts of the mails of a play for its leads',
  reach: 'call',
  access: ofPlay,
  body: StartGrowthDrafts,
  replies: { 202: GrowthDraftRun },
  errors: {
    archived,
    playArchived,
    noSteps: conflict({ code: 'growth_play_without_steps', message: 'This play has no mail to write. Add one first.' }),
    running: conflict({
      code: 'growth_draft_run_active',
      message: 'A run is writing drafts of this play. Wait until it has ended.',
    }),
  },
  audit: { action: 'growth_draft_run.start', category: 'execute', event: 'growth_draft_run.started' },
  touches: ['growth_draft_run', 'growth_message', 'growth_play'],
})

export const testGrowthPlay = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/test',
  summary: 'Send one mail of a play to yourself',
  reach: { page: '/growth/plays/{playId}' },
  access: ofPlay,
  body: TestGrowthPlay,
  effect: 'outside',
  replay: false,
  replies: { 200: GrowthTestSent },
  errors: {
    noVault,
    noStep: conflict({
      code: 'growth_play_step_missing',
      message: 'This play has no such mail, or it is not written for that lead.',
    }),
    noPostalAddress: conflict({
      code: 'growth_postal_address_missing',
      message: 'Every mail shows the postal address of its sender. Set it in the growth settings first.',
    }),
    noMailbox: {
      status: 503,
      code: 'growth_sending_not_set_up',
      message: 'No mailbox of this play can send. Connect one, or wait until tomorrow where its limit is reached.',
    },
    refused: {
      status: 502,
      code: 'growth_mail_refused',
      message: 'The mailbox did not take the mail. `reason` says why.',
      details: namedObject('GrowthMailRefused', {
        reason: Type.String({ description: 'What the mail server said.', examples: ['550 No such user'] }),
      }),
    },
  },
  audit: { action: 'growth_play.test', category: 'execute' },
  touches: ['growth_play'],
})

export const exportGrowthResults = operation({
  method: 'GET',
  path: '/v1/api/growth/plays/{playId}/results',
  summary: 'Export what became of each lead of a play as comma-separated values',
  reach: 'transfer',
  access: ofPlay,
  replies: { 200: bytes('text/csv', { 'content-disposition': 'attachment; filename="play.csv"' }) },
  audit: { action: 'growth_play.export', category: 'export', severity: 'notice' },
})

export const getGrowthSpend = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/spend',
  summary: 'Show what data providers cost each play today and in the last 30 days',
  reach: 'call',
  access: ofProject,
  replies: { 200: GrowthSpend },
  audit: { refusals: 'growth_play.spend' },
  reads: { growth_play: 'all', growth_lookup: 'all' },
})

export const listGrowthMessages = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/messages',
  summary: 'List the mails of a growth project, drafts too, newest first',
  reach: 'call',
  access: ofProject,
  query: Type.Object(
    {
      ...paging,
      playId: Type.Optional(id('Only mails of this play.')),
      leadId: Type.Optional(id('Only mails to and from this lead.')),
      status: Type.Optional(word(messageStatuses, 'Only mails of this status.')),
    },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Array(GrowthMessage) },
  audit: { refusals: 'growth_message.list' },
  reads: { growth_message: 'all' },
})

export const approveGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/approve',
  summary: 'Approve a drafted mail, edited where you like, so that it is sent',
  reach: { page: '/growth' },
  access: ofMessage,
  body: ApproveGrowthMessage,
  replies: { 200: GrowthMessage },
  errors: {
    archived,
    notDraft: conflict({ code: 'growth_message_not_draft', message: 'This mail is no draft any more.' }),
    unresolved: conflict({
      code: 'growth_citation_unresolved',
      message: 'Words that this mail quotes are not in their source any more. Change or remove those sentences.',
    }),
  },
  audit: { action: 'growth_message.approve', category: 'update', event: 'growth_message.approved' },
})

export const approveGrowthMessages = operation({
  method: 'POST',
  path: '/v1/api/growth/projects/{projectId}/messages/approve',
  summary: 'Approve up to 100 drafted mails as they are, so that they are sent',
  reach: { page: '/growth' },
  access: ofProject,
  body: ApproveGrowthMessages,
  replies: { 200: GrowthMessagesApproved },
  errors: { archived },
  audit: {
    none: 'Each mail has a row of its own.',
    refusals: 'growth_message.approve',
    elsewhere: ['growth_message.approve'],
  },
  touches: ['growth_message'],
})

export const discardGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/discard',
  summary: 'Cancel a mail that was not sent; the sequence goes on with the one after it',
  reach: 'call',
  access: ofMessage,
  replies: { 200: GrowthMessage },
  errors: {
    notWaiting: conflict({ code: 'growth_message_not_waiting', message: 'This mail does not wait to be sent.' }),
  },
  audit: { action: 'growth_message.discard', category: 'update', event: 'growth_message.discarded' },
})

export const resolveGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/resolve',
  summary: 'Record whether a mail of unknown delivery went out',
  reach: { page: '/growth' },
  access: ofMessage,
  body: ResolveGrowthMessage,
  replies: { 200: GrowthMessage },
  errors: {
    notUnknown: conflict({
      code: 'growth_message_not_unknown',
      message: 'It is known whether this mail went out.',
    }),
  },
  audit: { action: 'growth_message.resolve', category: 'update', severity: 'notice', event: 'growth_message.resolved' },
})

export const growthPlays = contract({
  getGrowthProject,
  listGrowthPlays,
  createGrowthPlay,
  getGrowthPlay,
  updateGrowthPlay,
  assignGrowthLeads,
  queueGrowthLeads,
  updateGrowthLead,
  startGrowthPlayLookup,
  startGrowthDrafts,
  testGrowthPlay,
  exportGrowthResults,
  getGrowthSpend,
  listGrowthMessages,
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
  showGrowthUnsubscribe,
  unsubscribeFromGrowth,
})
