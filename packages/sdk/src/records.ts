// Made from the contracts of the server by `node packages/sdk/generate.ts`.

export interface AccountingSettings {
  consultantNumber: number | null
  clientNumber: number | null
  fiscalYearStartMonth: number
  accountLength: number
  chart: "03" | "04" | null
  taxAccounts: TaxAccount[]
  updatedAt: string | null
}

export interface ActiveWorkspace {
  activeWorkspaceId: string
}

export interface ActivityEvent {
  id: string
  position: number
  eventType: string
  entityType: string
  entityId: string
  projectId: string | null
  cycleId: string | null
  taskId: string | null
  traceId: string | null
  payload: Record<string, unknown>
  occurredAt: string
}

export interface AddCycleTask {
  title: string
  description: string
  dependsOn?: string[]
  repositoryId?: string
}

export interface AddFoundModel {
  name: string
  model?: string
  inputUsdPerMillion?: number
  outputUsdPerMillion?: number
}

export interface AddGrowthMailbox {
  address: string
  displayName?: string
  user: string
  password: string
  dkimSelector?: string
  smtp: {
    host: string
    port: number
    tls: "implicit" | "required" | "off"
  }
  imap: {
    host: string
    port: number
    tls: "implicit" | "required" | "off"
  }
}

export interface AddGrowthSuppressions {
  entries: string[]
}

export interface AddLineComment {
  path: string
  side: "before" | "after"
  line: number
  lineText: string
  body: string
}

export interface AddPreviewComment {
  deploymentId?: string
  messageId?: string
  content: string
  pin: PinPlace
}

export interface AddTaskComment {
  body: string
  messageId?: string
}

export interface Agent {
  id: string
  projectId: string | null
  name: string
  description: string | null
  instructions: string | null
  duty: "executor" | "intake"
  role: "planner" | "coder" | "reviewer" | "tester" | "writer" | "intake" | null
  avatarKey: string | null
  avatarUrl: string | null
  modelOverride: string | null
  pipeline: string | null
  runtimeKind: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
  runtimeVersion: string | null
  sandboxProfile: "builder" | "desktop" | "e2e" | null
  isBuiltIn: boolean
  isActive: boolean
  createdByUserId: string | null
  createdAt: string
  updatedAt: string
  deactivatedAt: string | null
  carriesOutTasks?: boolean
}

export interface AgentDesktopUnavailable {
  reason: string
}

export interface AgentLimits {
  steps: number
  tokens: number
  wallMs: number
}

export interface AgentThread {
  agentId: string
  name: string | null
  messages: number
  newestAt: string | null
}

export interface AgingReport {
  asOf: string
  timeZone: string
  rows: AgingRow[]
}

export interface AgingRow {
  clientAccountId: string
  clientName: string
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  currentMinor: number
  upTo30Minor: number
  upTo60Minor: number
  upTo90Minor: number
  over90Minor: number
  totalMinor: number
}

export interface AgingWip {
  cycleId: string
  title: string
  stage: string
  startedAt: string
  ageSeconds: number
  stageSeconds: number
  isAging: boolean | null
}

export interface AiAsset {
  key: string
  fileName: string | null
  mediaType: string
  sizeBytes: number
  sha256: string
  createdAt: string
}

export interface AiBatch {
  id: string
  projectId: string | null
  endpoint: "/v1/chat/completions" | "/v1/responses" | "/v1/messages" | "/v1/embeddings"
  kind: "backfill" | "classification" | "enrichment" | "transcription" | "variation" | "evaluation"
  model: string
  calledModel: string
  route: "provider" | "queue"
  status: "queued" | "submitted" | "working" | "ended" | "failed" | "cancelled"
  policy: AiBatchPolicy
  items: {
    total: number
    succeeded: number
    failed: number
    cancelled: number
  }
  reservedUsd: number
  costUsd: number | null
  failure: string | null
  polledAt: string | null
  createdAt: string
  endedAt: string | null
}

export interface AiBatchAccepted {
  id: string
  projectId: string | null
  endpoint: "/v1/chat/completions" | "/v1/responses" | "/v1/messages" | "/v1/embeddings"
  kind: "backfill" | "classification" | "enrichment" | "transcription" | "variation" | "evaluation"
  model: string
  calledModel: string
  route: "provider" | "queue"
  status: "queued" | "submitted" | "working" | "ended" | "failed" | "cancelled"
  policy: AiBatchPolicy
  items: {
    total: number
    succeeded: number
    failed: number
    cancelled: number
  }
  reservedUsd: number
  costUsd: number | null
  failure: string | null
  polledAt: string | null
  createdAt: string
  endedAt: string | null
  replayed: boolean
}

export interface AiBatchEstimate {
  items: number
  inputTokensMost: number
  outputTokensMost: number
  costUsdMost: number | null
  pricedOn: string | null
  calledModel: string
}

export interface AiBatchItem {
  customId: string
  status: "waiting" | "running" | "succeeded" | "failed" | "cancelled"
  resultUrl: string | null
  failure: string | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number
}

export interface AiBatchItemRequest {
  customId: string
  body: Record<string, unknown>
}

export interface AiBatchPolicy {
  maxCostUsd: number | null
  route?: "any" | "provider" | "queue"
  waive?: ("price" | "budget")[]
}

export interface AiBatchPoll {
  polled: boolean
  batch: AiBatch
}

export interface AiBatchRead {
  batch: AiBatch
  items: AiBatchItem[]
  nextCursor: string | null
}

export interface AiDocument {
  id: string
  projectId: string | null
  title: string
  status: "queued" | "parsing" | "succeeded" | "review_required" | "rejected" | "failed"
  engine: "text" | "ocr" | "native"
  engineVersion: string
  critical: boolean
  reused: boolean
  sourceKey: string
  sourceUrl: string | null
  pagesTotal: number | null
  pagesRead: number
  pageStates: {
    parsed: number
    empty: number
    needs_ocr: number
    refused: number
  }
  refusal: string | null
  costUsd: number
  createdAt: string
}

export interface AiDocumentPage {
  number: number
  state: "parsed" | "empty" | "needs_ocr" | "refused"
  confidence: number
  reasons: string[]
  markdown: string
  decision: "accepted" | "rejected" | null
  decidedAt: string | null
}

export interface AiDocumentParsed {
  id: string
  projectId: string | null
  title: string
  status: "queued" | "parsing" | "succeeded" | "review_required" | "rejected" | "failed"
  engine: "text" | "ocr" | "native"
  engineVersion: string
  critical: boolean
  reused: boolean
  sourceKey: string
  sourceUrl: string | null
  pagesTotal: number | null
  pagesRead: number
  pageStates: {
    parsed: number
    empty: number
    needs_ocr: number
    refused: number
  }
  refusal: string | null
  costUsd: number
  createdAt: string
}

export interface AiDocumentRead {
  id: string
  projectId: string | null
  title: string
  status: "queued" | "parsing" | "succeeded" | "review_required" | "rejected" | "failed"
  engine: "text" | "ocr" | "native"
  engineVersion: string
  critical: boolean
  reused: boolean
  sourceKey: string
  sourceUrl: string | null
  pagesTotal: number | null
  pagesRead: number
  pageStates: {
    parsed: number
    empty: number
    needs_ocr: number
    refused: number
  }
  refusal: string | null
  costUsd: number
  createdAt: string
  extractedUrl: string | null
}

export interface AiEmbeddingRequest {
  model: string
  input: string | unknown[]
}

export interface AiEmbeddings {
  object?: string
  data: Record<string, unknown>[]
}

export interface AiImages {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  images: AiMediaFile[]
}

export interface AiMedia {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  kind: "images" | "speech" | "transcription" | "image_analysis" | "video_analysis"
  title: string | null
  durationSeconds: number | null
  createdBy: string
  files: AiMediaFile[]
}

export interface AiMediaFile {
  key: string
  role: "image" | "sound" | "source" | "text" | "words"
  url: string
  mediaType: string
  sizeBytes: number
}

export interface AiMessage {
  type: string
  content: Record<string, unknown>[]
}

export interface AiMessageModel {
  id: string
  object: "model"
  created: number
  owned_by: string
  shape: "chat" | "messages" | "responses"
  contextTokens: number
  maxOutputTokens: number
  inputUsdPerMillion: number | null
  outputUsdPerMillion: number | null
  pricedOn: string | null
  type: "model"
  display_name: string
  created_at: string
}

export interface AiMessageModels {
  data: AiMessageModel[]
  has_more: false
  first_id: string | null
  last_id: string | null
}

export interface AiMessageRequest {
  model: string
  stream?: boolean | null
  messages: Record<string, unknown>[]
  max_tokens: number
  mcp_servers?: null
  container?: null
}

export interface AiModel {
  id: string
  object: "model"
  created: number
  owned_by: string
  shape: "chat" | "messages" | "responses"
  contextTokens: number
  maxOutputTokens: number
  inputUsdPerMillion: number | null
  outputUsdPerMillion: number | null
  pricedOn: string | null
}

export interface AiModels {
  object: "list"
  default: string | null
  data: AiModel[]
}

export interface AiResponse {
  object: string
  status: string
  output: Record<string, unknown>[]
}

export interface AiResponseRequest {
  model: string
  stream?: boolean | null
  input: string | Record<string, unknown>[]
  previous_response_id?: null
  conversation?: null
  prompt?: null
  background?: false | null
}

export interface AiSpeech {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  durationSeconds: number | null
  sound: AiMediaFile
}

export interface AiTextResult {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  answer: string
  inputTokens: number | null
  outputTokens: number | null
}

export interface AiTokenCount {
  input_tokens: number
}

export interface AiTokenCountRequest {
  model: string
  messages: Record<string, unknown>[]
}

export interface AiTranscription {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  language: string | null
  durationSeconds: number | null
  wordCount: number
  text: AiMediaFile
  words: AiMediaFile
  vttUrl: string | null
  srtUrl: string | null
}

export interface AiVideo {
  id: string
  projectId: string | null
  model: string
  costUsd: number | null
  createdAt: string
  title: string | null
  status: "queued" | "generating" | "review_required" | "approved" | "rejected" | "failed" | "cancelled"
  seconds: number
  percent: number | null
  reservedUsd: number
  failure: string | null
  videoKey: string | null
  verdict: "approved" | "rejected" | null
  reviewNote: string | null
  reviewedAt: string | null
  createdBy: string
  endedAt: string | null
  videoUrl: string | null
}

export interface AnalyzeMedia {
  kind: "image" | "video"
  question: string
  source: {
    key: string
  } | {
    url: string
  }
  projectId?: string
}

export interface ApiKey {
  id: string
  name: string
  hint: string
  scopes: ("read" | "write" | "admin")[]
  projectIds: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
  clientId: string | null
  owner: ApiKeyOwner
}

export interface ApiKeyCreated {
  id: string
  name: string
  hint: string
  scopes: ("read" | "write" | "admin")[]
  projectIds: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
  clientId: string | null
  owner: ApiKeyOwner
  secret: string
}

export interface ApiKeyOwner {
  userId: string
  name: string
  email: string
}

export interface ApprovalInForce {
  remindEveryHours: {
    value: number
    from: "project" | "workspace" | "instance"
  }
  expireAfterHours: {
    value: number
    from: "project" | "workspace" | "instance"
  }
}

export interface ApprovalSnapshot {
  approvalId: string
  revision: number
  revisionHash: string
  snapshot: string
  publishedAt: string
}

export interface ApproveGrowthMessage {
  subject?: string
  body?: string
}

export interface ApproveGrowthMessages {
  messageIds: string[]
}

export interface ApproveProgramConnection {
  request: string
  canWrite: boolean
}

export interface ArchivedFile {
  path?: string
  pathBase64?: string
  mode: string
  sizeBytes: number | null
  content: string | null
  binary: boolean
}

export interface AskClientQuestion {
  cycleId: string
  question: string
  title: string
}

export interface AssignGrowthLeads {
  leadIds?: string[]
  listId?: string
  limit?: number
}

export interface AttachProjectRepo {
  fullName?: string
  empty?: true
  scanId?: string
  branch?: string
  label?: string
}

export interface AttachedDocument {
  id: string
  status: "queued" | "parsing" | "succeeded" | "review_required" | "rejected" | "failed"
  pagesTotal: number | null
  pagesRead: number
  refusal: string | null
}

export interface AuditChainBreak {
  position: number
  reason: "row_changed" | "row_missing" | "row_inserted" | "rows_reordered" | "details_changed" | "erasure_unexplained" | "cut_off" | "head_differs" | "checkpoint_differs" | "signature_wrong"
  message: string
}

export interface AuditChainHead {
  position: number
  hash: string
}

export interface AuditChainVerification {
  ok: boolean
  rows: number
  checkpoints: number
  erased: number
  signed: number
  head: AuditChainHead
  broken: AuditChainBreak | null
}

export interface AuditCheckpoint {
  size: number
  note: string
  createdAt: string
}

export interface AuditCheckpoints {
  origin: string
  publicKeys: string[]
  checkpoints: AuditCheckpoint[]
  nextCursor: string | null
}

export interface AuditEntry {
  id: string
  position: number
  occurredAt: string
  actorType: "user" | "api_key" | "agent" | "system"
  actorId: string | null
  action: string
  category: "create" | "read" | "update" | "delete" | "execute" | "auth" | "export"
  resourceType: string | null
  resourceId: string | null
  parentType: string | null
  parentId: string | null
  outcome: "success" | "failure" | "denied"
  severity: "info" | "notice" | "warning" | "critical"
  source: "web" | "api" | "cli" | "chat" | "tracker" | "codehost" | "webhook" | "internal" | "system"
  requestId: string | null
  traceId: string | null
  metadata: Record<string, unknown> | null
  erasedAt: string | null
}

export interface AuditEntryDetail {
  id: string
  position: number
  occurredAt: string
  actorType: "user" | "api_key" | "agent" | "system"
  actorId: string | null
  action: string
  category: "create" | "read" | "update" | "delete" | "execute" | "auth" | "export"
  resourceType: string | null
  resourceId: string | null
  parentType: string | null
  parentId: string | null
  outcome: "success" | "failure" | "denied"
  severity: "info" | "notice" | "warning" | "critical"
  source: "web" | "api" | "cli" | "chat" | "tracker" | "codehost" | "webhook" | "internal" | "system"
  requestId: string | null
  traceId: string | null
  metadata: Record<string, unknown> | null
  erasedAt: string | null
  hash: string
  detailsHash: string
  events: AuditTraceEvent[]
  runs: AuditTraceRun[]
  logs: AuditTraceLog[]
}

