import { call, page, transfer, type Reach } from './reach.ts'

/** How MCP clients reach the operations of agents, models, skills and documents. */
export const reachAgents: Readonly<Record<string, Reach>> = {
  // web search
  listWebProviders: call,
  toggleWebProvider: call,
  removeWebProviderKey: page('/settings/workspace'),
  saveWebProviderKey: page('/settings/workspace'),
  getCrawlStatus: call,
  toggleCrawl: call,
  // skills
  importProjectSkill: call,
  listProjectSkills: call,
  deleteProjectSkill: page('/projects/{id}/agents'),
  // tool servers
  importProjectMcp: page('/projects/{id}/agents'),
  listProjectToolServers: call,
  deleteProjectToolServer: page('/projects/{id}/agents'),
  // agents
  listAgents: call,
  createAgent: call,
  getAgent: call,
  updateAgent: call,
  deactivateAgent: call,
  reactivateAgent: call,
  forkAgent: call,
  importProjectAgent: call,
  // models
  listModelPreferences: call,
  getModelPreference: call,
  setModelPreference: call,
  clearModelPreference: page('/settings/workspace'),
  listModelCatalog: call,
  listHarnessPreferences: call,
  setOrganizationHarness: call,
  clearOrganizationHarness: page('/settings/workspace'),
  getResolvedOrganizationHarness: call,
  setProjectHarness: call,
  clearProjectHarness: page('/projects/{projectId}/settings'),
  getResolvedProjectHarness: call,
  listModelEndpoints: call,
  createModelEndpoint: page('/settings/workspace'),
  getModelEndpoint: call,
  updateModelEndpoint: page('/settings/workspace'),
  deleteModelEndpoint: page('/settings/workspace'),
  testModelEndpoint: call,
  getModelCallPolicy: call,
  updateModelCallPolicy: call,
  listAiModels: call,
  createAiChatCompletion: transfer,
  createAiMessage: transfer,
  createAiResponse: transfer,
  // assets
  uploadAiAsset: transfer,
  getAiAsset: transfer,
  // parsing
  listAiDocuments: call,
  parseAiDocument: call,
  getAiDocument: call,
  listAiDocumentPages: call,
  getAiDocumentPagePicture: transfer,
  decideAiDocumentPage: page('/documents/{id}'),
}
