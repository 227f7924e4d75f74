import { conflict, contract, operation } from '../../../platform/contract/index.ts'
import { pagesOf } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { archived } from '../research/contract.ts'
import {
  ofPlay,
  ofProject,
  playArchived,
  AssignGrowthLeads,
  CreateGrowthPlay,
  GrowthLeadsAssigned,
  GrowthLeadsQueued,
  GrowthPlay,
  GrowthPlayLookup,
  GrowthProjectShown,
  GrowthSpend,
  UpdateGrowthPlay,
  launchRefusals,
} from './contract/schemas.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_play: 'workspace'
  }
}

const approvalForAdministrators = {
  status: 403,
  code: 'growth_send_approval_forbidden',
  message: 'Only an owner or administrator decides whether mails of a play are sent without approval.',
} as const
const approvalAlways = conflict({
  code: 'growth_send_approval_always',
  message: 'The growth settings require a person’s approval of every mail. An administrator can change them first.',
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
    noMove: conflict({ code: 'growth_play_not_running', message: 'A play that was not launched cannot be paused.' }),
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
  summary: 'Put leads of the growth project that are in no play into this play',
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
  summary: 'Let every new lead of a play wait for its mails if it may get some; returns why others may not',
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

export const growthPlays = contract({
  getGrowthProject,
  listGrowthPlays,
  createGrowthPlay,
  updateGrowthPlay,
  assignGrowthLeads,
  queueGrowthLeads,
  startGrowthPlayLookup,
  getGrowthSpend,
})
