const nothing = 'Nothing was changed.'

/** Texts of errors about runs, agents, models, webhooks and people’s places. */
export const enWorkCodes = {
  dispatch_failed: { title: 'The run could not be queued', text: 'Nothing was started. Try again.' },
  ai_input_refused: {
    title: 'This file or address is not taken',
    text: 'Choose another one, or save the document in a format that can be read.',
  },
  ai_upstream_failed: { title: 'The other server did not answer', text: 'Try again later.' },
  ai_capability_disabled: {
    title: 'This server cannot do this yet',
    text: 'The operator can install what is missing.',
  },
  ai_batch_key_reused: {
    title: 'This key belongs to another batch',
    text: 'Use a new key for a new batch.',
  },
  ai_page_without_picture: { title: 'There is no picture of this page', text: 'Only PDFs and images have some.' },
  ai_page_not_found: { title: 'There is no such page', text: nothing },
  attachment_needs_message: { title: 'This file needs a message', text: 'Send it with a message.' },
  attachment_type_differs: {
    title: 'This file is not what its type says',
    text: 'Choose the file again, or save it in the format that its name says.',
  },
  too_many_attachments: { title: 'This cycle has 200 files already', text: 'Remove some first.' },
  attachments_full: {
    title: 'There is no space left for files',
    text: 'Files are removed a year after they were used last.',
  },
  acceptance_frozen: {
    title: 'The acceptance tests stay as they are',
    text: 'A run works on this cycle, or it is completed. Stop it to change them.',
  },
  acceptance_has_secret: { title: 'A test file contains a secret', text: 'Remove it: tests get no secrets.' },
  acceptance_not_a_test: {
    title: 'A path is not that of a test',
    text: 'Each path stands once, relative to the repository, under a name that the test runner finds.',
  },
  acceptance_too_large: { title: 'The test files are too large', text: 'Together they have at most 64 KiB.' },
  attachment_not_readable: { title: 'This file has no text', text: 'Download it instead.' },
  attachment_sent: { title: 'This file was sent already', text: 'Ask the agency to remove it.' },
  ai_document_not_reviewed: {
    title: 'This document needs no decision',
    text: 'Only pages of a critical document that was read are decided about.',
  },
  ai_asset_type_differs: {
    title: 'This file is not what its type says',
    text: 'Choose the file again, or save it in the format that its name says.',
  },
  ai_asset_unavailable: { title: 'The file could not be prepared', text: 'Try again.' },
  ai_transcription_without_times: {
    title: 'There are no subtitles of this',
    text: 'The model told no times, or the files were removed.',
  },
  ai_video_not_reviewable: { title: 'There is no video to judge yet', text: 'It is not finished, or it has failed.' },
  ai_assets_full: { title: 'All space for files is used', text: 'The file was not stored.' },
  previews_switched_off: {
    title: 'Previews are switched off',
    text: 'The operator of this server can switch them on.',
  },
  deployment_repo_ambiguous: {
    title: 'The project has several repositories',
    text: 'Choose the one to deploy, or make one the primary one.',
  },
  deployment_not_served: { title: 'This deployment is not served', text: 'Only a live deployment can be opened.' },
  preview_sharing_off: {
    title: 'This project allows no share links',
    text: 'Allow them on its page Deployments first.',
  },
  too_many_preview_shares: {
    title: 'There are 50 share links already',
    text: 'Remove one that is no longer used.',
  },
  domain_not_served: { title: 'No deployment is served at this domain', text: nothing },
  deployment_serves: { title: 'This deployment is served already', text: nothing },
  deployment_never_served: { title: 'This deployment was never live', text: 'Go back to one that was.' },
  deployment_build_removed: {
    title: 'The build of this deployment is gone',
    text: 'Old builds are removed to make room. Deploy again, or go back to a newer one.',
  },
  desktop_unavailable: { title: 'There are no desktops here', text: 'Run the cycle in a sandbox.' },
  harness_not_installed: {
    title: 'The program of this agent is not installed',
    text: 'Choose another one in the settings of the project, or ask the operator.',
  },
  model_unavailable: {
    title: 'The model of this agent cannot be used',
    text: 'It is not there, or has no price and a cost cap could not hold. Choose another one.',
  },
  no_agent: {
    title: 'No agent can do this',
    text: 'The one that the project names is deactivated, or carries out no tasks. Choose another one.',
  },
  project_active: { title: 'A cycle of this project is at work', text: `${nothing} Stop it, or wait for its end.` },
  project_not_archived: { title: 'This project is not archived', text: nothing },
  project_not_found: { title: 'This project is not there', text: 'It was deleted, or you may not see it.' },
  no_change_to_comment: {
    title: 'There is no line to comment on yet',
    text: 'This task has built nothing. Comment on the task itself.',
  },
  no_run: { title: 'Not run yet', text: 'Its details appear once a run has begun.' },
  letter_token_not_found: {
    title: 'This link is not valid',
    text: 'Or its account was deleted. Sign in to switch emails off.',
  },
  no_evidence: {
    title: 'There is nothing to review yet',
    text: 'This task has built nothing, or its run was stopped.',
  },
  too_many_drafts: {
    title: 'You have 50 comments that are not sent',
    text: 'Send the change back with them, or delete some.',
  },
  message_id_taken: { title: 'This was not stored', text: 'Send it again.' },
  no_selector: { title: 'No events are selected', text: 'Select at least one.' },
  administrators_only: {
    title: 'This agent is one of the whole workspace',
    text: `${nothing} An owner or administrator changes it.`,
  },
  agent_intake_taken: {
    title: 'Another agent sorts proposals already',
    text: `${nothing} Deactivate that one first.`,
  },
  agent_name_taken: { title: 'Another agent has this name', text: `${nothing} Choose another one.` },
  no_preference: { title: 'Nothing is set here', text: 'The setting of the level above applies.' },
  program_refused: {
    title: 'This program cannot be connected',
    text: 'Tell who made it, or begin again in the program.',
  },
  found_model_unusable: { title: 'This cannot be used as it is', text: 'The reason stands in the list above.' },
  found_models_not_offered: {
    title: 'This server does not offer the models of its machine',
    text: 'Its operator can switch that on.',
  },
  model_endpoint_in_use: {
    title: 'A model of this endpoint is in use',
    text: `${nothing} Choose another model where it is used first.`,
  },
  model_endpoint_name_taken: { title: 'Another endpoint has this name', text: `${nothing} Choose another one.` },
  model_endpoints_full: { title: 'The workspace has 20 endpoints', text: `${nothing} Delete one first.` },
  webhook_disabled: { title: 'This webhook is switched off', text: 'Switch it on first.' },
  webhook_delivery_is_test: { title: 'This was a test', text: 'It is about no event. Send another test instead.' },
  webhook_replaying: { title: 'Another period is being sent again', text: 'Wait for its end.' },
  webhooks_full: { title: 'The workspace has 20 webhooks', text: `${nothing} Delete one first.` },
  too_many_invitations: { title: 'There are 500 open invitations', text: `${nothing} Revoke some first.` },
  scope_above_role: {
    title: 'A key can do no more than you',
    text: `${nothing} Owners and administrators alone make keys that administer.`,
  },
  lead_list_is_workbook: {
    title: 'This workbook is not XLSX, or encrypted',
    text: `${nothing} Save it as XLSX or CSV, without a password.`,
  },
  lead_list_unpacks_too_large: {
    title: 'This workbook holds too much',
    text: `${nothing} Save its sheet as CSV, and upload that.`,
  },
  lead_list_unreadable: { title: 'This is no list', text: `${nothing} A quotation mark in it may not be closed.` },
  campaign_not_running: { title: 'The play is not running', text: nothing },
  opted_out: { title: 'This lead opted out', text: 'It gets no mail.' },
  suppressed: { title: 'This lead is on the do-not-contact list', text: nothing },
  region_excluded: { title: 'The play excludes this country', text: nothing },
  no_sendable_address: { title: 'A look-up found no verified address', text: nothing },
  lookup_required: { title: 'This lead was never looked up', text: `${nothing} Set it to new.` },
  growth_project_archived: {
    title: 'This growth project is archived',
    text: `${nothing} Take it out of the archive first.`,
  },
  growth_project_not_archived: { title: 'This growth project is not archived', text: nothing },
  growth_provider_without_key: { title: 'No key is stored for this provider', text: `${nothing} Save one first.` },
  growth_provider_cannot_serve: {
    title: 'A provider cannot look this up',
    text: `${nothing} Load the page again for those that can.`,
  },
  growth_provider_not_comparable: {
    title: 'A provider cannot be compared',
    text: 'It finds no addresses, answers only in the background, is off, or has no key. Choose others.',
  },
  growth_hard_cap_reached: {
    title: 'The hard cap of growth is reached',
    text: 'Nothing was looked up. Raise the cap in the growth settings, or compare fewer leads.',
  },
  growth_plan_cap_reached: {
    title: 'The plan of this workspace is used up',
    text: 'Nothing was looked up. Ask the operator for more, save a key of your own, or compare fewer leads.',
  },
  growth_free_credit_used: {
    title: 'The free credit of this workspace is used up',
    text: 'Nothing was looked up. Save a key of your own, or ask the operator for a plan.',
  },
  growth_message_not_received: { title: 'Only mail that came in can be sorted', text: nothing },
  growth_reply_refused: {
    title: 'The mailbox refused the mail',
    text: 'The thread has what it said. Nothing sends it again.',
  },
  growth_sending_not_set_up: { title: 'No mailbox can send', text: `${nothing} Connect one, or resume one.` },
  growth_no_lead_to_look_up: { title: 'No lead waits for a look-up', text: nothing },
  growth_run_active: { title: 'A run is at work', text: `${nothing} Wait until it has ended.` },
  growth_brain_changed: { title: 'The brain was replaced meanwhile', text: `${nothing} Load the page again.` },
  growth_brain_not_found: { title: 'There is no such version', text: 'Load the page again.' },
  suppression_not_removable: {
    title: 'This entry stays',
    text: 'The recipient or an erasure put it on the list.',
  },
  passkey_not_found: { title: 'This passkey is gone', text: 'It was removed. Load the page again.' },
  session_not_found: { title: 'This session has ended', text: 'Load the page again.' },
  sign_in_first: {
    title: 'Sign in first',
    text: 'As the person whose address is to change. Then open the link again.',
  },
  password_needed: { title: 'A password is needed', text: 'This browser did not sign up.' },
  start_link_refused: {
    title: 'This link does not work any more',
    text: 'It was used, or is too old. Start the server again for a new one, or sign in with your password.',
  },
}
