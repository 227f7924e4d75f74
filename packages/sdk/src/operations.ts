// Made from the contracts of the server by `node packages/sdk/generate.ts`.

import type { Download, Frame } from './shapes.ts'
import type * as Records from './records.ts'

/** The version of the server whose contract this is. */
export const contractVersion = '0.2.0'

/** What any operation may be refused with. */
export interface CommonErrors {
  body_too_large: { status: 413 }
  database_unavailable: { status: 503 }
  forbidden: { status: 403 }
  foreign_origin: { status: 403 }
  headers_too_large: { status: 431 }
  idempotency_in_progress: { status: 409 }
  idempotency_key_reused: { status: 409 }
  internal: { status: 500 }
  invalid_request: { status: 400 }
  malformed_request: { status: 400 }
  no_workspace: { status: 400 }
  not_found: { status: 404 }
  outcome_unknown: { status: 503 }
  overloaded: { status: 503 }
  project_archived: { status: 409 }
  range_unsatisfiable: { status: 416 }
  rate_limited: { status: 429 }
  request_timeout: { status: 408 }
  storage_full: { status: 503 }
  storage_unavailable: { status: 503 }
  too_many_streams: { status: 429 }
  too_much_at_once: { status: 429 }
  unauthenticated: { status: 401 }
  unsupported_media_type: { status: 415 }
  uri_too_long: { status: 414 }
}

