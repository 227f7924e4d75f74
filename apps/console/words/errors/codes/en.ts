import type { ErrorText } from '../en.ts'
import { enInvoiceCodes } from './invoices/en.ts'
import { enRepositoryCodes } from './repositories/en.ts'
import { enRules } from '../rules/en.ts'
import { enWorkCodes } from './work/en.ts'
import { withFields } from './code-fields.ts'

const nothing = 'Nothing was changed.'

/** Texts of errors by their codes. */
const enCodes: Readonly<Record<string, ErrorText>> = {
  ...enInvoiceCodes,
  ...enRepositoryCodes,
  ...enWorkCodes,
  invalid_credentials: { title: 'That is not right', text: 'The address or the password is wrong.' },
  email_not_verified: {
    title: 'Your address is not confirmed',
    text: 'A new link is in the mail: open it, then sign in.',
  },
  passkey_refused: { title: 'The passkey was not accepted', text: 'Try again, or sign in with your password.' },
  request_not_pending: {
    title: 'Somebody was faster',
    text: 'This was decided or withdrawn before, and stays as it is.',
  },
  cycle_not_executable: { title: 'This cycle cannot run now', text: 'It runs already, or it is completed.' },
  cycle_not_active: { title: 'Nothing runs here', text: 'The run had ended before you stopped it.' },
  address_has_account: {
    title: 'This address has an account already',
    text: 'Sign in with it, then open the invitation again.',
  },
  deliverable_artifact_not_kept: {
    title: 'This file is no longer stored',
    text: 'Its hash is still part of the published version.',
  },
  deliverable_artifact_differs: {
    title: 'This file is damaged',
    text: 'The stored file differs from the published one, so it is not shown. Tell the operator.',
  },
  artifact_link_not_found: { title: 'This link has expired', text: 'Load the page again for a new one.' },
  links_unavailable: { title: 'Files cannot be linked now', text: 'Tell the operator of this server.' },
  cycle_not_delivered: {
    title: 'This cycle has delivered no change',
    text: 'A cycle can be reverted once its change is merged.',
  },
  cycle_reverted: {
    title: 'A cycle reverts this one already',
    text: 'Open that cycle, or stop it to start another.',
  },
  task_not_delivered: {
    title: 'This change is not delivered yet',
    text: 'Its tests can be kept once its cycle is completed.',
  },
  no_examiner_tests: {
    title: 'There is no file of tests to keep',
    text: 'A file is kept if all of its tests pass with the change.',
  },
  examiner_tests_kept: {
    title: 'Another cycle already adds these tests',
    text: 'Open that cycle, or delete it to start another.',
  },
  cycle_active: { title: 'A run is at work', text: 'Stop it, or wait for its end.' },
  project_archived: {
    title: 'This project is archived',
    text: 'It can be read, and nothing of it changes until it is taken out of the archive.',
  },
  code_host_not_connected: {
    title: 'The code host is not connected',
    text: 'Import the repository as a project of its own, then run the cycle there.',
  },
  invalid_password: { title: 'That is not your password', text: nothing },
  invalid_email: { title: 'That is no email address', text: 'Write it as name@example.com.' },
  session_not_fresh: {
    title: 'Sign in again for this',
    text: `${nothing} You signed in too long ago; what was typed is kept.`,
  },
  last_owner: {
    title: 'There has to be an owner',
    text: `${nothing} Make somebody else an owner first.`,
  },
  owner_only: { title: 'Only an owner may do this', text: `${nothing} Ask one of them.` },
  workspace_settings_stale: {
    title: 'Somebody was faster',
    text: 'What they saved is on this page now; what you typed is kept. Save again.',
  },
  unknown_time_zone: { title: 'The server does not know this time zone', text: `${nothing} Choose another one.` },
  unknown_locale: { title: 'The server does not know this way of writing', text: `${nothing} Choose another one.` },
  already_member: { title: 'They work here already', text: `${nothing} Change their role instead.` },
  already_invited: {
    title: 'They are invited already',
    text: `${nothing} Send that invitation again, or revoke it first.`,
  },
  already_client: { title: 'They are in the portal already', text: `${nothing} Change what they see instead.` },
  invitation_closed: {
    title: 'This invitation is closed',
    text: 'It was accepted, revoked or replaced. Invite anew.',
  },
  too_many_keys: { title: 'That is one key too many', text: `${nothing} Revoke some of your keys first.` },
  portal_closed: {
    title: 'Your portal is closed',
    text: `${nothing} It opens when the brand is published with the portal switched on.`,
  },
  client_account_name_taken: { title: 'Another client has that name', text: `${nothing} Choose another one.` },
  project_of_another_account: {
    title: 'It belongs to another client',
    text: `${nothing} Take it out there first: their people lose their access.`,
  },
  client_account_archived: { title: 'This account is archived', text: 'Nothing of it changes any more.' },
  brand_draft_stale: {
    title: 'Somebody was faster',
    text: 'What they saved is on this page now; what you typed is kept. Save again.',
  },
  extraction_unavailable: {
    title: 'This page could not be read',
    text: 'The draft is as it was. Look whether the address is right and open to everybody.',
  },
  invalid_request: { title: 'Something in it does not fit', text: nothing },
  idempotency_in_progress: { title: 'That is in progress already', text: 'The first one of the two counts.' },
}

export const enOfErrors = { codes: withFields(enCodes), rules: enRules }