export interface AuditPage {
  rows: AuditEntry[]
  nextCursor: string | null
}

export interface AuditTraceEvent {
  id: string
  eventType: string
  entityType: string
  entityId: string
  payload: Record<string, unknown>
  occurredAt: string
}

export interface AuditTraceLog {
  source: "step" | "check"
  runId: string
  taskId: string | null
  name: string
  at: string
  text: string
}

export interface AuditTraceRun {
  id: string
  kind: string
  subjectId: string
  number: number
  status: "active" | "cancelling" | "finished" | "failed" | "cancelled"
  startedAt: string
  endedAt: string | null
}

export interface AuthPasskey {
  id: string
  name: string | null
  deviceType: string
  backedUp: boolean
  createdAt: string
}

export interface AuthSession {
  id: string
  userId: string
  expiresAt: string
  createdAt: string
  updatedAt: string
}

export interface AuthStatus {
  status: boolean
}

export interface AuthUser {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: string
  updatedAt: string
}

export interface BankAccount {
  iban: string
  bic: string | null
  holder: string | null
}

export interface Billable {
  id: string
  clientAccountId: string
  correctsId: string | null
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  taxClass: string
  description: string
  quantity: string
  unit: "piece" | "hour" | "day" | "week" | "month" | "year" | "flat"
  unitPriceMinor: number
  amountMinor: number
  source: BillableSource
  revisionHash: string | null
  status: "open" | "invoiced" | "written_off"
  writeOffReason: string | null
  writtenOffAt: string | null
  createdAt: string
}

export interface BillableSource {
  kind: "decision" | "cycle" | "task" | "entry"
  id: string | null
}

export interface BilledWork {
  invoiceId: string
  number: string
  issuedAt: string
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  amountMinor: number
}

export interface BillingContact {
  name: string | null
  email: string | null
  phone: string | null
}

export interface BillingIdentity {
  legalName: string | null
  address: PostalAddress | null
  vatId: string | null
  taxNumber: string | null
  bankAccount: BankAccount | null
  contact: BillingContact | null
  paymentTerms: string | null
  taxClasses: TaxClass[]
  numberFormat: NumberFormat | null
  allScripts: boolean
  updatedAt: string | null
}

export interface BrandColors {
  primary?: string | null
  accent?: string | null
  background?: string | null
  text?: string | null
}

export interface BrandContrast {
  color: "text" | "primary" | "accent"
  on: "background"
  ratio: number
  needs: number
  passes: boolean
  correction: string | null
}

export interface BrandDerivedColors {
  onPrimary: string
  onAccent: string
  link: string
}

export interface BrandDraft {
  revision?: number
  name?: string | null
  slug?: string | null
  tagline?: string | null
  website?: string | null
  supportEmail?: string | null
  logo?: BrandImage | null
  icon?: BrandImage | null
  colors?: BrandColors | null
  fonts?: BrandFonts | null
}

export interface BrandExtraction {
  url: string
  extractedAt: string
  sources: Record<string, string>
  colors: BrandFoundColor[]
  fonts: BrandFoundFont[]
}

export interface BrandFonts {
  heading?: string | null
  body?: string | null
}

export interface BrandFontsPublished {
  heading: string | null
  body: string | null
}

export interface BrandFoundColor {
  color: string
  source: string
}

export interface BrandFoundFont {
  family: string
  source: string
}

export interface BrandImage {
  id?: string
  contentBase64?: string
  mediaType?: "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "image/svg+xml" | "image/x-icon"
  sizeBytes?: number
  url?: string
}

export interface BrandPalette {
  primary: string
  accent: string
  background: string
  text: string
}

export interface BudgetOfCycle {
  cycleId: string
  overrides: CycleCaps
  enforced: CycleCapEnforced
  spentUsd: number
  reservedUsd: number
  warnedPercent: 0 | 50 | 80 | 100
  refusals: RefusedCall[]
}

export interface BudgetOfWorkspace {
  overrides: WorkspaceCaps
  enforced: WorkspaceCapEnforced
  spentUsd: number
  reservedUsd: number
  warnedPercent: 0 | 50 | 80 | 100
  refusals: RefusedCall[]
}

export interface BudgetOverrides {
  costCapUsd: number | null
  cycleCap: number | null
  maxRevisions: number | null
}

export interface CatalogModel {
  id: string
  endpoint: string | null
  pricedOn: string | null
  name: string
  contextTokens: number
  maxOutputTokens: number | null
  inputUsdPerMillion: number | null
  outputUsdPerMillion: number | null
  canBeChosen: boolean
}

export interface CertificatePermission {
  domain: string
}

export interface ChangeEmail {
  newEmail: string
}

export interface ChangeFilePatch {
  path: string
  patch: string | null
  binary: boolean
}

export interface ChangePassword {
  currentPassword: string
  newPassword: string
}

export interface ChangedFile {
  path?: string
  pathBase64?: string
  previousPath?: string
  previousPathBase64?: string
  kind: "added" | "modified" | "deleted" | "renamed" | "type_changed"
  additions: number | null
  deletions: number | null
  binary: boolean
}

export interface ChangedLines {
  linesCovered: number
  linesTotal: number
  missed: MissedLines[]
  notMeasured: string[]
  truncated: boolean
}

export interface ChangedPackages {
  changes: PackageChange[]
  truncated: boolean
}

export interface ChatChannel {
  id: string
  kind: "slack" | "teams"
  name: string
  error: string | null
  createdAt: string
}

export interface ChatCompletion {
  object: string
  choices: Record<string, unknown>[]
}

export interface ChatCompletionRequest {
  model: string
  stream?: boolean | null
  messages: Record<string, unknown>[]
  functions?: null
  function_call?: null
  audio?: null
  web_search_options?: null
}

export interface ChatTest {
  works: boolean
  problem: string | null
}

export interface CheckCoverage {
  format: "lcov" | "cobertura" | "istanbul" | "go" | "jacoco" | null
  path: string | null
  linesCovered: number
  linesTotal: number
  changed: ChangedLines | null
  problem: string | null
}

export interface CheckRerun {
  id: string
  taskId: string
  name: string
  command: string
  commitSha: string
  outcome: "passed" | "failed" | "could_not_run" | null
  exitCode: number | null
  stoppedBy: string | null
  durationMs: number | null
  log: string
  tests: CheckTests | null
  requestedAt: string
  endedAt: string | null
}

export interface CheckTests {
  runner: string
  total: number
  passed: number
  failed: number
  skipped: number
  problem: string | null
}

export interface ClientAccount {
  id: string
  name: string
  billingEmail: string | null
  notes: string | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
}

export interface ClientAccountCounts {
  members: number
  projects: number
}

export interface ClientAccountProject {
  id: string
  name: string
  createdAt: string
}

export interface ClientAccountSummary {
  id: string
  name: string
  billingEmail: string | null
  notes: string | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  counts: ClientAccountCounts
}

export interface ClientAccounting {
  debtorAccount: string | null
  updatedAt: string | null
}

export interface ClientBillingIdentity {
  legalName: string | null
  address: PostalAddress | null
  vatId: string | null
  contact: BillingContact | null
  language: "en" | "de" | null
  buyerReference: string | null
  updatedAt: string | null
}

export interface ClientConversation {
  projectId: string
  projectName: string
  cycleId: string | null
  cycleTitle: string | null
  taskId: string | null
  messages: number
  waits: boolean
  excerpt: string
  authorName: string | null
  saidAt: string
}

export interface ClientInvoice {
  id: string
  clientAccountId: string
  status: "draft" | "final" | "void" | "paid"
  type: "380" | "381"
  invoiceNumber: string | null
  invoiceSequence: number | null
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  netMinor: number
  taxMinor: number
  totalMinor: number
  taxTotals: ClientInvoiceTaxTotal[]
  sellerLegalName: string | null
  sellerAddress: string | null
  sellerVatId: string | null
  sellerTaxNumber: string | null
  sellerPostalAddress: PostalAddress | null
  sellerBankAccount: BankAccount | null
  sellerContact: BillingContact | null
  buyerLegalName: string
  buyerAddress: string
  buyerPostalAddress: PostalAddress | null
  buyerVatId: string | null
  buyerContact: BillingContact | null
  language: "en" | "de" | null
  buyerReference: string | null
  buyerBillingEmail: string | null
  paymentTerms: string | null
  dueAt: string
  serviceFrom: string | null
  serviceTo: string | null
  replacesInvoiceId: string | null
  issuedAt: string | null
  logoMediaType: string | null
  paidAt: string | null
  paymentReference: string | null
  voidedAt: string | null
  voidReason: string | null
  lines: ClientInvoiceLine[]
  createdAt: string
}

export interface ClientInvoiceEvidence {
  evidence: InvoiceEvidence
  sha256: string
  notes: EvidenceNote[]
}

export interface ClientInvoiceLetter {
  id: string
  invoiceId: string
  kind: "invoice" | "reminder"
  dayOffset: number | null
  recipient: string
  language: "en" | "de"
  attached: ("pdf" | "xml" | "evidence")[]
  xmlOmitted: "invoice_in_thousandths" | "invoice_delivery_unknown" | "invoice_mixes_untaxed" | "invoice_lacks_fields" | null
  xmlLacks: string[]
  evidenceSha256: string | null
  payLink: "given" | "not_payable" | "no_portal"
  state: "waiting" | "sent" | "outbox" | "refused" | "withdrawn" | "removed"
  reason: string | null
  createdAt: string
  endedAt: string | null
}

export interface ClientInvoiceLine {
  position: number
  billableId: string
  description: string
  quantity: string
  unit: "piece" | "hour" | "day" | "week" | "month" | "year" | "flat"
  unitPriceMinor: number
  amountMinor: number
  taxClass: string
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O"
  rateBps: number
  reason: string | null
}

export interface ClientInvoiceReminders {
  days: number[] | null
  effectiveDays: number[]
  updatedAt: string | null
}

export interface ClientInvoiceTaxTotal {
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O"
  rateBps: number
  reason: string | null
  taxableMinor: number
  taxMinor: number
}

export interface ClientMoney {
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  openMinor: number
  paidMinor: number
}

export interface ClientPaymentLink {
  url: string
  reference: string
}

export interface ClientSummary {
  clientAccountId: string
  money: ClientMoney[]
  lastDelivery: LastDelivery | null
}

export interface CodeHost {
  id: string
  kind: "github" | "gitea" | "gitlab"
  name: string
  baseUrl: string
  app: InstalledGitHubApp | null
  createdAt: string
}

export interface CodeHostDeliveryTaken {
  accepted: boolean
}

export interface CodeHostTest {
  works: boolean
  account: string | null
  problem: string | null
}

export interface CompareGrowthProviders {
  providers: string[]
  sampleSize?: number
}

export interface ConnectGrowthMailbox {
  provider: "google" | "microsoft"
}

export interface ConnectPaymentProvider {
  provider: "stripe" | "adyen"
  apiKey?: string
  webhookSecret?: string
  merchantAccount?: string
  livePrefix?: string | null
}

export interface ConnectProjectRepo {
  codeHostId: string
  fullName: string
  create?: boolean
  pullRequests?: boolean
}

export interface ConnectedCodeHost {
  codeHostId: string
  codeHostName: string
  fullName: string
  url: string
  state: "waiting" | "pushed" | "failing"
  pushedSha: string | null
  pushedAt: string | null
  error: string | null
  nextAttemptAt: string | null
  pullRequests: boolean
  webhookState: "waiting" | "made" | "failing"
  webhookError: string | null
  lastWebhookAt: string | null
  takeError: string | null
}

export interface CorrectBillable {
  description: string
  quantity: string
  unitPriceMinor: number
}

export interface CrawlStatus {
  enabled: boolean
  month: string
  pagesUsed: number
  pagesAllowed: number
  overageUsdPerPage: number | null
  termsSource: "plan" | "placeholder"
}

export interface CreateAgent {
  avatarKey?: "nucleus" | "strand" | "codon" | "pheno" | "proof" | "telo" | "script" | "bot" | "spark" | "orbit" | "sprout" | "echo" | "pixel" | null
  avatarUrl?: string | null
  description?: string | null
  duty?: "executor" | "intake"
  instructions?: string | null
  modelOverride?: string | null
  pipeline?: "default" | "full" | "docs" | "security" | "lint"
  runtimeVersion?: string | null
  name: string
  projectId?: string | null
  runtimeKind: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
}

export interface CreateApiKey {
  name: string
  scopes: ("read" | "write" | "admin")[]
  projectIds?: string[]
  expiresAt?: string
}

export interface CreateBillable {
  clientAccountId: string
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  taxClass: string
  description: string
  quantity: string
  unit: "piece" | "hour" | "day" | "week" | "month" | "year" | "flat"
  unitPriceMinor: number
  source: BillableSource
}

export interface CreateChatChannel {
  kind: "slack" | "teams"
  name: string
  webhookUrl: string
}

export interface CreateClientAccount {
  name: string
  billingEmail?: string | null
  notes?: string | null
}

export interface CreateCodeHost {
  kind: "github" | "gitea" | "gitlab"
  name: string
  baseUrl?: string
  token?: string
  app?: GitHubApp
}

export interface CreateCycle {
  description: string
  projectId: string
  targetBranch?: string
  title: string
}

export interface CreateEnvironment {
  config: Record<string, unknown>
  isActive?: boolean
  label: string
}

export interface CreateGrowthPlay {
  name: string
  steps?: TypedGrowthPlayStep[]
  audience?: string
  language?: "de" | "en"
  excludedCountries?: string[]
  excludesUnknownLaw?: boolean
  bookingUrl?: string | null
  hardCapUsd?: number | null
  sendApproval?: "always" | "never"
  mailboxIds?: string[]
}

export interface CreateGrowthProject {
  websiteUrl: string
  name?: string
  notes?: string | null
}

export interface CreateInvoiceDraft {
  billableIds: string[]
  buyerAddress: string
  buyerBillingEmail?: string | null
  buyerLegalName?: string
  dueAt: string
  paymentTerms?: string
  replacesInvoiceId?: string | null
  sellerAddress?: string
  sellerLegalName?: string
  serviceFrom?: string | null
  serviceTo?: string | null
  taxRatesBps?: Record<string, number>
}

