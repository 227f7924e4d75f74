import { type Static, Type } from 'typebox'
import { bytes, conflict, contract, operation, to, toAgencyWho } from '../../../platform/contract/index.ts'
import {
  DeletedAck,
  Id,
  maybe,
  MessageAck,
  namedObject,
  nameText,
  oneOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { listedMost, trackerKinds, trackersMost } from './rules.ts'

export const LinearSession = namedObject('LinearSession', {
  id: Id,
  projectId: Id,
  cycleId: maybe(Type.Unsafe<string>({ ...Id, description: 'The cycle that was made of it; null before.' })),
  sessionKey: Type.String({ examples: ['ses_8f2c'], description: 'The conversation, as the tracker names it.' }),
  issueKey: Type.String({ examples: ['SHOP-12'], description: 'The issue that it is about.' }),
  issueTitle: Type.String({ examples: ['Show the opening hours'], description: 'The title of the issue.' }),
  issueUrl: Type.String({
    examples: ['https://linear.app/acme/issue/SHOP-12'],
    description: 'The page of the issue in the tracker.',
  }),
  createdAt: Time,
})

export const listProjectLinearSessions = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/linear-sessions',
  summary: `List the issue-tracker conversations delegated into a project, the newest ${listedMost}, newest first`,
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Array(LinearSession) },
  audit: { refusals: 'project.linear_sessions' },
})

const administrator = to('administrator')
const onProject = toAgencyWho('manage', 'project', 'params.id')
const kind = oneOf(trackerKinds, {
  description: 'Which tracker it is. Issues of a code host need no connection of their own.',
})
const name = nameText(100, { examples: ['Acme in Linear'], description: 'The agency’s name for the connection.' })
const visible = '^[\\x21-\\x7e]+$'
const webhookSecret = text(1, 500, {
  pattern: visible,
  examples: ['lin_wh_8sQ2x'],
  description: 'The tracker’s key for signing its webhooks. It is shown nowhere.',
})

export const Tracker = namedObject('Tracker', {
  id: Id,
  kind,
  name,
  hasWebhookSecret: Type.Boolean({ description: 'Whether webhooks are taken: their secret is known.' }),
  webhookUrl: maybe(
    Type.String({
      examples: ['https://atelier.example.com/v1/api/trackers/deliveries/4fQ…'],
      description: 'Where the tracker is to send webhooks; shown to administrators.',
    }),
  ),
  tokenExpiresAt: maybe(Type.Unsafe<Date>({ ...Time, description: 'When the token ends; null if that is not known.' })),
  renewsItself: Type.Boolean({ description: 'Whether the token is renewed by its refresh token before it ends.' }),
  renewalError: maybe(
    Type.String({
      examples: ['Linear does not take the refresh token any more. Give the connection another token.'],
      description: 'Why the token could not be renewed last; null if it could.',
    }),
  ),
  lastDeliveryAt: maybe(
    Type.Unsafe<Date>({ ...Time, description: 'When a signed webhook came last; null before the first.' }),
  ),
  createdAt: Time,
})

const secretText = (example: string, description: string) =>
  text(1, 1_000, { pattern: visible, examples: [example], description })

const Refresh = Type.Object(
  {
    refreshToken: secretText('lin_refresh_k3Zq0v', 'The refresh token that came with the token. It is shown nowhere.'),
    clientId: secretText('9f3c61b2', 'The id of the application at Linear.'),
    clientSecret: secretText('k3Zq0v', 'The secret of the application at Linear. It is shown nowhere.'),
  },
  { additionalProperties: false },
)

const credential = {
  token: text(1, 1_000, {
    pattern: visible,
    examples: ['lin_oauth_k3Zq0v'],
    description: 'The token of an application that Linear may delegate issues to. It is shown nowhere.',
  }),
  refresh: Type.Optional(
    Type.Unsafe<Static<typeof Refresh>>({
      ...Refresh,
      description: 'By which the token is renewed before it ends: tokens of applications of Linear end after a day.',
    }),
  ),
  tokenExpiresAt: Type.Optional(
    Type.Unsafe<Date>({
      ...Time,
      description: 'When a token without `refresh` ends. A week before, an event announces it.',
    }),
  ),
}

