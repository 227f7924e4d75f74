import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { asOwner } from './state.ts'

const { url } = await testDatabase()

/** An id that leads to a row of `users`, which says “Erased person” afterwards. */
const byId = 'stays: an id that names nobody any more'
const goes = 'removed with the person'
const typed = 'stays: what people typed, or an agent wrote, is the work of the workspace'
const work = 'names no person: written by the product, with ids'

/** What becomes of each column that can name a person when that person is erased (domains/accounts/people). */
const personal: Readonly<Record<string, string>> = {
  'account.user_id': goes,
  'activity_event.name': work,
  'activity_event.payload': work,
  'agent.created_by': byId,
  'agent.deactivated_by': byId,
  'agent.name': typed,
  'api_key.name': goes,
  'api_key.revoked_by': byId,
  'api_key.user_id': goes,
  'audit_repeat.entry': 'moved into the log, and erased there',
  'audit_row.actor_id': byId,
  'audit_row.details': 'erased where the person acted, and where they name the person',
  'auth_act.entry': 'moved into the log, and erased there',
  'brand_kit.published_by': byId,
  'brand_kit.updated_by': byId,
  'built_in_agent_end.deactivated_by': byId,
  'client_account.archived_by': byId,
  'client_account.billing_email': 'stays: a firm’s, given by the agency',
  'client_account.created_by': byId,
  'client_account.name': typed,
  'crawl_setting.updated_by': byId,
  'cycle.created_by': byId,
  'cycle.deleted_by': byId,
  'deliverable.created_by': byId,
  'deliverable.updated_by': byId,
  'deliverable_approval.requested_by': byId,
  'deliverable_snapshot.published_by': byId,
  'erasure.email': 'emptied when the erasure is done',
  'erasure.name': 'emptied when the erasure is done',
  'erasure.user_id': byId,
  'erasure_place.user_id': goes,
  'former_name.email': goes,
  'former_name.name': goes,
  'former_name.user_id': goes,
  'harness_preference.updated_by': byId,
  'import_scan.user_id': byId,
  'idempotency_answer.body': 'removed if it is the person’s, replaced in those of others',
  'idempotency_answer.principal': goes,
  'mail.recipient': goes,
  'member_invitation.accepted_by': byId,
  'member_invitation.created_by': byId,
  'member_invitation.email': 'replaced',
  'member_invitation.email_normal': 'replaced',
  'member_invitation.revoked_by': byId,
  'membership.user_id': goes,
  'message.created_by': byId,
  'model_endpoint.created_by': byId,
  'model_endpoint.name': typed,
  'model_endpoint.updated_by': byId,
  'model_preference.updated_by': byId,
  'passkey.name': goes,
  'passkey.user_id': goes,
  'pending_request.decided_by': byId,
  'portal_client.user_id': goes,
  'portal_invitation.accepted_by': byId,
  'portal_invitation.created_by': byId,
  'portal_invitation.email': 'replaced',
  'portal_invitation.email_normal': 'replaced',
  'portal_invitation.revoked_by': byId,
  'portal_settings.updated_by': byId,
  'project.archived_by': byId,
  'project.created_by': byId,
  'project.deleted_by': byId,
  'project.name': typed,
  'project_grant.user_id': goes,
  'project_import.name': typed,
  'project_import.user_id': byId,
  'project_tool_server.name': typed,
  'revision_upload.user_id': byId,
  'run_parked.details': work,
  'run_step.name': work,
  'run_step.payload': work,
  'run_tool_server.name': typed,
  'scheduled_work.name': work,
  'schema_migration.name': work,
  'seat.user_id': goes,
  'session.ip_address': goes,
  'session.user_agent': goes,
  'session.user_id': goes,
  'sign_up.email': goes,
  'sign_up.email_normal': goes,
  'sign_up.name': goes,
  'task_check.name': typed,
  'task_check.stopped_by': 'no person: what stopped the check',
  'task_credential.user_id': byId,
  'task_transcript.payload': typed,
  'users.email': 'replaced',
  'users.email_normal': 'replaced',
  'users.email_verified': 'replaced',
  'users.name': 'replaced',
  'web_provider.updated_by': byId,
  'workspace.name': 'replaced where the product made it of the person’s name',
}

test('every column that can identify a person is listed with its erasure: erase it in domains/accounts/people, then add it', async () => {
  const rows = await asOwner(
    { databaseUrl: url },
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '(^|_)(email|user|by|ip|recipient|phone)(_(id|normal|address|agent|verified))?$|^actor_id$|^(name|details|entry|body|payload|principal)$'
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(personal).sort())
})