export interface CreateModelEndpoint {
  name: string
  baseUrl: string
  shape?: "chat" | "messages" | "responses"
  apiKey?: string
  models: ListedModel[]
}

export interface CreatePortalProject {
  brief: string
  name?: string
  clientAccountId?: string
}

export interface CreatePreviewShare {
  days?: number
  note?: string | null
}

export interface CreateProject {
  brief?: string
  instructionsMd?: string
  name?: string
  repos?: {
    fullName: string
    branch?: string
    label?: string
  }[]
  runtime?: {
    fetch?: string
    setup?: string
    checks?: ({
      name: string
      command: string
      report?: {
        path: string
        format: "junit" | "tap" | "vitest" | "jest" | "mocha" | "go" | "cargo"
      }
      coverage?: {
        path: string
        format: "lcov" | "cobertura" | "istanbul" | "go" | "jacoco"
      }
      secrets?: string[]
      artifacts?: string[]
    })[]
    review?: {
      checked?: "ask" | "merge" | "refuse"
      unverified?: "ask" | "merge" | "refuse"
      weakened?: "ask" | "merge" | "refuse"
      model?: "on" | "required" | "off"
      probes?: "on" | "off"
      examiner?: "off" | "risky" | "always"
      packages?: "named" | "ask" | "merge"
    }
    approval?: {
      remindEveryHours?: number
      expireAfterHours?: number
    }
    planning?: {
      model?: "on" | "off"
      tasksAtOnce?: number
    }
    agentId?: string
    web?: "on" | "off" | "crawler"
    delivery?: {
      onApproval?: "nothing" | "deploy"
    }
    previews?: {
      kind?: "static" | "node" | "python" | "dockerfile"
      build?: string
      output?: string
      start?: string
      healthPath?: string
      singlePage?: boolean
      environmentId?: string
      productionEnvironmentId?: string
      cycles?: boolean
      shareLinks?: boolean
      toolbar?: boolean
      picturePaths?: string[]
      allowHosts?: string[]
    }
  }
  stack?: string
}

export interface CreateProjectImport {
  bundleSha256: string
  bundleSize: number
  commitSha: string
  manifest: {
    version: 1
    commitSha: string
    protected: {
      path: string
      reason: string
    }[]
  }
  manifestSha256: string
  defaultBranch: string
  historyMode: "preserve" | "abort_on_findings"
  idempotencyKey: string
  name: string
  stack: string
}

export interface CreateProjectRevisionUpload {
  bundleSha256: string
  bundleSize: number
  commitSha: string
  manifest: {
    version: 1
    commitSha: string
    protected: {
      path: string
      reason: string
    }[]
  }
  manifestSha256: string
  expectedRevisionId: string
  expectedGeneration: number
  idempotencyKey: string
}

export interface CreateSecretsConfig {
  provider: "manual" | "infisical"
  label: string
  config: Record<string, unknown>
  envFilter?: string | null
  isActive?: boolean
}

export interface CreateTask {
  description: string
  projectId: string
  repositoryId?: string
  title?: string
}

export interface CreateTracker {
  kind: "linear"
  name: string
  token: string
  webhookSecret?: string
  baseUrl?: string
}

export interface CreateWebhook {
  url: string
  description?: string
  eventTypes?: string[] | null
  projectIds?: string[] | null
}

export interface CurrentSession {
  session: AuthSession | null
  user: AuthUser | null
}

export interface CustomDomain {
  domain: string | null
  projectId: string
}

export interface CustomDomainSaved {
  projectId: string
  domain: string | null
  status: "pending_dns" | "connected" | null
  records: DomainRecord[]
  checkedAt: string | null
  connectedAt: string | null
}

export interface Cycle {
  id: string
  projectId: string
  handle: string
  title: string
  description: string
  targetBranch: string | null
  status: "draft" | "planning" | "running" | "blocked" | "reviewing" | "completed" | "stopping" | "stopped" | "failed"
  runNumber: number
  runId: string | null
  baseSha: string | null
  mergedSha: string | null
  revisionId: string | null
  revertsCycleId: string | null
  revertedByCycleId: string | null
  restoresRevisionId: string | null
  failure: Failure | null
  createdAt: string
  updatedAt: string
  statusChangedAt: string
}

export interface CycleAttachment {
  id: string
  cycleId: string
  messageId: string | null
  name: string
  mediaType: string
  sizeBytes: number
  authorId: string
  authorSide: "agency" | "client"
  document: AttachedDocument | null
  createdAt: string
}

export interface CycleCapEnforced {
  costCapUsd: number | null
}

export interface CycleCaps {
  costCapUsd: number | null
}

export interface CycleDetail {
  cycle: Cycle
  tasks: Task[]
  previewUrl: string | null
  desktopAvailable: boolean
}

export interface CycleExecutionStarted {
  cycleId: string
  runId: string
  runNumber: number
  status: "draft" | "planning" | "running" | "blocked" | "reviewing" | "completed" | "stopping" | "stopped" | "failed"
}

export interface CycleMessage {
  agentId?: string | null
  content: string
  messageId?: string
}

export interface CycleMetrics {
  since: string
  until: string
  timeZone: string
  throughput: Throughput
  cycleTime: TimePercentiles
  leadTime: TimePercentiles
  cycleStages: StageTimes[]
  taskStages: StageTimes[]
  wip: Wip
  agingWip: AgingWip[]
  automation: StageAutomation
  truncated: boolean
}

export interface CycleProposed {
  cycle: Cycle
  adopted: boolean
}

export interface CycleSummary {
  id: string
  projectId: string
  handle: string
  title: string
  description: string
  targetBranch: string | null
  status: "draft" | "planning" | "running" | "blocked" | "reviewing" | "completed" | "stopping" | "stopped" | "failed"
  runNumber: number
  runId: string | null
  baseSha: string | null
  mergedSha: string | null
  revisionId: string | null
  revertsCycleId: string | null
  revertedByCycleId: string | null
  restoresRevisionId: string | null
  failure: Failure | null
  createdAt: string
  updatedAt: string
  statusChangedAt: string
  urgency: number
  taskCount: number
  queued: boolean
  verdict: "proved" | "checked" | "unverified" | "refused" | null
  trackerUrl: string | null
}

export interface CycleThreads {
  cycleId: string
  title: string
  messages: number
  newestAt: string | null
  agents: AgentThread[]
  tasks: TaskThread[]
}

export interface CycleTurn {
  message: WireMessage
  messages: WireMessage[]
  hasEarlierMessages: boolean
  outcome: "answered" | "ended" | "waiting" | "unanswered" | "for_people" | "at_work" | "answering" | "failed"
  explanation: string
}

export interface CycleUsage {
  cycleId: string
  calls: number
  unpricedCalls: number
  inputTokens: number
  outputTokens: number
  costUsd: number
  reservedUsd: number
  capUsd: number | null
  tasks: TaskUsage[]
}

export interface DecideDeliverableApproval {
  decision: "approved" | "changes_requested"
  comment?: string | null
}

export interface DecideDocumentPage {
  page: number
  decision: "accepted" | "rejected"
}

export interface DecisionSignature {
  credentialId: string
  authenticatorData: string
  clientDataJson: string
  signature: string
}

export interface DecisionStatement {
  statement: string
  text: string
  rpId: string
  credentialIds: string[]
  expiresAt: string
}

export interface DefaultCaps {
  costCapUsd: number | null
  cycleCap: number | null
  maxRevisions: number
}

export interface DeletedAck {
  deleted: boolean
}

export interface Deliverable {
  id: string
  projectId: string
  cycleId: string
  title: string
  clientStatus: "draft" | "in_review" | "delivered" | "accepted"
  dueDate: string | null
  summary: string | null
  submittedRevision: number
  revisionHash: string | null
  commitSha: string | null
  artifacts: DeliverableArtifact[]
  publishedAt: string | null
  createdAt?: string
  updatedAt?: string
}

export interface DeliverableApproval {
  id: string
  projectId: string
  cycleId: string
  deliverableId: string
  revision: number
  revisionHash: string
  reviewerId: string
  reviewerName: string | null
  status: "open" | "approved" | "changes_requested" | "outdated"
  requestedAt: string
  requestedBy?: string
  decision: "approved" | "changes_requested" | null
  comment: string | null
  decidedAt: string | null
}

export interface DeliverableArtifact {
  name: string
  sha256: string
}

export interface DeliverableDecision {
  approvalId: string
  projectId: string
  cycleId: string
  deliverableId: string
  revision: number
  revisionHash: string
  reviewerId: string
  decision: "approved" | "changes_requested"
  comment: string | null
  decidedAt: string
  shipped: boolean
  reason: ShippingReason
}

export interface DeliverableProgress {
  tasks: number
  tasksDone: number
}

export interface DeliverableReviewer {
  userId: string
  name: string
}

export interface DeliverableView {
  id: string
  projectId: string
  cycleId: string
  title: string
  clientStatus: "draft" | "in_review" | "delivered" | "accepted"
  dueDate: string | null
  summary: string | null
  submittedRevision: number
  revisionHash: string | null
  commitSha: string | null
  artifacts: DeliverableArtifact[]
  publishedAt: string | null
  createdAt?: string
  updatedAt?: string
  snapshot: string | null
  hasChanges?: boolean
  progress: DeliverableProgress
  approval: "none" | "open" | "approved" | "changes_requested" | "outdated"
}

export interface DeliveredArchive {
  commitSha: string
  files: ArchivedFile[]
  truncated: boolean
}

export interface DeliveryInForce {
  onApproval: {
    value: "nothing" | "deploy"
    from: "project" | "workspace" | "instance"
  }
}

export interface Deployment {
  id: string
  projectId: string
  kind: "project" | "cycle-preview" | "production"
  cycleId: string | null
  repoId: string
  commitSha: string | null
  status: "building" | "deploying" | "live" | "failed" | "expired"
  url: string
  minInstances: number
  rollbackOf: string | null
  expiredBecause: "replaced" | "time" | "project" | "cycle" | null
  build?: DeploymentBuild | null
  failure?: DeploymentFailure | null
  canRollBack?: boolean
  buildRemovedAt?: string | null
  createdAt: string
  statusChangedAt: string
  liveAt: string | null
  expiresAt: string | null
}

export interface DeploymentAccepted {
  id: string
  projectId: string
  kind: "project" | "cycle-preview" | "production"
  status: "building" | "deploying" | "live" | "failed" | "expired"
  url: string
}

export interface DeploymentBuild {
  kind: "static" | "node" | "python" | "dockerfile"
  foundBy: string
  commands: string[]
  start: string | null
  healthPath: string
}

export interface DeploymentFailure {
  code: "build_failed" | "start_failed" | "stopped"
  message: string
}

export interface DeploymentLog {
  text: string
  next: string | null
  isTruncated: boolean
}

export interface DeploymentPicture {
  id: string
  path: string
  form: "desktop" | "phone"
  width: number
  height: number
  httpStatus: number
  takenAt: string
}

export interface DeploymentPictures {
  deploymentId: string
  commitSha: string | null
  state: "waiting" | "taken" | "no_browser" | "browser_failed" | "removed" | null
  pictures: DeploymentPicture[]
  before: DeploymentPicturesBefore | null
}

export interface DeploymentPicturesBefore {
  deploymentId: string
  commitSha: string | null
  createdAt: string
  pictures: DeploymentPicture[]
}

export interface DeploymentRepoAmbiguous {
  repos: ({
    id: string
    fullName: string | null
    label: string | null
  })[]
}

export interface DeploymentTouched {
  id: string
  extended: boolean
  expiresAt: string | null
}

export interface DismissedFailure {
  cycleId: string
  failedAt: string
}

export interface DomainRecord {
  type: "TXT" | "CNAME"
  name: string
  value: string
}

export interface DraftObstacle {
  which: string[]
}

export interface DraftedBillable {
  billableId: string
  invoiceId: string
}

export interface DraftedBillables {
  rows: DraftedBillable[]
  isCut: boolean
}

export interface EndpointModel {
  identifier: string
  model: string
  inputUsdPerMillion: number
  outputUsdPerMillion: number
  cacheReadUsdPerMillion: number | null
  cacheWriteUsdPerMillion: number | null
  pricedOn: string
  contextTokens: number | null
  maxOutputTokens: number | null
}

export interface EnforcedCaps {
  costCapUsd: number | null
  cycleCostCapUsd: number | null
  workspaceCostCapUsd: number | null
  cycleCap: number | null
  maxRevisions: number
}

export interface Environment {
  id: string
  projectId: string
  label: string
  config: Record<string, unknown>
  effect: EnvironmentEffect
  isActive: boolean
  createdAt: string
  updatedAt: string
}

export interface EnvironmentEffect {
  variables: Record<string, string>
  secrets: string[]
}

export interface ErasureRequest {
  userId: string
  requestedAt: string
}

export interface EvidenceDecision {
  approvalId: string
  revision: number
  revisionHash: string
  reviewerName: string | null
  decidedAt: string
  withheld: "withdrawn" | "too_large" | null
  snapshot: string | null
  signed: SignedDecision | null
}

export interface EvidenceInvoice {
  id: string
  invoiceNumber: string | null
  type: "380" | "381"
  issuedAt: string | null
  voidedAt: string | null
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  netMinor: number
  taxMinor: number
  totalMinor: number
  sellerLegalName: string | null
  buyerLegalName: string
}

export interface EvidenceLine {
  position: number
  description: string
  quantity: string
  unit: "piece" | "hour" | "day" | "week" | "month" | "year" | "flat"
  unitPriceMinor: number
  amountMinor: number
  isCorrection: boolean
  recordedAt: string
  origin: EvidenceOrigin
}

export interface EvidenceNote {
  position: number
  billableId: string
  correctsId: string | null
  recordedBy: string | null
  title: string | null
  projectId: string | null
  cycleId: string | null
  taskId: string | null
  runId: string | null
}

export interface EvidenceOrigin {
  kind: "decision" | "cycle" | "task" | "entry"
  found: boolean
  approvalId: string | null
  revisionHash: string | null
  commits: string[]
}

export interface EvidencePack {
  evidence: InvoiceEvidence
  sha256: string
}

export interface Examination {
  outcome: "ran" | "not_examined"
  reason?: string
  model?: string
  check?: string
  tests: ExaminedTest[]
  files: ExaminationFile[]
  log?: string
  durationMs: number
  costMicros: number
}

