import { Type } from 'typebox'
import { conflict, contract, operation, resource, to, type Reads } from '../../../../platform/contract/index.ts'
import {
  Id,
  mailAddress,
  maybe,
  MessageAck,
  namedObject,
  nameText,
  newNameText,
  pagesOf,
  paging,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'

/** Changes that affect the answers about clients' people: their accounts, seats, invitations and projects. */
export const portalPeople = {
  client_account: 'all',
  seat: 'all',
  portal_client: 'all',
  portal_invitation: 'all',
  project_grant: 'all',
} as const satisfies Reads

declare module '../../../../platform/contract/access.ts' {
  interface Kinds {
    client_account: 'workspace'
  }
}

const accountFields = {
  id: Id,
  name: Type.String({ examples: ['Globex'] }),
  billingEmail: maybe(Type.String()),
  notes: maybe(Type.String({ description: 'Visible only to the agency' })),
  createdAt: Time,
  updatedAt: Time,
  archivedAt: maybe(Time),
}
const ClientAccount = namedObject('ClientAccount', accountFields)

export const ClientAccountSummary = namedObject('ClientAccountSummary', {
  ...accountFields,
  counts: namedObject('ClientAccountCounts', { members: Type.Integer(), projects: Type.Integer() }),
})

export const ClientAccountProject = namedObject('ClientAccountProject', {
  id: Id,
  name: Type.String(),
  createdAt: Time,
})

const billingEmail = Type.Optional(maybe(mailAddress({ examples: ['billing@globex.example'] })))
const notes = Type.Optional(maybe(text(1, 5_000)))

const CreateClientAccount = namedObject('CreateClientAccount', { name: nameText(200), billingEmail, notes })
const UpdateClientAccount = namedObject('UpdateClientAccount', {
  name: Type.Optional(newNameText(200)),
  billingEmail,
  notes,
})

const nameTaken = conflict({
  code: 'client_account_name_taken',
  message: 'Another client account of this workspace has this name. Choose another name.',
})

export const accountArchived = conflict({
  code: 'client_account_archived',
  message: 'This client account is archived and can no longer be changed.',
})

const toAdministratorsOf = to('administrator', resource('client_account', 'params.id'))
const toAgencyOf = to('agency', resource('client_account', 'params.id'))

export const listClientAccounts = operation({
  method: 'GET',
  path: '/v1/api/client-accounts',
  summary: 'List the agency’s client accounts, newest first. Archived accounts are included on request',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ ...paging, archived: Type.Optional(Type.Boolean({ default: false })) }),
  replies: { 200: Type.Array(ClientAccountSummary) },
  audit: { refusals: 'client_account.list' },
  reads: portalPeople,
})

export const createClientAccount = operation({
  method: 'POST',
  path: '/v1/api/client-accounts',
  summary: 'Create a client account: a customer firm whose people get seats',
  reach: 'call',
  access: to('administrator'),
  body: CreateClientAccount,
  replies: { 201: ClientAccount },
  errors: { nameTaken },
  audit: { action: 'client_account.create', category: 'create', event: 'client_account.created' },
})

export const getClientAccount = operation({
  method: 'GET',
  path: '/v1/api/client-accounts/{id}',
  summary: 'Read a client account',
  reach: 'call',
  access: toAgencyOf,
  replies: { 200: ClientAccountSummary },
  audit: { refusals: 'client_account.get' },
  reads: portalPeople,
})

export const updateClientAccount = operation({
  method: 'PATCH',
  path: '/v1/api/client-accounts/{id}',
  summary: 'Update a client account. Omitted fields stay as they are',
  reach: 'call',
  access: toAdministratorsOf,
  body: UpdateClientAccount,
  replies: { 200: ClientAccount },
  errors: { nameTaken, accountArchived },
  audit: { action: 'client_account.update', category: 'update', event: 'client_account.updated' },
})

export const archiveClientAccount = operation({
  method: 'POST',
  path: '/v1/api/client-accounts/{id}/archive',
  summary: 'Archive a client account. Its seats, their grants and its open invitations end; its projects stay',
  reach: { page: '/clients/{id}' },
  access: toAdministratorsOf,
  replies: { 200: ClientAccount },
  errors: { accountArchived },
  audit: {
    action: 'client_account.archive',
    category: 'update',
    severity: 'notice',
    event: 'client_account.archived',
  },
})

export const listClientAccountProjects = operation({
  method: 'GET',
  path: '/v1/api/client-accounts/{id}/projects',
  summary: 'List the projects that belong to a client account, newest first',
  reach: 'call',
  access: toAgencyOf,
  ...pagesOf(ClientAccountProject),
  audit: { refusals: 'client_account.list_projects' },
  reads: { project: 'all', client_account: 'all' },
})

export const addClientAccountProject = operation({
  method: 'PUT',
  path: '/v1/api/client-accounts/{id}/projects/{projectId}',
  summary: 'Assign a project to a client account. Grants no access',
  reach: 'call',
  access: toAdministratorsOf,
  replies: { 200: ClientAccountProject },
  errors: {
    accountArchived,
    ofAnotherAccount: conflict({
      code: 'project_of_another_account',
      message: 'The project belongs to another client account. Take it out there first: its people lose their access.',
    }),
  },
  audit: { action: 'client_account.add_project', category: 'update', event: 'client_account.project_added' },
})

export const removeClientAccountProject = operation({
  method: 'DELETE',
  path: '/v1/api/client-accounts/{id}/projects/{projectId}',
  summary: 'Remove a project from a client account, with the grants of its seats. Other grants stay',
  reach: { page: '/clients/{id}' },
  access: toAdministratorsOf,
  replies: { 200: MessageAck },
  audit: {
    action: 'client_account.remove_project',
    category: 'update',
    severity: 'notice',
    event: 'client_account.project_removed',
  },
})

export const clients = contract({
  listClientAccounts,
  createClientAccount,
  getClientAccount,
  updateClientAccount,
  archiveClientAccount,
  listClientAccountProjects,
  addClientAccountProject,
  removeClientAccountProject,
})
