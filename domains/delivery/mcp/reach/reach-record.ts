import { call, page, transfer, type Reach } from './reach.ts'

/** How MCP clients reach the operations of search, events, audit log and webhooks. */
export const reachRecord: Readonly<Record<string, Reach>> = {
  // search
  search: call,
  // audit
  listAuditLog: call,
  getAuditEntry: call,
  listProjectAuditLog: call,
  verifyAuditChain: call,
  listAuditCheckpoints: call,
  exportAuditLog: transfer,
  // events
  listEvents: call,
  listProjectTimeline: call,
  streamEvents: transfer,
  // names
  listNames: call,
  // webhooks
  listWebhooks: call,
  createWebhook: page('/audit/webhooks'),
  getWebhook: call,
  updateWebhook: page('/audit/webhooks'),
  deleteWebhook: page('/audit/webhooks'),
  rotateWebhookSecret: page('/audit/webhooks'),
  testWebhook: call,
  replayWebhookEvents: call,
  listWebhookDeliveries: call,
  getWebhookDelivery: call,
  replayWebhookDelivery: call,
}