export interface ExaminationFile {
  path: string
  content: string
}

export interface ExaminedTest {
  file: string
  name: string
  outcome: "shows_change" | "passed" | "contradicts" | "not_counted"
  quote?: string
  reason?: string
}

export interface ExportSecrets {
  format?: string
  source?: string
}

export interface ExtractBrandKit {
  url: string
}

export interface ExtractionUnavailable {
  reason: string
}

export interface Failure {
  message: string
  step?: string
  code?: string
  log?: string
}

export interface FileContent {
  path: string
  content: string | null
  binary: boolean
  truncated: boolean
  lossy: boolean
}

export interface FinalizeProjectImport {
  protectedFiles: {
    path: string
    mode: string
    contentBase64: string
    sha256: string
  }[]
  secrets: {
    entries?: {
      key: string
      source: string
      value: string
    }[]
  }
}

export interface FinishGrowthMailboxConnect {
  state: string
  code: string
}

export interface ForkAgent {
  instructions?: string | null
  name: string
  projectId?: string | null
}

export interface FoundModel {
  name: string
  title: string
  kind: "key" | "server"
  place: string
  model: string | null
  models: string[]
  inputUsdPerMillion: number | null
  outputUsdPerMillion: number | null
  pricedOn: string | null
  unusable: string | null
  identifier: string | null
}

export interface FoundModels {
  isOffered: boolean
  models: FoundModel[]
}

export interface GenerateImages {
  prompt: string
  n?: number
  aspectRatio?: string
  model?: string
  projectId?: string
}

export interface GitHubApp {
  appId: string
  installationId: string
  privateKey: string
}

export interface GrowthBrain {
  version: number
  newestVersion: number
  source: "research" | "person"
  writtenBy: string | null
  createdAt: string
  statements: GrowthStatement[]
}

export interface GrowthCapabilityPrice {
  capability: "find_email" | "verify_email" | "find_company" | "enrich_company" | "enrich_person"
  inBackground: boolean
  priceUsd: number
  billed: "asked" | "found"
}

export interface GrowthChain {
  capability: "find_email" | "verify_email" | "find_company" | "enrich_company" | "enrich_person"
  order: string[]
  isDefault: boolean
  available: string[]
  providers: GrowthChainProvider[]
}

export interface GrowthChainProvider {
  provider: string
  isReady: boolean
  asked: number
  found: number
  failed: number
  costUsd: number
}

export interface GrowthChainUpdated {
  capability: "find_email" | "verify_email" | "find_company" | "enrich_company" | "enrich_person"
  order: string[]
  isDefault: boolean
}

export interface GrowthCitableApproval {
  approvalId: string
  cycleId: string
  title: string
  comment: string | null
  approvedAt: string
}

export interface GrowthCitableProject {
  projectId: string
  name: string
  completedAt: string | null
  finishedAt: string
  approvals: GrowthCitableApproval[]
}

export interface GrowthCitation {
  sentence: string
  source: "page" | "approval" | "lead" | "person"
  sourceId: string | null
  sourceName: string | null
  quote: string | null
}

export interface GrowthComparedProvider {
  provider: string
  asked: number
  reused: number
  found: number
  verified: number
  matching: number
  failed: number
  costUsd: number
}

export interface GrowthDraftRun {
  id: string
  status: "queued" | "writing" | "finished" | "failed"
  failure: {
    code: "no_model" | "no_draft_in_brief" | "cap_reached" | "model_failed" | "archived" | "internal"
    message: string
  } | null
  leads: number
  drafts: number
  leadsSkipped: number
  sentencesDropped: number
  costUsd: number
  createdAt: string
  endedAt: string | null
}

export interface GrowthInboxMessage {
  id: string
  direction: "out" | "in"
  kind: "reply" | "auto_reply" | "bounce" | "complaint" | "unsubscribe" | null
  subject: string
  beginning: string
  at: string
}

export interface GrowthInboxThread {
  leadId: string
  address: string | null
  name: string | null
  company: string | null
  domain: string
  intent: "interested" | "not_now" | "not_interested" | "question" | "out_of_office" | "unsubscribe" | "other" | null
  needsDecision: boolean
  optedOutAt: string | null
  sequenceStoppedAt: string | null
  repliedAt: string | null
  lastMailAt: string
  lastMessage: GrowthInboxMessage | null
}

export interface GrowthIndexStats {
  companies: number
  supplied: number
}

export interface GrowthLead {
  id: string
  status: "disqualified" | "new" | "queued"
  address: string | null
  addressVerdict: "valid" | "accept_all" | "unknown" | "invalid" | null
  domain: string
  evidence: GrowthLeadEvidence[]
  lookedUpAt: string | null
  contactedAt: string | null
  optedOutAt: string | null
  growthPlayId: string | null
  hasConsent: boolean
  sequenceStoppedAt: string | null
  sequenceStopReason: string | null
  createdAt: string
  statusChangedAt: string
}

export interface GrowthLeadAnswer {
  capability: "find_email" | "verify_email" | "find_company" | "enrich_company" | "enrich_person"
  provider: string
  result: Record<string, unknown> | null
  foundAt: string
}

export interface GrowthLeadColumn {
  column: string
  field: "email" | "domain" | "name" | "firstName" | "lastName" | "role" | "company" | "country" | "consent" | "notes" | null
}

export interface GrowthLeadErased {
  deleted: true
  leads: number
  isSuppressed: boolean
}

export interface GrowthLeadEvidence {
  field: "email" | "domain" | "name" | "firstName" | "lastName" | "role" | "company" | "country" | "consent" | "notes"
  value: string
  source: "list" | "provider" | "built_in"
  listId: string | null
  row: number | null
  provider: string | null
  at: string
  costUsd: number
  confidence: number
}

export interface GrowthLeadExport {
  exportedAt: string
  leads: GrowthLead[]
  lists: GrowthLeadOrigin[]
  messages: GrowthThreadMessage[]
  messageCount: number
  lookups: GrowthLeadLookup[]
  answers: GrowthLeadAnswer[]
  suppressions: GrowthSuppression[]
}

export interface GrowthLeadList {
  id: string
  fileName: string | null
  format: "csv" | "xlsx"
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  otherSheets: string[]
  hasHeader: boolean
  columns: GrowthLeadColumn[]
  rows: number
  imported: number
  refused: number
  reasons: Record<string, number>
  refusals: GrowthRowRefusal[]
  consents: number
  noticed: Record<string, number>
  notices: GrowthRowNotice[]
  createdAt: string
}

export interface GrowthLeadLookup {
  leadId: string
  capability: "find_email" | "verify_email" | "find_company" | "enrich_company" | "enrich_person"
  provider: string
  isFound: boolean | null
  sentAt: string
}

export interface GrowthLeadOrigin {
  leadId: string
  growthProjectId: string
  listId: string
  fileName: string | null
  uploadedBy: string
  uploadedAt: string
}

export interface GrowthLeadStatus {
  id: string
  status: "disqualified" | "new" | "queued"
  statusChangedAt: string
}

export interface GrowthLeadsAssigned {
  assigned: number
}

export interface GrowthLeadsQueued {
  queued: number
  refused: Record<string, number>
}

export interface GrowthLookup {
  id: string
  status: "queued" | "running" | "finished" | "stopped" | "failed"
  reason: "hard_cap" | "plan_cap" | "free_credit" | "play_cap" | "archived" | "no_vault" | "internal" | null
  leads: number
  waiting: number
  lookups: number
  found: number
  costUsd: number
  createdAt: string
  endedAt: string | null
}

export interface GrowthMailRefused {
  reason: string
}

export interface GrowthMailbox {
  id: string
  provider: "google" | "microsoft" | "imap"
  address: string
  displayName: string | null
  status: "connected" | "paused" | "failing" | "disconnected"
  failure: string | null
  dailyLimit: number
  dkimSelector: string | null
  warmUp: GrowthMailboxWarmUp
  today: GrowthMailboxToday
  setAside: GrowthMailboxSetAside
  timeZone: string
  connectedAt: string
  disconnectedAt: string | null
}

export interface GrowthMailboxConnectStarted {
  authorizationUrl: string
}

export interface GrowthMailboxDisconnected {
  id: string
  disconnected: boolean
  revoked: boolean
}

export interface GrowthMailboxDns {
  domain: string
  records: GrowthMailboxRecord[]
}

export interface GrowthMailboxList {
  mailboxes: GrowthMailbox[]
  providers: ("google" | "microsoft")[]
}

export interface GrowthMailboxRecord {
  kind: "spf" | "dkim" | "dmarc"
  state: "ok" | "missing" | "wrong" | "unknown"
  name: string
  found: string[]
  toAdd: GrowthMailboxRecordToAdd | null
}

export interface GrowthMailboxRecordToAdd {
  type: "TXT" | "CNAME"
  name: string
  value: string | null
}

export interface GrowthMailboxSetAside {
  mails: number
  reason: "too_large" | "too_slow" | "unreadable" | "not_filed" | null
}

export interface GrowthMailboxToday {
  day: string
  sent: number
  limit: number
}

export interface GrowthMailboxWarmUp {
  startedOn: string | null
  isWarmingUp: boolean
}

export interface GrowthMessage {
  id: string
  growthProjectId: string
  growthPlayId: string | null
  leadId: string
  leadAddress: string | null
  leadName: string | null
  mailboxId: string | null
  direction: "out" | "in"
  step: number | null
  status: "draft" | "approved" | "sending" | "sent" | "unknown" | "refused" | "cancelled" | "received"
  subject: string
  body: string
  citations: GrowthCitation[]
  author: "model" | "person" | "lead"
  approvedBy: string | null
  approvedAt: string | null
  dueAt: string | null
  sentAt: string | null
  failure: string | null
  createdAt: string
}

export interface GrowthMessageRefused {
  id: string
  code: "not_found" | "growth_message_not_draft" | "growth_citation_unresolved"
}

export interface GrowthMessagesApproved {
  approved: number
  refused: GrowthMessageRefused[]
}

export interface GrowthMonth {
  from: string
  spentUsd: number
  heldUsd: number
  remainingUsd: number | null
}

export interface GrowthPlay {
  id: string
  growthProjectId: string
  name: string
  status: "draft" | "active" | "paused" | "archived"
  pauseReason: "person" | "complaints" | "bounces" | null
  audience: string
  language: "de" | "en"
  excludedCountries: string[]
  excludesUnknownLaw: boolean
  bookingUrl: string | null
  hardCapUsd: number | null
  sendApproval: "always" | "never"
  mailboxIds: string[]
  steps: GrowthPlayStep[]
  acknowledgedBy: string | null
  acknowledgedAt: string | null
  launchedAt: string | null
  proposedByRunId: string | null
  evidence: GrowthCitation[]
  createdBy: string
  createdAt: string
  updatedAt: string
}

export interface GrowthPlayDay {
  day: string
  sent: number
  replies: number
}

export interface GrowthPlayLacks {
  missing: ("steps" | "acknowledgement" | "postal_address" | "public_address" | "unsubscribe_link" | "mailbox" | "mailbox_dns" | "leads")[]
}

export interface GrowthPlayLeads {
  new: number
  queued: number
  ended: number
  disqualified: number
}

export interface GrowthPlayLookup {
  lookupId: string
  leads: number
}

export interface GrowthPlayRead {
  play: GrowthPlay
  missing: ("steps" | "acknowledgement" | "postal_address" | "public_address" | "unsubscribe_link" | "mailbox" | "mailbox_dns" | "leads")[]
  results: GrowthPlayResults
  lastDraftRun: GrowthDraftRun | null
}

export interface GrowthPlayResults {
  leads: GrowthPlayLeads
  drafts: number
  approved: number
  sent: number
  delivered: number
  unknown: number
  refused: number
  leadsWrittenTo: number
  leadsReplied: number
  interested: number
  bounces: number
  complaints: number
  optOuts: number
  lookupUsd: number
  draftUsd: number
  costPerReplyUsd: number | null
  days: GrowthPlayDay[]
}

export interface GrowthPlaySpend {
  playId: string | null
  name: string | null
  todayUsd: number
  last30DaysUsd: number
  hardCapUsd: number | null
}

export interface GrowthPlayStep {
  delayDays: number
  subject: string | null
  body: string | null
  brief: string | null
}

export interface GrowthProject {
  id: string
  name: string
  websiteUrl: string
  notes: string | null
  createdAt: string
  archivedAt: string | null
}

export interface GrowthProjectPlay {
  id: string
  name: string
  status: "draft" | "active" | "paused" | "archived"
  proposedByRunId: string | null
}

export interface GrowthProjectRead {
  id: string
  name: string
  websiteUrl: string
  notes: string | null
  createdAt: string
  archivedAt: string | null
  brain: GrowthBrain | null
  lastRun: GrowthRun | null
}

export interface GrowthProjectShown {
  id: string
  name: string
  websiteUrl: string
  notes: string | null
  createdAt: string
  archivedAt: string | null
  brain: GrowthBrain | null
  lastRun: GrowthRun | null
  plays: GrowthProjectPlay[]
}

export interface GrowthProposalRun {
  id: string
  growthRunId: string
  status: "queued" | "finished" | "failed"
  failure: {
    code: "no_model" | "no_plays_in_notes" | "cap_reached" | "model_failed" | "unreadable_answer" | "archived" | "internal"
    message: string
  } | null
  playsProposed: number
  playsDropped: number
  costUsd: number
  createdAt: string
  endedAt: string | null
}

export interface GrowthProvider {
  provider: string
  label: string
  isBuiltIn: boolean
  enabled: boolean
  hasApiKey: boolean
  hasInstanceKey: boolean
  capabilities: GrowthCapabilityPrice[]
  callPriceUsd: number | null
  pricedOn: string | null
  updatedAt: string | null
}

export interface GrowthProviderComparison {
  sampleSize: number
  costUsd: number
  providers: GrowthComparedProvider[]
}

export interface GrowthReplySent {
  messageId: string
  status: "sent" | "queued" | "unknown"
  sentAt: string | null
}

export interface GrowthRowNotice {
  row: number
  notice: "consent_unclear" | "website_left_out" | "addresses_left_out" | "quote_not_closed"
  text: string
}

export interface GrowthRowRefusal {
  row: number
  reason: "no_address_or_domain" | "bad_address" | "bad_domain" | "too_long" | "encoding" | "duplicate" | "suppressed" | "too_many"
}

