import clearModelPreference from './operations/clear-model-preference.ts'
import clearOrganizationHarness from './operations/clear-organization-harness.ts'
import clearProjectHarness from './operations/clear-project-harness.ts'
import getModelPreference from './operations/get-model-preference.ts'
import getResolvedOrganizationHarness from './operations/get-resolved-organization-harness.ts'
import getResolvedProjectHarness from './operations/get-resolved-project-harness.ts'
import listHarnessPreferences from './operations/list-harness-preferences.ts'
import listModelPreferences from './operations/list-model-preferences.ts'
import setModelPreference from './operations/set-model-preference.ts'
import setOrganizationHarness from './operations/set-organization-harness.ts'
import setProjectHarness from './operations/set-project-harness.ts'
import listModelCatalog from './operations/list-model-catalog.ts'
import createModelEndpoint from './operations/create-model-endpoint.ts'
import deleteModelEndpoint from './operations/delete-model-endpoint.ts'
import getModelEndpoint from './operations/get-model-endpoint.ts'
import listModelEndpoints from './operations/list-model-endpoints.ts'
import listFoundModels from './operations/list-found-models.ts'
import addFoundModel from './operations/add-found-model.ts'
import testModelEndpoint from './operations/test-model-endpoint.ts'
import updateModelEndpoint from './operations/update-model-endpoint.ts'
import createAiChatCompletion from './operations/create-ai-chat-completion.ts'
import countAiMessageTokens from './operations/count-ai-message-tokens.ts'
import createAiEmbedding from './operations/create-ai-embedding.ts'
import listAiMessageModels from './operations/list-ai-message-models.ts'
import createAiMessage from './operations/create-ai-message.ts'
import createAiResponse from './operations/create-ai-response.ts'
import getModelCallPolicy from './operations/get-model-call-policy.ts'
import listAiModels from './operations/list-ai-models.ts'
import updateModelCallPolicy from './operations/update-model-call-policy.ts'
import type { CapParts } from './cap-calls.ts'
import type { FoundModelParts } from './found-model.ts'
import type { TableParts } from './listed-models.ts'
import type { CatalogParts } from './offered-models.ts'

export default (parts: CatalogParts & TableParts & CapParts & FoundModelParts) => ({
  listModelPreferences: listModelPreferences(parts),
  getModelPreference: getModelPreference(parts),
  setModelPreference: setModelPreference(parts),
  clearModelPreference,
  listModelCatalog: listModelCatalog(parts),
  listHarnessPreferences,
  setOrganizationHarness,
  clearOrganizationHarness,
  getResolvedOrganizationHarness: getResolvedOrganizationHarness(parts),
  setProjectHarness,
  clearProjectHarness,
  getResolvedProjectHarness: getResolvedProjectHarness(parts),
  listModelEndpoints,
  createModelEndpoint: createModelEndpoint(parts),
  getModelEndpoint,
  updateModelEndpoint: updateModelEndpoint(parts),
  deleteModelEndpoint,
  testModelEndpoint: testModelEndpoint(parts),
  listFoundModels: listFoundModels(parts),
  addFoundModel: addFoundModel(parts),
  getModelCallPolicy,
  updateModelCallPolicy: updateModelCallPolicy(parts),
  listAiModels: listAiModels(parts),
  createAiChatCompletion: createAiChatCompletion(parts),
  createAiMessage: createAiMessage(parts),
  createAiResponse: createAiResponse(parts),
  createAiEmbedding: createAiEmbedding(parts),
  listAiMessageModels: listAiMessageModels(parts),
  countAiMessageTokens: countAiMessageTokens(parts),
})
