export { dataProviderAddresses, type DataProviderId, type ProviderId, providerIds } from './addresses.ts'
export { openWeb, toolsOf, type Web, type WebQuestion, type WebSource } from './open-web.ts'
export { at, bare, listAt, post, type ProviderRequest, textAt } from './provider-api.ts'
export { WebRefusal, type WebTool } from './web.ts'