export interface GrowthRun {
  id: string
  status: "queued" | "reading" | "writing" | "finished" | "failed"
  failure: {
    code: "website_unreachable" | "website_forbids_reading" | "website_leads_elsewhere" | "no_text" | "no_brain_in_notes" | "no_model" | "cap_reached" | "model_failed" | "unreadable_answer" | "archived" | "internal"
    message: string
  } | null
  pagesRead: number
  pagesSkipped: number
  statementsWritten: number
  statementsDropped: number
  brainVersion: number | null
  costUsd: number
  createdAt: string
  endedAt: string | null
}

export interface GrowthSettings {
  hardCapUsd: number | null
  bookingUrl: string | null
  senderPostalAddress: string | null
  sendApproval: "always" | "by_play"
  sendingDays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]
  sendingFrom: string
  sendingUntil: string
  leadRetentionDays: number
  contributesToIndex: boolean
  closedCountries: string[]
  month: GrowthMonth
  updatedAt: string | null
}

export interface GrowthSpend {
  timeZone: string
  plays: GrowthPlaySpend[]
}

export interface GrowthStatement {
  id: string
  kind: "does" | "audience" | "proof" | "tone" | "offer"
  text: string
  origin: "page" | "person"
  pageUrl: string | null
  quote: string | null
}

export interface GrowthSuppression {
  id: string
  kind: "address" | "domain"
  value: string | null
  source: "person" | "unsubscribe" | "bounce" | "complaint" | "erasure"
  removable: boolean
  addedBy: string | null
  createdAt: string
}

export interface GrowthSuppressionsAdded {
  added: GrowthSuppression[]
  alreadyListed: number
}

export interface GrowthTestSent {
  to: string
  mailboxId: string
}

export interface GrowthThread {
  lead: GrowthLead
  messages: GrowthThreadMessage[]
}

export interface GrowthThreadMessage {
  id: string
  direction: "out" | "in"
  status: "draft" | "approved" | "sending" | "sent" | "unknown" | "refused" | "cancelled" | "received"
  growthPlayId: string | null
  step: number | null
  subject: string
  body: string
  author: "model" | "person" | "lead"
  writtenBy: string | null
  senderAddress: string | null
  kind: "reply" | "auto_reply" | "bounce" | "complaint" | "unsubscribe" | null
  intent: "interested" | "not_now" | "not_interested" | "question" | "out_of_office" | "unsubscribe" | "other" | null
  intentBy: "rule" | "model" | "person" | null
  needsDecision: boolean
  failure: string | null
  dueAt: string | null
  sentAt: string | null
  receivedAt: string | null
  createdAt: string
}

export interface HarnessPreference {
  harness: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
  projectId: string | null
  updatedAt: string
}

export interface ImageBuild {
  id: string
  status: "building" | "ready" | "failed"
  createdAt: string
  endedAt: string | null
  kind: "packages" | "dockerfile"
  cause: "base" | "change" | "preview"
  repoId: string
  commitSha: string
  contentHash: string
  error: string | null
  log: string
  uses: number
  lastUsedAt: string | null
}

export interface ImageTooLarge {
  sizeBytes: number
  width?: number
  height?: number
}

export interface ImportAgent {
  description?: string
  instructions: string
  name: string
  runtimeKind: "runtime-1" | "runtime-2" | "runtime-3" | "native"
  sandboxProfile: "builder" | "desktop" | "e2e"
}

export interface ImportMcp {
  args?: string[]
  command?: string
  envKeys?: string[]
  headers?: Record<string, string>
  name: string
  transport: "stdio" | "http" | "sse"
  url?: string
}

export interface ImportRejection {
  code: "bundle_rejected" | "findings_present"
  message: string
  fields: {
    path: string
    message: string
    rule: string
  }[]
}

export interface ImportSecretFiles {
  files: {
    path: string
    contentBase64: string
  }[]
}

export interface ImportSkill {
  content: string
  slug: string
}

export interface ImportedAgent {
  id: string
  projectId: string | null
  name: string
  description: string | null
  instructions: string | null
  duty: "executor" | "intake"
  role: "planner" | "coder" | "reviewer" | "tester" | "writer" | "intake" | null
  avatarKey: string | null
  avatarUrl: string | null
  modelOverride: string | null
  pipeline: string | null
  runtimeKind: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
  runtimeVersion: string | null
  sandboxProfile: "builder" | "desktop" | "e2e" | null
  isBuiltIn: boolean
  isActive: boolean
  createdByUserId: string | null
  createdAt: string
  updatedAt: string
  deactivatedAt: string | null
  carriesOutTasks?: boolean
}

export interface ImportedMcp {
  name: string
  transport: "stdio" | "http" | "sse"
  command?: string
  args?: string[]
  url?: string
  headers?: Record<string, string>
  secrets: string[]
  isActive: true
  createdAt: string
  updatedAt: string
}

export interface ImportedSecretFile {
  path: string
  format: string | null
  entryCount: number
}

export interface ImportedSkill {
  slug: string
  name: string
  description: string
  sizeBytes: number
  createdAt: string
  updatedAt: string
}

export interface InFlightChange {
  taskId: string
  cycleId: string
  title: string
  branch: string
  baseSha: string
  files: ProjectChange[]
  truncated: boolean
}

export interface InheritedCaps {
  costCapUsd: number | null
  cycleCostCapUsd: number | null
  maxRevisions: number | null
}

export interface InstalledGitHubApp {
  appId: string
  installationId: string
}

export interface InviteMember {
  email: string
  role?: "admin" | "member"
}

export interface InvitePortal {
  canCreateProjects?: boolean
  email: string
  projectGrants?: PortalProjectGrant[]
}

export interface InviteWorkspacePortal {
  canCreateProjects?: boolean | null
  email: string
  projectGrants?: PortalProjectGrant[]
  role: "client"
}

export interface InvoiceEvidence {
  version: 1
  invoice: EvidenceInvoice
  lines: EvidenceLine[]
  decisions: EvidenceDecision[]
}

export interface InvoiceEvidenceUnmade {
  reason: "too_slow" | "too_complex"
}

export interface InvoiceLacks {
  which: string[]
}

export interface InvoiceNotEncodable {
  field: string
  characters: string[]
}

export interface InvoiceReminders {
  days: number[]
  updatedAt: string | null
}

export interface InvoicesNotPosted {
  which: string[]
}

export interface IssueInvoice {
  dueAt?: string
}

export interface Joined {
  workspaceId: string
  member: Member
}

export interface KeptProtectedFile {
  path: string
  mode: string
  contentBase64: string
  sha256: string
}

export interface KeptSecretEntry {
  key: string
  source: string
  value: string
}

export interface LackingAccounts {
  fields: ("consultantNumber" | "clientNumber")[]
  taxClasses: string[]
  clients: LackingClient[]
}

export interface LackingClient {
  id: string
  name: string
}

export interface LastDelivery {
  projectId: string
  cycleId: string
  title: string
  deliveredAt: string
}

export interface LeftOutPath {
  path: string
  reason: string
  files: number
}

export interface LetterSettings {
  requests: boolean
  approvals: boolean
  failedRuns: boolean
  budgets: boolean
}

export interface LineComment {
  id: string
  taskId: string
  commitSha: string
  path: string
  side: "before" | "after"
  line: number
  lineText: string
  body: string
  authorId: string
  authorName: string | null
  isDraft: boolean
  createdAt: string
  sentAt: string | null
}

export interface LineComments {
  comments: LineComment[]
  truncated: boolean
}

export interface LineRange {
  from: number
  to: number
}

export interface LinearSession {
  id: string
  projectId: string
  cycleId: string | null
  sessionKey: string
  issueKey: string
  issueTitle: string
  issueUrl: string
  createdAt: string
}

export interface LinkProjectTracker {
  source: "linear" | "code_host"
  trackerId?: string
  teamKey?: string
}

export interface ListedModel {
  model: string
  inputUsdPerMillion: number
  outputUsdPerMillion: number
  cacheReadUsdPerMillion?: number | null
  cacheWriteUsdPerMillion?: number | null
  pricedOn: string
  contextTokens?: number | null
  maxOutputTokens?: number | null
}

export interface MaskedSecretEntry {
  key: string
  source: string
  value: string
  shape: boolean
  updatedAt: string
}

export interface Me {
  id: string
  name: string
  email: string
  emailVerified: boolean
  activeWorkspaceId: string | null
  workspaces: MyPlaceAndTime[]
  passkeys: number
}

export interface Member {
  userId: string
  name: string
  email: string
  role: "owner" | "admin" | "member"
  joinedAt: string
}

export interface MemberInvitation {
  id: string
  email: string
  role: "admin" | "member"
  status: "pending" | "accepted" | "revoked" | "expired"
  invitedBy: string
  createdAt: string
  sentAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
}

export interface MemberInvitationSent {
  id: string
  email: string
  role: "admin" | "member"
  status: "pending" | "accepted" | "revoked" | "expired"
  invitedBy: string
  createdAt: string
  sentAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
  acceptUrl: string
  emailSent: boolean
}

export interface MessageAck {
  message: string
}

export interface MessageDone {
  outcome: "answered" | "ended" | "waiting" | "unanswered" | "for_people"
  message: string
  answer: WireMessage | null
}

export interface MessageFailed {
  code: string
  message: string
}

export interface MessagePin {
  path: string
  left: number
  top: number
  width: number
  height: number
  deploymentId: string
  commitSha: string | null
  picture: PinPicture | null
}

export interface MessageSpeaker {
  agentId: string
  taskId: string | null
  textTruncated: boolean
}

export interface MessageToolEnd {
  agentId: string
  taskId: string | null
  callId: string | null
  tool: string | null
  ok: boolean | null
  output: string | null
}

export interface MessageToolStart {
  agentId: string
  taskId: string | null
  callId: string | null
  tool: string | null
  input: string | null
}

export interface MissedLines {
  path: string
  lines: LineRange[]
}

export interface ModelCallPolicy {
  attempts: number
  beginSeconds: number | null
  callSeconds: number | null
  fallbacks: ModelFallback[]
  updatedAt: string | null
}

export interface ModelCallRecord {
  id: string
  sentAt: string
  personId: string | null
  personName: string | null
  projectId: string | null
  projectName: string | null
  cycleId: string | null
  provider: string
  model: string
  outcome: "finished" | "failed" | "open" | "abandoned" | "refused"
  code: string | null
  message: string | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
}

export interface ModelCatalog {
  source: string | null
  fetchedAt: string | null
  ageSeconds: number | null
  isStale: boolean
  isWhole: boolean
  failure: string | null
  models: CatalogModel[]
}

export interface ModelEndpoint {
  id: string
  name: string
  shape: "chat" | "messages" | "responses"
  baseUrl: string
  hasApiKey: boolean
  apiKeyEnding: string | null
  models: EndpointModel[]
  createdAt: string
  updatedAt: string
}

export interface ModelEndpointTest {
  identifier: string
  works: boolean
  streams: boolean
  callsTools: boolean
  inputTokens: number | null
  outputTokens: number | null
  cacheReadTokens: number | null
  readsWhole: boolean | null
  costUsd: number | null
  refusal: string | null
}

export interface ModelFallback {
  model: string
  next: string[]
}

export interface ModelFinding {
  path?: string
  line?: number
  reason: string
}

export interface ModelPreference {
  role: "planner" | "coder" | "reviewer" | "tester" | "writer" | "intake"
  modelIdentifier: string
  maxTokens: number | null
  temperature: number | null
  inEffect: boolean
  reason: string | null
  updatedAt: string
}

export interface ModelReview {
  outcome: "no_objection" | "ask" | "refuse" | "none"
  model: string
  summary: string
  findings: ModelFinding[]
  isCut: boolean
}

export interface ModelUsage {
  from: string
  to: string
  timeZone: string
  rows: UsageRow[]
}

export interface MyPlace {
  id: string
  name: string
  role: "owner" | "admin" | "member" | "client"
}

export interface MyPlaceAndTime {
  id: string
  name: string
  role: "owner" | "admin" | "member" | "client"
  timeZone: string
  locale: string
}

export interface NamedThing {
  id: string
  kind: "project" | "cycle" | "task" | "pending_request" | "deliverable" | "deliverable_approval" | "agent" | "person" | "api_key" | "client_account" | "client_invoice" | "billable"
  title: string
  handle?: string
  projectId: string | null
  cycleId: string | null
  clientAccountId: string | null
}

export interface Names {
  names: NamedThing[]
  actors: TraceActor[]
}

export interface NumberFormat {
  prefix: string
  withYear: boolean
  digits: number
}

export interface OpenedDeployment {
  url: string
  expiresAt: string
}

export interface OrderRoadmap {
  next: RoadmapPlace[]
}

export interface PackageChange {
  file: string
  name: string
  kind: "added" | "removed" | "changed"
  before: string[]
  after: string[]
}

export interface ParkedStep {
  kind: string
  labels: string[]
  taskId: string | null
  since: string
  details: Record<string, unknown>
}

export interface ParseDocument {
  source: {
    key: string
  } | {
    url: string
  }
  engine?: "text" | "ocr" | "native"
  projectId?: string
  critical?: boolean
  scanned?: boolean
  visual?: boolean
}

export interface PasswordReset {
  status: boolean
  passkeysRemoved: number
  apiKeysKept: number
}

export interface PayInvoice {
  paidAt?: string
  paymentReference?: string
}

export interface PaymentLink {
  successUrl?: string
}

export interface PaymentNotice {
  id: string
  provider: "stripe" | "adyen"
  invoiceId: string | null
  paymentReference: string
  currency: string
  providerAmount: number
  outcome: "settled" | "repeated" | "mismatched"
  reason: "unknown_checkout" | "other_invoice" | "other_checkout" | "other_account" | "other_mode" | "other_currency" | "other_amount" | "invoice_void" | "invoice_paid" | "not_taken" | null
  createdAt: string
}

export interface PaymentNoticeTaken {
  notificationResponse: "[accepted]"
}

export interface PaymentProviderFailure {
  reason: string
}

export interface PaymentProviderState {
  provider: "stripe" | "adyen" | null
  live: boolean
  merchantAccount: string | null
  livePrefix: string | null
  apiKeyEnding: string | null
  takesPayments: boolean
  webhookUrl: string | null
  lastNoticeAt: string | null
  connectedAt: string | null
}

