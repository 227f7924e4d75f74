/** The subjects of events that reads depend on, and of changes that only their own person sees. */
declare module '../../../../platform/contract/reads.ts' {
  interface Subjects {
    accounting_settings: true
    agent: true
    ai_asset: true
    ai_batch: true
    ai_document: true
    ai_media: true
    ai_video: true
    api_key: true
    billable: true
    billing_identity: true
    brand_kit: true
    budget: true
    chat_channel: true
    client_account: true
    client_accounting: true
    client_billing_identity: true
    client_invoice: true
    client_invoice_reminders: true
    code_host: true
    cycle: true
    cycle_attachment: true
    deliverable: true
    deliverable_approval: true
    deployment: true
    environment: true
    growth_brain: true
    growth_chain: true
    growth_lead: true
    growth_lookup: true
    growth_mailbox: true
    growth_project: true
    growth_provider: true
    growth_run: true
    growth_settings: true
    growth_suppression: true
    harness: true
    invoice_reminders: true
    line_comment: true
    member: true
    model_call_policy: true
    model_endpoint: true
    model_preference: true
    passkey: true
    payment_provider: true
    pending_request: true
    person: true
    portal_client: true
    portal_invitation: true
    portal_settings: true
    project: true
    project_grant: true
    pull_request: true
    repository: true
    revision: true
    seat: true
    secret: true
    session: true
    task: true
    tracker: true
    webhook: true
    workspace: true
  }
}

export {}