const CreateTracker = namedObject('CreateTracker', {
  kind,
  name,
  ...credential,
  webhookSecret: Type.Optional(webhookSecret),
  baseUrl: Type.Optional(
    text(1, 2_048, {
      examples: ['https://api.linear.app/graphql'],
      description: 'Where the interface of the tracker answers, if it differs: a public https address.',
    }),
  ),
})

const problem = 'Linear does not accept the token. Create a new one.'

const TrackerTest = namedObject('TrackerTest', {
  works: Type.Boolean({ description: 'Whether the tracker accepts the token.' }),
  account: maybe(
    Type.String({ examples: ['Atelier'], description: 'The owner of the token; null if it does not work.' }),
  ),
  problem: maybe(Type.String({ examples: [problem], description: 'Why it does not work; null if it does.' })),
})

export const ProjectTracker = namedObject('ProjectTracker', {
  source: maybe(oneOf(['linear', 'code_host']), {
    description: 'Where issues come from: a team in Linear, or the issues of the repository; null for nowhere.',
  }),
  trackerId: maybe(Type.Unsafe<string>({ ...Id, description: 'Which connection; null for the code host.' })),
  teamKey: maybe(Type.String({ examples: ['SHOP'], description: 'The team, as its issues begin; null without one.' })),
  error: maybe(
    Type.String({ examples: [problem], description: 'Why the last read of the issues failed; null if it did not.' }),
  ),
  linkedAt: maybe(Type.Unsafe<Date>({ ...Time, description: 'Since when issues are read; null if they are not.' })),
})

const LinkProjectTracker = namedObject('LinkProjectTracker', {
  source: oneOf(['linear', 'code_host'], {
    description: 'Where issues come from: a team in Linear, or the issues of the repository at its code host.',
  }),
  trackerId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'The connection to Linear.' })),
  teamKey: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]{1,50}$',
      examples: ['SHOP'],
      description: 'The team in Linear, as its issues begin.',
    }),
  ),
})

export const listTrackers = operation({
  method: 'GET',
  path: '/v1/api/trackers',
  summary: 'List the trackers that the workspace is connected to, oldest first',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(Tracker) },
  audit: { refusals: 'tracker.list' },
  reads: { tracker: 'all' },
})

export const createTracker = operation({
  method: 'POST',
  path: '/v1/api/trackers',
  summary: 'Connect the workspace to Linear. The token is stored encrypted and never shown',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: CreateTracker,
  replies: { 201: Tracker },
  errors: {
    noVault,
    nameTaken: conflict({
      code: 'tracker_name_taken',
      message: 'Another tracker of this workspace has this name. Choose another name.',
    }),
    full: conflict({
      code: 'trackers_full',
      message: `A workspace has at most ${trackersMost} connections to trackers. Remove one first.`,
    }),
  },
  audit: { action: 'tracker.create', category: 'create', severity: 'notice', event: 'tracker.created' },
})

export const renewTracker = operation({
  method: 'PUT',
  path: '/v1/api/trackers/{id}/token',
  summary: 'Put another token in the place of the old one. Projects stay linked, and the webhook stays as it is',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: namedObject('RenewTracker', credential),
  replies: { 200: Tracker },
  errors: { noVault },
  audit: { action: 'tracker.update', category: 'update', severity: 'notice', event: 'tracker.updated' },
})

export const setTrackerSecret = operation({
  method: 'PUT',
  path: '/v1/api/trackers/{id}/webhook-secret',
  summary: 'Set the secret that a tracker signs its webhooks with',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: namedObject('TrackerSecret', { webhookSecret }),
  replies: { 200: Tracker },
  errors: { noVault },
  audit: { action: 'tracker.update', category: 'update', severity: 'notice', event: 'tracker.updated' },
})