export interface PaymentProviderTest {
  works: boolean
  reason: string | null
  lastNoticeAt: string | null
}

export interface PendingRequest {
  id: string
  projectId: string
  cycleId: string
  taskId: string | null
  taskTitle: string | null
  runId: string | null
  requestType: "approval" | "question"
  requiredActor: "agency" | "client"
  blocking: boolean
  status: "pending" | "approved" | "denied" | "cancelled"
  title: string
  question: string
  reasons: RequestReason[]
  commitSha: string | null
  createdAt: string
  decidedAt: string | null
  decidedBy: string | null
  decision: string | null
  feedback: string | null
}

export interface PendingRequestListItem {
  id: string
  projectId: string
  cycleId: string
  taskId: string | null
  taskTitle: string | null
  runId: string | null
  requestType: "approval" | "question"
  requiredActor: "agency" | "client"
  blocking: boolean
  status: "pending" | "approved" | "denied" | "cancelled"
  title: string
  question: string
  reasons: RequestReason[]
  commitSha: string | null
  createdAt: string
  decidedAt: string | null
  decidedBy: string | null
  decision: string | null
  feedback: string | null
  project: RequestProject
}

export interface PinPicture {
  id: string
  width: number
  height: number
}

export interface PinPlace {
  path: string
  left: number
  top: number
  width: number
  height: number
}

export interface PoliciesInForce {
  requiresApproval: {
    value: boolean
    from: "project" | "workspace" | "instance"
  }
  review: ReviewInForce
  approval: ApprovalInForce
  delivery: DeliveryInForce
}

export interface Portal {
  workspaceId: string
  slug: string
  name: string
  canCreateProjects: boolean
  accounts: PortalAccount[]
}

export interface PortalAccount {
  id: string
  name: string
  canCreateProjects: boolean
}

export interface PortalClientOverride {
  canCreateProjects: boolean | null
}

export interface PortalColors {
  primary: string
  accent: string
  background: string
  text: string
}

export interface PortalDefaults {
  canCreateProjects: boolean
}

export interface PortalEntered {
  portal: Portal
  identity: PortalIdentity
}

export interface PortalFonts {
  heading: string | null
  body: string | null
}

export interface PortalIdentity {
  slug: string
  name: string
  tagline: string | null
  website: string | null
  supportEmail: string | null
  logoUrl: string | null
  iconUrl: string | null
  colors: PortalColors
  fonts: PortalFonts
}

export interface PortalInvitation {
  id: string
  email: string
  role: "client"
  projectGrants: PortalProjectGrant[]
  status: "pending" | "accepted" | "revoked" | "expired"
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
  clientAccountId: string
  canCreateProjects: boolean
}

export interface PortalInvitationCreated {
  id: string
  email: string
  role: "client"
  projectGrants: PortalProjectGrant[]
  status: "pending" | "accepted" | "revoked" | "expired"
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
  clientAccountId: string
  canCreateProjects: boolean
  acceptUrl: string
  emailSent: boolean
}

export interface PortalInvoice {
  id: string
  clientAccountId: string
  status: "final" | "paid" | "void"
  type: "380" | "381"
  invoiceNumber: string
  issuedAt: string
  dueAt: string
  timeZone: string
  serviceFrom: string | null
  serviceTo: string | null
  paidAt: string | null
  voidedAt: string | null
  payableOnline: boolean
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  netMinor: number
  taxMinor: number
  totalMinor: number
  taxTotals: PortalInvoiceTaxTotal[]
  sellerLegalName: string | null
  sellerAddress: string | null
  sellerVatId: string | null
  sellerTaxNumber: string | null
  sellerBankAccount: BankAccount | null
  buyerLegalName: string
  buyerAddress: string
  buyerVatId: string | null
  buyerReference: string | null
  paymentTerms: string | null
  lines: PortalInvoiceLine[]
}

export interface PortalInvoiceLine {
  position: number
  description: string
  quantity: string
  unit: "piece" | "hour" | "day" | "week" | "month" | "year" | "flat"
  unitPriceMinor: number
  amountMinor: number
  taxClass: string
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O"
  rateBps: number
  reason: string | null
}

export interface PortalInvoiceTaxTotal {
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O"
  rateBps: number
  reason: string | null
  taxableMinor: number
  taxMinor: number
}

export interface PortalMember {
  userId: string
  name: string
  email: string
  canCreateProjects: boolean
  joinedAt: string
}

export interface PortalMemberPermissions {
  canCreateProjects: boolean
}

export interface PortalProject {
  id: string
  name: string
  brief: string
  clientAccountId: string | null
  canSteer: boolean
  createdAt: string
}

export interface PortalProjectAccess {
  projectId: string
  projectName: string
  canSteer: boolean
  grantedAt: string
}

export interface PortalProjectGrant {
  projectId: string
  canSteer: boolean
}

export interface PortalProjectPermissions {
  canSteer: boolean
}

export interface PostalAddress {
  line1: string
  line2: string | null
  postalCode: string
  city: string
  country: string
}

export interface Preferences {
  theme: "light" | "dark" | null
  density: "normal" | "compact" | null
  language: "en" | "de" | null
  singleKeys: boolean
  dismissedFailures: DismissedFailure[]
}

export interface PreviewComment {
  id: string
  hasPicture: boolean
}

export interface PreviewProgramConnection {
  request: string
}

export interface PreviewShare {
  id: string
  note: string | null
  createdAt: string
  expiresAt: string
}

export interface PreviewShareCreated {
  id: string
  note: string | null
  createdAt: string
  expiresAt: string
  url: string
}

export interface PreviewToolbar {
  deploymentId: string
  commitSha: string | null
  cycle: PreviewToolbarCycle | null
  isShared: boolean
  canComment: boolean
  reviewUrl: string | null
}

export interface PreviewToolbarCycle {
  handle: string
  title: string
}

export interface ProbeResult {
  name: string
  check?: string
  outcome: "ran" | "not_probed" | "off"
  reason?: string
  durationMs?: number
  findings: number
}

export interface ProgramConnected {
  redirectTo: string
}

export interface ProgramRequest {
  name: string
  clientId: string
  clientHost: string
  redirectHost: string
  isLocal: boolean
  canWrite: boolean
  declineTo: string
}

export interface Project {
  id: string
  handle: string
  name: string
  brief: string | null
  stack: string | null
  instructionsMd?: string | null
  runtime?: Record<string, unknown>
  intake?: Record<string, unknown>
  costCapUsd?: number | null
  cycleCap?: number | null
  maxRevisions?: number | null
  requiresApproval: boolean
  headRevisionId: string | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
}

export interface ProjectBranch {
  name: string
  kind: "default" | "preview" | "cycle" | "task"
  title: string | null
  cycleId: string | null
  taskId: string | null
  headSha: string | null
  createdAt: string | null
}

export interface ProjectBranches {
  repositoryId: string
  defaultBranch: string
  branches: ProjectBranch[]
  truncated: boolean
}

export interface ProjectBudget {
  projectId: string
  overrides: BudgetOverrides
  enforced: EnforcedCaps
  inherited: InheritedCaps
  defaults: DefaultCaps
  spentUsd: number
  reservedUsd: number
  warnedPercent: 0 | 50 | 80 | 100
  refusals: RefusedCall[]
}

export interface ProjectChange {
  path?: string
  pathBase64?: string
  previousPath?: string
  previousPathBase64?: string
  kind: "added" | "modified" | "deleted" | "renamed" | "type_changed" | "untracked"
  additions: number | null
  deletions: number | null
}

export interface ProjectChanges {
  source: "native-repos" | "codehost"
  repositoryId: string
  branch: string
  baseSha: string
  headSha: string
  files: ProjectChange[]
  truncated: boolean
  inFlight: InFlightChange[]
}

export interface ProjectCounts {
  cycles: number
  activeCycles: number
  tasks: number
  revisions: number
}

export interface ProjectDesktopAccess {
  available: boolean
  desktopUrl?: string
  reason?: string
}

export interface ProjectDetail {
  project: Project
  repositories: Repository[]
  canSteer: boolean
  previewsAvailable: boolean
}

export interface ProjectHistoryEntry {
  revisionId: string
  generation: number
  commitSha: string
  branch: string
  manifestSha256: string
  source: "created" | "import" | "merge" | "upload" | "switch"
  cycleId: string | null
  createdAt: string
  cycleTitle: string | null
  author: string | null
  repositoryId: string
  filesChanged: number | null
  additions: number | null
  deletions: number | null
}

export interface ProjectImportCreated {
  id: string
  status: "accepting" | "uploaded" | "finalizing" | "finalized" | "rejected" | "expired"
  expiresAt: string
  createdAt: string
  rejection: ImportRejection | null
  upload: UploadTarget
}

export interface ProjectImportFinalized {
  importId: string
  project: Project
  projectId: string
  revisionId: string
  generation: number
  commitSha: string
  manifestSha256: string
}

export interface ProjectImportScan {
  id: string
  source: "bundle" | "folder"
  defaultBranch: string
  commitSha: string
  bundleSha256: string
  bundleSize: number
  manifest: Record<string, unknown>
  manifestSha256: string
  protected: {
    path: string
    reason: string
  }[]
  findings: ScannedFinding[]
  findingsTotal: number
  leftOut: LeftOutPath[]
  leftOutTotal: number
  createdAt: string
  expiresAt: string
}

export interface ProjectImportStatus {
  id: string
  status: "accepting" | "uploaded" | "finalizing" | "finalized" | "rejected" | "expired"
  expiresAt: string
  createdAt: string
  rejection: ImportRejection | null
  name: string
  stack: string
  defaultBranch: string
  commitSha: string
  historyMode: "preserve" | "abort_on_findings"
  projectId: string | null
  revisionId: string | null
  finalizedAt: string | null
}

export interface ProjectMessage {
  content: string
  messageId?: string
}

export interface ProjectPolicies {
  projectId: string
  inForce: PoliciesInForce
}

export interface ProjectProtectedFiles {
  projectId: string
  revisionId: string | null
  generation: number | null
  protectedFiles: KeptProtectedFile[]
  secrets: {
    entries: KeptSecretEntry[]
  }
}

export interface ProjectRevision {
  revisionId: string
  generation: number
  commitSha: string
  branch: string
  manifestSha256: string
  source: "created" | "import" | "merge" | "upload" | "switch"
  cycleId: string | null
  createdAt: string
}

export interface ProjectRevisionFinalized {
  uploadId: string
  projectId: string
  revisionId: string
  generation: number
  commitSha: string
  manifestSha256: string
}

export interface ProjectRevisionHead {
  revisionId: string
  projectId: string
  generation: number
  commitSha: string
  branch: string
  manifest: Record<string, unknown>
  manifestSha256: string
  source: "created" | "import" | "merge" | "upload" | "switch"
  createdAt: string
}

export interface ProjectRevisionUploadCreated {
  id: string
  status: "accepting" | "uploaded" | "finalizing" | "finalized" | "rejected" | "expired"
  expiresAt: string
  createdAt: string
  projectId: string
  expectedRevisionId: string
  expectedGeneration: number
  rejection: RevisionRejection | null
  upload: UploadTarget
}

export interface ProjectRun {
  projectId: string
  runId: string | null
  runNumber: number
  status: "off" | "on" | "waiting" | "stopping"
  reason: string | null
  cyclesBegun: number
  startedAt: string | null
  endedAt: string | null
}

export interface ProjectSummary {
  id: string
  handle: string
  name: string
  brief: string | null
  stack: string | null
  instructionsMd?: string | null
  runtime?: Record<string, unknown>
  intake?: Record<string, unknown>
  costCapUsd?: number | null
  cycleCap?: number | null
  maxRevisions?: number | null
  requiresApproval: boolean
  headRevisionId: string | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  repositories: Repository[]
  counts: ProjectCounts
}

export interface ProjectTerminalAccess {
  command: string
  user: string
  password: string
  host: string
  port: number
  fingerprint: string
  knownHosts: string
  expiresAt: string
}

export interface ProjectThreads {
  projectId: string
  messages: number
  newestAt: string | null
  cycles: CycleThreads[]
  cyclesTruncated: boolean
}

export interface ProjectTracker {
  source: "linear" | "code_host" | null
  trackerId: string | null
  teamKey: string | null
  error: string | null
  linkedAt: string | null
}

export interface ProjectUsage {
  projectId: string
  calls: number
  unpricedCalls: number
  inputTokens: number
  outputTokens: number
  costUsd: number
  cycles: UsageOfCycle[]
}

export interface PublishBrandKit {
  draft: BrandDraft
  portalEnabled: boolean
}

export interface PublishedBrand {
  version: number
  publishedAt: string
  portalEnabled: boolean
  name: string
  slug: string | null
  tagline: string | null
  website: string | null
  supportEmail: string | null
  logo: BrandImage | null
  icon: BrandImage | null
  colors: BrandPalette
  derived: BrandDerivedColors
  fonts: BrandFontsPublished
}

export interface PullRequest {
  id: string
  projectId: string
  cycleId: string
  number: number | null
  url: string | null
  branch: string
  targetBranch: string
  commitSha: string
  state: "waiting" | "open" | "merged" | "taken" | "closed"
  checks: "none" | "pending" | "passing" | "failing"
  error: string | null
  createdAt: string
  changedAt: string
}

export interface RedeployPreview {
  projectId: string
  kind?: "project" | "production"
  minInstances?: number
  repoId?: string
}

export interface RefusedCall {
  callId: string
  cycleId: string | null
  taskId: string | null
  model: string
  code: string
  message: string
  refusedAt: string
}

export interface RefusedSecretEntry {
  key: string
  source: string
  reason: string
}

export interface RegisterPasskey {
  response: WebAuthnCredential
  name?: string
}

export interface RemovePasskey {
  id: string
}

export interface RenamePasskey {
  id: string
  name: string
}

export interface RenamedPasskey {
  passkey: AuthPasskey
}

export interface ReplaceGrowthBrain {
  version: number
  statements: TypedGrowthStatement[]
}

export interface ReplayWebhookEvents {
  from: string
  until?: string
}

export interface RepoConnectPreview {
  repositoryId: string | null
  branch: string | null
  headSha: string | null
  commits: number
  files: number
  findings: number
  obstacle: "connected" | "no_history" | "findings" | "active" | null
  connection: ConnectedCodeHost | null
}

export interface Repository {
  id: string
  host: "native-repos" | "codehost"
  fullName: string | null
  label: string | null
  defaultBranch: string
  primary: boolean
}