export interface Operations {
  /** Accept a member invitation, once. You must be signed in with the invited address */
  acceptMemberInvitation: {
    input: { params: { token: string } }
    answer: Records.Joined
    errors: {
      already_member: { status: 409 }
      email_not_verified: { status: 403 }
      invitation_accepted: { status: 409 }
      invitation_expired: { status: 409 }
      invitation_revoked: { status: 409 }
    }
  }
  /** Accept an invitation. You must be signed in with the verified address that was invited */
  acceptPortalInvitation: {
    input: { params: { token: string } }
    answer: Records.PortalEntered
    errors: {
      email_not_verified: { status: 403 }
      invitation_accepted: { status: 409 }
      invitation_expired: { status: 409 }
      invitation_revoked: { status: 409 }
      portal_closed: { status: 409 }
    }
  }
  /** Assign a project to a client account. Grants no access */
  addClientAccountProject: {
    input: { params: { id: string; projectId: string } }
    answer: Records.ClientAccountProject
    errors: {
      client_account_archived: { status: 409 }
      project_of_another_account: { status: 409 }
    }
  }
  /** Add a file to a cycle’s proposal, or to a message of its conversation. A file of the agency is parsed at once, and given to agents as material */
  addCycleAttachment: {
    input: { params: { id: string }; query: {
      name: string
      messageId?: string
    }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.CycleAttachment
    errors: {
      attachment_needs_message: { status: 422 }
      attachment_type_differs: { status: 415 }
      attachments_full: { status: 409 }
      message_id_taken: { status: 409 }
      storage_full: { status: 503 }
      too_many_attachments: { status: 409 }
    }
  }
  /** Add a task to a cycle’s current run, or to its next run. Later runs include it too */
  addCycleTask: {
    input: { params: { id: string }; body: Records.AddCycleTask }
    answer: Records.Task
    errors: {
      cycle_closed: { status: 409 }
      too_many_tasks: { status: 409 }
    }
  }
  /** Make a model endpoint of a key or model server of the server’s machine. It asks the model nothing */
  addFoundModel: {
    input: { body: Records.AddFoundModel }
    answer: Records.ModelEndpoint
    errors: {
      found_model_unusable: { status: 409; details: {
        reason: string
      } }
      found_models_not_offered: { status: 409 }
      model_endpoint_name_taken: { status: 409 }
      model_endpoints_full: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Connect a mailbox by IMAP and SMTP with a password, after a sign-in at both servers */
  addGrowthMailbox: {
    input: { body: Records.AddGrowthMailbox }
    answer: Records.GrowthMailbox
    errors: {
      growth_mailbox_not_reached: { status: 502; details: {
        reason: string
      } }
      growth_mailbox_server_not_allowed: { status: 400; details: {
        reason: string
      } }
      growth_mailbox_sign_in_refused: { status: 422; details: {
        reason: string
      } }
      growth_mailboxes_too_many: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Add addresses and domains to the do-not-contact list */
  addGrowthSuppressions: {
    input: { body: Records.AddGrowthSuppressions }
    answer: Records.GrowthSuppressionsAdded
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Draft a line comment on a change. It is sent when its author sends the change back */
  addLineComment: {
    input: { params: { id: string }; body: Records.AddLineComment }
    answer: Records.LineComment
    errors: {
      no_change_to_comment: { status: 409 }
      too_many_drafts: { status: 409 }
    }
  }
  /** Comment on the cycle of a preview at a place of a page, with the token of the toolbar */
  addPreviewComment: {
    input: { params: { token: string }; body: Records.AddPreviewComment }
    answer: Records.PreviewComment
    errors: {
      message_id_taken: { status: 409 }
      project_archived: { status: 409 }
    }
  }
  /** Comment on a task. Its agent reads the comment when its next attempt begins */
  addTaskComment: {
    input: { params: { id: string }; body: Records.AddTaskComment }
    answer: Records.TaskComment
    errors: {
      message_id_taken: { status: 409 }
    }
  }
  /** Answer a question about an image or a video */
  analyzeAiMedia: {
    input: { body: Records.AnalyzeMedia }
    answer: Records.AiTextResult
    errors: {
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Approve a drafted mail, edited where you like, so that it is sent */
  approveGrowthMessage: {
    input: { params: { messageId: string }; body?: Records.ApproveGrowthMessage }
    answer: Records.GrowthMessage
    errors: {
      growth_citation_unresolved: { status: 409 }
      growth_message_not_draft: { status: 409 }
      growth_project_archived: { status: 409 }
    }
  }
  /** Approve up to 100 drafted mails as they are, so that they are sent */
  approveGrowthMessages: {
    input: { params: { projectId: string }; body: Records.ApproveGrowthMessages }
    answer: Records.GrowthMessagesApproved
    errors: {
      growth_project_archived: { status: 409 }
    }
  }
  /** Connect a program to yourself in this workspace, and get where the browser brings its code. Needs a session */
  approveProgramConnection: {
    input: { body: Records.ApproveProgramConnection }
    answer: Records.ProgramConnected
    errors: {
      program_refused: { status: 400; details: {
        reason: "address" | "unreachable" | "document" | "other_client" | "authentication" | "redirect" | "parameter"
        parameter: string | null
        redirectTo: string | null
      } }
      too_many_keys: { status: 409 }
    }
  }
  /** Archive a client account. Its seats, their grants and its open invitations end; its projects stay */
  archiveClientAccount: {
    input: { params: { id: string } }
    answer: Records.ClientAccount
    errors: {
      client_account_archived: { status: 409 }
    }
  }
  /** Archive a growth project: nothing runs and nothing is sent in it any more */
  archiveGrowthProject: {
    input: { params: { projectId: string } }
    answer: Records.GrowthProject
    errors: {
      growth_project_archived: { status: 409 }
      growth_run_active: { status: 409 }
    }
  }
  /** Archive a project. It stays readable and exportable, but cannot be changed */
  archiveProject: {
    input: { params: { id: string } }
    answer: Records.Project
    errors: {
      project_active: { status: 409 }
      project_archived: { status: 409 }
    }
  }
  /** Ask the client a question about a cycle. The run does not wait; agents read the answer when it comes */
  askClientQuestion: {
    input: { body: Records.AskClientQuestion }
    answer: Records.PendingRequest
    errors: {}
  }
  /** Put leads of the growth project that are in no play into this one */
  assignGrowthLeads: {
    input: { params: { playId: string }; body?: Records.AssignGrowthLeads }
    answer: Records.GrowthLeadsAssigned
    errors: {
      growth_play_archived: { status: 409 }
      growth_project_archived: { status: 409 }
    }
  }
  /** Attach a repository: one on a code host by name, a new empty one, or one from a scanned bundle */
  attachProjectRepo: {
    input: { params: { id: string }; body?: Records.AttachProjectRepo }
    answer: Records.Repository
    errors: {
      check_timeout: { status: 503 }
      repository_attached: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      scan_not_found: { status: 404 }
      too_many_repositories: { status: 409 }
    }
  }
  /** Begin to add a passkey. Returns the options for navigator.credentials.create */
  beginPasskeyRegistration: {
    input: {}
    answer: Records.WebAuthnOptions
    errors: {
      session_not_fresh: { status: 403 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Begin a passkey sign-in. Returns the options for navigator.credentials.get */
  beginPasskeySignIn: {
    input: {}
    answer: Records.WebAuthnOptions
    errors: {
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Cancel a pending request. The waiting run continues as if it had been denied */
  cancelPendingRequest: {
    input: { params: { id: string } }
    answer: Records.PendingRequest
    errors: {
      request_not_pending: { status: 400 }
    }
  }
  /** Request a change of your address. The link that confirms it goes to the new address */
  changeEmail: {
    input: { body: Records.ChangeEmail }
    answer: Records.AuthStatus
    errors: {
      invalid_email: { status: 400 }
      session_not_fresh: { status: 403 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Change your password. Ends your other sessions */
  changePassword: {
    input: { body: Records.ChangePassword }
    answer: Records.AuthStatus
    errors: {
      invalid_password: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Check the SPF, DKIM and DMARC records of the domain of a mailbox */
  checkGrowthMailboxDns: {
    input: { params: { mailboxId: string }; query?: {
      selector?: string
    } }
    answer: Records.GrowthMailboxDns
    errors: {}
  }
  /** Reset the model of a role to the instance’s */
  clearModelPreference: {
    input: { params: { role: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Reset the harness of the workspace to the instance’s */
  clearOrganizationHarness: {
    input: {}
    answer: Records.DeletedAck
    errors: {
      no_preference: { status: 404 }
    }
  }
  /** Reset the harness of a project to the workspace’s */
  clearProjectHarness: {
    input: { params: { projectId: string } }
    answer: Records.DeletedAck
    errors: {
      no_preference: { status: 404 }
    }
  }
  /** Reset a project’s policies to those of the workspace */
  clearProjectPolicies: {
    input: { params: { id: string } }
    answer: Records.ProjectPolicies
    errors: {}
  }
  /** Look up the same leads at several providers and compare what they find; nothing is stored on leads */
  compareGrowthProviders: {
    input: { body: Records.CompareGrowthProviders }
    answer: Records.GrowthProviderComparison
    errors: {
      growth_free_credit_used: { status: 402 }
      growth_hard_cap_reached: { status: 402 }
      growth_plan_cap_reached: { status: 402 }
      growth_provider_not_comparable: { status: 400 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Start connecting a mailbox of Google or Microsoft */
  connectGrowthMailbox: {
    input: { body: Records.ConnectGrowthMailbox }
    answer: Records.GrowthMailboxConnectStarted
    errors: {
      growth_mailbox_provider_not_set_up: { status: 503 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Connect a payment provider or update its keys. Omitted fields stay as they are */
  connectPaymentProvider: {
    input: { body: Records.ConnectPaymentProvider }
    answer: Records.PaymentProviderState
    errors: {
      other_payment_provider_connected: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Connect the history of a project to an empty repository on a code host, and push it and each revision there */
  connectProjectRepo: {
    input: { params: { id: string }; body: Records.ConnectProjectRepo }
    answer: Records.Repository
    errors: {
      code_host_failed: { status: 502; details: {
        error: string
      } }
      code_host_repository_absent: { status: 409 }
      code_host_repository_not_empty: { status: 409 }
      history_has_findings: { status: 409 }
      project_active: { status: 409 }
      project_connected: { status: 409 }
      project_without_history: { status: 409 }
      repository_attached: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Correct a charge with a correction row. A negative quantity reduces it */
  correctBillable: {
    input: { params: { id: string }; body: Records.CorrectBillable }
    answer: Records.Billable
    errors: {
      billable_is_a_correction: { status: 409 }
      billable_written_off: { status: 409 }
      correction_exceeds_charge: { status: 409 }
    }
  }
  /** Count the tokens of a message (Anthropic format). An estimate where the endpoint has no count */
  countAiMessageTokens: {
    input: { params: { workspaceId: string }; body: Records.AiTokenCountRequest }
    answer: Records.AiTokenCount
    errors: {
      capability_disabled: { status: 503 }
      cycle_cap_reached: { status: 402 }
      instance_cap_reached: { status: 402 }
      model_not_found: { status: 404 }
      project_cap_reached: { status: 402 }
      provider_failed: { status: 502 }
      provider_price_unknown: { status: 402 }
      provider_refused_request: { status: 422 }
      provider_slow: { status: 504 }
      workspace_cap_reached: { status: 402 }
    }
  }
  /** Create an agent for a project, or, as an administrator, for the workspace */
  createAgent: {
    input: { body: Records.CreateAgent }
    answer: Records.Agent
    errors: {
      administrators_only: { status: 403 }
      agent_intake_taken: { status: 409 }
      agent_name_taken: { status: 409 }
      project_archived: { status: 409 }
    }
  }
  /** Create a chat completion (OpenAI format) */
  createAiChatCompletion: {
    input: { params: { workspaceId: string }; body: Records.ChatCompletionRequest }
    answer: Records.ChatCompletion
    errors: {
      capability_disabled: { status: 503 }
      cycle_cap_reached: { status: 402 }
      instance_cap_reached: { status: 402 }
      model_not_found: { status: 404 }
      project_cap_reached: { status: 402 }
      provider_failed: { status: 502 }
      provider_price_unknown: { status: 402 }
      provider_refused_request: { status: 422 }
      provider_slow: { status: 504 }
      workspace_cap_reached: { status: 402 }
    }
  }
  /** Create embeddings of texts (OpenAI format) */
  createAiEmbedding: {
    input: { params: { workspaceId: string }; body: Records.AiEmbeddingRequest }
    answer: Records.AiEmbeddings
    errors: {
      capability_disabled: { status: 503 }
      cycle_cap_reached: { status: 402 }
      instance_cap_reached: { status: 402 }
      model_not_found: { status: 404 }
      project_cap_reached: { status: 402 }
      provider_failed: { status: 502 }
      provider_price_unknown: { status: 402 }
      provider_refused_request: { status: 422 }
      provider_slow: { status: 504 }
      workspace_cap_reached: { status: 402 }
    }
  }
  /** Create a message (Anthropic format) */
  createAiMessage: {
    input: { params: { workspaceId: string }; body: Records.AiMessageRequest }
    answer: Records.AiMessage
    errors: {
      capability_disabled: { status: 503 }
      cycle_cap_reached: { status: 402 }
      instance_cap_reached: { status: 402 }
      model_not_found: { status: 404 }
      project_cap_reached: { status: 402 }
      provider_failed: { status: 502 }
      provider_price_unknown: { status: 402 }
      provider_refused_request: { status: 422 }
      provider_slow: { status: 504 }
      workspace_cap_reached: { status: 402 }
    }
  }
  /** Create a response (OpenAI format). The conversation is not stored */
  createAiResponse: {
    input: { params: { workspaceId: string }; body: Records.AiResponseRequest }
    answer: Records.AiResponse
    errors: {
      capability_disabled: { status: 503 }
      cycle_cap_reached: { status: 402 }
      instance_cap_reached: { status: 402 }
      model_not_found: { status: 404 }
      project_cap_reached: { status: 402 }
      provider_failed: { status: 502 }
      provider_price_unknown: { status: 402 }
      provider_refused_request: { status: 422 }
      provider_slow: { status: 504 }
      workspace_cap_reached: { status: 402 }
    }
  }
  /** Create an API key for yourself in this workspace. Needs a session; the key is shown once */
  createApiKey: {
    input: { body: Records.CreateApiKey }
    answer: Records.ApiKeyCreated
    errors: {
      scope_above_role: { status: 403 }
      too_many_keys: { status: 409 }
    }
  }
  /** Record a charge for a client account. A charge for approved work stores the approved hash */
  createBillable: {
    input: { body: Records.CreateBillable }
    answer: Records.Billable
    errors: {
      billable_source_not_approved: { status: 409 }
      billable_source_of_another_account: { status: 409 }
      client_account_archived: { status: 409 }
    }
  }
  /** Tell a channel of Slack or Microsoft Teams what waits for people and how cycles end */
  createChatChannel: {
    input: { body: Records.CreateChatChannel }
    answer: Records.ChatChannel
    errors: {
      chat_channel_name_taken: { status: 409 }
      chat_channels_full: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Create a client account: a customer firm whose people get seats */
  createClientAccount: {
    input: { body: Records.CreateClientAccount }
    answer: Records.ClientAccount
    errors: {
      client_account_name_taken: { status: 409 }
    }
  }
  /** Create a draft invoice from billables of one customer. Totals are computed once and stored */
  createClientInvoiceDraft: {
    input: { body: Records.CreateInvoiceDraft }
    answer: Records.ClientInvoice
    errors: {
      invoice_billable_invoiced: { status: 409; details: Records.DraftObstacle }
      invoice_billable_not_found: { status: 404; details: Records.DraftObstacle }
      invoice_billable_written_off: { status: 409; details: Records.DraftObstacle }
      invoice_charge_nets_to_zero: { status: 409; details: Records.DraftObstacle }
      invoice_charge_never_invoiced: { status: 409; details: Records.DraftObstacle }
      invoice_refused_by_constraint: { status: 422 }
      invoice_replaced_not_found: { status: 404 }
      invoice_replaced_not_void: { status: 409 }
      invoice_replaced_of_another_customer: { status: 409 }
      invoice_tax_class_without_rate: { status: 409; details: Records.DraftObstacle }
      invoice_tax_rate_contradicts_class: { status: 409; details: Records.DraftObstacle }
      invoice_total_too_large: { status: 409; details: Records.DraftObstacle }
      invoice_two_currencies: { status: 409; details: Records.DraftObstacle }
      invoice_two_customers: { status: 409; details: Records.DraftObstacle }
    }
  }
  /** Get a checkout page for an invoice. Reuses one that is already open */
  createClientInvoicePaymentLink: {
    input: { params: { id: string }; body?: Records.PaymentLink }
    answer: Records.ClientPaymentLink
    errors: {
      invoice_checkout_open_elsewhere: { status: 409 }
      invoice_not_payable: { status: 409 }
      invoice_nothing_to_pay: { status: 409 }
      invoice_total_above_provider_maximum: { status: 409 }
      invoice_total_not_representable: { status: 409 }
      no_payment_provider: { status: 501 }
      payment_provider_refused: { status: 409; details: Records.PaymentProviderFailure }
      payment_provider_unavailable: { status: 502 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Connect the workspace to a code host. The token, or the private key of an app, is stored encrypted and never shown */
  createCodeHost: {
    input: { body: Records.CreateCodeHost }
    answer: Records.CodeHost
    errors: {
      code_host_name_taken: { status: 409 }
      code_hosts_full: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Add a play to a growth project as a draft */
  createGrowthPlay: {
    input: { params: { projectId: string }; body: Records.CreateGrowthPlay }
    answer: Records.GrowthPlay
    errors: {
      growth_project_archived: { status: 409 }
      growth_send_approval_always: { status: 409 }
      growth_send_approval_forbidden: { status: 403 }
    }
  }
  /** Create a growth project from a website, and start its research run */
  createGrowthProject: {
    input: { body: Records.CreateGrowthProject }
    answer: Records.GrowthProjectRead
    errors: {}
  }
  /** Add a model endpoint. Its models are then available to roles and agents of the workspace */
  createModelEndpoint: {
    input: { body: Records.CreateModelEndpoint }
    answer: Records.ModelEndpoint
    errors: {
      model_endpoint_name_taken: { status: 409 }
      model_endpoints_full: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Create a brainstorming project, as a client with that permission */
  createPortalProject: {
    input: { body: Records.CreatePortalProject }
    answer: Records.PortalProject
    errors: {
      project_creation_not_granted: { status: 403 }
    }
  }
  /** Make a link that opens a deployment for people without an account */
  createPreviewShare: {
    input: { params: { id: string }; body?: Records.CreatePreviewShare }
    answer: Records.PreviewShareCreated
    errors: {
      deployment_not_served: { status: 409 }
      preview_sharing_off: { status: 409 }
      previews_switched_off: { status: 503 }
      too_many_preview_shares: { status: 409 }
    }
  }
  /** Create a project. Without repositories it begins with an empty one */
  createProject: {
    input: { body?: Records.CreateProject }
    answer: Records.Project
    errors: {
      repository_attached: { status: 409 }
    }
  }
  /** Create an environment: variables and secret names for the project’s runs */
  createProjectEnvironment: {
    input: { params: { projectId: string }; body: Records.CreateEnvironment }
    answer: Records.Environment
    errors: {
      too_many_environments: { status: 409 }
    }
  }
  /** Begin an import. The same idempotency key and payload return the existing session */
  createProjectImport: {
    input: { body: Records.CreateProjectImport }
    answer: Records.ProjectImportCreated
    errors: {
      idempotency_key_reused: { status: 409 }
    }
  }
  /** Scan a bundle, or a folder that becomes one commit, before importing it */
  createProjectImportScan: {
    input: { query?: {
      branch?: string
    }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.ProjectImportScan
    errors: {
      check_timeout: { status: 503 }
      not_a_bundle_or_tar: { status: 415 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      scan_rejected: { status: 400; details: {
        fields: {
          path: string
          message: string
          rule: string
        }[]
      } }
      storage_full: { status: 503 }
    }
  }
  /** Begin the upload of the next revision. The same idempotency key and payload return the existing upload */
  createProjectRevisionUpload: {
    input: { params: { id: string }; body: Records.CreateProjectRevisionUpload }
    answer: Records.ProjectRevisionUploadCreated
    errors: {
      idempotency_key_reused: { status: 409 }
      repository_backed: { status: 409 }
      revision_moved: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
    }
  }
  /** Add a secrets config to a project */
  createProjectSecretsConfig: {
    input: { params: { projectId: string }; body: Records.CreateSecretsConfig }
    answer: Records.SecretsConfig
    errors: {
      secrets_encryption_unavailable: { status: 503 }
      too_many_secrets_configs: { status: 400 }
    }
  }
  /** Create a task in a new draft cycle. Execute that cycle to run the task */
  createTask: {
    input: { body: Records.CreateTask }
    answer: Records.Task
    errors: {
      dispatch_failed: { status: 502 }
    }
  }
  /** Connect the workspace to Linear. The token is stored encrypted and never shown */
  createTracker: {
    input: { body: Records.CreateTracker }
    answer: Records.Tracker
    errors: {
      secrets_encryption_unavailable: { status: 503 }
      tracker_name_taken: { status: 409 }
      trackers_full: { status: 409 }
    }
  }
  /** Create a webhook that receives the workspace’s events from now on. Its secret is shown once */
  createWebhook: {
    input: { body: Records.CreateWebhook }
    answer: Records.WebhookWithSecret
    errors: {
      secrets_encryption_unavailable: { status: 503 }
      webhooks_full: { status: 409 }
    }
  }
  /** Deactivate an agent. It gets no more work; its history stays */
  deactivateAgent: {
    input: { params: { id: string } }
    answer: Records.Agent
    errors: {
      administrators_only: { status: 403 }
      project_archived: { status: 409 }
    }
  }
  /** Accept or reject a page of a critical document */
  decideAiDocumentPage: {
    input: { params: { id: string }; body: Records.DecideDocumentPage }
    answer: Records.AiDocument
    errors: {
      ai_document_not_reviewed: { status: 409 }
      ai_page_not_found: { status: 404 }
    }
  }
  /** Approve the published deliverable or request changes. A decision is final */
  decideDeliverableApproval: {
    input: { params: { cycleId: string; approvalId: string }; body: Records.DecideDeliverableApproval }
    answer: Records.DeliverableDecision
    errors: {
      approval_decided: { status: 409 }
      deliverable_changed: { status: 409 }
      deliverable_republished: { status: 409 }
      deliverable_withdrawn: { status: 409 }
      not_the_reviewer: { status: 403 }
    }
  }
  /** Remove a channel with its address */
  deleteChatChannel: {
    input: { params: { id: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Remove a connection to a code host with its token */
  deleteCodeHost: {
    input: { params: { id: string } }
    answer: Records.DeletedAck
    errors: {
      code_host_in_use: { status: 409 }
    }
  }
  /** Delete a cycle that is a draft or has failed */
  deleteCycle: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {
      cycle_not_deletable: { status: 409 }
    }
  }
  /** Delete a draft of yours. Sent comments stay */
  deleteLineComment: {
    input: { params: { id: string; commentId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Delete a model endpoint with its key. A running call finishes; the next one is refused */
  deleteModelEndpoint: {
    input: { params: { id: string } }
    answer: Records.DeletedAck
    errors: {
      model_endpoint_in_use: { status: 409; details: {
        usedBy: string[]
      } }
    }
  }
  /** Remove a share link. Its visitors lose access within half a minute */
  deletePreviewShare: {
    input: { params: { id: string; shareId: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Delete a project. Its runs stop, and its content is purged after 30 days */
  deleteProject: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Delete an environment. Succeeds also when it does not exist */
  deleteProjectEnvironment: {
    input: { params: { projectId: string; id: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Remove a secret from one file, or from every file that has it */
  deleteProjectSecretEntry: {
    input: { params: { projectId: string; key: string }; query?: {
      source?: string
    } }
    answer: Records.SecretEntryDeleted
    errors: {
      secret_file_changed: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Remove a protected file and its secrets from a project. Checkouts keep theirs */
  deleteProjectSecretFile: {
    input: { params: { projectId: string }; query: {
      path: string
    } }
    answer: Records.SecretFileDeleted
    errors: {}
  }
  /** Delete a secrets config. Succeeds also when it does not exist */
  deleteProjectSecretsConfig: {
    input: { params: { projectId: string; configId: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Delete a skill. Succeeds also when it does not exist */
  deleteProjectSkill: {
    input: { params: { id: string; slug: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Delete a tool server. Succeeds also when it does not exist */
  deleteProjectToolServer: {
    input: { params: { id: string; name: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Remove a connection to a tracker with its token */
  deleteTracker: {
    input: { params: { id: string } }
    answer: Records.DeletedAck
    errors: {
      tracker_in_use: { status: 409 }
    }
  }
  /** Delete a webhook with its secret and its deliveries */
  deleteWebhook: {
    input: { params: { id: string } }
    answer: Records.DeletedAck
    errors: {}
  }
  /** Detach a repository. One on Atelier’s own host is purged after 30 days */
  detachProjectRepo: {
    input: { params: { id: string; repoId: string } }
    answer: Records.MessageAck
    errors: {
      project_active: { status: 409 }
      repository_holds_head: { status: 409 }
      repository_primary: { status: 409 }
    }
  }
  /** Cancel a mail that was not sent; the sequence goes on with the one after it */
  discardGrowthMessage: {
    input: { params: { messageId: string } }
    answer: Records.GrowthMessage
    errors: {
      growth_message_not_waiting: { status: 409 }
    }
  }
  /** Disconnect a mailbox: its access is withdrawn, and nothing more is sent from it */
  disconnectGrowthMailbox: {
    input: { params: { mailboxId: string } }
    answer: Records.GrowthMailboxDisconnected
    errors: {}
  }
  /** Disconnect the payment provider. Open checkout pages are closed */
  disconnectPaymentProvider: {
    input: {}
    answer: Records.PaymentProviderState
    errors: {
      payment_provider_not_connected: { status: 409 }
    }
  }
  /** Disconnect a project from its code host. What was pushed stays there */
  disconnectProjectRepo: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {
      project_not_connected: { status: 409 }
    }
  }
  /** Download an artifact by its signed URL */
  downloadArtifact: {
    input: { params: { token: string } }
    answer: Download
    errors: {
      artifact_link_not_found: { status: 404 }
    }
  }
  /** Download a file of a published snapshot. The bytes match the snapshot’s hash */
  downloadDeliverableArtifact: {
    input: { params: { cycleId: string; filename: string }; query?: {
      revision?: number
    } }
    answer: Download
    errors: {
      deliverable_artifact_differs: { status: 500 }
      deliverable_artifact_not_kept: { status: 404 }
    }
  }
  /** Download the current revision with its full history as a git bundle */
  downloadProjectRevisionBundle: {
    input: { params: { id: string; revisionId: string } }
    answer: Download
    errors: {
      repository_backed: { status: 409 }
      revision_moving: { status: 409 }
      revision_not_head: { status: 404 }
    }
  }
  /** Clear the cached packages and installations of a project */
  dropProjectSetups: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Enter an agency’s portal. It becomes the workspace of your session */
  enterPortal: {
    input: { params: { agencySlug: string } }
    answer: Records.PortalEntered
    errors: {
      email_not_verified: { status: 403 }
      no_portal_access: { status: 403 }
    }
  }
  /** Erase a lead in every growth project (GDPR, article 17); the keyed hash of its address stays on the do-not-contact list */
  eraseGrowthLead: {
    input: { params: { leadId: string } }
    answer: Records.GrowthLeadErased
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Delete your account. Personal data in workspaces is erased within minutes */
  erasePerson: {
    input: {}
    answer: Records.ErasureRequest
    errors: {
      last_owner: { status: 409; details: {
        workspaceIds: string[]
      } }
      session_not_fresh: { status: 403 }
    }
  }
  /** Estimate the most that a batch can cost. Stores and sends nothing */
  estimateAiBatch: {
    input: { body: Records.SubmitBatch }
    answer: Records.AiBatchEstimate
    errors: {
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        customId?: string
        reason: string
      } }
      project_not_found: { status: 404 }
    }
  }
  /** Start a run of the cycle */
  executeCycle: {
    input: { params: { id: string }; query?: {
      mode?: "sandbox" | "desktop"
    } }
    answer: Records.CycleExecutionStarted
    errors: {
      code_host_not_connected: { status: 409 }
      cycle_not_executable: { status: 409 }
      desktop_unavailable: { status: 409; details: Records.AgentDesktopUnavailable }
      dispatch_failed: { status: 502 }
      harness_not_installed: { status: 409 }
      model_unavailable: { status: 409 }
      no_agent: { status: 409 }
    }
  }
  /** Always refused: a task runs as part of its cycle */
  executeTask: {
    input: { params: { id: string } }
    answer: never
    errors: {
      no_standalone_run: { status: 501 }
    }
  }
  /** Download the aging report of a day as CSV */
  exportAgingReport: {
    input: { query?: {
      asOf?: string
    } }
    answer: Download
    errors: {
      aging_too_many_rows: { status: 409 }
      day_not_in_calendar: { status: 400 }
    }
  }
  /** Download the audit log as JSON lines, which can be verified without a server */
  exportAuditLog: {
    input: {}
    answer: Download
    errors: {}
  }
  /** Download the issued invoices as CSV, in the order of their numbers */
  exportClientInvoices: {
    input: { query?: {
      from?: string
      to?: string
      rows?: "invoices" | "taxes" | "lines"
    } }
    answer: Download
    errors: {
      day_not_in_calendar: { status: 400 }
    }
  }
  /** Download a DATEV posting batch of the invoices issued or voided in a period */
  exportDatevBookings: {
    input: { query: {
      from: string
      to: string
      euroOnly?: boolean
    } }
    answer: Download
    errors: {
      accounting_lacks: { status: 409; details: Records.LackingAccounts }
      datev_amount_too_large: { status: 409; details: Records.InvoicesNotPosted }
      datev_other_currencies: { status: 409; details: Records.InvoicesNotPosted }
      datev_too_many_rows: { status: 409 }
      datev_two_fiscal_years: { status: 400 }
      day_not_in_calendar: { status: 400 }
      days_reversed: { status: 400 }
    }
  }
  /** Export everything that the workspace has about a lead (GDPR, article 15) */
  exportGrowthLead: {
    input: { params: { leadId: string } }
    answer: Records.GrowthLeadExport
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Export what became of each lead of a play as comma-separated values */
  exportGrowthResults: {
    input: { params: { playId: string } }
    answer: Download
    errors: {}
  }
  /** Download the model calls of some months as CSV, newest first */
  exportModelCalls: {
    input: { query?: {
      from?: string
      to?: string
      personId?: string
      projectId?: string
      model?: string
      outcome?: "finished" | "failed" | "open" | "abandoned" | "refused"
    } }
    answer: Download
    errors: {
      months_reversed: { status: 400 }
    }
  }
  /** Export everything that the instance stores about you, as one JSON document */
  exportPerson: {
    input: {}
    answer: Download
    errors: {}
  }
  /** Download any revision with the history before it as a git bundle */
  exportProjectRevision: {
    input: { params: { id: string; revisionId: string } }
    answer: Download
    errors: {
      repository_backed: { status: 409 }
      revision_not_found: { status: 404 }
    }
  }
  /** Export a secrets file with clear-text values */
  exportProjectSecrets: {
    input: { params: { projectId: string }; body?: Records.ExportSecrets }
    answer: Download
    errors: {
      secret_source_not_found: { status: 404 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Download the revenue report as CSV */
  exportRevenueReport: {
    input: { query?: {
      from?: string
      to?: string
      clientAccountId?: string
      projectId?: string
    } }
    answer: Download
    errors: {
      months_reversed: { status: 400 }
      revenue_too_many_rows: { status: 409 }
    }
  }
  /** Extract name, logo, colours and fonts from a web page into the draft, with the source of each */
  extractWorkspaceBrandKit: {
    input: { body: Records.ExtractBrandKit }
    answer: Records.WorkspaceBrandKitState
    errors: {
      extraction_unavailable: { status: 502; details: Records.ExtractionUnavailable }
    }
  }
  /** Check the bundle in a sandbox and create the project with its first revision */
  finalizeProjectImport: {
    input: { params: { id: string }; body: Records.FinalizeProjectImport }
    answer: Records.ProjectImportFinalized
    errors: {
      bundle_missing: { status: 409 }
      bundle_rejected: { status: 400; details: {
        fields: {
          path: string
          message: string
          rule: string
        }[]
      } }
      check_timeout: { status: 503 }
      findings_present: { status: 409; details: {
        fields: {
          path: string
          message: string
          rule: string
        }[]
      } }
      import_claimed: { status: 409 }
      import_expired: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      secrets_encryption_unavailable: { status: 503 }
      storage_full: { status: 503 }
    }
  }
  /** Check the bundle in a sandbox and make its commit the head of the project */
  finalizeProjectRevisionUpload: {
    input: { params: { id: string; uploadId: string }; body: Records.FinalizeProjectImport }
    answer: Records.ProjectRevisionFinalized
    errors: {
      bundle_missing: { status: 409 }
      bundle_rejected: { status: 400; details: {
        fields: {
          path: string
          message: string
          rule: string
        }[]
      } }
      check_timeout: { status: 503 }
      not_fast_forward: { status: 409; details: {
        fields: {
          path: string
          message: string
          rule: string
        }[]
      } }
      revision_moved: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      secrets_encryption_unavailable: { status: 503 }
      storage_full: { status: 503 }
      task_active: { status: 409 }
      upload_claimed: { status: 404 }
      upload_expired: { status: 409 }
    }
  }
  /** Finish connecting with what the provider sent back to the person who started it */
  finishGrowthMailboxConnect: {
    input: { body: Records.FinishGrowthMailboxConnect }
    answer: Records.GrowthMailbox
    errors: {
      growth_mailbox_access_refused: { status: 502; details: {
        reason: string
      } }
      growth_mailbox_connect_expired: { status: 409 }
      growth_mailbox_provider_not_set_up: { status: 503 }
      growth_mailboxes_too_many: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Fork an agent, built-in or not */
  forkAgent: {
    input: { params: { id: string }; body: Records.ForkAgent }
    answer: Records.Agent
    errors: {
      administrators_only: { status: 403 }
      agent_intake_taken: { status: 409 }
      agent_name_taken: { status: 409 }
      project_archived: { status: 409 }
      project_not_found: { status: 404 }
    }
  }
  /** Make images from a text. The answer has their addresses */
  generateAiImages: {
    input: { body: Records.GenerateImages }
    answer: Records.AiImages
    errors: {
      ai_assets_full: { status: 409 }
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Read the accounting settings: DATEV numbers and the account of each tax class */
  getAccountingSettings: {
    input: {}
    answer: Records.AccountingSettings
    errors: {}
  }
  /** Read an agent, active or deactivated */
  getAgent: {
    input: { params: { id: string } }
    answer: Records.Agent
    errors: {}
  }
  /** Read the aging report of a day, by client account, currency and time overdue */
  getAgingReport: {
    input: { query?: {
      asOf?: string
    } }
    answer: Records.AgingReport
    errors: {
      aging_sum_too_large: { status: 409 }
      aging_too_many_rows: { status: 409 }
      day_not_in_calendar: { status: 400 }
    }
  }
  /** Get the URL of a stored file, or with `download=1` its bytes where no URL can be signed */
  getAiAsset: {
    input: { params: { key: string }; query?: {
      download?: string
    } }
    answer: Records.SignedArtifactUrl | Download
    errors: {
      ai_asset_unavailable: { status: 500 }
    }
  }
  /** Read a batch with a page of its items, and where their results are */
  getAiBatch: {
    input: { params: { id: string }; query?: {
      limit?: number
      after?: string
    } }
    answer: Records.AiBatchRead
    errors: {}
  }
  /** Read a document: its progress, and where its text is */
  getAiDocument: {
    input: { params: { id: string } }
    answer: Records.AiDocumentRead
    errors: {}
  }
  /** Get a picture of a page of a PDF or of an image */
  getAiDocumentPagePicture: {
    input: { params: { id: string }; query: {
      page: number
    } }
    answer: Download
    errors: {
      ai_capability_disabled: { status: 503 }
      ai_page_without_picture: { status: 404 }
    }
  }
  /** Get a transcription as WebVTT or SubRip */
  getAiTranscriptionSubtitles: {
    input: { params: { id: string }; query?: {
      format?: "vtt" | "srt"
    } }
    answer: Download
    errors: {
      ai_transcription_without_times: { status: 404 }
    }
  }
  /** Read a video job: its progress, and where the video is */
  getAiVideo: {
    input: { params: { id: string } }
    answer: Records.AiVideo
    errors: {}
  }
  /** Read the snapshot of an approval request, as the agency or the reviewer */
  getApprovalSnapshot: {
    input: { params: { cycleId: string; approvalId: string } }
    answer: Records.ApprovalSnapshot
    errors: {}
  }
  /** Read one audit row with the events, runs and logs of its trace */
  getAuditEntry: {
    input: { params: { id: string } }
    answer: Records.AuditEntryDetail
    errors: {}
  }
  /** Read the workspace’s billing identity: sender, tax classes and number format */
  getBillingIdentity: {
    input: {}
    answer: Records.BillingIdentity
    errors: {}
  }
  /** Read a picture of the draft or the published brand */
  getBrandImage: {
    input: { params: { hash: string } }
    answer: Download
    errors: {}
  }
  /** Ask whether a proxy may get a certificate for a domain, such as Caddy by `on_demand_tls` */
  getCertificatePermission: {
    input: { query: {
      domain: string
    } }
    answer: Records.CertificatePermission
    errors: {
      domain_not_served: { status: 404 }
    }
  }
  /** Read a client account */
  getClientAccount: {
    input: { params: { id: string } }
    answer: Records.ClientAccountSummary
    errors: {}
  }
  /** Read the debtor account of a client account */
  getClientAccounting: {
    input: { params: { clientAccountId: string } }
    answer: Records.ClientAccounting
    errors: {}
  }
  /** Read the billing identity of a client account */
  getClientBillingIdentity: {
    input: { params: { clientAccountId: string } }
    answer: Records.ClientBillingIdentity
    errors: {}
  }
  /** Read a client invoice with every line */
  getClientInvoice: {
    input: { params: { id: string } }
    answer: Records.ClientInvoice
    errors: {
      not_found: { status: 404 }
    }
  }
  /** Read the evidence of each invoice line: the client-facing evidence, its hash, and internal notes */
  getClientInvoiceEvidence: {
    input: { params: { id: string } }
    answer: Records.ClientInvoiceEvidence
    errors: {
      not_found: { status: 404 }
    }
  }
  /** Read the evidence of an issued invoice as a PDF, with the evidence attached as a file */
  getClientInvoiceEvidencePdf: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      invoice_evidence_unmade: { status: 503; details: Records.InvoiceEvidenceUnmade }
      invoice_not_issued: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Read the logo of an invoice as of its issue */
  getClientInvoiceLogo: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      not_found: { status: 404 }
    }
  }
  /** Read an issued invoice as a PDF, with its electronic invoice attached when one can be made */
  getClientInvoicePdf: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      invoice_not_encodable: { status: 415; details: Records.InvoiceNotEncodable }
      invoice_not_issued: { status: 409 }
      invoice_not_reconciled: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Read the reminder schedule of a client account */
  getClientInvoiceReminders: {
    input: { params: { clientAccountId: string } }
    answer: Records.ClientInvoiceReminders
    errors: {}
  }
  /** Read an issued invoice as an electronic invoice (UBL 2.1, EN 16931) */
  getClientInvoiceXml: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      invoice_delivery_unknown: { status: 409 }
      invoice_in_thousandths: { status: 409 }
      invoice_is_void: { status: 409 }
      invoice_lacks_fields: { status: 409; details: Records.InvoiceLacks }
      invoice_mixes_untaxed: { status: 409 }
      invoice_not_issued: { status: 409 }
      invoice_not_reconciled: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Read whether agents may use the built-in crawler, and how much it read this month */
  getCrawlStatus: {
    input: {}
    answer: Records.CrawlStatus
    errors: {}
  }
  /** Read a cycle with the tasks of its latest run and those planned for the next */
  getCycle: {
    input: { params: { id: string } }
    answer: Records.CycleDetail
    errors: {}
  }
  /** Get a signed URL of a cycle’s latest artifact of this name, valid for five minutes */
  getCycleArtifactUrl: {
    input: { params: { id: string; filename: string } }
    answer: Records.SignedArtifactUrl
    errors: {
      links_unavailable: { status: 503 }
    }
  }
  /** Download a file of a cycle */
  getCycleAttachment: {
    input: { params: { id: string; attachmentId: string } }
    answer: Download
    errors: {}
  }
  /** Read a cycle’s budget: cap, spending, and refused calls */
  getCycleBudget: {
    input: { params: { id: string } }
    answer: Records.BudgetOfCycle
    errors: {}
  }
  /** Read the diagnostics of a cycle’s latest run: failure, steps, and what it waits for */
  getCycleRunDiagnostics: {
    input: { params: { id: string } }
    answer: Records.RunDiagnostics
    errors: {
      no_run: { status: 404 }
    }
  }
  /** List the events of the cycle and its tasks, newest first */
  getCycleTimeline: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ActivityEvent[]
    row: Records.ActivityEvent
    errors: {}
  }
  /** List the transcript of a cycle’s agents by task, oldest first */
  getCycleTranscript: {
    input: { params: { id: string }; query?: {
      taskId?: string
      limit?: number
      cursor?: string
    } }
    answer: Records.TranscriptStep[]
    row: Records.TranscriptStep
    errors: {}
  }
  /** Read the model usage of a cycle and each of its tasks, in tokens and dollars */
  getCycleUsage: {
    input: { params: { id: string } }
    answer: Records.CycleUsage
    errors: {}
  }
  /** Read the deliverable of a cycle. Clients see the published version, not the draft */
  getDeliverable: {
    input: { params: { cycleId: string } }
    answer: Records.DeliverableView
    errors: {}
  }
  /** Get a signed decision with everything needed to verify it */
  getDeliverableDecision: {
    input: { params: { cycleId: string; approvalId: string } }
    answer: Records.SignedDecision
    errors: {
      decision_not_signed: { status: 404 }
    }
  }
  /** Read a deployment */
  getDeployment: {
    input: { params: { id: string } }
    answer: Records.Deployment
    errors: {}
  }
  /** Read what was printed while a deployment was built, started and served */
  getDeploymentLog: {
    input: { params: { id: string }; query?: {
      after?: string
    } }
    answer: Records.DeploymentLog
    errors: {}
  }
  /** Get a picture of a deployment, as WebP */
  getDeploymentPicture: {
    input: { params: { id: string; pictureId: string } }
    answer: Download
    errors: {}
  }
  /** Read the Company brain, the newest version or an earlier one */
  getGrowthBrain: {
    input: { params: { projectId: string }; query?: {
      version?: number
    } }
    answer: Records.GrowthBrain
    errors: {
      growth_brain_not_found: { status: 404 }
    }
  }
  /** Count the companies of the shared index, and those that this workspace supplied */
  getGrowthIndexStats: {
    input: {}
    answer: Records.GrowthIndexStats
    errors: {}
  }
  /** Show a play with its results, its last run of drafts and what it lacks to send */
  getGrowthPlay: {
    input: { params: { playId: string } }
    answer: Records.GrowthPlayRead
    errors: {}
  }
  /** Show a growth project with its Company brain, its plays and its last run */
  getGrowthProject: {
    input: { params: { projectId: string } }
    answer: Records.GrowthProjectShown
    errors: {}
  }
  /** Read the growth settings and the growth spend of this month */
  getGrowthSettings: {
    input: {}
    answer: Records.GrowthSettings
    errors: {}
  }
  /** Show what data providers cost each play today and in the last 30 days */
  getGrowthSpend: {
    input: { params: { projectId: string } }
    answer: Records.GrowthSpend
    errors: {}
  }
  /** Show a lead with every mail to and from it, drafts too, oldest first */
  getGrowthThread: {
    input: { params: { leadId: string } }
    answer: Records.GrowthThread
    errors: {}
  }
  /** Read the default schedule of invoice reminders */
  getInvoiceReminders: {
    input: {}
    answer: Records.InvoiceReminders
    errors: {}
  }
  /** Read your account and up to 1,000 of your workspaces */
  getMe: {
    input: {}
    answer: Records.Me
    errors: {}
  }
  /** Read the retry and fallback policy of model calls over the API */
  getModelCallPolicy: {
    input: {}
    answer: Records.ModelCallPolicy
    errors: {}
  }
  /** Read a model endpoint */
  getModelEndpoint: {
    input: { params: { id: string } }
    answer: Records.ModelEndpoint
    errors: {}
  }
  /** Read the model of a role */
  getModelPreference: {
    input: { params: { role: string } }
    answer: Records.ModelPreference
    errors: {
      no_preference: { status: 404 }
    }
  }
  /** Read what people and projects used of which models in some months, in calls, tokens and dollars */
  getModelUsage: {
    input: { query?: {
      from?: string
      to?: string
    } }
    answer: Records.ModelUsage
    errors: {
      months_reversed: { status: 400 }
      usage_too_many_rows: { status: 409 }
    }
  }
  /** Read which notification mails you get, across all workspaces */
  getMyLetters: {
    input: {}
    answer: Records.LetterSettings
    errors: {}
  }
  /** Read your console preferences */
  getMyPreferences: {
    input: {}
    answer: Records.Preferences
    errors: {}
  }
  /** Read the workspace’s payment provider and its webhook address */
  getPaymentProvider: {
    input: {}
    answer: Records.PaymentProviderState
    errors: {}
  }
  /** Read a pending request that the caller may decide */
  getPendingRequest: {
    input: { params: { id: string } }
    answer: Records.PendingRequest
    errors: {}
  }
  /** Read the published icon of an agency's portal while the portal is open */
  getPortalIcon: {
    input: { params: { agencySlug: string } }
    answer: Download
    errors: {}
  }
  /** Read the public identity of an agency while its portal is open */
  getPortalIdentity: {
    input: { params: { agencySlug: string } }
    answer: Records.PortalIdentity
    errors: {}
  }
  /** Read an issued invoice of a client account in which you have a seat, with every line */
  getPortalInvoice: {
    input: { params: { id: string } }
    answer: Records.PortalInvoice
    errors: {
      not_found: { status: 404 }
    }
  }
  /** Read the evidence of an issued invoice of a client account in which you have a seat */
  getPortalInvoiceEvidence: {
    input: { params: { id: string } }
    answer: Records.EvidencePack
    errors: {
      not_found: { status: 404 }
    }
  }
  /** Read the evidence of an issued invoice as a PDF, as a client with a seat */
  getPortalInvoiceEvidencePdf: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      invoice_evidence_unmade: { status: 503; details: Records.InvoiceEvidenceUnmade }
      not_found: { status: 404 }
    }
  }
  /** Read an issued invoice of a client account in which you have a seat as a PDF, as it was sent */
  getPortalInvoicePdf: {
    input: { params: { id: string } }
    answer: Download
    errors: {
      invoice_not_encodable: { status: 415; details: Records.InvoiceNotEncodable }
      invoice_not_reconciled: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Read the published logo of an agency's portal while the portal is open */
  getPortalLogo: {
    input: { params: { agencySlug: string } }
    answer: Download
    errors: {}
  }
  /** Read what the toolbar in a preview shows, with its token */
  getPreviewToolbar: {
    input: { params: { token: string } }
    answer: Records.PreviewToolbar
    errors: {}
  }
  /** Read the domain of a project’s production and the DNS records that it needs */
  getProductionDomain: {
    input: { params: { projectId: string } }
    answer: Records.CustomDomainSaved
    errors: {}
  }
  /** Read a project with its repositories */
  getProject: {
    input: { params: { id: string } }
    answer: Records.ProjectDetail
    errors: {}
  }
  /** Get a signed URL of a project’s latest artifact of this name, valid for five minutes */
  getProjectArtifactUrl: {
    input: { params: { id: string; filename: string } }
    answer: Records.SignedArtifactUrl
    errors: {
      links_unavailable: { status: 503 }
    }
  }
  /** Read a project’s budget: caps, where they are inherited from, and spending */
  getProjectBudget: {
    input: { params: { id: string } }
    answer: Records.ProjectBudget
    errors: {}
  }
  /** Read the diff of one file, including uncommitted work of an agent */
  getProjectChangeFile: {
    input: { params: { id: string }; query: {
      path: string
      repo?: string
      since?: string
      ref?: string
      taskId?: string
    } }
    answer: Records.ChangeFilePatch
    errors: {
      branch_not_found: { status: 404 }
      file_not_changed: { status: 404 }
      no_repository: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
      task_not_readable: { status: 404 }
      unknown_since: { status: 400 }
    }
  }
  /** List the files that a project changed, including uncommitted work of agents */
  getProjectChanges: {
    input: { params: { id: string }; query?: {
      repo?: string
      since?: string
      ref?: string
    } }
    answer: Records.ProjectChanges
    errors: {
      branch_not_found: { status: 404 }
      no_repository: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
      unknown_since: { status: 400 }
    }
  }
  /** Read a project’s cycle metrics: completion, duration, work in progress, and interventions by stage */
  getProjectCycleMetrics: {
    input: { params: { id: string }; query?: {
      days?: number
    } }
    answer: Records.CycleMetrics
    errors: {}
  }
  /** Read whether the project has a desktop, and where. Starts and prolongs nothing */
  getProjectDesktop: {
    input: { params: { id: string } }
    answer: Records.ProjectDesktopAccess
    errors: {}
  }
  /** Read a file of a branch, or of a task that an agent is working on */
  getProjectFileContent: {
    input: { params: { id: string }; query: {
      path: string
      repo?: string
      taskId?: string
      ref?: string
    } }
    answer: Records.FileContent
    errors: {
      branch_not_found: { status: 404 }
      file_not_found: { status: 404 }
      no_repository: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
      task_not_readable: { status: 404 }
    }
  }
  /** Read an image of a branch or commit: PNG, JPEG, GIF, WebP or AVIF */
  getProjectImage: {
    input: { params: { id: string }; query: {
      path: string
      repo?: string
      ref?: string
      commit?: string
    } }
    answer: Download
    errors: {
      branch_not_found: { status: 404 }
      commit_not_found: { status: 404 }
      file_not_found: { status: 404 }
      image_too_large: { status: 413; details: Records.ImageTooLarge }
      no_repository: { status: 404 }
      not_an_image: { status: 415 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
    }
  }
  /** Read the status of an import */
  getProjectImport: {
    input: { params: { id: string } }
    answer: Records.ProjectImportStatus
    errors: {}
  }
  /** Read a scan. It is kept for an hour, or until an import uses it */
  getProjectImportScan: {
    input: { params: { id: string } }
    answer: Records.ProjectImportScan
    errors: {}
  }
  /** Read how much of an import’s bundle has arrived, to resume the upload */
  getProjectImportUpload: {
    input: { params: { id: string } }
    answer: Records.UploadProgress
    errors: {}
  }
  /** Read the effective policies of a project, and where each comes from: project, workspace or instance */
  getProjectPolicies: {
    input: { params: { id: string } }
    answer: Records.ProjectPolicies
    errors: {}
  }
  /** Read the protected files and clear-text secrets of a project, for a checkout */
  getProjectProtectedFiles: {
    input: { params: { id: string } }
    answer: Records.ProjectProtectedFiles
    errors: {
      repository_backed: { status: 409 }
      revision_moving: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Read the diff of one file between two revisions */
  getProjectRevisionChangeFile: {
    input: { params: { id: string; revisionId: string }; query: {
      path: string
      from?: string
    } }
    answer: Records.ChangeFilePatch
    errors: {
      file_not_changed: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
      revision_not_found: { status: 404 }
      revisions_not_comparable: { status: 409 }
    }
  }
  /** List the files in which a revision differs from another one, or from the one before */
  getProjectRevisionChanges: {
    input: { params: { id: string; revisionId: string }; query?: {
      from?: string
    } }
    answer: Records.RevisionChanges
    errors: {
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
      revision_not_found: { status: 404 }
      revisions_not_comparable: { status: 409 }
    }
  }
  /** Read the current revision and its canonical manifest */
  getProjectRevisionHead: {
    input: { params: { id: string } }
    answer: Records.ProjectRevisionHead
    errors: {
      no_revision: { status: 404 }
      repository_backed: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
    }
  }
  /** Read the status of a revision upload and how much of its bundle has arrived */
  getProjectRevisionUpload: {
    input: { params: { id: string; uploadId: string } }
    answer: Records.UploadProgress
    errors: {}
  }
  /** Read the roadmap: done, running, and planned cycles in their order */
  getProjectRoadmap: {
    input: { params: { id: string } }
    answer: Records.Roadmap
    errors: {}
  }
  /** Read the diagnostics of a project’s autonomous run: failure, latest steps, and what it waits for */
  getProjectRunDiagnostics: {
    input: { params: { id: string } }
    answer: Records.RunDiagnostics
    errors: {
      no_run: { status: 404 }
    }
  }
  /** Get user and password for one SSH connection to the sandbox of the project, good for two minutes */
  getProjectTerminal: {
    input: { params: { id: string } }
    answer: Records.ProjectTerminalAccess
    errors: {
      no_revision: { status: 404 }
      project_archived: { status: 409 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      terminal_off: { status: 503 }
    }
  }
  /** List the conversation threads of a project, with message counts and latest times */
  getProjectThreads: {
    input: { params: { id: string } }
    answer: Records.ProjectThreads
    errors: {}
  }
  /** Show where the issues of a project come from */
  getProjectTracker: {
    input: { params: { id: string } }
    answer: Records.ProjectTracker
    errors: {}
  }
  /** Read the model usage of a project and each of its cycles, in tokens and dollars */
  getProjectUsage: {
    input: { params: { id: string } }
    answer: Records.ProjectUsage
    errors: {}
  }
  /** Read the effective harness of the workspace, and whether it is installed */
  getResolvedOrganizationHarness: {
    input: {}
    answer: Records.ResolvedHarness
    errors: {}
  }
  /** Read the effective harness of a project, the setting that chose it, and whether it is installed */
  getResolvedProjectHarness: {
    input: { params: { projectId: string } }
    answer: Records.ResolvedHarness
    errors: {}
  }
  /** Read the revenue report: net billed, paid and open amounts by month, client account, project and currency */
  getRevenueReport: {
    input: { query?: {
      from?: string
      to?: string
      clientAccountId?: string
      projectId?: string
    } }
    answer: Records.RevenueReport
    errors: {
      months_reversed: { status: 400 }
      revenue_sum_too_large: { status: 409 }
      revenue_too_many_rows: { status: 409 }
    }
  }
  /** Read the session of this browser. Extends a session that is older than a day */
  getSession: {
    input: {}
    answer: Records.CurrentSession
    errors: {
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Read a task */
  getTask: {
    input: { params: { id: string } }
    answer: Records.Task
    errors: {}
  }
  /** Read a task’s review evidence: the change since the branch point, and the checks on both sides */
  getTaskReviewEvidence: {
    input: { params: { id: string } }
    answer: Records.TaskReviewEvidence
    errors: {
      no_evidence: { status: 404 }
      repository_unreachable: { status: 502 }
    }
  }
  /** Read a webhook */
  getWebhook: {
    input: { params: { id: string } }
    answer: Records.Webhook
    errors: {}
  }
  /** Read a delivery with all its attempts */
  getWebhookDelivery: {
    input: { params: { id: string; deliveryId: string } }
    answer: Records.WebhookDeliveryDetail
    errors: {}
  }
  /** Read the draft and the published version of the brand */
  getWorkspaceBrandKit: {
    input: {}
    answer: Records.WorkspaceBrandKitState
    errors: {}
  }
  /** Read the workspace’s budget: caps, spending, and refused calls */
  getWorkspaceBudget: {
    input: {}
    answer: Records.BudgetOfWorkspace
    errors: {}
  }
  /** Read the workspace’s policies and the effective defaults for its projects */
  getWorkspacePolicies: {
    input: {}
    answer: Records.WorkspacePolicies
    errors: {}
  }
  /** Read the default permissions of portal clients */
  getWorkspacePortalSettings: {
    input: {}
    answer: Records.PortalDefaults
    errors: {}
  }
  /** Read the workspace’s name, time zone and locale */
  getWorkspaceSettings: {
    input: {}
    answer: Records.WorkspaceSettings
    errors: {}
  }
  /** Import an agent into a project from a file of its repository */
  importProjectAgent: {
    input: { params: { id: string }; body: Records.ImportAgent }
    answer: Records.ImportedAgent
    errors: {
      agent_name_taken: { status: 409 }
    }
  }
  /** Add a tool server for a project’s agents. Replaces one with the same name */
  importProjectMcp: {
    input: { params: { id: string }; body: Records.ImportMcp }
    answer: Records.ImportedMcp
    errors: {
      too_many_tool_servers: { status: 409 }
    }
  }
  /** Import secrets files. Each replaces the previous file at its path */
  importProjectSecretFiles: {
    input: { params: { projectId: string }; body: Records.ImportSecretFiles }
    answer: Records.SecretFilesImported
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Import a skill for a project’s agents. Replaces one with the same slug */
  importProjectSkill: {
    input: { params: { id: string }; body: Records.ImportSkill }
    answer: Records.ImportedSkill
    errors: {
      too_many_skills: { status: 409 }
    }
  }
  /** Create a workspace of your own, or get the one that you own already */
  initializeMyWorkspace: {
    input: {}
    answer: Records.MyPlace
    errors: {
      email_not_verified: { status: 403 }
    }
  }
  /** Invite a person to a seat. Replaces an open invitation of the same address; its link stops working */
  inviteClientPortalMember: {
    input: { params: { id: string }; body: Records.InvitePortal }
    answer: Records.PortalInvitationCreated
    errors: {
      already_client: { status: 409 }
      already_member: { status: 409 }
      client_account_archived: { status: 409 }
      portal_closed: { status: 409 }
    }
  }
  /** Invite a person to the agency by mail, by default as a member. The link works for seven days */
  inviteMember: {
    input: { body: Records.InviteMember }
    answer: Records.MemberInvitationSent
    errors: {
      already_invited: { status: 409 }
      already_member: { status: 409 }
      too_many_invitations: { status: 409 }
    }
  }
  /** Invite a person to the agency’s portal. Replaces an open invitation of the same address; its link stops working */
  inviteWorkspacePortalClient: {
    input: { body: Records.InviteWorkspacePortal }
    answer: Records.WorkspacePortalInvitationCreated
    errors: {
      already_client: { status: 409 }
      already_member: { status: 409 }
      portal_closed: { status: 409 }
    }
  }
  /** Issue a draft. It gets the workspace’s next number and becomes immutable */
  issueClientInvoice: {
    input: { params: { id: string }; body?: Records.IssueInvoice }
    answer: Records.ClientInvoice
    errors: {
      invoice_billable_invoiced: { status: 409; details: Records.DraftObstacle }
      invoice_billable_written_off: { status: 409; details: Records.DraftObstacle }
      invoice_charge_never_invoiced: { status: 409; details: Records.DraftObstacle }
      invoice_correction_missing: { status: 409; details: Records.DraftObstacle }
      invoice_not_a_draft: { status: 409 }
      invoice_not_reconciled: { status: 409 }
      invoice_refused_by_constraint: { status: 422 }
      invoice_without_lines: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Propose a cycle that adds the passing tests of the examiner of a delivered task to the project. Git makes the change; checks and review judge it */
  keepExaminerTests: {
    input: { params: { id: string } }
    answer: Records.CycleProposed
    errors: {
      examiner_tests_kept: { status: 409 }
      no_examiner_tests: { status: 409 }
      task_not_delivered: { status: 409 }
    }
  }
  /** Leave the workspace. Your keys and sessions in it end at once */
  leaveWorkspace: {
    input: {}
    answer: Records.MessageAck
    errors: {
      last_owner: { status: 409 }
    }
  }
  /** Take the issues that are delegated to Atelier in a tracker: each becomes a cycle of this project */
  linkProjectTracker: {
    input: { params: { id: string }; body: Records.LinkProjectTracker }
    answer: Records.ProjectTracker
    errors: {
      project_not_connected: { status: 409 }
      tracker_team_taken: { status: 409 }
    }
  }
  /** List active agents of a project and the workspace, or of all projects */
  listAgents: {
    input: { query?: {
      projectId?: string
      limit?: number
      cursor?: string
    } }
    answer: Records.Agent[]
    row: Records.Agent
    errors: {}
  }
  /** List batches, newest first */
  listAiBatches: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.AiBatch[]
    row: Records.AiBatch
    errors: {}
  }
  /** List pages of a document with their text, in order */
  listAiDocumentPages: {
    input: { params: { id: string }; query?: {
      after?: number
      limit?: number
    } }
    answer: Records.AiDocumentPage[]
    row: Records.AiDocumentPage
    errors: {}
  }
  /** List parsed documents, newest first, without their text */
  listAiDocuments: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.AiDocument[]
    row: Records.AiDocument
    errors: {}
  }
  /** List media that were made or understood, newest first, with what each cost */
  listAiMedia: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.AiMedia[]
    row: Records.AiMedia
    errors: {}
  }
  /** List the models that can be called, as Anthropic’s client reads them */
  listAiMessageModels: {
    input: { params: { workspaceId: string }; query?: {
      limit?: string
      before_id?: string
      after_id?: string
    } }
    answer: Records.AiMessageModels
    errors: {}
  }
  /** List the models that can be called, in the format of model clients, with prices */
  listAiModels: {
    input: { params: { workspaceId: string } }
    answer: Records.AiModels
    errors: {}
  }
  /** List video jobs, newest first */
  listAiVideos: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.AiVideo[]
    row: Records.AiVideo
    errors: {}
  }
  /** List active API keys and connected programs, newest first. Administrators see those of all members */
  listApiKeys: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ApiKey[]
    row: Records.ApiKey
    errors: {}
  }
  /** List the signed checkpoints of the audit chain and the keys to verify them, newest first */
  listAuditCheckpoints: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.AuditCheckpoints
    row: Records.AuditCheckpoint
    errors: {}
  }
  /** Read the audit log of the workspace, newest first */
  listAuditLog: {
    input: { query?: {
      limit?: number
      cursor?: string
      actorType?: "user" | "api_key" | "agent" | "system"
      actorId?: string
      action?: string
      category?: "create" | "read" | "update" | "delete" | "execute" | "auth" | "export"
      resourceType?: string
      resourceId?: string
      outcome?: "success" | "failure" | "denied"
      severity?: "info" | "notice" | "warning" | "critical"
      source?: "web" | "api" | "cli" | "chat" | "tracker" | "codehost" | "webhook" | "internal" | "system"
      requestId?: string
      traceId?: string
      from?: string
      to?: string
    } }
    answer: Records.AuditPage
    row: Records.AuditEntry
    errors: {}
  }
  /** List billables, newest first */
  listBillables: {
    input: { query?: {
      limit?: number
      cursor?: string
      clientAccountId?: string
      status?: "open" | "invoiced" | "written_off"
    } }
    answer: Records.Billable[]
    row: Records.Billable
    errors: {}
  }
  /** List the channels of Slack and Microsoft Teams that hear of the workspace, oldest first */
  listChatChannels: {
    input: {}
    answer: Records.ChatChannel[]
    errors: {}
  }
  /** List the projects that belong to a client account, newest first */
  listClientAccountProjects: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ClientAccountProject[]
    row: Records.ClientAccountProject
    errors: {}
  }
  /** List the agency’s client accounts, newest first. Archived accounts are included on request */
  listClientAccounts: {
    input: { query?: {
      limit?: number
      cursor?: string
      archived?: boolean
    } }
    answer: Records.ClientAccountSummary[]
    row: Records.ClientAccountSummary
    errors: {}
  }
  /** List the conversations in which clients wrote, those first that wait for an answer, then the newest, at most 200 */
  listClientConversations: {
    input: {}
    answer: Records.ClientConversation[]
    errors: {}
  }
  /** List the mails of an invoice with their delivery status, newest first */
  listClientInvoiceLetters: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ClientInvoiceLetter[]
    row: Records.ClientInvoiceLetter
    errors: {
      not_found: { status: 404 }
    }
  }
  /** List client invoices without their lines, newest first */
  listClientInvoices: {
    input: { query?: {
      limit?: number
      cursor?: string
      clientAccountId?: string
      status?: "draft" | "final" | "void" | "paid"
    } }
    answer: Records.ClientInvoice[]
    row: Records.ClientInvoice
    errors: {}
  }
  /** List all invitations of a client account, newest first */
  listClientPortalInvitations: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PortalInvitation[]
    row: Records.PortalInvitation
    errors: {}
  }
  /** List the people who have a seat in a client account, newest first */
  listClientPortalMembers: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PortalMember[]
    row: Records.PortalMember
    errors: {}
  }
  /** List the grants of a seat, newest first. Grants from other sources are not listed */
  listClientPortalProjectAccess: {
    input: { params: { id: string; userId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PortalProjectAccess[]
    row: Records.PortalProjectAccess
    errors: {}
  }
  /** List what each client account owes, has paid and was delivered last, at most 10,000 sums */
  listClientSummaries: {
    input: {}
    answer: Records.ClientSummary[]
    errors: {}
  }
  /** List the code hosts that the workspace is connected to, oldest first */
  listCodeHosts: {
    input: {}
    answer: Records.CodeHost[]
    errors: {}
  }
  /** List the artifacts of a cycle: the latest file of each name, newest first */
  listCycleArtifacts: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.StoredArtifact[]
    row: Records.StoredArtifact
    errors: {}
  }
  /** List the files of a cycle, oldest first, at most 200. Clients see those of messages */
  listCycleAttachments: {
    input: { params: { id: string } }
    answer: Records.CycleAttachment[]
    errors: {}
  }
  /** List the cycle’s own events, newest first. The timeline includes its tasks’ events */
  listCycleEvents: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ActivityEvent[]
    row: Records.ActivityEvent
    errors: {}
  }
  /** List the messages of a cycle, or of one agent’s thread in it, oldest first */
  listCycleMessages: {
    input: { params: { id: string }; query?: {
      agentId?: string
      limit?: number
      cursor?: string
    } }
    answer: Records.WireMessage[]
    row: Records.WireMessage
    errors: {}
  }
  /** List the pending requests of a cycle that the caller may decide, newest first */
  listCyclePendingRequests: {
    input: { params: { id: string }; query?: {
      status?: "pending" | "approved" | "denied" | "cancelled"
      limit?: number
      cursor?: string
    } }
    answer: Records.PendingRequest[]
    row: Records.PendingRequest
    errors: {}
  }
  /** List the cycles that the caller may view */
  listCycles: {
    input: { query?: {
      projectId?: string
      orderBy?: "createdAt" | "priority"
      limit?: number
      cursor?: string
    } }
    answer: Records.CycleSummary[]
    row: Records.CycleSummary
    errors: {}
  }
  /** List the approval requests of a deliverable with their decisions, newest first */
  listDeliverableApprovals: {
    input: { params: { cycleId: string }; query?: {
      awaiting?: "me"
      limit?: number
      cursor?: string
    } }
    answer: Records.DeliverableApproval[]
    row: Records.DeliverableApproval
    errors: {}
  }
  /** List the possible reviewers of a deliverable, newest first */
  listDeliverableReviewers: {
    input: { params: { cycleId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.DeliverableReviewer[]
    row: Records.DeliverableReviewer
    errors: {}
  }
  /** List the deliverables that the caller may view, oldest first. Clients see published ones */
  listDeliverables: {
    input: { query?: {
      awaiting?: "me"
      limit?: number
      cursor?: string
    } }
    answer: Records.Deliverable[]
    row: Records.Deliverable
    errors: {}
  }
  /** List the pictures of a deployment, with those of what was deployed before */
  listDeploymentPictures: {
    input: { params: { id: string } }
    answer: Records.DeploymentPictures
    errors: {}
  }
  /** List the deployments that the caller may view, oldest first */
  listDeployments: {
    input: { query?: {
      projectId?: string
      kind?: "project" | "cycle-preview" | "production"
      cycleId?: string
      limit?: number
      cursor?: string
    } }
    answer: Records.Deployment[]
    row: Records.Deployment
    errors: {}
  }
  /** List the billables that are on draft invoices, each with its newest draft */
  listDraftedBillables: {
    input: { query?: {
      clientAccountId?: string
    } }
    answer: Records.DraftedBillables
    errors: {}
  }
  /** List activity events of a cycle (oldest first), a trace, a type, an entity, or all (newest first) */
  listEvents: {
    input: { query?: {
      cycleId?: string
      traceId?: string
      eventType?: string
      entityType?: string
      entityId?: string
      limit?: number
      before?: string
      cursor?: string
    } }
    answer: Records.ActivityEvent[]
    row: Records.ActivityEvent
    errors: {
      no_selector: { status: 400 }
    }
  }
  /** List the keys and model servers of the server’s machine. Sends nothing off it and uses nothing */
  listFoundModels: {
    input: {}
    answer: Records.FoundModels
    errors: {}
  }
  /** List in which order providers are asked for each capability, and how each did in the last 7 days */
  listGrowthChains: {
    input: {}
    answer: Records.GrowthChain[]
    errors: {}
  }
  /** List delivery projects that were completed or approved by the client, most recently finished first */
  listGrowthCitableProjects: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.GrowthCitableProject[]
    row: Records.GrowthCitableProject
    errors: {}
  }
  /** List the mail threads of a growth project, one per lead, the newest mail first */
  listGrowthInbox: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
      replied?: "true" | "false"
      intent?: "interested" | "not_now" | "not_interested" | "question" | "out_of_office" | "unsubscribe" | "other"
      needsDecision?: "true" | "false"
    } }
    answer: Records.GrowthInboxThread[]
    row: Records.GrowthInboxThread
    errors: {}
  }
  /** List the leads of a growth project with their evidence, newest first */
  listGrowthLeads: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
      status?: "disqualified" | "new" | "queued"
      playId?: string
      address?: string
    } }
    answer: Records.GrowthLead[]
    row: Records.GrowthLead
    errors: {}
  }
  /** List the passes in which leads of a growth project were looked up, newest first */
  listGrowthLookups: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.GrowthLookup[]
    row: Records.GrowthLookup
    errors: {}
  }
  /** List the mailboxes that outreach is sent from, with warm-up and today’s sends, oldest first */
  listGrowthMailboxes: {
    input: { query?: {
      includeDisconnected?: "true" | "false"
    } }
    answer: Records.GrowthMailboxList
    errors: {}
  }
  /** List the mails of a growth project, drafts too, newest first */
  listGrowthMessages: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
      playId?: string
      leadId?: string
      status?: "draft" | "approved" | "sending" | "sent" | "unknown" | "refused" | "cancelled" | "received"
    } }
    answer: Records.GrowthMessage[]
    row: Records.GrowthMessage
    errors: {}
  }
  /** List the plays of a growth project, newest first, archived ones too */
  listGrowthPlays: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.GrowthPlay[]
    row: Records.GrowthPlay
    errors: {}
  }
  /** List the growth projects, newest first, archived ones too */
  listGrowthProjects: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.GrowthProject[]
    row: Records.GrowthProject
    errors: {}
  }
  /** List the runs that proposed plays from research, newest first */
  listGrowthProposalRuns: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.GrowthProposalRun[]
    row: Records.GrowthProposalRun
    errors: {}
  }
  /** List the providers of company data, their prices, and whether a key is stored */
  listGrowthProviders: {
    input: {}
    answer: Records.GrowthProvider[]
    errors: {}
  }
  /** List the addresses and domains that no outreach is sent to, newest first */
  listGrowthSuppressions: {
    input: { query?: {
      limit?: number
      cursor?: string
      address?: string
    } }
    answer: Records.GrowthSuppression[]
    row: Records.GrowthSuppression
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** List the harness preferences: the workspace’s first, then those of projects */
  listHarnessPreferences: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.HarnessPreference[]
    row: Records.HarnessPreference
    errors: {}
  }
  /** List the line comments of a change: sent comments and the caller’s drafts */
  listLineComments: {
    input: { params: { id: string } }
    answer: Records.LineComments
    errors: {}
  }
  /** List all member invitations, newest first */
  listMemberInvitations: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.MemberInvitation[]
    row: Records.MemberInvitation
    errors: {}
  }
  /** List the members of the agency, newest first. Clients are not listed */
  listMembers: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.Member[]
    row: Records.Member
    errors: {}
  }
  /** List model calls of some months with who made them, what each cost and why it was refused, newest first */
  listModelCalls: {
    input: { query?: {
      limit?: number
      cursor?: string
      from?: string
      to?: string
      personId?: string
      projectId?: string
      model?: string
      outcome?: "finished" | "failed" | "open" | "abandoned" | "refused"
    } }
    answer: Records.ModelCallRecord[]
    row: Records.ModelCallRecord
    errors: {
      months_reversed: { status: 400 }
    }
  }
  /** List the models of the workspace’s endpoints and of the configured router that agents can use */
  listModelCatalog: {
    input: {}
    answer: Records.ModelCatalog
    errors: {}
  }
  /** List the model endpoints of the workspace, by name */
  listModelEndpoints: {
    input: {}
    answer: Records.ModelEndpoint[]
    errors: {}
  }
  /** List the roles that have a model of their own */
  listModelPreferences: {
    input: {}
    answer: Records.ModelPreference[]
    errors: {}
  }
  /** List your passkeys */
  listMyPasskeys: {
    input: {}
    answer: Records.AuthPasskey[]
    errors: {
      sign_in_unavailable: { status: 503 }
    }
  }
  /** List the open portals that you can enter, by name */
  listMyPortals: {
    input: {}
    answer: Records.Portal[]
    errors: {}
  }
  /** List your active sessions, newest first */
  listMySessions: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.SessionSummary[]
    row: Records.SessionSummary
    errors: {}
  }
  /** Look up the names of resources by their ids, and who began a trace */
  listNames: {
    input: { query?: {
      ids?: string
      traceIds?: string
    } }
    answer: Records.Names
    errors: {}
  }
  /** List payment notifications from providers with their outcome, newest first */
  listPaymentNotices: {
    input: { query?: {
      limit?: number
      cursor?: string
      outcome?: "settled" | "repeated" | "mismatched"
    } }
    answer: Records.PaymentNotice[]
    row: Records.PaymentNotice
    errors: {}
  }
  /** List the pending requests that the caller may decide, newest first */
  listPendingRequests: {
    input: { query?: {
      status?: "pending" | "approved" | "denied" | "cancelled"
      cycleId?: string
      taskId?: string
      limit?: number
      cursor?: string
    } }
    answer: Records.PendingRequestListItem[]
    row: Records.PendingRequestListItem
    errors: {}
  }
  /** List your client accounts at one agency */
  listPortalAccounts: {
    input: { params: { agencySlug: string } }
    answer: Records.PortalAccount[]
    errors: {
      email_not_verified: { status: 403 }
      no_portal_access: { status: 403 }
    }
  }
  /** List the issued invoices of the client accounts in which you have a seat, newest first */
  listPortalInvoices: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PortalInvoice[]
    row: Records.PortalInvoice
    errors: {}
  }
  /** List the share links of a deployment’s address that have not expired, newest first */
  listPreviewShares: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PreviewShare[]
    row: Records.PreviewShare
    errors: {}
  }
  /** List the artifacts of a project: the latest file of each name, newest first */
  listProjectArtifacts: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.StoredArtifact[]
    row: Records.StoredArtifact
    errors: {}
  }
  /** List the audit rows of a project, newest first, also after it is deleted */
  listProjectAuditLog: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
      action?: string
      actorType?: "user" | "api_key" | "agent" | "system"
    } }
    answer: Records.AuditPage
    row: Records.AuditEntry
    errors: {}
  }
  /** List what was billed for the work of a project in the last twelve months: a row per issued invoice, newest first, at most 200 */
  listProjectBilledWork: {
    input: { params: { projectId: string } }
    answer: Records.BilledWork[]
    errors: {}
  }
  /** List the branches of a project: the default branch, that of its preview, then those of cycles and tasks, newest first */
  listProjectBranches: {
    input: { params: { id: string }; query?: {
      repo?: string
    } }
    answer: Records.ProjectBranches
    errors: {
      no_repository: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
    }
  }
  /** List all environments of a project, in the order in which a run applies them */
  listProjectEnvironments: {
    input: { params: { projectId: string } }
    answer: Records.Environment[]
    errors: {}
  }
  /** List the files of a branch that git does not ignore */
  listProjectFiles: {
    input: { params: { id: string }; query?: {
      repo?: string
      ref?: string
    } }
    answer: Records.TreeListing
    errors: {
      branch_not_found: { status: 404 }
      no_repository: { status: 404 }
      read_timed_out: { status: 504 }
      repository_unreachable: { status: 502 }
    }
  }
  /** List the revisions of a project with their cycles, authors and changed lines, newest first */
  listProjectHistory: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ProjectHistoryEntry[]
    row: Records.ProjectHistoryEntry
    errors: {}
  }
  /** List the newest builds of the bases of the project’s sandboxes, newest first, at most 50 */
  listProjectImageBuilds: {
    input: { params: { id: string } }
    answer: Records.ImageBuild[]
    errors: {}
  }
  /** List the issue-tracker conversations delegated into a project, the newest 200, newest first */
  listProjectLinearSessions: {
    input: { params: { id: string } }
    answer: Records.LinearSession[]
    errors: {}
  }
  /** List the messages of a project’s own conversation, oldest first */
  listProjectMessages: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.WireMessage[]
    row: Records.WireMessage
    errors: {}
  }
  /** List the pull requests of a project at its code host, the newest 100, newest first */
  listProjectPullRequests: {
    input: { params: { id: string } }
    answer: Records.PullRequest[]
    errors: {}
  }
  /** List the repositories of a project, the primary one first */
  listProjectRepos: {
    input: { params: { id: string } }
    answer: Records.Repository[]
    errors: {}
  }
  /** List the revisions of a project, newest first */
  listProjectRevisions: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ProjectRevision[]
    row: Records.ProjectRevision
    errors: {}
  }
  /** List the secrets of a project, each value masked to its last four characters */
  listProjectSecretEntries: {
    input: { params: { projectId: string } }
    answer: Records.SecretEntries
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** List the secrets configs of a project, oldest first, with masked values */
  listProjectSecretsConfigs: {
    input: { params: { projectId: string } }
    answer: Records.SecretsConfigSummary[]
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** List the syncs of secrets to sandboxes and code hosts, newest first */
  listProjectSecretsSyncLogs: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.SecretsSyncLog[]
    row: Records.SecretsSyncLog
    errors: {}
  }
  /** List the skills of a project, by slug */
  listProjectSkills: {
    input: { params: { id: string } }
    answer: Records.ImportedSkill[]
    errors: {}
  }
  /** List the milestones of a project, newest first: cycles, failed checks, publications, decisions and questions */
  listProjectTimeline: {
    input: { params: { projectId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ActivityEvent[]
    row: Records.ActivityEvent
    errors: {}
  }
  /** List the tool servers of a project, by name */
  listProjectToolServers: {
    input: { params: { id: string } }
    answer: Records.ImportedMcp[]
    errors: {}
  }
  /** List the projects that the caller may view, newest first */
  listProjects: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.ProjectSummary[]
    row: Records.ProjectSummary
    errors: {}
  }
  /** List the comments on a task, oldest first */
  listTaskComments: {
    input: { params: { id: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.TaskComment[]
    row: Records.TaskComment
    errors: {}
  }
  /** List the tasks that the caller may view, newest first */
  listTasks: {
    input: { query?: {
      projectId?: string
      status?: "queued" | "blocked" | "building" | "testing" | "reviewing" | "approved" | "merging" | "merged" | "pr_created" | "ci_passing" | "done" | "failed"
      limit?: number
      cursor?: string
    } }
    answer: Records.Task[]
    row: Records.Task
    errors: {}
  }
  /** List the trackers that the workspace is connected to, oldest first */
  listTrackers: {
    input: {}
    answer: Records.Tracker[]
    errors: {}
  }
  /** List the providers that agents may search and read the web with */
  listWebProviders: {
    input: {}
    answer: Records.WebProviderState[]
    errors: {}
  }
  /** List the deliveries of a webhook in the last 30 days and those waiting, newest first */
  listWebhookDeliveries: {
    input: { params: { id: string }; query?: {
      status?: "waiting" | "delivered" | "failed"
      limit?: number
      cursor?: string
    } }
    answer: Records.WebhookDelivery[]
    row: Records.WebhookDelivery
    errors: {}
  }
  /** List the webhooks of the workspace, oldest first */
  listWebhooks: {
    input: {}
    answer: Records.Webhook[]
    errors: {}
  }
  /** List all clients of the workspace with their permissions, newest first */
  listWorkspacePortalClients: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.WorkspacePortalClient[]
    row: Records.WorkspacePortalClient
    errors: {}
  }
  /** List all invitations to the agency’s portal itself, newest first */
  listWorkspacePortalInvitations: {
    input: { query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.WorkspacePortalInvitation[]
    row: Records.WorkspacePortalInvitation
    errors: {}
  }
  /** List the portal grants of a client, newest first */
  listWorkspacePortalProjectAccess: {
    input: { params: { userId: string }; query?: {
      limit?: number
      cursor?: string
    } }
    answer: Records.PortalProjectAccess[]
    row: Records.PortalProjectAccess
    errors: {}
  }
  /** Make a repository the primary one. Cycles work in it, and its branch becomes the project’s head */
  makeProjectRepoPrimary: {
    input: { params: { id: string; repoId: string } }
    answer: Records.Repository
    errors: {
      branch_moved: { status: 409 }
      branch_too_large: { status: 409 }
      check_timeout: { status: 503 }
      project_active: { status: 409 }
    }
  }
  /** Get a link that lets this caller into a deployment, good for a minute */
  openDeployment: {
    input: { params: { id: string } }
    answer: Records.OpenedDeployment
    errors: {
      deployment_not_served: { status: 409 }
      links_unavailable: { status: 503 }
      previews_switched_off: { status: 503 }
    }
  }
  /** Reorder the planned cycles, by urgency and position */
  orderProjectRoadmap: {
    input: { params: { id: string }; body: Records.OrderRoadmap }
    answer: Records.Roadmap
    errors: {}
  }
  /** Parse a document into Markdown. The same bytes are parsed and billed once */
  parseAiDocument: {
    input: { body: Records.ParseDocument }
    answer: Records.AiDocumentParsed
    errors: {
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Parse a file of a cycle, at the expense of the agency. Agents are given its text as material */
  parseCycleAttachment: {
    input: { params: { id: string; attachmentId: string } }
    answer: Records.CycleAttachment
    errors: {
      attachment_not_readable: { status: 422 }
    }
  }
  /** Record that an issued invoice was paid outside of Atelier */
  payClientInvoice: {
    input: { params: { id: string }; body?: Records.PayInvoice }
    answer: Records.ClientInvoice
    errors: {
      invoice_not_payable: { status: 409 }
      invoice_refused_by_constraint: { status: 422 }
      not_found: { status: 404 }
    }
  }
  /** Ask the provider about a batch now */
  pollAiBatch: {
    input: { params: { id: string } }
    answer: Records.AiBatchPoll
    errors: {
      ai_capability_disabled: { status: 503 }
      ai_upstream_failed: { status: 502 }
    }
  }
  /** Get the statement that a reviewer signs with a passkey. It is valid for five minutes */
  prepareDeliverableDecision: {
    input: { params: { cycleId: string; approvalId: string }; body: Records.DecideDeliverableApproval }
    answer: Records.DecisionStatement
    errors: {
      approval_decided: { status: 409 }
      deliverable_changed: { status: 409 }
      deliverable_republished: { status: 409 }
      deliverable_withdrawn: { status: 409 }
      no_passkey: { status: 409 }
      not_the_reviewer: { status: 403 }
    }
  }
  /** Read which program asks to be connected by OAuth, and what for. Needs a session; changes nothing */
  previewProgramConnection: {
    input: { body: Records.PreviewProgramConnection }
    answer: Records.ProgramRequest
    errors: {
      program_refused: { status: 400; details: {
        reason: "address" | "unreachable" | "document" | "other_client" | "authentication" | "redirect" | "parameter"
        parameter: string | null
        redirectTo: string | null
      } }
    }
  }
  /** Inspect the history of a project before it is connected to a code host, or how its pushes stand */
  previewProjectRepoConnect: {
    input: { params: { id: string } }
    answer: Records.RepoConnectPreview
    errors: {}
  }
  /** Propose a cycle. It stays a draft until it is executed, or until its turn comes in a started project */
  proposeCycle: {
    input: { body: Records.CreateCycle }
    answer: Records.CycleProposed
    errors: {
      dispatch_failed: { status: 502 }
    }
  }
  /** Publish the draft as an immutable snapshot. Clients see it until the next one */
  publishDeliverable: {
    input: { params: { cycleId: string } }
    answer: Records.Deliverable
    errors: {}
  }
  /** Save a draft and publish it as the brand that clients see. Publishing the same draft again changes nothing */
  publishWorkspaceBrandKit: {
    input: { body: Records.PublishBrandKit }
    answer: Records.WorkspaceBrandKitState
    errors: {
      brand_draft_stale: { status: 409 }
    }
  }
  /** Let every new lead of a play wait for its mails that may get some; says why others may not */
  queueGrowthLeads: {
    input: { params: { playId: string } }
    answer: Records.GrowthLeadsQueued
    errors: {
      campaign_not_running: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Reactivate a deactivated agent, built-in or not */
  reactivateAgent: {
    input: { params: { id: string } }
    answer: Records.Agent
    errors: {
      administrators_only: { status: 403 }
      agent_intake_taken: { status: 409 }
      agent_name_taken: { status: 409 }
      project_archived: { status: 409 }
    }
  }
  /** Deploy the head of a project’s default branch: its preview, or production */
  redeployProjectPreview: {
    input: { body: Records.RedeployPreview }
    answer: Records.DeploymentAccepted
    errors: {
      deployment_repo_ambiguous: { status: 409; details: Records.DeploymentRepoAmbiguous }
      forbidden: { status: 403 }
      previews_switched_off: { status: 503 }
      project_archived: { status: 409 }
    }
  }
  /** Add a passkey */
  registerPasskey: {
    input: { body: Records.RegisterPasskey }
    answer: Records.AuthPasskey
    errors: {
      passkey_refused: { status: 400 }
      session_not_fresh: { status: 403 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Remove a project from a client account, with the grants of its seats. Other grants stay */
  removeClientAccountProject: {
    input: { params: { id: string; projectId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Remove a seat with its grants and the person’s open invitations to this account. Other shares stay */
  removeClientPortalMember: {
    input: { params: { id: string; userId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Remove the grant of a seat on a project */
  removeClientPortalProjectAccess: {
    input: { params: { id: string; userId: string; projectId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Remove a file from a cycle. Clients remove those of messages that they did not send yet */
  removeCycleAttachment: {
    input: { params: { id: string; attachmentId: string } }
    answer: Records.MessageAck
    errors: {
      attachment_sent: { status: 409 }
    }
  }
  /** Remove a task from a cycle and stop its agent */
  removeCycleTask: {
    input: { params: { id: string; taskId: string } }
    answer: Records.MessageAck
    errors: {
      cycle_closed: { status: 409 }
      last_task: { status: 409 }
      task_merged: { status: 409 }
      task_needed: { status: 409 }
    }
  }
  /** Remove the workspace’s own key of a provider, and disable it */
  removeGrowthProviderKey: {
    input: { params: { provider: string } }
    answer: Records.GrowthProvider
    errors: {}
  }
  /** Remove an entry that a person added or a bounce made */
  removeGrowthSuppression: {
    input: { params: { suppressionId: string } }
    answer: Records.DeletedAck
    errors: {
      suppression_not_removable: { status: 409 }
    }
  }
  /** Remove a member. Their keys, sessions, open streams and grants end at once */
  removeMember: {
    input: { params: { userId: string } }
    answer: Records.MessageAck
    errors: {
      last_owner: { status: 409 }
      owner_only: { status: 403 }
    }
  }
  /** Remove one of your passkeys */
  removePasskey: {
    input: { body: Records.RemovePasskey }
    answer: Records.AuthStatus
    errors: {
      passkey_not_found: { status: 404 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Remove the key of a provider and disable it */
  removeWebProviderKey: {
    input: { params: { provider: string } }
    answer: Records.WebProviderState
    errors: {}
  }
  /** Remove a client from the agency, with all seats, grants and open invitations */
  removeWorkspacePortalClient: {
    input: { params: { userId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Remove a client’s portal grant on a project. Seats and legacy shares stay */
  removeWorkspacePortalProjectAccess: {
    input: { params: { userId: string; projectId: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Rename one of your passkeys */
  renamePasskey: {
    input: { body: Records.RenamePasskey }
    answer: Records.RenamedPasskey
    errors: {
      passkey_not_found: { status: 404 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Ask the same reviewer again about the same revision. The first decision stays as it is; of several, the newest counts */
  reopenDeliverableDecision: {
    input: { params: { cycleId: string; approvalId: string } }
    answer: Records.DeliverableApproval
    errors: {
      approval_already_requested: { status: 409 }
      approval_not_decided: { status: 409 }
      deliverable_changed: { status: 409 }
      deliverable_republished: { status: 409 }
      deliverable_withdrawn: { status: 409 }
      not_the_reviewer: { status: 403 }
    }
  }
  /** Replace the Company brain by hand; earlier versions are kept */
  replaceGrowthBrain: {
    input: { params: { projectId: string }; body: Records.ReplaceGrowthBrain }
    answer: Records.GrowthBrain
    errors: {
      growth_brain_changed: { status: 409 }
      growth_project_archived: { status: 409 }
    }
  }
  /** Resend the message of a delivery, with the same webhook-id */
  replayWebhookDelivery: {
    input: { params: { id: string; deliveryId: string } }
    answer: Records.WebhookDelivery
    errors: {
      webhook_delivery_is_test: { status: 409 }
      webhook_disabled: { status: 409 }
    }
  }
  /** Resend the events of a period to a webhook, as its current filters select */
  replayWebhookEvents: {
    input: { params: { id: string }; body: Records.ReplayWebhookEvents }
    answer: Records.Webhook
    errors: {
      webhook_disabled: { status: 409 }
      webhook_replaying: { status: 409 }
    }
  }
  /** Request approval of the published deliverable from a person who can see the project */
  requestDeliverableApproval: {
    input: { params: { cycleId: string }; body: Records.RequestDeliverableApproval }
    answer: Records.DeliverableApproval
    errors: {
      approval_already_requested: { status: 409 }
      deliverable_changed: { status: 409 }
      deliverable_not_published: { status: 409 }
      reviewer_not_on_project: { status: 400 }
    }
  }
  /** Request a password reset link. The answer is the same for an address without an account */
  requestPasswordReset: {
    input: { body: Records.RequestPasswordReset }
    answer: Records.AuthStatus
    errors: {
      invalid_email: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Rerun one check of a task on its latest commit. Earlier results and the verdict stay */
  rerunTaskCheck: {
    input: { params: { id: string }; body: Records.RerunTaskCheck }
    answer: Records.CheckRerun
    errors: {
      check_rerun_under_way: { status: 409 }
      dispatch_failed: { status: 502 }
      task_at_work: { status: 409 }
      too_many_check_reruns: { status: 409 }
    }
  }
  /** Resend an open or expired invitation with a new link for seven days. The old link stops working */
  resendMemberInvitation: {
    input: { params: { id: string } }
    answer: Records.MemberInvitationSent
    errors: {
      invitation_closed: { status: 409 }
    }
  }
  /** Reset your password with the one-time token of a link. Ends all sessions and removes all passkeys */
  resetPassword: {
    input: { body: Records.ResetPassword }
    answer: Records.PasswordReset
    errors: {
      invalid_token: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Record whether a mail of unknown delivery went out */
  resolveGrowthMessage: {
    input: { params: { messageId: string }; body: Records.ResolveGrowthMessage }
    answer: Records.GrowthMessage
    errors: {
      growth_message_not_unknown: { status: 409 }
    }
  }
  /** Resolve a pending request. A run that waited for it continues */
  resolvePendingRequest: {
    input: { params: { id: string }; body: Records.ResolvePendingRequest }
    answer: Records.PendingRequest
    errors: {
      request_not_pending: { status: 400 }
    }
  }
  /** Propose a cycle that brings the files of a project back to an earlier revision. Git makes the change; checks and review judge it, and a merge makes a new revision */
  restoreProjectRevision: {
    input: { params: { id: string; revisionId: string }; body: Records.RestoreProjectRevision }
    answer: Records.CycleProposed
    errors: {
      revision_is_newest: { status: 409 }
      revision_moved: { status: 409 }
      revision_not_found: { status: 404 }
      revision_of_other_repository: { status: 409 }
      revision_restoring: { status: 409 }
    }
  }
  /** Propose a cycle that reverts what this one delivered. Git makes the change; checks and review judge it */
  revertCycle: {
    input: { params: { id: string } }
    answer: Records.CycleProposed
    errors: {
      cycle_not_delivered: { status: 409 }
      cycle_reverted: { status: 409 }
    }
  }
  /** Record whether a video may be used */
  reviewAiVideo: {
    input: { params: { id: string }; body: Records.ReviewVideo }
    answer: Records.AiVideo
    errors: {
      ai_video_not_reviewable: { status: 409 }
    }
  }
  /** Revoke an API key or end a connected program of yours; administrators revoke any. Takes effect at once and cannot be undone; revoking again changes nothing */
  revokeApiKey: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {}
  }
  /** Revoke an invitation that was not accepted yet. Its link stops working */
  revokeClientPortalInvitation: {
    input: { params: { id: string; invitationId: string } }
    answer: Records.PortalInvitation
    errors: {
      invitation_accepted: { status: 409 }
    }
  }
  /** Revoke an invitation that was not accepted. Revoking again changes nothing */
  revokeMemberInvitation: {
    input: { params: { id: string } }
    answer: Records.MemberInvitation
    errors: {
      invitation_closed: { status: 409 }
    }
  }
  /** End one of your sessions immediately, on every server process */
  revokeMySession: {
    input: { params: { sessionId: string } }
    answer: Records.MessageAck
    errors: {
      session_not_found: { status: 404 }
    }
  }
  /** Revoke an invitation that was not accepted yet. Its link stops working */
  revokeWorkspacePortalInvitation: {
    input: { params: { invitationId: string } }
    answer: Records.MessageAck
    errors: {
      invitation_accepted: { status: 409 }
    }
  }
  /** Serve the build of an earlier deployment again */
  rollbackDeployment: {
    input: { params: { id: string } }
    answer: Records.DeploymentAccepted
    errors: {
      deployment_build_removed: { status: 409 }
      deployment_never_served: { status: 409 }
      deployment_serves: { status: 409 }
      previews_switched_off: { status: 503 }
    }
  }
  /** Rotate the secret of a webhook. The new one is shown once; the old one also signs for a time */
  rotateWebhookSecret: {
    input: { params: { id: string }; body?: Records.RotateWebhookSecret }
    answer: Records.WebhookWithSecret
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Save the accounting settings: DATEV numbers and the account of each tax class */
  saveAccountingSettings: {
    input: { body: Records.SaveAccountingSettings }
    answer: Records.AccountingSettings
    errors: {}
  }
  /** Save the workspace’s billing identity: sender, tax classes and number format */
  saveBillingIdentity: {
    input: { body: Records.SaveBillingIdentity }
    answer: Records.BillingIdentity
    errors: {}
  }
  /** Set the debtor account of a client account; null removes it */
  saveClientAccounting: {
    input: { params: { clientAccountId: string }; body: Records.SaveClientAccounting }
    answer: Records.ClientAccounting
    errors: {}
  }
  /** Save the billing identity of a client account. Existing drafts keep the previous one */
  saveClientBillingIdentity: {
    input: { params: { clientAccountId: string }; body: Records.SaveClientBillingIdentity }
    answer: Records.ClientBillingIdentity
    errors: {}
  }
  /** Save the reminder schedule of a client account; null uses the workspace’s */
  saveClientInvoiceReminders: {
    input: { params: { clientAccountId: string }; body: Records.SaveClientInvoiceReminders }
    answer: Records.ClientInvoiceReminders
    errors: {}
  }
  /** Store or replace the workspace’s own key of a provider, and enable it */
  saveGrowthProviderKey: {
    input: { params: { provider: string }; body: Records.SaveGrowthProviderKey }
    answer: Records.GrowthProvider
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Save the default schedule of invoice reminders. Missed reminders are not sent later */
  saveInvoiceReminders: {
    input: { body: Records.SaveInvoiceReminders }
    answer: Records.InvoiceReminders
    errors: {}
  }
  /** Store or replace the key of a provider, and enable it */
  saveWebProviderKey: {
    input: { params: { provider: string }; body: Records.SaveWebProviderKey }
    answer: Records.WebProviderState
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Replace the draft of the brand. Clients do not see drafts */
  saveWorkspaceBrandKit: {
    input: { body: Records.SaveBrandKit }
    answer: Records.WorkspaceBrandKitState
    errors: {
      brand_draft_stale: { status: 409 }
    }
  }
  /** Search projects, cycles, tasks, conversations and, for the agency, documents by word prefixes */
  search: {
    input: { query: {
      q: string
      kind?: "project" | "cycle" | "task" | "message" | "document"
      projectId?: string
      limit?: number
    } }
    answer: Records.SearchHits
    errors: {}
  }
  /** Send an issued invoice by mail to its billing address, with its PDF and its electronic invoice */
  sendClientInvoice: {
    input: { params: { id: string }; body?: Records.SendClientInvoice }
    answer: Records.ClientInvoiceLetter
    errors: {
      invoice_changed: { status: 409 }
      invoice_evidence_changed: { status: 409 }
      invoice_evidence_unmade: { status: 503; details: Records.InvoiceEvidenceUnmade }
      invoice_is_void: { status: 409 }
      invoice_letter_too_large: { status: 409 }
      invoice_not_encodable: { status: 415; details: Records.InvoiceNotEncodable }
      invoice_not_issued: { status: 409 }
      invoice_not_reconciled: { status: 409 }
      invoice_without_billing_email: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Post a message in a cycle’s conversation and wait up to a minute for the answer. A message of someone who may steer the project drives its agent */
  sendCycleMessage: {
    input: { params: { id: string }; body: Records.CycleMessage }
    answer: Records.CycleTurn
    errors: {
      message_id_taken: { status: 409 }
    }
  }
  /** Answer a lead from the mailbox that it was written to from */
  sendGrowthReply: {
    input: { params: { leadId: string }; body: Records.SendGrowthReply }
    answer: Records.GrowthReplySent
    errors: {
      growth_reply_refused: { status: 502 }
      growth_sending_not_set_up: { status: 503 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Post a message in a project’s own conversation. Agents of later work read messages of people who may steer */
  sendProjectMessage: {
    input: { params: { id: string }; body: Records.ProjectMessage }
    answer: Records.WireMessage
    errors: {
      message_id_taken: { status: 409 }
    }
  }
  /** Request another verification link. The answer is the same for any address */
  sendVerificationEmail: {
    input: { body: Records.SendVerificationEmail }
    answer: Records.AuthStatus
    errors: {
      invalid_email: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Set the workspace that your session uses when no header names one */
  setActiveWorkspace: {
    input: { body: Records.SetActiveWorkspace }
    answer: Records.ActiveWorkspace
    errors: {
      forbidden: { status: 403 }
    }
  }
  /** Grant a seat view or steer on a project of its client account */
  setClientPortalProjectAccess: {
    input: { params: { id: string; userId: string; projectId: string }; body: Records.PortalProjectPermissions }
    answer: Records.PortalProjectAccess
    errors: {}
  }
  /** Set the model of a role: one of the instance’s, or one of the workspace’s endpoints */
  setModelPreference: {
    input: { params: { role: string }; body: Records.UpsertModelPreference }
    answer: Records.ModelPreference
    errors: {}
  }
  /** Set the harness of the workspace */
  setOrganizationHarness: {
    input: { body: Records.UpsertHarnessPreference }
    answer: Records.HarnessPreference
    errors: {}
  }
  /** Set the domain of a project’s production, or take it away with null */
  setProductionCustomDomain: {
    input: { body: Records.CustomDomain }
    answer: Records.CustomDomainSaved
    errors: {}
  }
  /** Set the harness of a project */
  setProjectHarness: {
    input: { params: { projectId: string }; body: Records.UpsertHarnessPreference }
    answer: Records.HarnessPreference
    errors: {}
  }
  /** Set the secret that a tracker signs its webhooks with */
  setTrackerSecret: {
    input: { params: { id: string }; body: Records.TrackerSecret }
    answer: Records.Tracker
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Replace the workspace’s policies. They apply at once to projects without their own */
  setWorkspacePolicies: {
    input: { body?: Records.SetWorkspacePolicies }
    answer: Records.WorkspacePolicies
    errors: {}
  }
  /** Grant a client of the agency’s portal view or steer on a project */
  setWorkspacePortalProjectAccess: {
    input: { params: { userId: string; projectId: string }; body: Records.PortalProjectPermissions }
    answer: Records.PortalProjectAccess
    errors: {}
  }
  /** Show the page on which a recipient unsubscribes; to read it changes nothing */
  showGrowthUnsubscribe: {
    input: { params: { token: string } }
    answer: Download
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Decide with a passkey signature over the statement */
  signDeliverableDecision: {
    input: { params: { cycleId: string; approvalId: string }; body: Records.DecisionSignature }
    answer: Records.DeliverableDecision
    errors: {
      approval_decided: { status: 409 }
      deliverable_changed: { status: 409 }
      deliverable_republished: { status: 409 }
      deliverable_withdrawn: { status: 409 }
      no_statement: { status: 409 }
      not_the_reviewer: { status: 403 }
      signature_refused: { status: 400 }
    }
  }
  /** Sign in with a passkey */
  signInWithPasskey: {
    input: { body: Records.SignInWithPasskey }
    answer: Records.SignedIn
    errors: {
      passkey_refused: { status: 401 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Sign in with address and password */
  signInWithPassword: {
    input: { body: Records.SignInWithPassword }
    answer: Records.SignedIn
    errors: {
      email_not_verified: { status: 403 }
      invalid_credentials: { status: 401 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Sign in as the first owner with the one-time link that the server printed at its start */
  signInWithStartLink: {
    input: { body: Records.SignInWithStartLink }
    answer: Records.SignedIn
    errors: {
      sign_in_unavailable: { status: 503 }
      start_link_refused: { status: 401 }
    }
  }
  /** End the session of this browser */
  signOut: {
    input: {}
    answer: Records.SignedOut
    errors: {
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Sign up. The answer is the same for an address that already has an account */
  signUp: {
    input: { body: Records.SignUp }
    answer: Records.AuthStatus
    errors: {
      invalid_email: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Sign up with the link of an invitation’s letter, which proves its address. The invitation is then accepted */
  signUpByPortalInvitation: {
    input: { body: Records.SignUpByPortalInvitation }
    answer: Records.SignedIn
    errors: {
      address_has_account: { status: 409 }
      invalid_token: { status: 400 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Write drafts of the mails of a play for its leads */
  startGrowthDrafts: {
    input: { params: { playId: string }; body?: Records.StartGrowthDrafts }
    answer: Records.GrowthDraftRun
    errors: {
      growth_draft_run_active: { status: 409 }
      growth_play_archived: { status: 409 }
      growth_play_without_steps: { status: 409 }
      growth_project_archived: { status: 409 }
    }
  }
  /** Look up the leads of a growth project that are new and were never looked up */
  startGrowthLookup: {
    input: { params: { projectId: string } }
    answer: Records.GrowthLookup
    errors: {
      growth_no_lead_to_look_up: { status: 409 }
      growth_project_archived: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Look up the leads of a play that are new and were never looked up, at the cost of the play */
  startGrowthPlayLookup: {
    input: { params: { playId: string } }
    answer: Records.GrowthPlayLookup
    errors: {
      growth_no_lead_to_look_up: { status: 409 }
      growth_play_archived: { status: 409 }
      growth_play_cap_reached: { status: 402 }
      growth_project_archived: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Read the website again and write a new version of the Company brain */
  startGrowthRun: {
    input: { params: { projectId: string }; body?: Records.StartGrowthRun }
    answer: Records.GrowthRun
    errors: {
      growth_project_archived: { status: 409 }
      growth_run_active: { status: 409 }
    }
  }
  /** Start the autonomous run of a project, which works through its roadmap. A parked run checks again */
  startProject: {
    input: { params: { id: string } }
    answer: Records.ProjectRun
    errors: {
      code_host_not_connected: { status: 409 }
      dispatch_failed: { status: 502 }
      harness_not_installed: { status: 409 }
      model_unavailable: { status: 409 }
      no_agent: { status: 409 }
    }
  }
  /** Start the desktop of the project, or learn why there is none */
  startProjectDesktop: {
    input: { params: { id: string } }
    answer: Records.ProjectDesktopAccess
    errors: {}
  }
  /** Stop the run of a cycle. It is `stopped` once its sandboxes are gone */
  stopCycle: {
    input: { params: { id: string } }
    answer: Records.Cycle
    errors: {
      cycle_not_active: { status: 409 }
    }
  }
  /** Stop the autonomous run of a project and the cycles that it began. No effect when it is not running */
  stopProject: {
    input: { params: { id: string } }
    answer: Records.ProjectRun
    errors: {}
  }
  /** Stream the events of a cycle and its tasks until its run ends */
  streamCycle: {
    input: { params: { id: string } }
    answer: Frame<`${string}.${string}`, Records.ActivityEvent>
    errors: {}
  }
  /** Post a message in a cycle’s conversation and stream the answer of the working agents, or of a model when none is working */
  streamCycleMessage: {
    input: { params: { id: string }; body: Records.CycleMessage }
    answer: Frame<'user_message', Records.WireMessage> | Frame<'speaker', Records.MessageSpeaker> | Frame<'token', string> | Frame<'tool_start', Records.MessageToolStart> | Frame<'tool_end', Records.MessageToolEnd> | Frame<'done', Records.MessageDone> | Frame<'error', Records.MessageFailed>
    errors: {
      message_id_taken: { status: 409 }
    }
  }
  /** Stream the events of the workspace. Clients get the events of what is shared with them */
  streamEvents: {
    input: { query?: {
      after?: number
    } }
    answer: Frame<`${string}.${string}`, Records.ActivityEvent> | Frame<'ready', {
      position: number
    }>
    errors: {}
  }
  /** Stream the status of a task until it ends */
  streamTask: {
    input: { params: { id: string } }
    answer: Frame<'status', Records.TaskStatusFrame> | Frame<'error', {
      error: string
    }>
    errors: {}
  }
  /** Submit many model requests as one batch. The same key gives the first batch */
  submitAiBatch: {
    input: { body: Records.SubmitBatch }
    answer: Records.AiBatchAccepted
    errors: {
      ai_batch_key_reused: { status: 409 }
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        customId?: string
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Submit a video to be made. The job goes on without the request */
  submitAiVideo: {
    input: { body: Records.SubmitVideo }
    answer: Records.AiVideo
    errors: {
      ai_assets_full: { status: 409 }
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Unsubscribe from all notification mails with a token from a mail, without a session */
  switchOffLetters: {
    input: { params: { token: string } }
    answer: Records.MessageAck
    errors: {
      letter_token_not_found: { status: 404 }
    }
  }
  /** Speak a text. The answer has the address of the sound */
  synthesizeAiSpeech: {
    input: { body: Records.SynthesizeSpeech }
    answer: Records.AiSpeech
    errors: {
      ai_assets_full: { status: 409 }
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Receive a signed webhook of a code host */
  takeCodeHostDelivery: {
    input: { params: { token: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.CodeHostDeliveryTaken
    errors: {
      code_host_delivery_not_signed: { status: 400 }
      not_found: { status: 404 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Receive a signed webhook of a payment provider */
  takePaymentNotice: {
    input: { params: { provider: string; token: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.PaymentNoticeTaken
    errors: {
      payment_notice_not_signed: { status: 400 }
      payment_webhook_not_found: { status: 404 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Receive a signed webhook of a tracker */
  takeTrackerDelivery: {
    input: { params: { token: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.TrackerDeliveryTaken
    errors: {
      not_found: { status: 404 }
      secrets_encryption_unavailable: { status: 503 }
      tracker_delivery_not_signed: { status: 400 }
    }
  }
  /** Send a test message to a channel */
  testChatChannel: {
    input: { params: { id: string } }
    answer: Records.ChatTest
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Test a connection: ask the code host whose token it is. Failed pushes are due again where it works */
  testCodeHost: {
    input: { params: { id: string } }
    answer: Records.CodeHostTest
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Send one mail of a play to yourself */
  testGrowthPlay: {
    input: { params: { playId: string }; body: Records.TestGrowthPlay }
    answer: Records.GrowthTestSent
    errors: {
      growth_mail_refused: { status: 502; details: Records.GrowthMailRefused }
      growth_play_step_missing: { status: 409 }
      growth_postal_address_missing: { status: 409 }
      growth_sending_not_set_up: { status: 503 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Test a model of an endpoint with two identical requests; reports what works and the cost */
  testModelEndpoint: {
    input: { params: { id: string }; body?: Records.TestModelEndpoint }
    answer: Records.ModelEndpointTest
    errors: {
      model_endpoint_refused: { status: 400; details: {
        error: string
      } }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Test the key of the payment provider */
  testPaymentProvider: {
    input: {}
    answer: Records.PaymentProviderTest
    errors: {
      payment_provider_not_connected: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Test every active secrets config, and return the names of its secrets */
  testProjectSecrets: {
    input: { params: { projectId: string } }
    answer: Records.SecretsProbe
    errors: {
      secrets_encryption_unavailable: { status: 503 }
      secrets_manager_refused: { status: 400; details: {
        error: string
      } }
    }
  }
  /** Test a connection: ask the tracker whose token it is */
  testTracker: {
    input: { params: { id: string } }
    answer: Records.TrackerTest
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Send a test message (webhook.test) to a webhook. Its delivery has the outcome */
  testWebhook: {
    input: { params: { id: string } }
    answer: Records.WebhookDelivery
    errors: {
      webhook_disabled: { status: 409 }
    }
  }
  /** Enable or disable the built-in crawler */
  toggleCrawl: {
    input: { body: Records.ToggleWebProvider }
    answer: Records.CrawlStatus
    errors: {}
  }
  /** Enable or disable a provider whose key is stored */
  toggleWebProvider: {
    input: { params: { provider: string }; body: Records.ToggleWebProvider }
    answer: Records.WebProviderState
    errors: {
      web_provider_without_key: { status: 409 }
    }
  }
  /** Keep a cycle preview for another seven days. Any other deployment stays as it is */
  touchDeployment: {
    input: { params: { id: string } }
    answer: Records.DeploymentTouched
    errors: {}
  }
  /** Transcribe sound, with the times of words where the model has them */
  transcribeAiAudio: {
    input: { body: Records.TranscribeAudio }
    answer: Records.AiTranscription
    errors: {
      ai_assets_full: { status: 409 }
      ai_capability_disabled: { status: 503 }
      ai_input_refused: { status: 422; details: {
        rule: "blocked_address" | "unknown_artifact" | "not_readable" | "too_large" | "policy" | "capability" | "price_unknown" | "budget"
        reason: string
      } }
      ai_upstream_failed: { status: 502 }
      project_not_found: { status: 404 }
    }
  }
  /** Make a member an owner, and step down or share the ownership. Needs an owner’s session */
  transferOwnership: {
    input: { params: { userId: string }; body: Records.TransferOwnership }
    answer: Records.Member
    errors: {
      owner_only: { status: 403 }
    }
  }
  /** Take a growth project out of the archive */
  unarchiveGrowthProject: {
    input: { params: { projectId: string } }
    answer: Records.GrowthProject
    errors: {
      growth_project_not_archived: { status: 409 }
    }
  }
  /** Unarchive a project */
  unarchiveProject: {
    input: { params: { id: string } }
    answer: Records.Project
    errors: {
      project_not_archived: { status: 409 }
    }
  }
  /** Take no more issues from a tracker. Cycles that were made of issues stay */
  unlinkProjectTracker: {
    input: { params: { id: string } }
    answer: Records.MessageAck
    errors: {
      tracker_not_linked: { status: 409 }
    }
  }
  /** Withdraw a deliverable from clients. Open approval requests can no longer be decided */
  unpublishDeliverable: {
    input: { params: { cycleId: string } }
    answer: Records.Deliverable
    errors: {}
  }
  /** Unsubscribe by the link in a mail, by its page or with one click of a mail program (RFC 8058) */
  unsubscribeFromGrowth: {
    input: { params: { token: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Download
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Update an agent. Omitted fields stay as they are */
  updateAgent: {
    input: { params: { id: string }; body?: Records.UpdateAgent }
    answer: Records.Agent
    errors: {
      administrators_only: { status: 403 }
      agent_built_in: { status: 409 }
      agent_inactive: { status: 409 }
      agent_intake_taken: { status: 409 }
      agent_name_taken: { status: 409 }
      project_archived: { status: 409 }
      project_not_found: { status: 404 }
    }
  }
  /** Update a client account. Omitted fields stay as they are */
  updateClientAccount: {
    input: { params: { id: string }; body?: Records.UpdateClientAccount }
    answer: Records.ClientAccount
    errors: {
      client_account_archived: { status: 409 }
      client_account_name_taken: { status: 409 }
    }
  }
  /** Set whether a seat may create projects */
  updateClientPortalPermissions: {
    input: { params: { id: string; userId: string }; body: Records.PortalMemberPermissions }
    answer: Records.PortalMember
    errors: {}
  }
  /** Update a cycle. Omitted fields stay as they are */
  updateCycle: {
    input: { params: { id: string }; body?: Records.UpdateCycle }
    answer: Records.Cycle
    errors: {
      cycle_active: { status: 409 }
    }
  }
  /** Set a cycle’s own cap. Applies at once */
  updateCycleBudget: {
    input: { params: { id: string }; body: Records.UpdateCycleBudget }
    answer: Records.BudgetOfCycle
    errors: {}
  }
  /** Update a planned task that has not started, or its dependencies. Omitted fields stay as they are */
  updateCycleTask: {
    input: { params: { id: string; taskId: string }; body?: Records.UpdateCycleTask }
    answer: Records.Task
    errors: {
      cycle_closed: { status: 409 }
      task_begun: { status: 409 }
    }
  }
  /** Set the order in which providers are asked, or return to the default */
  updateGrowthChain: {
    input: { params: { capability: string }; body: Records.UpdateGrowthChain }
    answer: Records.GrowthChainUpdated
    errors: {
      growth_provider_cannot_serve: { status: 400 }
    }
  }
  /** Set the status of a lead */
  updateGrowthLead: {
    input: { params: { leadId: string }; body: Records.UpdateGrowthLead }
    answer: Records.GrowthLeadStatus
    errors: {
      campaign_not_running: { status: 409 }
      lookup_required: { status: 409 }
      no_sendable_address: { status: 409 }
      opted_out: { status: 409 }
      region_excluded: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
      suppressed: { status: 409 }
    }
  }
  /** Change the daily limit, the warm-up or the DKIM selector of a mailbox, pause or resume it */
  updateGrowthMailbox: {
    input: { params: { mailboxId: string }; body?: Records.UpdateGrowthMailbox }
    answer: Records.GrowthMailbox
    errors: {
      growth_mailbox_disconnected: { status: 409 }
    }
  }
  /** Sort a mail that came in by hand; `unsubscribe` opts its lead out, and another intent lets mail go on */
  updateGrowthMessage: {
    input: { params: { messageId: string }; body: Records.UpdateGrowthMessage }
    answer: Records.GrowthThreadMessage
    errors: {
      growth_message_not_received: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Edit, launch, pause or archive a play */
  updateGrowthPlay: {
    input: { params: { playId: string }; body?: Records.UpdateGrowthPlay }
    answer: Records.GrowthPlay
    errors: {
      growth_mailbox_dns_incomplete: { status: 409; details: Records.GrowthPlayLacks }
      growth_mailbox_missing: { status: 409; details: Records.GrowthPlayLacks }
      growth_play_active: { status: 409 }
      growth_play_archived: { status: 409 }
      growth_play_not_acknowledged: { status: 409; details: Records.GrowthPlayLacks }
      growth_play_not_running: { status: 409 }
      growth_play_without_leads: { status: 409; details: Records.GrowthPlayLacks }
      growth_play_without_steps: { status: 409; details: Records.GrowthPlayLacks }
      growth_postal_address_missing: { status: 409; details: Records.GrowthPlayLacks }
      growth_project_archived: { status: 409 }
      growth_public_address_missing: { status: 409; details: Records.GrowthPlayLacks }
      growth_send_approval_always: { status: 409 }
      growth_send_approval_forbidden: { status: 403 }
      growth_unsubscribe_link_unreachable: { status: 409; details: Records.GrowthPlayLacks }
    }
  }
  /** Enable or disable a provider of company data, or set what a look-up costs */
  updateGrowthProvider: {
    input: { params: { provider: string }; body?: Records.UpdateGrowthProvider }
    answer: Records.GrowthProvider
    errors: {
      growth_provider_without_key: { status: 409 }
    }
  }
  /** Change the hard cap, the sending rules, the booking link or the retention of leads */
  updateGrowthSettings: {
    input: { body?: Records.UpdateGrowthSettings }
    answer: Records.GrowthSettings
    errors: {}
  }
  /** Change the role of a member. Only transferOwnership makes owners */
  updateMember: {
    input: { params: { userId: string }; body: Records.UpdateMember }
    answer: Records.Member
    errors: {
      last_owner: { status: 409 }
      owner_only: { status: 403 }
    }
  }
  /** Save the retry and fallback policy of model calls over the API */
  updateModelCallPolicy: {
    input: { body: Records.UpdateModelCallPolicy }
    answer: Records.ModelCallPolicy
    errors: {}
  }
  /** Update a model endpoint. A new address needs the key again */
  updateModelEndpoint: {
    input: { params: { id: string }; body?: Records.UpdateModelEndpoint }
    answer: Records.ModelEndpoint
    errors: {
      model_endpoint_in_use: { status: 409; details: {
        usedBy: string[]
      } }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Switch notification mails on or off. Omitted fields stay as they are */
  updateMyLetters: {
    input: { body?: Records.UpdateLetterSettings }
    answer: Records.LetterSettings
    errors: {}
  }
  /** Change your name */
  updateMyName: {
    input: { body: Records.UpdateMyName }
    answer: Records.AuthStatus
    errors: {
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Update your console preferences. Omitted fields stay as they are */
  updateMyPreferences: {
    input: { body?: Records.UpdatePreferences }
    answer: Records.Preferences
    errors: {}
  }
  /** Update a project. Omitted fields stay as they are */
  updateProject: {
    input: { params: { id: string }; body?: Records.UpdateProject }
    answer: Records.Project
    errors: {}
  }
  /** Update an environment. Omitted fields stay; `config` replaces the previous one as a whole */
  updateProjectEnvironment: {
    input: { params: { projectId: string; id: string }; body?: Records.UpdateEnvironment }
    answer: Records.Environment
    errors: {}
  }
  /** Update the target branch or the label of a repository. Omitted fields stay as they are */
  updateProjectRepo: {
    input: { params: { id: string; repoId: string }; body?: Records.UpdateProjectRepo }
    answer: Records.Repository
    errors: {
      branch_moved: { status: 409 }
      branch_too_large: { status: 409 }
      check_timeout: { status: 503 }
      project_active: { status: 409 }
    }
  }
  /** Update a secrets config. Omitted fields stay as they are */
  updateProjectSecretsConfig: {
    input: { params: { projectId: string; configId: string }; body?: Records.UpdateSecretsConfig }
    answer: Records.SecretsConfig
    errors: {
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Update a task, or set its displayed status by hand. The run keeps its own status */
  updateTask: {
    input: { params: { id: string }; body?: Records.UpdateTask }
    answer: Records.Task
    errors: {}
  }
  /** Update the address or filters of a webhook, or switch it off and on */
  updateWebhook: {
    input: { params: { id: string }; body?: Records.UpdateWebhook }
    answer: Records.Webhook
    errors: {}
  }
  /** Set the workspace’s caps and the defaults for projects and cycles; null removes a cap */
  updateWorkspaceBudget: {
    input: { body?: Records.UpdateWorkspaceBudget }
    answer: Records.BudgetOfWorkspace
    errors: {}
  }
  /** Set or clear a client’s own permission. It overrides seats and the default */
  updateWorkspacePortalClient: {
    input: { params: { userId: string }; body: Records.PortalClientOverride }
    answer: Records.WorkspacePortalClient
    errors: {}
  }
  /** Update the default permissions of portal clients. Applies at once to all clients without an override */
  updateWorkspacePortalSettings: {
    input: { body: Records.PortalDefaults }
    answer: Records.PortalDefaults
    errors: {}
  }
  /** Update the workspace’s name, time zone or locale. Omitted fields stay as they are */
  updateWorkspaceSettings: {
    input: { body?: Records.UpdateWorkspaceSettings }
    answer: Records.WorkspaceSettings
    errors: {
      unknown_locale: { status: 400 }
      unknown_time_zone: { status: 400 }
      workspace_settings_stale: { status: 409 }
    }
  }
  /** Upload a file for the AI capabilities. The same bytes of one media type give the same key */
  uploadAiAsset: {
    input: { query?: {
      fileName?: string
    }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.AiAsset
    errors: {
      ai_asset_type_differs: { status: 415 }
      ai_assets_full: { status: 409 }
      storage_full: { status: 503 }
    }
  }
  /** Upload a list of leads as CSV or XLSX, with a report of each row that was refused */
  uploadGrowthLeadList: {
    input: { params: { projectId: string }; query?: {
      fileName?: string
      encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "cp850" | "macintosh"
      delimiter?: "comma" | "semicolon" | "tab" | "pipe"
      columns?: string
      sheet?: string
    }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.GrowthLeadList
    errors: {
      growth_project_archived: { status: 409 }
      lead_list_is_workbook: { status: 415 }
      lead_list_unpacks_too_large: { status: 413 }
      lead_list_unreadable: { status: 400 }
      sandbox_budget: { status: 503; details: Records.WorkspaceBudgetError }
      secrets_encryption_unavailable: { status: 503 }
      storage_full: { status: 503 }
    }
  }
  /** Upload the bundle of an import. Size and hash are verified */
  uploadProjectImportBundle: {
    input: { params: { id: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.UploadAccepted
    errors: {
      bundle_mismatch: { status: 400; details: {
        sizeBytes: number
        sha256: string | null
      } }
      import_closed: { status: 409 }
      not_a_bundle: { status: 415 }
      storage_full: { status: 503 }
      upload_offset: { status: 409; details: {
        offset: number
      } }
    }
  }
  /** Upload the bundle of a revision. Size and hash are verified */
  uploadProjectRevisionBundle: {
    input: { params: { id: string; uploadId: string }; body: Blob | Uint8Array<ArrayBuffer> }
    answer: Records.UploadAccepted
    errors: {
      bundle_mismatch: { status: 400; details: {
        sizeBytes: number
        sha256: string | null
      } }
      not_a_bundle: { status: 415 }
      storage_full: { status: 503 }
      upload_closed: { status: 409 }
      upload_offset: { status: 409; details: {
        offset: number
      } }
    }
  }
  /** Update the draft of a deliverable. Omitted fields stay as they are; clients do not see drafts */
  upsertDeliverable: {
    input: { params: { cycleId: string }; body: Records.UpsertDeliverable }
    answer: Records.Deliverable
    errors: {}
  }
  /** Set secrets. Only these values change in their file */
  upsertProjectSecretEntries: {
    input: { params: { projectId: string }; body: Records.UpsertSecretEntries }
    answer: Records.SecretEntriesWritten
    errors: {
      secret_file_changed: { status: 409 }
      secrets_encryption_unavailable: { status: 503 }
    }
  }
  /** Verify the audit chain and its checkpoints. `ok` is false when the chain is broken, with the first broken position */
  verifyAuditChain: {
    input: {}
    answer: Records.AuditChainVerification
    errors: {}
  }
  /** Verify an address with the token of a link. Creates the account of a sign-up and signs in, or changes the address */
  verifyEmail: {
    input: { body: Records.VerifyEmail }
    answer: Records.VerifiedEmail
    errors: {
      email_taken: { status: 409 }
      invalid_password: { status: 400 }
      invalid_token: { status: 400 }
      password_needed: { status: 403 }
      sign_in_first: { status: 401 }
      sign_in_unavailable: { status: 503 }
    }
  }
  /** Void a draft or an unpaid invoice. The number is not reused, and its billables are open again */
  voidClientInvoice: {
    input: { params: { id: string }; body: Records.VoidInvoice }
    answer: Records.ClientInvoice
    errors: {
      invoice_corrected: { status: 409; details: Records.DraftObstacle }
      invoice_paid: { status: 409 }
      invoice_refused_by_constraint: { status: 422 }
      invoice_void: { status: 409 }
      not_found: { status: 404 }
    }
  }
  /** Write off an uninvoiced charge with its corrections. It is never billed */
  writeOffBillable: {
    input: { params: { id: string }; body: Records.WriteOffBillable }
    answer: Records.Billable
    errors: {
      billable_invoiced: { status: 409 }
      billable_is_a_correction: { status: 409 }
      billable_written_off: { status: 409 }
    }
  }
}

/** The operations that answer with a stream of events. */
export type StreamId = 'streamCycle' | 'streamCycleMessage' | 'streamEvents' | 'streamTask'

// Method, path, and how it can be sent again; then what else there is to know of its body or answer.
export const table: Readonly<Record<keyof Operations, string>> = {
  acceptMemberInvitation: 'POST /v1/api/member-invitations/{token}/accept key',
  acceptPortalInvitation: 'POST /v1/api/portal-invitations/{token}/accept key',
  addClientAccountProject: 'PUT /v1/api/client-accounts/{id}/projects/{projectId} key',
  addCycleAttachment: 'POST /v1/api/cycles/{id}/attachments never upload:application/octet-stream',
  addCycleTask: 'POST /v1/api/cycles/{id}/tasks key',
  addFoundModel: 'POST /v1/api/model-config/found key',
  addGrowthMailbox: 'POST /v1/api/growth/mailboxes never',
  addGrowthSuppressions: 'POST /v1/api/growth/suppressions key',
  addLineComment: 'POST /v1/api/tasks/{id}/line-comments key',
  addPreviewComment: 'POST /v1/api/preview-toolbar/{token}/comments never',
  addTaskComment: 'POST /v1/api/tasks/{id}/comments key',
  analyzeAiMedia: 'POST /v1/api/ai/media/analyze key',
  approveGrowthMessage: 'POST /v1/api/growth/messages/{messageId}/approve key',
  approveGrowthMessages: 'POST /v1/api/growth/projects/{projectId}/messages/approve key',
  approveProgramConnection: 'POST /v1/api/programs never',
  archiveClientAccount: 'POST /v1/api/client-accounts/{id}/archive key',
  archiveGrowthProject: 'POST /v1/api/growth/projects/{projectId}/archive key',
  archiveProject: 'POST /v1/api/projects/{id}/archive key',
  askClientQuestion: 'POST /v1/api/pending-requests/client-question key',
  assignGrowthLeads: 'POST /v1/api/growth/plays/{playId}/leads key',
  attachProjectRepo: 'POST /v1/api/projects/{id}/repos key',
  beginPasskeyRegistration: 'GET /v1/api/auth/passkey/generate-register-options safe',
  beginPasskeySignIn: 'GET /v1/api/auth/passkey/generate-authenticate-options safe',
  cancelPendingRequest: 'POST /v1/api/pending-requests/{id}/cancel key',
  changeEmail: 'POST /v1/api/auth/change-email never',
  changePassword: 'POST /v1/api/auth/change-password never',
  checkGrowthMailboxDns: 'GET /v1/api/growth/mailboxes/{mailboxId}/dns safe',
  clearModelPreference: 'DELETE /v1/api/model-config/{role} key',
  clearOrganizationHarness: 'DELETE /v1/api/model-config/harness key',
  clearProjectHarness: 'DELETE /v1/api/model-config/harness/{projectId} key',
  clearProjectPolicies: 'DELETE /v1/api/projects/{id}/policies key',
  compareGrowthProviders: 'POST /v1/api/growth/chains/find_email/compare never',
  connectGrowthMailbox: 'POST /v1/api/growth/mailboxes/connect never',
  connectPaymentProvider: 'PUT /v1/api/client-billing/payment-provider never',
  connectProjectRepo: 'POST /v1/api/projects/{id}/repos/connect key',
  correctBillable: 'POST /v1/api/client-billing/billables/{id}/corrections key',
  countAiMessageTokens: 'POST /v1/api/ai/w/{workspaceId}/v1/messages/count_tokens never',
  createAgent: 'POST /v1/api/agents key',
  createAiChatCompletion: 'POST /v1/api/ai/w/{workspaceId}/chat/completions never',
  createAiEmbedding: 'POST /v1/api/ai/w/{workspaceId}/embeddings never',
  createAiMessage: 'POST /v1/api/ai/w/{workspaceId}/v1/messages never',
  createAiResponse: 'POST /v1/api/ai/w/{workspaceId}/responses never',
  createApiKey: 'POST /v1/api/api-keys never',
  createBillable: 'POST /v1/api/client-billing/billables key',
  createChatChannel: 'POST /v1/api/chat-channels key',
  createClientAccount: 'POST /v1/api/client-accounts key',
  createClientInvoiceDraft: 'POST /v1/api/client-billing/invoices key',
  createClientInvoicePaymentLink: 'POST /v1/api/client-billing/invoices/{id}/payment-link key',
  createCodeHost: 'POST /v1/api/code-hosts key',
  createGrowthPlay: 'POST /v1/api/growth/projects/{projectId}/plays key',
  createGrowthProject: 'POST /v1/api/growth/projects key',
  createModelEndpoint: 'POST /v1/api/model-config/endpoints key',
  createPortalProject: 'POST /v1/api/portal/projects key',
  createPreviewShare: 'POST /v1/api/deployments/{id}/shares never',
  createProject: 'POST /v1/api/projects key',
  createProjectEnvironment: 'POST /v1/api/environments/project/{projectId} key',
  createProjectImport: 'POST /v1/api/imports own',
  createProjectImportScan: 'POST /v1/api/imports/scans never upload:application/x-git-bundle',
  createProjectRevisionUpload: 'POST /v1/api/projects/{id}/revisions/uploads own',
  createProjectSecretsConfig: 'POST /v1/api/secrets/project/{projectId} key',
  createTask: 'POST /v1/api/tasks key',
  createTracker: 'POST /v1/api/trackers key',
  createWebhook: 'POST /v1/api/webhooks never',
  deactivateAgent: 'POST /v1/api/agents/{id}/deactivate key',
  decideAiDocumentPage: 'PUT /v1/api/ai/documents/{id}/decision key',
  decideDeliverableApproval: 'POST /v1/api/deliverables/{cycleId}/approvals/{approvalId}/decide key',
  deleteChatChannel: 'DELETE /v1/api/chat-channels/{id} key',
  deleteCodeHost: 'DELETE /v1/api/code-hosts/{id} key',
  deleteCycle: 'DELETE /v1/api/cycles/{id} key',
  deleteLineComment: 'DELETE /v1/api/tasks/{id}/line-comments/{commentId} key',
  deleteModelEndpoint: 'DELETE /v1/api/model-config/endpoints/{id} key',
  deletePreviewShare: 'DELETE /v1/api/deployments/{id}/shares/{shareId} key',
  deleteProject: 'DELETE /v1/api/projects/{id} key',
  deleteProjectEnvironment: 'DELETE /v1/api/environments/project/{projectId}/{id} key',
  deleteProjectSecretEntry: 'DELETE /v1/api/secrets/project/{projectId}/entries/{key} key',
  deleteProjectSecretFile: 'DELETE /v1/api/secrets/project/{projectId}/files key',
  deleteProjectSecretsConfig: 'DELETE /v1/api/secrets/project/{projectId}/{configId} key',
  deleteProjectSkill: 'DELETE /v1/api/projects/{id}/resources/skills/{slug} key',
  deleteProjectToolServer: 'DELETE /v1/api/projects/{id}/resources/mcp/{name} key',
  deleteTracker: 'DELETE /v1/api/trackers/{id} key',
  deleteWebhook: 'DELETE /v1/api/webhooks/{id} key',
  detachProjectRepo: 'DELETE /v1/api/projects/{id}/repos/{repoId} key',
  discardGrowthMessage: 'POST /v1/api/growth/messages/{messageId}/discard key',
  disconnectGrowthMailbox: 'DELETE /v1/api/growth/mailboxes/{mailboxId} key',
  disconnectPaymentProvider: 'DELETE /v1/api/client-billing/payment-provider key',
  disconnectProjectRepo: 'DELETE /v1/api/projects/{id}/repos/connect key',
  downloadArtifact: 'GET /v1/api/artifacts/{token} safe bytes',
  downloadDeliverableArtifact: 'GET /v1/api/deliverables/{cycleId}/artifacts/{filename} safe bytes',
  downloadProjectRevisionBundle: 'GET /v1/api/projects/{id}/revisions/{revisionId}/bundle safe bytes',
  dropProjectSetups: 'DELETE /v1/api/projects/{id}/setups key',
  enterPortal: 'POST /v1/api/portals/{agencySlug}/session key',
  eraseGrowthLead: 'DELETE /v1/api/growth/leads/{leadId} key',
  erasePerson: 'DELETE /v1/api/me never',
  estimateAiBatch: 'POST /v1/api/ai/batches/estimate never',
  executeCycle: 'POST /v1/api/cycles/{id}/execute key',
  executeTask: 'POST /v1/api/tasks/{id}/execute key',
  exportAgingReport: 'GET /v1/api/client-billing/aging/export safe bytes',
  exportAuditLog: 'GET /v1/api/audit-log/export safe bytes',
  exportClientInvoices: 'GET /v1/api/client-billing/export safe bytes',
  exportDatevBookings: 'GET /v1/api/client-billing/datev safe bytes',
  exportGrowthLead: 'GET /v1/api/growth/leads/{leadId}/export safe',
  exportGrowthResults: 'GET /v1/api/growth/plays/{playId}/results safe bytes',
  exportModelCalls: 'GET /v1/api/budget/calls/export safe bytes',
  exportPerson: 'GET /v1/api/me/export safe bytes',
  exportProjectRevision: 'GET /v1/api/projects/{id}/revisions/{revisionId}/export safe bytes',
  exportProjectSecrets: 'POST /v1/api/secrets/project/{projectId}/export never bytes',
  exportRevenueReport: 'GET /v1/api/client-billing/revenue/export safe bytes',
  extractWorkspaceBrandKit: 'POST /v1/api/brand-kit/extract key',
  finalizeProjectImport: 'POST /v1/api/imports/{id}/finalize own',
  finalizeProjectRevisionUpload: 'POST /v1/api/projects/{id}/revisions/uploads/{uploadId}/finalize own',
  finishGrowthMailboxConnect: 'POST /v1/api/growth/mailboxes/connect/finish never',
  forkAgent: 'POST /v1/api/agents/{id}/fork key',
  generateAiImages: 'POST /v1/api/ai/media/images key',
  getAccountingSettings: 'GET /v1/api/client-billing/accounting safe',
  getAgent: 'GET /v1/api/agents/{id} safe',
  getAgingReport: 'GET /v1/api/client-billing/aging safe',
  getAiAsset: 'GET /v1/api/ai/assets/{key} safe bytes',
  getAiBatch: 'GET /v1/api/ai/batches/{id} safe',
  getAiDocument: 'GET /v1/api/ai/documents/{id} safe',
  getAiDocumentPagePicture: 'GET /v1/api/ai/documents/{id}/picture safe bytes',
  getAiTranscriptionSubtitles: 'GET /v1/api/ai/media/transcriptions/{id}/subtitles safe bytes',
  getAiVideo: 'GET /v1/api/ai/media/video/{id} safe',
  getApprovalSnapshot: 'GET /v1/api/deliverables/{cycleId}/approvals/{approvalId}/snapshot safe',
  getAuditEntry: 'GET /v1/api/audit-log/{id} safe',
  getBillingIdentity: 'GET /v1/api/client-billing/identity safe',
  getBrandImage: 'GET /v1/api/brand-kit/images/{hash} safe bytes',
  getCertificatePermission: 'GET /v1/api/deployments/certificates safe',
  getClientAccount: 'GET /v1/api/client-accounts/{id} safe',
  getClientAccounting: 'GET /v1/api/client-billing/accounting/{clientAccountId} safe',
  getClientBillingIdentity: 'GET /v1/api/client-billing/identities/{clientAccountId} safe',
  getClientInvoice: 'GET /v1/api/client-billing/invoices/{id} safe',
  getClientInvoiceEvidence: 'GET /v1/api/client-billing/invoices/{id}/evidence safe',
  getClientInvoiceEvidencePdf: 'GET /v1/api/client-billing/invoices/{id}/evidence/pdf safe bytes',
  getClientInvoiceLogo: 'GET /v1/api/client-billing/invoices/{id}/logo safe bytes',
  getClientInvoicePdf: 'GET /v1/api/client-billing/invoices/{id}/pdf safe bytes',
  getClientInvoiceReminders: 'GET /v1/api/client-billing/reminders/{clientAccountId} safe',
  getClientInvoiceXml: 'GET /v1/api/client-billing/invoices/{id}/xml safe bytes',
  getCrawlStatus: 'GET /v1/api/web-providers/crawl safe',
  getCycle: 'GET /v1/api/cycles/{id} safe',
  getCycleArtifactUrl: 'GET /v1/api/cycles/{id}/artifacts/{filename} safe',
  getCycleAttachment: 'GET /v1/api/cycles/{id}/attachments/{attachmentId} safe bytes',
  getCycleBudget: 'GET /v1/api/cycles/{id}/budget safe',
  getCycleRunDiagnostics: 'GET /v1/api/cycles/{id}/diagnostics safe',
  getCycleTimeline: 'GET /v1/api/cycles/{id}/timeline safe rows:link',
  getCycleTranscript: 'GET /v1/api/cycles/{id}/transcript safe rows:link',
  getCycleUsage: 'GET /v1/api/cycles/{id}/usage safe',
  getDeliverable: 'GET /v1/api/deliverables/{cycleId} safe',
  getDeliverableDecision: 'GET /v1/api/deliverables/{cycleId}/approvals/{approvalId}/decision safe',
  getDeployment: 'GET /v1/api/deployments/{id} safe',
  getDeploymentLog: 'GET /v1/api/deployments/{id}/log safe',
  getDeploymentPicture: 'GET /v1/api/deployments/{id}/pictures/{pictureId} safe bytes',
  getGrowthBrain: 'GET /v1/api/growth/projects/{projectId}/brain safe',
  getGrowthIndexStats: 'GET /v1/api/growth/index safe',
  getGrowthPlay: 'GET /v1/api/growth/plays/{playId} safe',
  getGrowthProject: 'GET /v1/api/growth/projects/{projectId} safe',
  getGrowthSettings: 'GET /v1/api/growth/settings safe',
  getGrowthSpend: 'GET /v1/api/growth/projects/{projectId}/spend safe',
  getGrowthThread: 'GET /v1/api/growth/leads/{leadId}/thread safe',
  getInvoiceReminders: 'GET /v1/api/client-billing/reminders safe',
  getMe: 'GET /v1/api/me safe',
  getModelCallPolicy: 'GET /v1/api/model-config/call-policy safe',
  getModelEndpoint: 'GET /v1/api/model-config/endpoints/{id} safe',
  getModelPreference: 'GET /v1/api/model-config/{role} safe',
  getModelUsage: 'GET /v1/api/budget/usage safe',
  getMyLetters: 'GET /v1/api/me/letters safe',
  getMyPreferences: 'GET /v1/api/me/preferences safe',
  getPaymentProvider: 'GET /v1/api/client-billing/payment-provider safe',
  getPendingRequest: 'GET /v1/api/pending-requests/{id} safe',
  getPortalIcon: 'GET /v1/api/portals/{agencySlug}/icon safe bytes',
  getPortalIdentity: 'GET /v1/api/portals/{agencySlug}/identity safe',
  getPortalInvoice: 'GET /v1/api/portal/invoices/{id} safe',
  getPortalInvoiceEvidence: 'GET /v1/api/portal/invoices/{id}/evidence safe',
  getPortalInvoiceEvidencePdf: 'GET /v1/api/portal/invoices/{id}/evidence/pdf safe bytes',
  getPortalInvoicePdf: 'GET /v1/api/portal/invoices/{id}/pdf safe bytes',
  getPortalLogo: 'GET /v1/api/portals/{agencySlug}/logo safe bytes',
  getPreviewToolbar: 'GET /v1/api/preview-toolbar/{token} safe',
  getProductionDomain: 'GET /v1/api/deployments/custom-domain/{projectId} safe',
  getProject: 'GET /v1/api/projects/{id} safe',
  getProjectArtifactUrl: 'GET /v1/api/projects/{id}/artifacts/{filename} safe',
  getProjectBudget: 'GET /v1/api/projects/{id}/budget safe',
  getProjectChangeFile: 'GET /v1/api/projects/{id}/changes/file safe',
  getProjectChanges: 'GET /v1/api/projects/{id}/changes safe',
  getProjectCycleMetrics: 'GET /v1/api/projects/{id}/cycle-metrics safe',
  getProjectDesktop: 'GET /v1/api/projects/{id}/desktop safe',
  getProjectFileContent: 'GET /v1/api/projects/{id}/files/content safe',
  getProjectImage: 'GET /v1/api/projects/{id}/files/image safe bytes',
  getProjectImport: 'GET /v1/api/imports/{id} safe',
  getProjectImportScan: 'GET /v1/api/imports/scans/{id} safe',
  getProjectImportUpload: 'GET /v1/api/imports/{id}/bundle safe',
  getProjectPolicies: 'GET /v1/api/projects/{id}/policies safe',
  getProjectProtectedFiles: 'GET /v1/api/projects/{id}/protected-files safe',
  getProjectRevisionChangeFile: 'GET /v1/api/projects/{id}/revisions/{revisionId}/changes/file safe',
  getProjectRevisionChanges: 'GET /v1/api/projects/{id}/revisions/{revisionId}/changes safe',
  getProjectRevisionHead: 'GET /v1/api/projects/{id}/revisions/head safe',
  getProjectRevisionUpload: 'GET /v1/api/projects/{id}/revisions/uploads/{uploadId}/bundle safe',
  getProjectRoadmap: 'GET /v1/api/projects/{id}/roadmap safe',
  getProjectRunDiagnostics: 'GET /v1/api/projects/{id}/diagnostics safe',
  getProjectTerminal: 'GET /v1/api/projects/{id}/terminal safe',
  getProjectThreads: 'GET /v1/api/projects/{id}/threads safe',
  getProjectTracker: 'GET /v1/api/projects/{id}/tracker safe',
  getProjectUsage: 'GET /v1/api/projects/{id}/usage safe',
  getResolvedOrganizationHarness: 'GET /v1/api/model-config/harness/resolved safe',
  getResolvedProjectHarness: 'GET /v1/api/model-config/harness/{projectId}/resolved safe',
  getRevenueReport: 'GET /v1/api/client-billing/revenue safe',
  getSession: 'GET /v1/api/auth/get-session safe',
  getTask: 'GET /v1/api/tasks/{id} safe',
  getTaskReviewEvidence: 'GET /v1/api/tasks/{id}/review safe',
  getWebhook: 'GET /v1/api/webhooks/{id} safe',
  getWebhookDelivery: 'GET /v1/api/webhooks/{id}/deliveries/{deliveryId} safe',
  getWorkspaceBrandKit: 'GET /v1/api/brand-kit safe',
  getWorkspaceBudget: 'GET /v1/api/budget safe',
  getWorkspacePolicies: 'GET /v1/api/policies safe',
  getWorkspacePortalSettings: 'GET /v1/api/client-portal/settings safe',
  getWorkspaceSettings: 'GET /v1/api/workspace/settings safe',
  importProjectAgent: 'POST /v1/api/projects/{id}/resources/agent key',
  importProjectMcp: 'POST /v1/api/projects/{id}/resources/mcp key',
  importProjectSecretFiles: 'PUT /v1/api/secrets/project/{projectId}/files key',
  importProjectSkill: 'POST /v1/api/projects/{id}/resources/skill key',
  initializeMyWorkspace: 'POST /v1/api/me/workspace never',
  inviteClientPortalMember: 'POST /v1/api/client-accounts/{id}/invitations never',
  inviteMember: 'POST /v1/api/member-invitations never',
  inviteWorkspacePortalClient: 'POST /v1/api/client-portal/invitations never',
  issueClientInvoice: 'POST /v1/api/client-billing/invoices/{id}/issue key',
  keepExaminerTests: 'POST /v1/api/tasks/{id}/examiner-tests/keep key',
  leaveWorkspace: 'DELETE /v1/api/members/me key',
  linkProjectTracker: 'PUT /v1/api/projects/{id}/tracker key',
  listAgents: 'GET /v1/api/agents safe rows:link',
  listAiBatches: 'GET /v1/api/ai/batches safe rows:link',
  listAiDocumentPages: 'GET /v1/api/ai/documents/{id}/pages safe rows:after',
  listAiDocuments: 'GET /v1/api/ai/documents safe rows:link',
  listAiMedia: 'GET /v1/api/ai/media safe rows:link',
  listAiMessageModels: 'GET /v1/api/ai/w/{workspaceId}/v1/models safe',
  listAiModels: 'GET /v1/api/ai/w/{workspaceId}/models safe',
  listAiVideos: 'GET /v1/api/ai/media/video safe rows:link',
  listApiKeys: 'GET /v1/api/api-keys safe rows:link',
  listAuditCheckpoints: 'GET /v1/api/audit-log/checkpoints safe rows:in:checkpoints',
  listAuditLog: 'GET /v1/api/audit-log safe rows:in:rows',
  listBillables: 'GET /v1/api/client-billing/billables safe rows:link',
  listChatChannels: 'GET /v1/api/chat-channels safe',
  listClientAccountProjects: 'GET /v1/api/client-accounts/{id}/projects safe rows:link',
  listClientAccounts: 'GET /v1/api/client-accounts safe rows:link',
  listClientConversations: 'GET /v1/api/client-conversations safe',
  listClientInvoiceLetters: 'GET /v1/api/client-billing/invoices/{id}/letters safe rows:link',
  listClientInvoices: 'GET /v1/api/client-billing/invoices safe rows:link',
  listClientPortalInvitations: 'GET /v1/api/client-accounts/{id}/invitations safe rows:link',
  listClientPortalMembers: 'GET /v1/api/client-accounts/{id}/members safe rows:link',
  listClientPortalProjectAccess: 'GET /v1/api/client-accounts/{id}/members/{userId}/projects safe rows:link',
  listClientSummaries: 'GET /v1/api/client-billing/summaries safe',
  listCodeHosts: 'GET /v1/api/code-hosts safe',
  listCycleArtifacts: 'GET /v1/api/cycles/{id}/artifacts safe rows:link',
  listCycleAttachments: 'GET /v1/api/cycles/{id}/attachments safe',
  listCycleEvents: 'GET /v1/api/cycles/{id}/events safe rows:link',
  listCycleMessages: 'GET /v1/api/cycles/{id}/messages safe rows:link',
  listCyclePendingRequests: 'GET /v1/api/cycles/{id}/pending-requests safe rows:link',
  listCycles: 'GET /v1/api/cycles safe rows:link',
  listDeliverableApprovals: 'GET /v1/api/deliverables/{cycleId}/approvals safe rows:link',
  listDeliverableReviewers: 'GET /v1/api/deliverables/{cycleId}/reviewers safe rows:link',
  listDeliverables: 'GET /v1/api/deliverables safe rows:link',
  listDeploymentPictures: 'GET /v1/api/deployments/{id}/pictures safe',
  listDeployments: 'GET /v1/api/deployments safe rows:link',
  listDraftedBillables: 'GET /v1/api/client-billing/drafted-billables safe',
  listEvents: 'GET /v1/api/events safe rows:link',
  listFoundModels: 'GET /v1/api/model-config/found safe',
  listGrowthChains: 'GET /v1/api/growth/chains safe',
  listGrowthCitableProjects: 'GET /v1/api/growth/citable-projects safe rows:link',
  listGrowthInbox: 'GET /v1/api/growth/projects/{projectId}/inbox safe rows:link',
  listGrowthLeads: 'GET /v1/api/growth/projects/{projectId}/leads safe rows:link',
  listGrowthLookups: 'GET /v1/api/growth/projects/{projectId}/lookups safe rows:link',
  listGrowthMailboxes: 'GET /v1/api/growth/mailboxes safe',
  listGrowthMessages: 'GET /v1/api/growth/projects/{projectId}/messages safe rows:link',
  listGrowthPlays: 'GET /v1/api/growth/projects/{projectId}/plays safe rows:link',
  listGrowthProjects: 'GET /v1/api/growth/projects safe rows:link',
  listGrowthProposalRuns: 'GET /v1/api/growth/projects/{projectId}/proposal-runs safe rows:link',
  listGrowthProviders: 'GET /v1/api/growth/providers safe',
  listGrowthSuppressions: 'GET /v1/api/growth/suppressions safe rows:link',
  listHarnessPreferences: 'GET /v1/api/model-config/harness safe rows:link',
  listLineComments: 'GET /v1/api/tasks/{id}/line-comments safe',
  listMemberInvitations: 'GET /v1/api/member-invitations safe rows:link',
  listMembers: 'GET /v1/api/members safe rows:link',
  listModelCalls: 'GET /v1/api/budget/calls safe rows:link',
  listModelCatalog: 'GET /v1/api/model-config/catalog safe',
  listModelEndpoints: 'GET /v1/api/model-config/endpoints safe',
  listModelPreferences: 'GET /v1/api/model-config safe',
  listMyPasskeys: 'GET /v1/api/auth/passkey/list-user-passkeys safe',
  listMyPortals: 'GET /v1/api/me/portals safe',
  listMySessions: 'GET /v1/api/me/sessions safe rows:link',
  listNames: 'GET /v1/api/names safe',
  listPaymentNotices: 'GET /v1/api/client-billing/payment-notices safe rows:link',
  listPendingRequests: 'GET /v1/api/pending-requests safe rows:link',
  listPortalAccounts: 'GET /v1/api/portals/{agencySlug}/accounts safe',
  listPortalInvoices: 'GET /v1/api/portal/invoices safe rows:link',
  listPreviewShares: 'GET /v1/api/deployments/{id}/shares safe rows:link',
  listProjectArtifacts: 'GET /v1/api/projects/{id}/artifacts safe rows:link',
  listProjectAuditLog: 'GET /v1/api/audit-log/projects/{projectId} safe rows:in:rows',
  listProjectBilledWork: 'GET /v1/api/client-billing/projects/{projectId}/billed-work safe',
  listProjectBranches: 'GET /v1/api/projects/{id}/branches safe',
  listProjectEnvironments: 'GET /v1/api/environments/project/{projectId} safe',
  listProjectFiles: 'GET /v1/api/projects/{id}/files safe',
  listProjectHistory: 'GET /v1/api/projects/{id}/history safe rows:link',
  listProjectImageBuilds: 'GET /v1/api/projects/{id}/image-builds safe',
  listProjectLinearSessions: 'GET /v1/api/projects/{id}/linear-sessions safe',
  listProjectMessages: 'GET /v1/api/projects/{id}/messages safe rows:link',
  listProjectPullRequests: 'GET /v1/api/projects/{id}/pull-requests safe',
  listProjectRepos: 'GET /v1/api/projects/{id}/repos safe',
  listProjectRevisions: 'GET /v1/api/projects/{id}/revisions safe rows:link',
  listProjectSecretEntries: 'GET /v1/api/secrets/project/{projectId}/entries safe',
  listProjectSecretsConfigs: 'GET /v1/api/secrets/project/{projectId} safe',
  listProjectSecretsSyncLogs: 'GET /v1/api/secrets/project/{projectId}/sync-logs safe rows:link',
  listProjectSkills: 'GET /v1/api/projects/{id}/resources/skills safe',
  listProjectTimeline: 'GET /v1/api/projects/{projectId}/timeline safe rows:link',
  listProjectToolServers: 'GET /v1/api/projects/{id}/resources/mcp safe',
  listProjects: 'GET /v1/api/projects safe rows:link',
  listTaskComments: 'GET /v1/api/tasks/{id}/comments safe rows:link',
  listTasks: 'GET /v1/api/tasks safe rows:link',
  listTrackers: 'GET /v1/api/trackers safe',
  listWebProviders: 'GET /v1/api/web-providers safe',
  listWebhookDeliveries: 'GET /v1/api/webhooks/{id}/deliveries safe rows:link',
  listWebhooks: 'GET /v1/api/webhooks safe',
  listWorkspacePortalClients: 'GET /v1/api/client-portal/members safe rows:link',
  listWorkspacePortalInvitations: 'GET /v1/api/client-portal/invitations safe rows:link',
  listWorkspacePortalProjectAccess: 'GET /v1/api/client-portal/members/{userId}/projects safe rows:link',
  makeProjectRepoPrimary: 'POST /v1/api/projects/{id}/repos/{repoId}/primary key',
  openDeployment: 'POST /v1/api/deployments/{id}/open never',
  orderProjectRoadmap: 'PUT /v1/api/projects/{id}/roadmap key',
  parseAiDocument: 'POST /v1/api/ai/documents never',
  parseCycleAttachment: 'POST /v1/api/cycles/{id}/attachments/{attachmentId}/parse key',
  payClientInvoice: 'POST /v1/api/client-billing/invoices/{id}/pay key',
  pollAiBatch: 'POST /v1/api/ai/batches/{id}/poll key',
  prepareDeliverableDecision: 'POST /v1/api/deliverables/{cycleId}/approvals/{approvalId}/statement key',
  previewProgramConnection: 'POST /v1/api/programs/preview never',
  previewProjectRepoConnect: 'GET /v1/api/projects/{id}/repos/connect/preview safe',
  proposeCycle: 'POST /v1/api/cycles key',
  publishDeliverable: 'POST /v1/api/deliverables/{cycleId}/publish key',
  publishWorkspaceBrandKit: 'POST /v1/api/brand-kit/publish key',
  queueGrowthLeads: 'POST /v1/api/growth/plays/{playId}/queue key',
  reactivateAgent: 'POST /v1/api/agents/{id}/reactivate key',
  redeployProjectPreview: 'POST /v1/api/deployments key',
  registerPasskey: 'POST /v1/api/auth/passkey/verify-registration never',
  removeClientAccountProject: 'DELETE /v1/api/client-accounts/{id}/projects/{projectId} key',
  removeClientPortalMember: 'DELETE /v1/api/client-accounts/{id}/members/{userId} key',
  removeClientPortalProjectAccess: 'DELETE /v1/api/client-accounts/{id}/members/{userId}/projects/{projectId} key',
  removeCycleAttachment: 'DELETE /v1/api/cycles/{id}/attachments/{attachmentId} key',
  removeCycleTask: 'DELETE /v1/api/cycles/{id}/tasks/{taskId} key',
  removeGrowthProviderKey: 'DELETE /v1/api/growth/providers/{provider}/key key',
  removeGrowthSuppression: 'DELETE /v1/api/growth/suppressions/{suppressionId} key',
  removeMember: 'DELETE /v1/api/members/{userId} key',
  removePasskey: 'POST /v1/api/auth/passkey/delete-passkey never',
  removeWebProviderKey: 'DELETE /v1/api/web-providers/{provider}/key key',
  removeWorkspacePortalClient: 'DELETE /v1/api/client-portal/members/{userId} key',
  removeWorkspacePortalProjectAccess: 'DELETE /v1/api/client-portal/members/{userId}/projects/{projectId} key',
  renamePasskey: 'POST /v1/api/auth/passkey/update-passkey never',
  reopenDeliverableDecision: 'POST /v1/api/deliverables/{cycleId}/approvals/{approvalId}/reopen key',
  replaceGrowthBrain: 'PUT /v1/api/growth/projects/{projectId}/brain key',
  replayWebhookDelivery: 'POST /v1/api/webhooks/{id}/deliveries/{deliveryId}/replay key',
  replayWebhookEvents: 'POST /v1/api/webhooks/{id}/replay key',
  requestDeliverableApproval: 'POST /v1/api/deliverables/{cycleId}/approvals key',
  requestPasswordReset: 'POST /v1/api/auth/request-password-reset never',
  rerunTaskCheck: 'POST /v1/api/tasks/{id}/check-reruns key',
  resendMemberInvitation: 'POST /v1/api/member-invitations/{id}/resend never',
  resetPassword: 'POST /v1/api/auth/reset-password never',
  resolveGrowthMessage: 'POST /v1/api/growth/messages/{messageId}/resolve key',
  resolvePendingRequest: 'POST /v1/api/pending-requests/{id}/resolve key',
  restoreProjectRevision: 'POST /v1/api/projects/{id}/revisions/{revisionId}/restore key',
  revertCycle: 'POST /v1/api/cycles/{id}/revert key',
  reviewAiVideo: 'POST /v1/api/ai/media/video/{id}/review key',
  revokeApiKey: 'DELETE /v1/api/api-keys/{id} key',
  revokeClientPortalInvitation: 'DELETE /v1/api/client-accounts/{id}/invitations/{invitationId} key',
  revokeMemberInvitation: 'DELETE /v1/api/member-invitations/{id} key',
  revokeMySession: 'DELETE /v1/api/me/sessions/{sessionId} never',
  revokeWorkspacePortalInvitation: 'DELETE /v1/api/client-portal/invitations/{invitationId} key',
  rollbackDeployment: 'POST /v1/api/deployments/{id}/rollback key',
  rotateWebhookSecret: 'POST /v1/api/webhooks/{id}/rotate-secret never',
  saveAccountingSettings: 'PUT /v1/api/client-billing/accounting key',
  saveBillingIdentity: 'PUT /v1/api/client-billing/identity key',
  saveClientAccounting: 'PUT /v1/api/client-billing/accounting/{clientAccountId} key',
  saveClientBillingIdentity: 'PUT /v1/api/client-billing/identities/{clientAccountId} key',
  saveClientInvoiceReminders: 'PUT /v1/api/client-billing/reminders/{clientAccountId} key',
  saveGrowthProviderKey: 'PUT /v1/api/growth/providers/{provider}/key key',
  saveInvoiceReminders: 'PUT /v1/api/client-billing/reminders key',
  saveWebProviderKey: 'PUT /v1/api/web-providers/{provider}/key key',
  saveWorkspaceBrandKit: 'PUT /v1/api/brand-kit key',
  search: 'GET /v1/api/search safe',
  sendClientInvoice: 'POST /v1/api/client-billing/invoices/{id}/letters key',
  sendCycleMessage: 'POST /v1/api/cycles/{id}/messages key',
  sendGrowthReply: 'POST /v1/api/growth/leads/{leadId}/reply key',
  sendProjectMessage: 'POST /v1/api/projects/{id}/messages key',
  sendVerificationEmail: 'POST /v1/api/auth/send-verification-email never',
  setActiveWorkspace: 'PUT /v1/api/me/active-workspace never',
  setClientPortalProjectAccess: 'PUT /v1/api/client-accounts/{id}/members/{userId}/projects/{projectId} key',
  setModelPreference: 'PUT /v1/api/model-config/{role} key',
  setOrganizationHarness: 'PUT /v1/api/model-config/harness key',
  setProductionCustomDomain: 'PUT /v1/api/deployments/custom-domain key',
  setProjectHarness: 'PUT /v1/api/model-config/harness/{projectId} key',
  setTrackerSecret: 'PUT /v1/api/trackers/{id}/webhook-secret key',
  setWorkspacePolicies: 'PUT /v1/api/policies key',
  setWorkspacePortalProjectAccess: 'PUT /v1/api/client-portal/members/{userId}/projects/{projectId} key',
  showGrowthUnsubscribe: 'GET /v1/api/growth/unsubscribe/{token} safe bytes',
  signDeliverableDecision: 'POST /v1/api/deliverables/{cycleId}/approvals/{approvalId}/sign key',
  signInWithPasskey: 'POST /v1/api/auth/passkey/verify-authentication never',
  signInWithPassword: 'POST /v1/api/auth/sign-in/email never',
  signInWithStartLink: 'POST /v1/api/auth/sign-in/start-link never',
  signOut: 'POST /v1/api/auth/sign-out never',
  signUp: 'POST /v1/api/auth/sign-up/email never',
  signUpByPortalInvitation: 'POST /v1/api/auth/sign-up/portal-invitation never',
  startGrowthDrafts: 'POST /v1/api/growth/plays/{playId}/drafts key',
  startGrowthLookup: 'POST /v1/api/growth/projects/{projectId}/lookups key',
  startGrowthPlayLookup: 'POST /v1/api/growth/plays/{playId}/lookups key',
  startGrowthRun: 'POST /v1/api/growth/projects/{projectId}/runs key',
  startProject: 'POST /v1/api/projects/{id}/start key',
  startProjectDesktop: 'POST /v1/api/projects/{id}/desktop key',
  stopCycle: 'POST /v1/api/cycles/{id}/stop key',
  stopProject: 'POST /v1/api/projects/{id}/stop key',
  streamCycle: 'GET /v1/api/cycles/{id}/stream safe events resumes',
  streamCycleMessage: 'POST /v1/api/cycles/{id}/messages/stream never events text:token',
  streamEvents: 'GET /v1/api/events/stream safe events resumes endless',
  streamTask: 'GET /v1/api/tasks/{id}/stream safe events resumes',
  submitAiBatch: 'POST /v1/api/ai/batches never',
  submitAiVideo: 'POST /v1/api/ai/media/video key',
  switchOffLetters: 'POST /v1/api/me/letters/{token}/off never',
  synthesizeAiSpeech: 'POST /v1/api/ai/media/speech key',
  takeCodeHostDelivery: 'POST /v1/api/code-hosts/deliveries/{token} never upload:application/json',
  takePaymentNotice: 'POST /v1/api/client-billing/webhooks/{provider}/{token} never upload:application/json',
  takeTrackerDelivery: 'POST /v1/api/trackers/deliveries/{token} never upload:application/json',
  testChatChannel: 'POST /v1/api/chat-channels/{id}/test key',
  testCodeHost: 'POST /v1/api/code-hosts/{id}/test key',
  testGrowthPlay: 'POST /v1/api/growth/plays/{playId}/test never',
  testModelEndpoint: 'POST /v1/api/model-config/endpoints/{id}/test key',
  testPaymentProvider: 'POST /v1/api/client-billing/payment-provider/test key',
  testProjectSecrets: 'POST /v1/api/secrets/project/{projectId}/test key',
  testTracker: 'POST /v1/api/trackers/{id}/test key',
  testWebhook: 'POST /v1/api/webhooks/{id}/test key',
  toggleCrawl: 'PATCH /v1/api/web-providers/crawl key',
  toggleWebProvider: 'PATCH /v1/api/web-providers/{provider} key',
  touchDeployment: 'POST /v1/api/deployments/{id}/touch key',
  transcribeAiAudio: 'POST /v1/api/ai/media/transcriptions key',
  transferOwnership: 'POST /v1/api/members/{userId}/ownership key',
  unarchiveGrowthProject: 'POST /v1/api/growth/projects/{projectId}/unarchive key',
  unarchiveProject: 'POST /v1/api/projects/{id}/unarchive key',
  unlinkProjectTracker: 'DELETE /v1/api/projects/{id}/tracker key',
  unpublishDeliverable: 'POST /v1/api/deliverables/{cycleId}/unpublish key',
  unsubscribeFromGrowth: 'POST /v1/api/growth/unsubscribe/{token} never bytes upload:application/x-www-form-urlencoded',
  updateAgent: 'PATCH /v1/api/agents/{id} key',
  updateClientAccount: 'PATCH /v1/api/client-accounts/{id} key',
  updateClientPortalPermissions: 'PATCH /v1/api/client-accounts/{id}/members/{userId} key',
  updateCycle: 'PATCH /v1/api/cycles/{id} key',
  updateCycleBudget: 'PATCH /v1/api/cycles/{id}/budget key',
  updateCycleTask: 'PATCH /v1/api/cycles/{id}/tasks/{taskId} key',
  updateGrowthChain: 'PUT /v1/api/growth/chains/{capability} key',
  updateGrowthLead: 'PATCH /v1/api/growth/leads/{leadId} key',
  updateGrowthMailbox: 'PATCH /v1/api/growth/mailboxes/{mailboxId} key',
  updateGrowthMessage: 'PATCH /v1/api/growth/messages/{messageId} key',
  updateGrowthPlay: 'PATCH /v1/api/growth/plays/{playId} key',
  updateGrowthProvider: 'PATCH /v1/api/growth/providers/{provider} key',
  updateGrowthSettings: 'PATCH /v1/api/growth/settings key',
  updateMember: 'PATCH /v1/api/members/{userId} key',
  updateModelCallPolicy: 'PUT /v1/api/model-config/call-policy key',
  updateModelEndpoint: 'PATCH /v1/api/model-config/endpoints/{id} key',
  updateMyLetters: 'PATCH /v1/api/me/letters never',
  updateMyName: 'POST /v1/api/auth/update-user never',
  updateMyPreferences: 'PATCH /v1/api/me/preferences never',
  updateProject: 'PATCH /v1/api/projects/{id} key',
  updateProjectEnvironment: 'PATCH /v1/api/environments/project/{projectId}/{id} key',
  updateProjectRepo: 'PATCH /v1/api/projects/{id}/repos/{repoId} key',
  updateProjectSecretsConfig: 'PATCH /v1/api/secrets/project/{projectId}/{configId} key',
  updateTask: 'PATCH /v1/api/tasks/{id} key',
  updateWebhook: 'PATCH /v1/api/webhooks/{id} key',
  updateWorkspaceBudget: 'PATCH /v1/api/budget key',
  updateWorkspacePortalClient: 'PATCH /v1/api/client-portal/members/{userId} key',
  updateWorkspacePortalSettings: 'PATCH /v1/api/client-portal/settings key',
  updateWorkspaceSettings: 'PATCH /v1/api/workspace/settings key',
  uploadAiAsset: 'POST /v1/api/ai/assets never upload:application/octet-stream',
  uploadGrowthLeadList: 'POST /v1/api/growth/projects/{projectId}/lead-lists never upload:text/csv',
  uploadProjectImportBundle: 'PUT /v1/api/imports/{id}/bundle never upload:application/x-git-bundle session:getProjectImportUpload',
  uploadProjectRevisionBundle: 'PUT /v1/api/projects/{id}/revisions/uploads/{uploadId}/bundle never upload:application/x-git-bundle session:getProjectRevisionUpload',
  upsertDeliverable: 'PUT /v1/api/deliverables/{cycleId} key',
  upsertProjectSecretEntries: 'PUT /v1/api/secrets/project/{projectId}/entries key',
  verifyAuditChain: 'GET /v1/api/audit-log/verify safe',
  verifyEmail: 'POST /v1/api/auth/verify-email never',
  voidClientInvoice: 'POST /v1/api/client-billing/invoices/{id}/void key',
  writeOffBillable: 'POST /v1/api/client-billing/billables/{id}/write-off key',
}