export const testTracker = operation({
  method: 'POST',
  path: '/v1/api/trackers/{id}/test',
  summary: 'Test a connection: ask the tracker whose token it is',
  reach: 'call',
  access: administrator,
  effect: 'outside',
  replies: { 200: TrackerTest },
  errors: { noVault },
  audit: { action: 'tracker.test', category: 'execute' },
})

export const deleteTracker = operation({
  method: 'DELETE',
  path: '/v1/api/trackers/{id}',
  summary: 'Remove a connection to a tracker with its token',
  reach: { page: '/settings/workspace' },
  access: administrator,
  replies: { 200: DeletedAck },
  errors: {
    inUse: conflict({ code: 'tracker_in_use', message: 'Projects take issues from this tracker. Unlink them first.' }),
  },
  audit: { action: 'tracker.delete', category: 'delete', severity: 'notice', event: 'tracker.deleted' },
})

export const getProjectTracker = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/tracker',
  summary: 'Show the source of a project’s issues',
  reach: 'call',
  access: onProject,
  replies: { 200: ProjectTracker },
  audit: { refusals: 'project.get_tracker' },
  reads: { project: 'projectId', tracker: 'all' },
})

export const linkProjectTracker = operation({
  method: 'PUT',
  path: '/v1/api/projects/{id}/tracker',
  summary: 'Take the issues that are delegated to Atelier in a tracker: each becomes a cycle of this project',
  reach: { page: '/projects/{id}/settings' },
  access: onProject,
  body: LinkProjectTracker,
  replies: { 200: ProjectTracker },
  errors: {
    teamTaken: conflict({
      code: 'tracker_team_taken',
      message: 'Another project takes the issues of this team. Unlink it first.',
    }),
    notConnected: conflict({ code: 'project_not_connected', message: 'This project is not connected to a code host.' }),
  },
  audit: { action: 'project.link_tracker', category: 'update', severity: 'notice', event: 'project.tracker_linked' },
})

export const unlinkProjectTracker = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/tracker',
  summary: 'Take no more issues from a tracker. Cycles that were made of issues stay',
  reach: { page: '/projects/{id}/settings' },
  access: onProject,
  replies: { 200: MessageAck },
  errors: {
    notLinked: conflict({ code: 'tracker_not_linked', message: 'This project takes no issues from a tracker.' }),
  },
  audit: {
    action: 'project.unlink_tracker',
    category: 'update',
    severity: 'notice',
    event: 'project.tracker_unlinked',
  },
})

export const trackerDeliveryMostBytes = 1024 ** 2

export const takeTrackerDelivery = operation({
  method: 'POST',
  path: '/v1/api/trackers/deliveries/{token}',
  summary: 'Receive a signed webhook of a tracker',
  workspace: 'none',
  reach: 'transfer',
  access: to('public'),
  body: bytes('application/json'),
  bodyLimit: trackerDeliveryMostBytes,
  replies: {
    200: namedObject('TrackerDeliveryTaken', {
      accepted: Type.Boolean({ description: 'That the webhook was taken, or came before.' }),
    }),
  },
  errors: {
    noVault,
    unknown: { status: 404, code: 'not_found', message: 'There is nothing at this address.' },
    unsigned: {
      status: 400,
      code: 'tracker_delivery_not_signed',
      message: 'The signature does not match the body or is too old. The webhook was ignored.',
    },
  },
  audit: {
    none: 'The changes by a webhook are recorded in the workspace of its tracker.',
    elsewhere: ['cycle.propose', 'cycle.stop', 'cycle.take_comment', 'pending_request.resolve'],
  },
  replay: false,
  effect: 'outside',
})

export const trackers = contract({
  listProjectLinearSessions,
  listTrackers,
  createTracker,
  renewTracker,
  setTrackerSecret,
  testTracker,
  deleteTracker,
  getProjectTracker,
  linkProjectTracker,
  unlinkProjectTracker,
  takeTrackerDelivery,
})