export interface ReproducedTest {
  check: string
  file?: string
  name?: string
}

export interface RequestDeliverableApproval {
  reviewerId: string
}

export interface RequestPasswordReset {
  email: string
}

export interface RequestProject {
  id: string
  name: string
}

export interface RequestReason {
  code: string
  message: string
  kind?: string
  path?: string
  line?: number
}

export interface RerunTaskCheck {
  name: string
}

export interface ResetPassword {
  token: string
  newPassword: string
}

export interface ResolveGrowthMessage {
  delivered: boolean
}

export interface ResolvePendingRequest {
  status: "approved" | "denied"
  decidedBy?: string
  decision?: string
  feedback?: string
}

export interface ResolvedHarness {
  harness: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
  chosenBy: "project" | "organization" | "default"
  installed: boolean
  reason: string | null
  skippedAgents: SkippedAgent[]
}

export interface RestoreProjectRevision {
  expectedRevisionId: string
}

export interface RevenueReport {
  from: string
  to: string
  timeZone: string
  rows: RevenueRow[]
}

export interface RevenueRow {
  month: string
  clientAccountId: string
  clientName: string
  projectId: string | null
  projectName: string | null
  currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG"
  currencyDecimals: number
  issuedMinor: number
  paidMinor: number
  openMinor: number
}

export interface ReviewFinding {
  kind: string
  level: "refuse" | "ask" | "note"
  path: string
  line?: number
  test?: string
  reason: string
}

export interface ReviewInForce {
  checked: {
    value: "ask" | "merge" | "refuse"
    from: "project" | "workspace" | "instance"
  }
  unverified: {
    value: "ask" | "merge" | "refuse"
    from: "project" | "workspace" | "instance"
  }
  weakened: {
    value: "ask" | "merge" | "refuse"
    from: "project" | "workspace" | "instance"
  }
  model: {
    value: "on" | "required" | "off"
    from: "project" | "workspace" | "instance"
  }
  probes: {
    value: "on" | "off"
    from: "project" | "workspace" | "instance"
  }
  examiner: {
    value: "off" | "risky" | "always"
    from: "project" | "workspace" | "instance"
  }
  packages: {
    value: "named" | "ask" | "merge"
    from: "project" | "workspace" | "instance"
  }
}

export interface ReviewVerdict {
  approved: boolean
  outcome: "proved" | "checked" | "unverified" | "refused"
  provedBy: string[]
  reasons: string[]
  findings: ReviewFinding[]
  reproduced: ReproducedTest[]
  probes: ProbeResult[]
  examination: Examination | null
  modelReview: ModelReview | null
}

export interface ReviewVideo {
  verdict: "approved" | "rejected"
  note?: string
}

export interface RevisionChanges {
  from: {
    revisionId: string
    generation: number
    commitSha: string
    branch: string
    manifestSha256: string
    source: "created" | "import" | "merge" | "upload" | "switch"
    cycleId: string | null
    createdAt: string
    repositoryId: string
  } | null
  to: {
    revisionId: string
    generation: number
    commitSha: string
    branch: string
    manifestSha256: string
    source: "created" | "import" | "merge" | "upload" | "switch"
    cycleId: string | null
    createdAt: string
    repositoryId: string
  }
  files: ProjectChange[]
  truncated: boolean
}

export interface RevisionRejection {
  code: "bundle_rejected" | "not_fast_forward"
  message: string
  fields: {
    path: string
    message: string
    rule: string
  }[]
}

export interface Roadmap {
  projectId: string
  run: ProjectRun
  done: RoadmapCycle[]
  running: RoadmapCycle[]
  next: RoadmapCycle[]
}

export interface RoadmapCycle {
  cycleId: string
  handle: string
  title: string
  status: "draft" | "planning" | "running" | "blocked" | "reviewing" | "completed" | "stopping" | "stopped" | "failed"
  urgency: number
  statusChangedAt: string
  intake: RoadmapIntake | null
}

export interface RoadmapIntake {
  kind: "fault" | "security" | "feature" | "wording" | "upkeep" | "unclear" | null
  urgency: number | null
  duplicateOf: string | null
  reason: string
}

export interface RoadmapPlace {
  cycleId: string
  urgency: number
}

export interface RotateWebhookSecret {
  overlapHours?: number
}

export interface RunDiagnostics {
  runId: string
  runNumber: number
  status: string
  engineStatus: string
  failure: Failure | null
  environments: UsedEnvironment[]
  skills: UsedSkill[]
  toolServers: UsedToolServer[]
  carriedOutBy: TaskAgent | null
  parked: ParkedStep[]
  steps: RunStep[]
  startedAt: string
  endedAt: string | null
}

export interface RunStep {
  seq: number
  name: string
  taskId: string | null
  status: string
  attempt: number
  worker: string | null
  error: string | null
  startedAt: string | null
  endedAt: string | null
}

export interface SaveAccountingSettings {
  consultantNumber: number | null
  clientNumber: number | null
  fiscalYearStartMonth: number
  accountLength: number
  chart: "03" | "04" | null
  taxAccounts: TaxAccount[]
}

export interface SaveBillingIdentity {
  legalName: string | null
  address: PostalAddress | null
  vatId: string | null
  taxNumber: string | null
  bankAccount: BankAccount | null
  contact: BillingContact | null
  paymentTerms: string | null
  taxClasses: TaxClass[]
  numberFormat: NumberFormat | null
  allScripts: boolean
}

export interface SaveBrandKit {
  draft: BrandDraft
}

export interface SaveClientAccounting {
  debtorAccount: string | null
}

export interface SaveClientBillingIdentity {
  legalName: string | null
  address: PostalAddress | null
  vatId: string | null
  contact: BillingContact | null
  language: "en" | "de" | null
  buyerReference: string | null
}

export interface SaveClientInvoiceReminders {
  days: number[] | null
}

export interface SaveGrowthProviderKey {
  apiKey: string
}

export interface SaveInvoiceReminders {
  days: number[]
}

export interface SaveWebProviderKey {
  apiKey: string
}

export interface ScannedFinding {
  path: string
  rule: string
  commitSha: string
  line: number
  masked: string
}

export interface SearchDocument {
  id: string
  title: string
  projectId: string | null
  projectName: string | null
  page: number | null
  snippet: SnippetPart[]
  link: string
}

export interface SearchHit {
  kind: "project" | "cycle" | "task" | "message"
  id: string
  title: string
  handle: string | null
  projectId: string
  projectName: string
  cycleId: string | null
  taskId: string | null
  snippet: SnippetPart[]
  link: string | null
}

export interface SearchHits {
  hits: SearchHit[]
  documents: SearchDocument[]
  isCut: boolean
}

export interface SecretEntries {
  entries: MaskedSecretEntry[]
}

export interface SecretEntriesWritten {
  written: number
  refused: RefusedSecretEntry[]
}

export interface SecretEntryDeleted {
  removed: number
}

export interface SecretFileDeleted {
  files: number
  entries: number
}

export interface SecretFilesImported {
  files: ImportedSecretFile[]
  skipped: SkippedSecretFile[]
}

export interface SecretsConfig {
  id: string
  projectId: string
  provider: "manual" | "infisical"
  label: string
  envFilter: string | null
  isActive: boolean
  createdAt: string
  updatedAt: string
  config: string
}

export interface SecretsConfigSummary {
  id: string
  projectId: string
  provider: "manual" | "infisical"
  label: string
  envFilter: string | null
  isActive: boolean
  createdAt: string
  updatedAt: string
  configSummary: Record<string, unknown>
}

export interface SecretsProbe {
  names: string[]
  count: number
}

export interface SecretsSyncLog {
  id: string
  projectId: string
  target: "sandbox" | "code_host"
  taskId: string | null
  secretCount: number
  outcome: "success" | "failure"
  error: string | null
  createdAt: string
}

export interface SendClientInvoice {
  withEvidence?: boolean
}

export interface SendGrowthReply {
  body: string
}

export interface SendVerificationEmail {
  email: string
}

export interface SessionSummary {
  id: string
  isCurrent: boolean
  activeWorkspaceId: string | null
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
  expiresAt: string
}

export interface SetActiveWorkspace {
  workspaceId: string
}

export interface SetWorkspacePolicies {
  requiresApproval?: boolean | null
  review?: {
    checked?: "ask" | "merge" | "refuse"
    unverified?: "ask" | "merge" | "refuse"
    weakened?: "ask" | "merge" | "refuse"
    model?: "on" | "required" | "off"
    probes?: "on" | "off"
    examiner?: "off" | "risky" | "always"
    packages?: "named" | "ask" | "merge"
  }
  approval?: {
    remindEveryHours?: number
    expireAfterHours?: number
  }
  delivery?: {
    onApproval?: "nothing" | "deploy"
  }
}

export interface ShippingReason {
  code: "changes_requested" | "policy" | "switched_off" | "nothing_delivered" | "others_undecided" | "deployed"
  message: string
}

export interface SignInWithPasskey {
  response: WebAuthnCredential
}

export interface SignInWithPassword {
  email: string
  password: string
  rememberMe?: boolean
}

export interface SignInWithStartLink {
  token: string
}

export interface SignUp {
  name: string
  email: string
  password: string
}

export interface SignUpByPortalInvitation {
  token: string
  letterToken: string
  name: string
}

export interface SignedArtifactUrl {
  url: string
  expiresAt: string | null
}

export interface SignedDecision {
  statement: string
  snapshot: string
  comment: string | null
  publicKey: string
  credentialId: string
  authenticatorData: string
  clientDataJson: string
  signature: string
}

export interface SignedIn {
  user: AuthUser
}

export interface SignedOut {
  success: boolean
}

export interface SkippedAgent {
  id: string
  name: string
  runtimeKind: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
}

export interface SkippedSecretFile {
  path: string
  rule: string
  line: number
}

export interface SnippetPart {
  text: string
  isHit: boolean
}

export interface StageAutomation {
  completed: number
  failed: number
  stopped: number
  completionRate: number | null
  handsOffRate: number | null
  firstPassRate: number | null
  stages: StageQuality[]
}

export interface StageQuality {
  stage: string
  left: number
  passed: number
  returned: number
  waited: number
  failed: number
  passRate: number | null
}

export interface StageTimes {
  stage: string
  count: number
  medianSeconds: number
  p85Seconds: number
}

export interface StartGrowthDrafts {
  leadIds?: string[]
}

export interface StartGrowthRun {
  notes?: string | null
}

export interface StoredArtifact {
  id: string
  projectId: string
  cycleId: string
  taskId: string | null
  runId: string
  filename: string
  check: string
  contentType: string
  sizeBytes: number
  sha256: string
  masked: boolean
  createdAt: string
}

export interface SubmitBatch {
  endpoint: "/v1/chat/completions" | "/v1/responses" | "/v1/messages" | "/v1/embeddings"
  idempotencyKey: string
  items: AiBatchItemRequest[]
  kind: "backfill" | "classification" | "enrichment" | "transcription" | "variation" | "evaluation"
  model: string
  policy: AiBatchPolicy
  projectId?: string
}

export interface SubmitVideo {
  prompt: string
  seconds?: 4 | 8 | 12
  aspectRatio?: string
  model?: string
  projectId?: string
}

export interface SynthesizeSpeech {
  text: string
  voice?: string
  format?: "mp3" | "wav"
  model?: string
  projectId?: string
}

export interface Task {
  id: string
  projectId: string
  cycleId: string
  handle: string
  runId: string | null
  repositoryId: string | null
  number: number
  title: string
  description: string
  status: "queued" | "blocked" | "building" | "testing" | "reviewing" | "approved" | "merging" | "merged" | "pr_created" | "ci_passing" | "done" | "failed"
  statusSetByHand: boolean
  dependsOn: string[]
  branch: string | null
  baseSha: string | null
  headSha: string | null
  mergeSha: string | null
  verdict: "proved" | "checked" | "unverified" | "refused" | null
  provedBy: string[]
  failure: Failure | null
  createdAt: string
  updatedAt: string
}

export interface TaskAgent {
  id: string
  name: string
  instructionsSha256: string
  harness: string
  model: string
  modelChosenBy: "agent" | "preference" | "instance"
}

export interface TaskCheck {
  name: string
  command: string
  phase: "base" | "task" | "base_tests" | "new_tests"
  outcome: "passed" | "failed" | "could_not_run"
  exitCode: number | null
  stoppedBy: string | null
  durationMs: number
  log: string
  tests: CheckTests | null
  coverage: CheckCoverage | null
}

export interface TaskComment {
  id: string
  taskId: string
  cycleId: string
  projectId: string
  body: string
  authorId: string
  authorName: string | null
  authorSide: "agency" | "client"
  createdAt: string
}

export interface TaskReviewEvidence {
  taskId: string
  source: "native-repos" | "codehost" | "archive"
  branch: string
  baseSha: string
  headSha: string
  files: ChangedFile[]
  filesTruncated: boolean
  patch: string | null
  patchTruncated: boolean
  archive: DeliveredArchive | null
  packages: ChangedPackages
  environments: UsedEnvironment[]
  skills: UsedSkill[]
  toolServers: UsedToolServer[]
  checks: TaskCheck[]
  checkReruns: CheckRerun[]
  carriedOutBy: TaskAgent | null
  rounds: TaskRound[]
  verdict: ReviewVerdict | null
  testsKeptByCycleId: string | null
}

export interface TaskRound {
  round: "lint" | "test" | "secure" | "document"
  outcome: "changed" | "unchanged" | "unfinished" | "skipped"
  agent: TaskAgent | null
  reason?: string
}

export interface TaskStatusFrame {
  taskId: string
  status: "queued" | "blocked" | "building" | "testing" | "reviewing" | "approved" | "merging" | "merged" | "pr_created" | "ci_passing" | "done" | "failed"
  at: string
}

export interface TaskThread {
  taskId: string
  title: string
  messages: number
  newestAt: string | null
}

