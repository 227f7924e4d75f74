import type { ErrorText } from '../en.ts'

const kept = 'What they saved is on this page now; what you typed is kept. Save again.'

/** Codes for which the page has other words than the server; others use the sentence of their contract. */
export const englishCodes: Readonly<Record<string, ErrorText>> = {
  invalid_request: { title: 'Something in it does not fit', text: 'Nothing was changed.' },
  idempotency_in_progress: { title: 'That is in progress already', text: 'The first one of the two counts.' },
  bundle_rejected: {
    title: 'This repository cannot be imported',
    text: 'This import has ended. Correct the repository, then begin a new one.',
  },
  findings_present: {
    title: 'The history contains secrets',
    text: 'This import was set to stop at secrets, and has ended. Begin a new one, and choose how to handle them.',
  },
  workspace_settings_stale: { title: 'Someone was faster', text: kept },
  brand_draft_stale: { title: 'Someone was faster', text: kept },
}
