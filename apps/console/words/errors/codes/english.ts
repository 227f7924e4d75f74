const kept = 'What they saved is on this page now; what you typed is kept. Save again.'

/** Codes for which the page has other words than the server; others use the sentence of their contract. */
export const englishCodes: Readonly<Record<string, string>> = {
  invalid_request: 'Something in it does not fit. Nothing was changed.',
  idempotency_in_progress: 'That is in progress already. The first one of the two counts.',
  bundle_rejected:
    'This repository cannot be imported. This import has ended. Correct the repository, then begin a new one.',
  findings_present:
    'The history contains secrets. This import was set to stop at secrets, and has ended. Begin a new one, and choose how to handle them.',
  workspace_settings_stale: `Someone was faster. ${kept}`,
  brand_draft_stale: `Someone was faster. ${kept}`,
}