export interface TaskUsage {
  taskId: string | null
  runId: string
  calls: number
  unpricedCalls: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export interface TaxAccount {
  taxClass: string
  revenueAccount: string
  taxKey: string | null
}

export interface TaxClass {
  name: string
  category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O"
  rateBps: number
  reason: string | null
}

export interface TestGrowthPlay {
  step: number
  leadId?: string
}

export interface TestModelEndpoint {
  model?: string
}

export interface Throughput {
  completed: number
  perWeek: number
  weeks: ThroughputOfWeek[]
}

export interface ThroughputOfWeek {
  weekStart: string
  completed: number
}

export interface TimePercentiles {
  count: number
  p50Seconds: number | null
  p85Seconds: number | null
  p95Seconds: number | null
}

export interface ToggleWebProvider {
  enabled: boolean
}

export interface TraceActor {
  traceId: string
  actorType: "user" | "api_key"
  actorId: string
  name: string | null
}

export interface Tracker {
  id: string
  kind: "linear"
  name: string
  hasWebhookSecret: boolean
  webhookUrl: string | null
  lastDeliveryAt: string | null
  createdAt: string
}

export interface TrackerDeliveryTaken {
  accepted: boolean
}

export interface TrackerSecret {
  webhookSecret: string
}

export interface TrackerTest {
  works: boolean
  account: string | null
  problem: string | null
}

export interface TranscribeAudio {
  source: {
    key: string
  } | {
    url: string
  }
  language?: string
  model?: string
  projectId?: string
}

export interface TranscriptStep {
  taskId: string
  runId: string
  seq: number
  attempt: number
  position: number
  kind: "started" | "message" | "thought" | "tool_call" | "tool_result" | "heard" | "web_request" | "tool_server" | "usage" | "finished"
  callId: string | null
  tool: string | null
  input: string | null
  text: string | null
  textTruncated: boolean
  ok: boolean | null
  inputTokens: number | null
  outputTokens: number | null
  outcome: string | null
  messageIds: string[] | null
  limits: AgentLimits | null
  at: string
}

export interface TransferOwnership {
  remainOwner: boolean
}

export interface TreeListing {
  branch: string
  commitSha: string
  files: string[]
  truncated: boolean
}

export interface TypedGrowthPlayStep {
  delayDays: number
  subject?: string | null
  body?: string | null
  brief?: string | null
}

export interface TypedGrowthStatement {
  id?: string
  kind: "does" | "audience" | "proof" | "tone" | "offer"
  text: string
}

export interface UpdateAgent {
  avatarKey?: "nucleus" | "strand" | "codon" | "pheno" | "proof" | "telo" | "script" | "bot" | "spark" | "orbit" | "sprout" | "echo" | "pixel" | null
  avatarUrl?: string | null
  description?: string | null
  duty?: "executor" | "intake"
  instructions?: string | null
  modelOverride?: string | null
  pipeline?: "default" | "full" | "docs" | "security" | "lint"
  runtimeVersion?: string | null
  name?: string
  projectId?: string | null
  runtimeKind?: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
}

export interface UpdateClientAccount {
  name?: string
  billingEmail?: string | null
  notes?: string | null
}

export interface UpdateCycle {
  description?: string
  targetBranch?: string
  title?: string
}

export interface UpdateCycleBudget {
  costCapUsd: number | null
}

export interface UpdateCycleTask {
  title?: string
  description?: string
  dependsOn?: string[]
}

export interface UpdateEnvironment {
  config?: Record<string, unknown>
  isActive?: boolean
  label?: string
}

export interface UpdateGrowthChain {
  order: string[] | null
}

export interface UpdateGrowthLead {
  status: "disqualified" | "new" | "queued"
}

export interface UpdateGrowthMailbox {
  dailyLimit?: number
  warmUpStartedOn?: string | null
  paused?: boolean
  displayName?: string | null
  dkimSelector?: string | null
  timeZone?: string
}

export interface UpdateGrowthMessage {
  intent: "interested" | "not_now" | "not_interested" | "question" | "out_of_office" | "unsubscribe" | "other"
}

export interface UpdateGrowthPlay {
  name?: string
  steps?: TypedGrowthPlayStep[]
  audience?: string
  language?: "de" | "en"
  excludedCountries?: string[]
  excludesUnknownLaw?: boolean
  bookingUrl?: string | null
  hardCapUsd?: number | null
  sendApproval?: "always" | "never"
  mailboxIds?: string[]
  status?: "active" | "paused" | "archived"
  acknowledgesGdpr?: boolean
}

export interface UpdateGrowthProvider {
  enabled?: boolean
  callPriceUsd?: number | null
}

export interface UpdateGrowthSettings {
  hardCapUsd?: number | null
  bookingUrl?: string | null
  senderPostalAddress?: string | null
  sendApproval?: "always" | "by_play"
  sendingDays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]
  sendingFrom?: string
  sendingUntil?: string
  leadRetentionDays?: number
  contributesToIndex?: boolean
}

export interface UpdateLetterSettings {
  requests?: boolean
  approvals?: boolean
  failedRuns?: boolean
  budgets?: boolean
}

export interface UpdateMember {
  role: "admin" | "member"
}

export interface UpdateModelCallPolicy {
  attempts: number
  beginSeconds: number | null
  callSeconds: number | null
  fallbacks: ModelFallback[]
}

export interface UpdateModelEndpoint {
  baseUrl?: string
  apiKey?: string | null
  models?: ListedModel[]
}

export interface UpdateMyName {
  name: string
}

export interface UpdatePreferences {
  theme?: "light" | "dark" | null
  density?: "normal" | "compact" | null
  language?: "en" | "de" | null
  singleKeys?: boolean
  dismissFailure?: {
    cycleId: string
    failedAt: string
  }
  restoreFailure?: {
    cycleId: string
    failedAt: string
  }
}

export interface UpdateProject {
  instructionsMd?: string
  costCapUsd?: number | null
  cycleCap?: number | null
  intake?: {
    sort?: "on" | "off"
  }
  maxRevisions?: number | null
  name?: string
  requiresApproval?: boolean
  runtime?: {
    fetch?: string
    setup?: string
    checks?: ({
      name: string
      command: string
      report?: {
        path: string
        format: "junit" | "tap" | "vitest" | "jest" | "mocha" | "go" | "cargo"
      }
      coverage?: {
        path: string
        format: "lcov" | "cobertura" | "istanbul" | "go" | "jacoco"
      }
      secrets?: string[]
      artifacts?: string[]
    })[]
    review?: {
      checked?: "ask" | "merge" | "refuse"
      unverified?: "ask" | "merge" | "refuse"
      weakened?: "ask" | "merge" | "refuse"
      model?: "on" | "required" | "off"
      probes?: "on" | "off"
      examiner?: "off" | "risky" | "always"
      packages?: "named" | "ask" | "merge"
    }
    approval?: {
      remindEveryHours?: number
      expireAfterHours?: number
    }
    planning?: {
      model?: "on" | "off"
      tasksAtOnce?: number
    }
    agentId?: string
    web?: "on" | "off" | "crawler"
    delivery?: {
      onApproval?: "nothing" | "deploy"
    }
    previews?: {
      kind?: "static" | "node" | "python" | "dockerfile"
      build?: string
      output?: string
      start?: string
      healthPath?: string
      singlePage?: boolean
      environmentId?: string
      productionEnvironmentId?: string
      cycles?: boolean
      shareLinks?: boolean
      toolbar?: boolean
      picturePaths?: string[]
      allowHosts?: string[]
    }
  }
  stack?: string
}

export interface UpdateProjectRepo {
  branch?: string
  label?: string | null
}

export interface UpdateSecretsConfig {
  config?: Record<string, unknown>
  envFilter?: string | null
  isActive?: boolean
  label?: string
}

export interface UpdateTask {
  title?: string
  description?: string
  status?: "queued" | "blocked" | "building" | "testing" | "reviewing" | "approved" | "merging" | "merged" | "pr_created" | "ci_passing" | "done" | "failed"
}

export interface UpdateWebhook {
  url?: string
  description?: string | null
  eventTypes?: string[] | null
  projectIds?: string[] | null
  enabled?: boolean
}

export interface UpdateWorkspaceBudget {
  costCapUsd?: number | null
  projectCostCapUsd?: number | null
  cycleCostCapUsd?: number | null
  maxRevisions?: number | null
}

export interface UpdateWorkspaceSettings {
  name?: string
  timeZone?: string
  locale?: string
  revision?: number
}

export interface UploadAccepted {
  id: string
  status: "accepting" | "uploaded" | "finalizing" | "finalized" | "rejected" | "expired"
  sha256: string
  sizeBytes: number
}

export interface UploadProgress {
  id: string
  status: "accepting" | "uploaded" | "finalizing" | "finalized" | "rejected" | "expired"
  offset: number
  sizeBytes: number
}

export interface UploadTarget {
  method: "PUT"
  path: string
  contentType: string
  sizeBytes: number
  sha256: string
}

export interface UpsertDeliverable {
  title: string
  clientStatus?: "draft" | "in_review" | "delivered" | "accepted"
  dueDate?: string | null
  summary?: string | null
}

export interface UpsertHarnessPreference {
  harness: "runtime-1" | "runtime-2" | "runtime-3" | "runtime-4" | "runtime-5" | "runtime-6" | "runtime-7" | "native"
}

export interface UpsertModelPreference {
  modelIdentifier: string
  maxTokens?: number | null
  temperature?: number | null
}

export interface UpsertSecretEntries {
  entries: {
    key: string
    source: string
    value: string
  }[]
}

export interface UsageOfCycle {
  cycleId: string
  title: string
  runs: number
  calls: number
  unpricedCalls: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export interface UsageRow {
  personId: string | null
  personName: string | null
  projectId: string | null
  projectName: string | null
  model: string
  calls: number
  refusedCalls: number
  unpricedCalls: number
  inputTokens: number
  outputTokens: number
  costUsd: number
}

export interface UsedEnvironment {
  id: string
  label: string
}

export interface UsedSkill {
  slug: string
  contentSha256: string
}

export interface UsedToolServer {
  name: string
  configSha256: string
}

export interface VerifiedEmail {
  status: boolean
  user?: AuthUser
}

export interface VerifyEmail {
  token: string
  password?: string
  newPassword?: string
  name?: string
}

export interface VoidInvoice {
  reason: string
}

export type WebAuthnCredential = Record<string, unknown>

export type WebAuthnOptions = Record<string, unknown>

export interface WebProviderState {
  provider: string
  enabled: boolean
  hasApiKey: boolean
  tools: ("web_search" | "web_read" | "web_crawl")[]
  updatedAt: string | null
}

export interface Webhook {
  id: string
  url: string
  description: string | null
  eventTypes: string[] | null
  projectIds: string[] | null
  enabled: boolean
  disabledAt: string | null
  disabledReason: "person" | "failures" | "gone" | null
  failingSince: string | null
  waiting: number
  replayingUntil: string | null
  previousSecretUntil: string | null
  createdAt: string
  updatedAt: string
}

export interface WebhookAttempt {
  number: number
  attemptedAt: string
  durationMs: number
  responseStatus: number | null
  responseHead: string | null
  error: string | null
}

export interface WebhookDelivery {
  id: string
  messageId: string
  kind: "event" | "replay" | "test"
  eventType: string
  status: "waiting" | "delivered" | "failed"
  attempts: number
  nextAttemptAt: string | null
  responseStatus: number | null
  error: string | null
  createdAt: string
  endedAt: string | null
}

export interface WebhookDeliveryDetail {
  id: string
  messageId: string
  kind: "event" | "replay" | "test"
  eventType: string
  status: "waiting" | "delivered" | "failed"
  attempts: number
  nextAttemptAt: string | null
  responseStatus: number | null
  error: string | null
  createdAt: string
  endedAt: string | null
  attemptLog: WebhookAttempt[]
}

export interface WebhookWithSecret {
  id: string
  url: string
  description: string | null
  eventTypes: string[] | null
  projectIds: string[] | null
  enabled: boolean
  disabledAt: string | null
  disabledReason: "person" | "failures" | "gone" | null
  failingSince: string | null
  waiting: number
  replayingUntil: string | null
  previousSecretUntil: string | null
  createdAt: string
  updatedAt: string
  secret: string
}

export interface Wip {
  cycles: number
  stages: WipOfStage[]
}

export interface WipOfStage {
  stage: string
  cycles: number
}

export interface WireMessage {
  id: string
  cycleId: string | null
  projectId: string
  agentId: string | null
  content: string
  authorId: string
  authorName: string | null
  authorSide: "agency" | "client" | "agent"
  drives: boolean
  givenAt: string | null
  answersId: string | null
  isCut: boolean
  pin: MessagePin | null
  createdAt: string
}

export interface WorkspaceBrandKitState {
  draft: BrandDraft
  updatedAt: string | null
  published: PublishedBrand | null
  unpublishedFields: string[]
  contrast: BrandContrast[]
  extraction: BrandExtraction | null
}

export interface WorkspaceBudgetError {
  active: number
  limit: number
}

export interface WorkspaceCapEnforced {
  costCapUsd: number | null
}

export interface WorkspaceCaps {
  costCapUsd: number | null
  projectCostCapUsd: number | null
  cycleCostCapUsd: number | null
  maxRevisions: number | null
}

export interface WorkspacePolicies {
  requiresApproval: boolean | null
  review: {
    checked?: "ask" | "merge" | "refuse"
    unverified?: "ask" | "merge" | "refuse"
    weakened?: "ask" | "merge" | "refuse"
    model?: "on" | "required" | "off"
    probes?: "on" | "off"
    examiner?: "off" | "risky" | "always"
    packages?: "named" | "ask" | "merge"
  }
  approval: {
    remindEveryHours?: number
    expireAfterHours?: number
  }
  delivery: {
    onApproval?: "nothing" | "deploy"
  }
  inForce: PoliciesInForce
}

export interface WorkspacePortalClient {
  userId: string
  name: string
  email: string
  canCreateProjects: boolean
  canCreateProjectsOverride: boolean | null
  joinedAt: string
}

export interface WorkspacePortalInvitation {
  id: string
  email: string
  role: "client"
  projectGrants: PortalProjectGrant[]
  status: "pending" | "accepted" | "revoked" | "expired"
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
  canCreateProjects: boolean | null
}

export interface WorkspacePortalInvitationCreated {
  id: string
  email: string
  role: "client"
  projectGrants: PortalProjectGrant[]
  status: "pending" | "accepted" | "revoked" | "expired"
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  revokedAt: string | null
  canCreateProjects: boolean | null
  acceptUrl: string
  emailSent: boolean
}

export interface WorkspaceSettings {
  workspaceId: string
  name: string
  timeZone: string
  locale: string
  revision: number
}

export interface WriteOffBillable {
  reason: string
}
