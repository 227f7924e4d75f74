import brand from './accounts/brand/domain.ts'
import clients from './accounts/clients/domain.ts'
import letters from './accounts/letters/domain.ts'
import pages from './accounts/pages/domain.ts'
import companySignIn from './accounts/company-sign-in/domain.ts'
import people from './accounts/people/domain.ts'
import programs from './accounts/programs/domain.ts'
import webSearch from './agents/web-search/domain.ts'
import workspaces from './accounts/workspaces/domain.ts'
import accounting from './billing/accounting/domain.ts'
import billables from './billing/billables/domain.ts'
import documents from './billing/documents/domain.ts'
import evidence from './billing/evidence/domain.ts'
import invoiceLetters from './billing/invoice-letters/domain.ts'
import invoices from './billing/invoices/domain.ts'
import payments from './billing/payments/domain.ts'
import portalInvoices from './billing/portal-invoices/domain.ts'
import proof from './billing/proof/domain.ts'
import reports from './billing/reports/domain.ts'
import transmissions from './billing/transmissions/domain.ts'
import codeHosts from './code/code-hosts/domain.ts'
import deployments from './code/deployments/domain.ts'
import environments from './code/environments/domain.ts'
import gitHost from './code/git-host/domain.ts'
import imports from './code/imports/domain.ts'
import projects from './code/projects/domain.ts'
import repositories from './code/repositories/domain.ts'
import repositoryRecords from './code/repository-records/domain.ts'
import revisions from './code/revisions/domain.ts'
import sandboxes from './code/sandboxes/domain.ts'
import secrets from './code/secrets/domain.ts'
import companies from './growth/companies/domain.ts'
import growthDrafts from './growth/drafts/domain.ts'
import growthInbox from './growth/inbox/domain.ts'
import leadRights from './growth/lead-rights/domain.ts'
import growthLeads from './growth/leads/domain.ts'
import growthMailboxes from './growth/mailboxes/domain.ts'
import growthMessages from './growth/messages/domain.ts'
import growthPlays from './growth/plays/domain.ts'
import growthProposals from './growth/proposals/domain.ts'
import growthProviders from './growth/providers/domain.ts'
import growthResearch from './growth/research/domain.ts'
import growthSending from './growth/sending/domain.ts'
import growthSettings from './growth/settings/domain.ts'
import suppression from './growth/suppression/domain.ts'
import projectResources from './agents/project-resources/domain.ts'
import agents from './agents/agents/domain.ts'
import assets from './agents/assets/domain.ts'
import batches from './agents/batches/domain.ts'
import media from './agents/media/domain.ts'
import parsing from './agents/parsing/domain.ts'
import acceptance from './delivery/acceptance/domain.ts'
import artifacts from './delivery/artifacts/domain.ts'
import components from './delivery/components/domain.ts'
import conversation from './delivery/conversation/domain.ts'
import cycles from './delivery/cycles/domain.ts'
import planning from './delivery/planning/domain.ts'
import runs from './delivery/runs/domain.ts'
import agentWork from './delivery/agent-work/domain.ts'
import workbench from './delivery/workbench/domain.ts'
import deliverables from './delivery/deliverables/domain.ts'
import lineComments from './delivery/line-comments/domain.ts'
import metrics from './delivery/metrics/domain.ts'
import models from './agents/models/domain.ts'
import repositoryReads from './delivery/repository-reads/domain.ts'
import requests from './delivery/requests/domain.ts'
import search from './record/search/domain.ts'
import budgets from './delivery/budgets/domain.ts'
import spending from './agents/spending/domain.ts'
import checks from './delivery/checks/domain.ts'
import review from './delivery/review/domain.ts'
import tasks from './delivery/tasks/domain.ts'
import transcripts from './delivery/transcripts/domain.ts'
import chat from './delivery/chat/domain.ts'
import mcp from './delivery/mcp/domain.ts'
import trackers from './delivery/trackers/domain.ts'
import audit from './record/audit/domain.ts'
import events from './record/events/domain.ts'
import names from './record/names/domain.ts'
import webhooks from './record/webhooks/domain.ts'

/**
 * Every domain. Their shared work runs in this order, which is the order of their locks: project, cycle, task, request,
 * deliverable.
 */
export const domains = [
  people,
  companySignIn,
  programs,
  workspaces,
  clients,
  brand,
  webSearch,
  pages,
  letters,
  projects,
  imports,
  revisions,
  repositories,
  repositoryRecords,
  gitHost,
  codeHosts,
  secrets,
  environments,
  sandboxes,
  deployments,
  projectResources,
  agents,
  models,
  assets,
  parsing,
  batches,
  media,
  cycles,
  planning,
  runs,
  agentWork,
  workbench,
  tasks,
  checks,
  transcripts,
  review,
  conversation,
  lineComments,
  requests,
  components,
  deliverables,
  repositoryReads,
  search,
  spending,
  budgets,
  metrics,
  acceptance,
  artifacts,
  trackers,
  chat,
  mcp,
  billables,
  invoices,
  payments,
  documents,
  invoiceLetters,
  evidence,
  proof,
  portalInvoices,
  transmissions,
  reports,
  accounting,
  growthSettings,
  growthResearch,
  growthLeads,
  companies,
  growthProviders,
  growthMailboxes,
  growthPlays,
  growthMessages,
  growthDrafts,
  growthSending,
  growthProposals,
  growthInbox,
  leadRights,
  suppression,
  audit,
  events,
  names,
  webhooks,
]
